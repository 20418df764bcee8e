//! Files on their way to KIE: brought before an order is made, once, and never in the way of others.

use domain::generation::Delay;
use domain::{Credits, GenerationId};
use store::closures::Closing;
use store::{NewGeneration, Unbrought};

use super::{ANNA, BORIS, Fixture, LONG, MODEL, order};

const ADDRESSES: &str = r#"[["https://kie.example/1.png"]]"#;

impl Fixture {
    async fn orders_with_files(&self) -> GenerationId {
        let new = NewGeneration { has_files: true, ..order(ANNA) };
        self.does(async |tx| tx.generations().request_generation(&new).await).await.unwrap()
    }

    async fn unbrought(&self) -> Vec<GenerationId> {
        let rows = self.active.store.unbrought(10).await.unwrap();
        rows.into_iter().map(|row| row.generation).collect()
    }

    /// What waits to be made, with the addresses of its files.
    async fn to_make(&self) -> Vec<(GenerationId, Option<String>)> {
        let rows = self.active.store.waiting_generations(10, None).await.unwrap();
        rows.into_iter().map(|row| (row.generation, row.uploads)).collect()
    }

    async fn brings(&self, id: GenerationId, addresses: Option<&str>) -> bool {
        self.does(async |tx| tx.generations().keep_uploads(id, addresses, "measured").await).await
    }
}

#[tokio::test]
async fn an_order_with_files_is_made_once_they_are_brought_and_hides_no_other() {
    let shop = Fixture::starts().await;
    let mut with_files = Vec::new();
    for _ in 0..3 {
        with_files.push(shop.orders_with_files().await);
    }
    let plain = shop.orders(BORIS).await;

    assert_eq!(shop.to_make().await, [(plain, None)]);
    let first = shop.active.store.unbrought(1).await.unwrap();
    let (model, input) = (MODEL.to_owned(), "{}".to_owned());
    assert_eq!(first, [Unbrought { generation: with_files[0], model, input }]);
    assert_eq!(shop.unbrought().await, with_files);

    assert!(shop.brings(with_files[1], Some(ADDRESSES)).await);

    let brought = (with_files[1], Some(ADDRESSES.to_owned()));
    assert_eq!(shop.to_make().await, [brought, (plain, None)]);
    assert_eq!(shop.unbrought().await, [with_files[0], with_files[2]]);
    let waiting = shop.active.store.waiting_generations(1, None).await.unwrap();
    assert_eq!(waiting[0].input, "measured");
}

#[tokio::test]
async fn addresses_serve_every_try_until_they_are_old_or_kie_cannot_fetch_them() {
    let shop = Fixture::starts().await;
    let patient = NewGeneration { has_files: true, deadline: 24 * LONG, ..order(ANNA) };
    let id =
        shop.does(async |tx| tx.generations().request_generation(&patient).await).await.unwrap();
    shop.brings(id, Some(ADDRESSES)).await;

    let attempt = shop.begins(id).await;
    assert!(!shop.brings(id, Some("[]")).await, "it is being submitted");
    shop.does(async |tx| tx.generations().attempt_again(attempt, super::NOW, None).await).await;
    assert_eq!(shop.to_make().await, [(id, Some(ADDRESSES.to_owned()))]);
    assert_eq!(shop.unbrought().await, []);

    shop.active.later("12 hours 1 second").await;
    assert_eq!((shop.to_make().await, shop.unbrought().await), (vec![], vec![id]));
    shop.brings(id, Some(ADDRESSES)).await;
    assert_eq!((shop.to_make().await.len(), shop.unbrought().await), (1, vec![]));

    shop.does(async |tx| tx.generations().forget_uploads(id).await).await;
    assert_eq!((shop.to_make().await, shop.unbrought().await), (vec![], vec![id]));
    shop.brings(id, Some(ADDRESSES)).await;
    assert!(shop.active.store.waiting_generations(1, None).await.unwrap()[0].uploads_gone);
}

#[tokio::test]
async fn an_order_of_an_earlier_release_is_looked_at_before_it_is_made() {
    let shop = Fixture::starts().await;
    let id = shop.orders(ANNA).await;
    let forget = "update generations set has_files = null";
    shop.active.witness.batch_execute(forget).await.unwrap();
    assert_eq!((shop.to_make().await, shop.unbrought().await), (vec![], vec![id]));

    shop.brings(id, None).await;

    assert_eq!((shop.to_make().await, shop.unbrought().await), (vec![(id, None)], vec![]));
}

#[tokio::test]
async fn what_is_overdue_ends_without_its_files_and_what_is_closed_waits() {
    let shop = Fixture::starts().await;
    let id = shop.orders_with_files().await;

    let closing = Closing::by_itself(MODEL, Some(LONG / 4), "keeps_failing");
    shop.does(async |tx| tx.closures().close_subject(closing).await).await;
    assert_eq!((shop.to_make().await.len(), shop.unbrought().await), (0, vec![]));
    shop.does(async |tx| tx.generations().postpone(id, LONG / 2, Delay::Files).await).await;
    assert_eq!((shop.to_make().await.len(), shop.unbrought().await), (0, vec![]));
    shop.active.later("2 hours").await;

    assert_eq!((shop.to_make().await.len(), shop.unbrought().await), (1, vec![]));
}

#[tokio::test]
async fn a_cheaper_free_order_gives_its_day_the_difference_back() {
    let shop = Fixture::starts().await;
    let new = NewGeneration { free_in: Some("Europe/Moscow"), has_files: true, ..order(ANNA) };
    let counted = shop.does(async |tx| {
        let id = tx.generations().request_generation(&new).await?.unwrap();
        assert!(tx.generations().use_free(id, Credits::parse("8").unwrap()).await?);
        Ok(id)
    });
    let id = counted.await;

    shop.does(async |tx| tx.generations().recount(id, Credits::parse("0.3").unwrap()).await).await;

    assert_eq!(shop.number("select spent from free_days").await, 300_000);
    assert_eq!(shop.number("select cost from generations").await, 300_000);
    assert_eq!(shop.broken().await, []);
}
