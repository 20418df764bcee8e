//! How fast money goes: exact under races, and what was given back does not count.

use std::time::Duration;

use domain::ledger::Actor;
use domain::offers::{Limit, Limits, Spent};
use domain::{Money, PersonId};
use futures_util::future::join_all;
use store::{Held, Settlement};
use uuid::Uuid;

use super::{ADMIN, ANNA, BORIS, Clerk, order};
use crate::bench::Active;

const PRICE: i64 = 7;

/// Ten of that price and no more.
const LIMITS: Limits = Limits {
    spend_per_hour: Money::new(10 * PRICE),
    spend_per_day: Money::new(15 * PRICE),
    refunds_per_person: 2,
    refunds_per_admin: 3,
};

impl Clerk<'_> {
    /// Somebody orders as the program does it: accounts locked, what was spent looked at, then the hold. Whether they
    /// could.
    async fn orders_within(&self, person: PersonId) -> bool {
        let mut transaction = self.store.begin(self.term).await.unwrap();
        let tx = &mut transaction;
        tx.books().purse(person).await.unwrap();
        let spent = tx.books().spent(person).await.unwrap();
        if LIMITS.rest(&spent, Money::new(PRICE)).is_some() {
            transaction.rollback().await;
            return false;
        }
        let (_, held) = order(tx, person, PRICE, Uuid::new_v4()).await;
        assert!(matches!(held, Held::Done(_)), "{held:?}");
        transaction.commit().await.unwrap();
        true
    }

    async fn spent(&self, person: PersonId) -> Vec<Spent> {
        self.does(async |tx| tx.books().spent(person).await).await
    }

    async fn rest(&self, person: PersonId, admin: PersonId) -> Option<Limit> {
        let rest = self.does(async |tx| tx.books().refund_rest(person, admin, &LIMITS).await);
        rest.await.map(|rest| {
            assert!(rest.wait <= rest.limit.window() && rest.wait > Duration::ZERO, "{rest:?}");
            rest.limit
        })
    }

    async fn gives_back(&self, charge: &str, admin: PersonId) {
        let admin = Actor::Admin(admin);
        self.does(async |tx| tx.books().begin_refund(charge, admin, "why").await).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_orders_at_once_spend_what_one_person_may_and_not_a_kopeck_more() {
    let active = Active::on_a_new_database().await;
    let clerk = active.clerk(16).await;
    clerk.is_paid(ANNA, "c1", 1_000).await;
    clerk.is_paid(BORIS, "c2", 1_000).await;

    let ordered = join_all((0..50).map(|_| clerk.orders_within(ANNA))).await;

    assert_eq!(ordered.iter().filter(|ordered| **ordered).count(), 10);
    assert_eq!(clerk.balance(ANNA).await, [1_000 - 10 * PRICE, 0, 10 * PRICE, 0]);
    assert!(clerk.orders_within(BORIS).await, "nobody waits for others");
    active.books_are_in_order().await;
}

#[tokio::test]
async fn what_goes_back_was_not_spent_and_what_was_earned_was() {
    let active = Active::on_a_new_database().await;
    let clerk = active.clerk(2).await;
    clerk.is_paid(ANNA, "c1", 1_000).await;
    let sum = async || clerk.spent(ANNA).await.iter().map(|one| one.amount.get()).sum::<i64>();
    let (back, earned) =
        (clerk.orders(ANNA, 30).await.unwrap(), clerk.orders(ANNA, 50).await.unwrap());
    assert_eq!(sum().await, 80, "what is set apart counts");

    clerk.ends(ANNA, back, Settlement::Release).await;
    clerk.ends(ANNA, earned, Settlement::Capture).await;
    assert_eq!(sum().await, 50);

    active.later("23 hours").await;
    let spent = clerk.spent(ANNA).await;
    assert_eq!(spent.len(), 1);
    assert!(spent[0].ago >= Duration::from_secs(23 * 3600), "{spent:?}");
    active.later("25 hours").await;
    assert_eq!(clerk.spent(ANNA).await, []);
}

#[tokio::test]
async fn payments_go_back_no_faster_than_one_person_gets_and_one_admin_gives() {
    let active = Active::on_a_new_database().await;
    let clerk = active.clerk(2).await;
    let other = PersonId::new(2);
    for (person, charges) in [(ANNA, ["a1", "a2", "a3"]), (BORIS, ["b1", "b2", "b3"])] {
        for charge in charges {
            clerk.is_paid(person, charge, 100).await;
        }
    }
    assert_eq!(clerk.rest(ANNA, ADMIN).await, None);
    clerk.gives_back("a1", ADMIN).await;
    assert_eq!(clerk.rest(ANNA, ADMIN).await, None);
    clerk.gives_back("a2", ADMIN).await;
    assert_eq!(clerk.rest(ANNA, other).await, Some(Limit::RefundsPerPerson), "whoever asks");
    assert_eq!(clerk.rest(BORIS, ADMIN).await, None);
    clerk.gives_back("b1", ADMIN).await;
    assert_eq!(clerk.rest(BORIS, ADMIN).await, Some(Limit::RefundsPerAdmin));
    assert_eq!(clerk.rest(BORIS, other).await, None, "another admin may");

    // What Telegram refused did not go back.
    clerk.does(async |tx| tx.books().reverse_refund("b1").await).await;
    assert_eq!(clerk.rest(BORIS, ADMIN).await, None);
    // What it decided by itself was no admin.
    clerk.does(async |tx| tx.books().begin_refund("b2", Actor::Telegram, "by itself").await).await;
    assert_eq!(clerk.rest(BORIS, ADMIN).await, None);
    active.later("61 minutes").await;
    assert_eq!(clerk.rest(ANNA, ADMIN).await, Some(Limit::RefundsPerPerson));
    active.later("25 hours").await;
    assert_eq!(clerk.rest(ANNA, ADMIN).await, None);
}
