//! Sixteen clients at once: exact balances, no deadlock, nothing below zero.

use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};

use domain::ledger::Actor;
use domain::{GenerationId, PersonId};
use futures_util::future::join_all;
use store::{HoldEnd, Posted, Settlement};
use testbed::draws::{Draws, printed_seed};

use super::{ANNA, BORIS, Clerk};
use crate::bench::Active;

const CLIENTS: u32 = 16;

/// Runs something on every client at once.
async fn all_at_once<T>(deed: impl AsyncFn(u32) -> T) -> Vec<T> {
    join_all((0..CLIENTS).map(|client| deed(client))).await
}

#[tokio::test(flavor = "multi_thread")]
async fn sixteen_clients_hold_exactly_what_one_balance_has() {
    let active = Active::on_a_new_database().await;
    let clerk = active.clerk(CLIENTS).await;
    clerk.is_paid(ANNA, "c1", 70).await;
    clerk.gives(ANNA, "p1", 30).await;

    let held = all_at_once(async |_| {
        let mut held = 0;
        for _ in 0..10 {
            held += i64::from(clerk.orders(ANNA, 7).await.is_some());
        }
        held
    })
    .await;

    assert_eq!(held.iter().sum::<i64>(), 14);
    assert_eq!(clerk.balance(ANNA).await, [2, 0, 98, 0]);
    active.books_are_in_order().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn capture_and_release_race_and_each_hold_ends_once() {
    let active = Active::on_a_new_database().await;
    let clerk = active.clerk(CLIENTS).await;
    clerk.is_paid(ANNA, "c1", 70).await;
    clerk.gives(ANNA, "p1", 30).await;
    let mut orders: Vec<GenerationId> = Vec::new();
    while let Some(order) = clerk.orders(ANNA, 7).await {
        orders.push(order);
    }

    let ended = all_at_once(async |client| {
        let settlement = if client % 2 == 0 { Settlement::Capture } else { Settlement::Release };
        let mut ended = 0;
        for order in &orders {
            let end = clerk.ends(ANNA, *order, settlement).await;
            ended += i64::from(matches!(end, Some(HoldEnd::Done(_))));
        }
        (settlement, ended)
    })
    .await;

    let sum = |which: Settlement| -> i64 {
        ended.iter().filter(|(settlement, _)| *settlement == which).map(|(_, n)| n).sum()
    };
    let (captured, released) = (sum(Settlement::Capture), sum(Settlement::Release));
    println!("{captured} captured, {released} released");
    assert_eq!(captured + released, 14);
    let [paid, bonus, held, debt] = clerk.balance(ANNA).await;
    assert_eq!((paid + bonus, held, debt), (100 - 7 * captured, 0, 0));
    active.books_are_in_order().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_pay_each_other_at_once_and_nothing_locks_up() {
    let active = Active::on_a_new_database().await;
    let clerk = active.clerk(CLIENTS).await;
    clerk.is_paid(ANNA, "c1", 100).await;
    clerk.is_paid(BORIS, "c2", 100).await;

    let moved = all_at_once(async |client| {
        let (from, to) = if client % 2 == 0 { (ANNA, BORIS) } else { (BORIS, ANNA) };
        let mut moved = 0;
        for round in 0..10 {
            let cause = format!("{client}-{round}");
            let done = clerk.moves(from, to, &cause, 13).await == Some(Posted::Done);
            moved += if client % 2 == 0 { i64::from(done) } else { -i64::from(done) };
        }
        moved
    })
    .await;

    let net = 13 * moved.iter().sum::<i64>();
    assert_eq!(clerk.balance(ANNA).await, [100 - net, 0, 0, 0]);
    assert_eq!(clerk.balance(BORIS).await, [100 + net, 0, 0, 0]);
    active.books_are_in_order().await;
}

/// What the clients did to the books as a whole.
#[derive(Default)]
struct Tally {
    issued: AtomicI64,
    captured: AtomicI64,
    refused: AtomicUsize,
}

impl Tally {
    fn issues(&self, amount: i64, done: bool) {
        if done {
            self.issued.fetch_add(amount, Ordering::Relaxed);
        } else {
            self.refused.fetch_add(1, Ordering::Relaxed);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sixteen_clients_do_everything_at_once_and_the_books_add_up() {
    let seed = printed_seed();
    let active = Active::on_a_new_database().await;
    let clerk = active.clerk(CLIENTS).await;
    let tally = Tally::default();

    all_at_once(async |client| {
        let mut open: Vec<(PersonId, GenerationId)> = Vec::new();
        for round in 0..12 {
            let dice = Draws::seeded(seed ^ (u64::from(client) << 32) ^ round).next();
            step(&clerk, &tally, dice, &format!("{client}-{round}"), &mut open).await;
        }
        for (person, order) in open {
            clerk.ends(person, order, Settlement::Release).await;
        }
    })
    .await;

    let (anna, boris) = (clerk.balance(ANNA).await, clerk.balance(BORIS).await);
    let total: i64 = anna.iter().chain(&boris).sum();
    let (issued, captured) =
        (tally.issued.load(Ordering::Relaxed), tally.captured.load(Ordering::Relaxed));
    println!("issued {issued}, captured {captured}, refused {:?}", tally.refused);
    assert_eq!(total, issued - captured);
    assert_eq!((anna[2], boris[2]), (0, 0));
    active.books_are_in_order().await;
}

/// One step of a client, as the dice say.
async fn step(
    clerk: &Clerk<'_>,
    tally: &Tally,
    dice: u64,
    cause: &str,
    open: &mut Vec<(PersonId, GenerationId)>,
) {
    let (from, to) = if dice & 1 == 0 { (ANNA, BORIS) } else { (BORIS, ANNA) };
    let amount = i64::try_from(dice >> 8 & 63).unwrap() + 1;
    match dice >> 1 & 7 {
        0 => tally.issues(amount, clerk.is_paid(from, cause, amount).await == Posted::Done),
        1 => tally.issues(amount, clerk.gives(from, cause, amount).await == Posted::Done),
        2 => {
            let update = i64::try_from(dice >> 16 & 0xffff_ffff).unwrap();
            let (amount, done) = match clerk.adjusts(from, update, -amount).await {
                Some(posted) => (-amount, posted == Posted::Done),
                None => (0, false),
            };
            tally.issues(amount, done);
        }
        3 => {
            clerk.is_paid(from, cause, amount).await;
            tally.issues(amount, true);
            let charge = cause.to_owned();
            clerk
                .does(async |tx| tx.books().begin_refund(&charge, Actor::Bot, "in a test").await)
                .await;
            clerk.does(async |tx| tx.books().finish_refund(&charge).await).await;
            tally.issues(-amount, true);
        }
        4 => {
            clerk.moves(from, to, cause, amount).await;
        }
        5 | 6 => open.extend(clerk.orders(from, amount).await.map(|order| (from, order))),
        _ => {
            let Some((person, order)) = open.pop() else { return };
            if let Some(HoldEnd::Done(split)) = clerk.ends(person, order, Settlement::Capture).await
            {
                tally.captured.fetch_add(split.total().unwrap().get(), Ordering::Relaxed);
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn purses_opened_by_many_at_once_lock_nobody_out() {
    let active = Active::on_a_new_database().await;
    let clerk = active.clerk(CLIENTS).await;
    for round in 0..12 {
        // Two strangers each time: one client opens the purse of one, the next of both.
        let [one, other] = [PersonId::new(100 + 2 * round), PersonId::new(101 + 2 * round)];
        all_at_once(async |client| {
            let cause = format!("{round}-{client}");
            match client % 3 {
                0 => clerk.is_paid(one, &cause, 10).await,
                1 => clerk.is_paid(other, &cause, 10).await,
                _ if client % 2 == 0 => {
                    clerk.moves(one, other, &cause, 1).await.unwrap_or(Posted::Already)
                }
                _ => clerk.moves(other, one, &cause, 1).await.unwrap_or(Posted::Already),
            }
        })
        .await;
        let sums = [clerk.balance(one).await, clerk.balance(other).await].concat();
        assert_eq!(sums.iter().sum::<i64>(), 10 * 11);
    }
    active.books_are_in_order().await;
}
