//! A price that turns out lower: the hold shrinks, once, and ends as what it is by then.

use domain::ledger::Split;
use domain::{GenerationId, Money};
use store::{HoldEnd, Repriced, Settlement};

use super::{ANNA, BORIS, Clerk};
use crate::bench::Active;

const WRITTEN_DOWN: &str = "select format('%s %s %s %s', generations.price, holds.amount, \
     from_bonus, from_paid) from holds join generations on generations.id = generation_id";

fn parts(bonus: i64, paid: i64) -> Split {
    Split { bonus: Money::new(bonus), paid: Money::new(paid) }
}

impl Clerk<'_> {
    async fn reprices(&self, generation: GenerationId, price: i64) -> Repriced {
        self.does(async |tx| tx.books().reprice(ANNA, generation, Money::new(price)).await).await
    }

    /// Anna has 30 given and 100 bought, and orders something for 50.
    async fn ordered(&self) -> GenerationId {
        self.is_paid(ANNA, "charge", 100).await;
        self.gives(ANNA, "promo", 30).await;
        let generation = self.orders(ANNA, 50).await.unwrap();
        assert_eq!(self.balance(ANNA).await, [80, 0, 50, 0]);
        generation
    }
}

#[tokio::test]
async fn a_lower_price_gives_the_rest_back_and_the_order_says_so() {
    let active = Active::on_a_new_database().await;
    let clerk = active.clerk(1).await;
    let generation = clerk.ordered().await;

    assert_eq!(clerk.reprices(generation, 20).await, Repriced::Done(parts(20, 0)));

    assert_eq!(clerk.balance(ANNA).await, [100, 10, 20, 0]);
    let row = active.witness.query_one(WRITTEN_DOWN, &[]).await.unwrap();
    assert_eq!(row.get::<_, String>(0), "20 20 20 0");
    active.books_are_in_order().await;
    let ended = clerk.ends(ANNA, generation, Settlement::Capture).await;
    assert_eq!(ended, Some(HoldEnd::Done(parts(20, 0))));
    assert_eq!(clerk.balance(ANNA).await, [100, 10, 0, 0]);
    active.books_are_in_order().await;
}

#[tokio::test]
async fn what_was_repriced_and_came_to_nothing_gives_everything_back() {
    let active = Active::on_a_new_database().await;
    let clerk = active.clerk(1).await;
    let generation = clerk.ordered().await;

    assert_eq!(clerk.reprices(generation, 45).await, Repriced::Done(parts(30, 15)));
    clerk.ends(ANNA, generation, Settlement::Release).await;

    assert_eq!(clerk.balance(ANNA).await, [100, 30, 0, 0]);
    active.books_are_in_order().await;
}

#[tokio::test]
async fn a_price_falls_once_and_never_rises() {
    let active = Active::on_a_new_database().await;
    let clerk = active.clerk(1).await;
    let generation = clerk.ordered().await;

    for price in [0, 50, 51] {
        assert_eq!(clerk.reprices(generation, price).await, Repriced::None, "{price}");
    }
    assert!(matches!(clerk.reprices(generation, 40).await, Repriced::Done(_)));
    assert_eq!(clerk.reprices(generation, 30).await, Repriced::Already);

    assert_eq!(clerk.balance(ANNA).await, [90, 0, 40, 0]);
    active.books_are_in_order().await;
    clerk.ends(ANNA, generation, Settlement::Capture).await;
    assert_eq!(clerk.reprices(generation, 10).await, Repriced::None);
    let of_other =
        clerk.does(async |tx| tx.books().reprice(BORIS, generation, Money::new(10)).await).await;
    assert_eq!(of_other, Repriced::None);
    active.books_are_in_order().await;
}

#[tokio::test]
async fn the_audit_finds_a_hold_that_shrank_without_a_leg() {
    let active = Active::on_a_new_database().await;
    let clerk = active.clerk(1).await;
    clerk.ordered().await;

    let shrink = "update holds set amount = 40, from_paid = 10; update generations set price = 40; \
                  update accounts set balance = 40 where kind = 'held' and balance = 50";
    active.witness.batch_execute(shrink).await.unwrap();

    let findings = store::audit::audit(&crate::bench::app(&active.database)).await.unwrap();
    let found = findings.iter().find(|finding| finding.invariant.number() == 9).unwrap();
    assert_eq!(found.violations, 1, "{findings:#?}");
    assert!(format!("{found:?}").contains("50 set apart"), "{found:?}");
}
