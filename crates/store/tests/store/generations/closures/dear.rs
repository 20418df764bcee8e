//! What the balance cannot pay: closed above a ceiling, and nothing below it.

use std::time::Duration;

use domain::{Credits, GenerationId};
use store::NewGeneration;
use store::closures::{DEAR, Shut};

use super::{ANNA, Fixture, MINUTE, order};

const HOUR: Duration = Duration::from_secs(3600);

fn credits(whole: i64) -> Credits {
    Credits::new(whole * 1_000_000)
}

impl Fixture {
    async fn orders_at(&self, cost: i64) -> GenerationId {
        let new = NewGeneration { cost: credits(cost), ..order(ANNA) };
        self.does(async |tx| tx.generations().request_generation(&new).await).await.unwrap()
    }

    /// An order of this cost was refused at this balance.
    async fn is_refused(&self, cost: i64, balance: i64) -> Shut {
        let (cost, balance) = (credits(cost), Some(credits(balance)));
        let close = async |tx: &mut store::LeaderTx<'_>| {
            tx.closures().close_dear(cost, balance, HOUR, "out_of_credits").await
        };
        self.does(close).await.0
    }

    async fn has(&self, balance: i64) -> bool {
        self.does(async |tx| tx.closures().balance_is(credits(balance)).await).await
    }
}

#[tokio::test]
async fn a_dear_order_that_cannot_be_paid_leaves_the_cheap_ones_on_sale() {
    let shop = Fixture::starts().await;
    let (cheap, _dear) = (shop.orders_at(4).await, shop.orders_at(20).await);

    assert_eq!(shop.is_refused(20, 10).await, Shut::Anew);

    let now = shop.closed_now().await;
    assert_eq!((now.subjects.is_empty(), now.ceiling), (true, Some(credits(10))));
    assert_eq!(shop.makeable().await, [cheap]);
    assert_eq!(shop.is_refused(20, 10).await, Shut::Already, "and that is news once");
}

#[tokio::test]
async fn the_ceiling_moves_with_the_balance_and_is_lifted_once_that_is_enough() {
    let shop = Fixture::starts().await;
    let dear = shop.orders_at(20).await;
    shop.is_refused(20, 10).await;

    let lifted = [shop.has(4).await, shop.has(15).await];
    let (ceiling, still) = (shop.closed_now().await.ceiling, shop.makeable().await);
    let enough = [shop.has(20).await, shop.has(30).await];

    assert_eq!((lifted, ceiling), ([false, false], Some(credits(15))));
    assert_eq!((still, enough), (vec![], [true, false]));
    assert_eq!((shop.closed_now().await.ceiling, shop.makeable().await), (None, vec![dear]));
    assert!(shop.listed().await.is_empty());
}

#[tokio::test]
async fn an_order_above_the_ceiling_tries_it_when_its_time_has_come() {
    let shop = Fixture::starts().await;
    shop.is_refused(20, 30).await;
    shop.active.later("61 minutes").await;
    let (cheap, dear) = (shop.orders_at(4).await, shop.orders_at(20).await);
    let other = shop.orders_at(25).await;
    let claims = async |id| shop.does(async |tx| tx.closures().claim_trials(id).await).await;

    assert_eq!([claims(cheap).await, claims(dear).await, claims(other).await], [true, true, false]);

    assert_eq!(shop.makeable().await, [cheap, dear]);
    assert!(shop.works(DEAR, dear).await);
    assert_eq!(shop.makeable().await, [cheap, dear, other]);
    assert_eq!(shop.closes(DEAR, Some(MINUTE), "out_of_credits").await, Shut::Anew);
}
