//! Seals: complete under concurrent commits, and without a false alarm.
//!
//! The oldest transaction anywhere on the server decides what can be sealed, and other tests have
//! transactions there: what can be sealed is sealed soon, not at once.

use std::sync::atomic::{AtomicUsize, Ordering};

use domain::ledger::{Grant, rules};
use domain::{Money, PersonId};
use futures_util::future::join_all;
use store::Settlement;
use store::ledger::seals::Sealing;
use testbed::{SOON, wait};

use super::{ANNA, BORIS, Clerk};
use crate::bench::Active;

impl Clerk<'_> {
    /// Seals once; how many transfers.
    async fn seals(&self) -> i64 {
        match self.does(async |tx| tx.books().seal().await).await {
            Sealing::Sealed(transfers) => transfers,
            Sealing::Nothing => 0,
        }
    }

    /// Seals until so many transfers were sealed, and not one more.
    async fn seals_exactly(&self, transfers: i64) {
        let mut sealed = 0;
        let enough = wait::until("everything to be sealed", SOON, async || {
            sealed += self.seals().await;
            (sealed >= transfers).then_some(())
        });
        enough.await.unwrap();
        assert_eq!(sealed + self.seals().await, transfers);
    }
}

#[tokio::test]
async fn a_seal_covers_what_is_new_and_only_once() {
    let active = Active::on_a_new_database().await;
    let clerk = active.clerk(2).await;
    assert_eq!(clerk.seals().await, 0);

    clerk.is_paid(ANNA, "c1", 100).await;
    clerk.seals_exactly(2).await;
    clerk.gives(ANNA, "p1", 5).await;
    clerk.seals_exactly(1).await;

    active.books_are_in_order().await;
}

#[tokio::test]
async fn what_commits_late_goes_into_a_later_seal() {
    let active = Active::on_a_new_database().await;
    let clerk = active.clerk(4).await;
    clerk.is_paid(ANNA, "c1", 100).await;
    // Its id is lower than those of what commits meanwhile.
    let somebody = PersonId::new(600);
    clerk.meets(&[somebody]).await;
    let mut late = active.begin().await;
    let purse = late.books().purse(somebody).await.unwrap();
    let gift = rules::grant(&purse, Grant::Plan, "late", Money::new(5)).unwrap();
    late.books().post(&gift).await.unwrap();
    clerk.is_paid(BORIS, "c2", 50).await;

    // What came before the late one; then the late one and what overtook it.
    clerk.seals_exactly(2).await;
    late.commit().await.unwrap();
    clerk.seals_exactly(3).await;

    active.books_are_in_order().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sealing_beside_concurrent_commits_raises_no_alarm() {
    const SEALS: usize = 20;
    let active = Active::on_a_new_database().await;
    let clerk = active.clerk(8).await;
    // Each their own: those who share a purse wait for each other and commit in order.
    let people: Vec<PersonId> = (500..506).map(PersonId::new).collect();
    clerk.meets(&people).await;
    for person in &people {
        clerk.is_paid(*person, &person.to_string(), 1_000_000).await;
    }
    let (seals, sealed) = (AtomicUsize::new(0), AtomicUsize::new(0));

    let work = join_all(people.iter().map(|person| async {
        while seals.load(Ordering::Relaxed) < SEALS {
            let order = clerk.orders(*person, 3).await.unwrap();
            clerk.ends(*person, order, Settlement::Capture).await;
        }
    }));
    let sealing = wait::until("seals beside others' commits", SOON, async || {
        let transfers = usize::try_from(clerk.seals().await).unwrap();
        sealed.fetch_add(transfers, Ordering::Relaxed);
        if transfers > 0 {
            active.books_are_in_order().await;
            seals.fetch_add(1, Ordering::Relaxed);
        }
        (seals.load(Ordering::Relaxed) >= SEALS).then_some(())
    });
    let (_, enough) = tokio::join!(work, sealing);
    enough.unwrap();

    let all = active.number("select count(*) from transfers").await;
    let during = i64::try_from(sealed.load(Ordering::Relaxed)).unwrap();
    println!("{during} of {all} sealed while others committed");
    clerk.seals_exactly(all - during).await;
    active.books_are_in_order().await;
}
