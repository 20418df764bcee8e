//! Whole lives of generations: after every step the books are in order.

use domain::ledger::Split;
use domain::{Credits, GenerationId, Money, Stars};
use store::{
    AttemptEnd, GenerationEnd, Held, HoldEnd, NewGeneration, NewPayment, Posted, ResultFile,
    Settlement, Undeliverable,
};
use uuid::Uuid;

use super::{ANNA, Fixture, LONG, NOW, order, saying};

const PRICE: Money = Money::new(64);

impl Fixture {
    /// Anna pays, and orders something that is not for nothing.
    async fn orders_for_money(&self) -> GenerationId {
        let (stars, amount) = (Stars::whole(1).unwrap(), Money::new(100));
        let payment = NewPayment::plain("charge", ANNA, stars, amount);
        assert_eq!(self.does(async |tx| tx.books().pay(payment).await).await, Posted::Done);
        let new = NewGeneration { price: PRICE, ..order(ANNA) };
        let ordered = self.does(async |tx| {
            let id = tx.generations().request_generation(&new).await?.unwrap();
            Ok((id, tx.books().hold(ANNA, id, PRICE, LONG).await?))
        });
        let (id, held) = ordered.await;
        assert!(matches!(held, Held::Done(_)), "{held:?}");
        id
    }

    /// KIE has made it: captured if it was in time, on its way in any case.
    async fn succeeds(&self, id: GenerationId, attempt: Uuid) -> bool {
        let file = ResultFile {
            no: 0,
            kind: "image".to_owned(),
            mime: "image/png".to_owned(),
            bytes: None,
            url: "https://files.example/1".to_owned(),
            token: b"link".to_vec(),
            file_id: None,
            is_kept: false,
        };
        let charged = Credits::parse("0.8").unwrap();
        self.does(async |tx| {
            tx.people().conversation(ANNA, None).await?;
            tx.generations().lock(id).await?;
            assert!(
                tx.generations().end_attempt(attempt, AttemptEnd::Succeeded(Some(charged))).await?
            );
            let end = GenerationEnd::Succeeded { result: "{}" };
            let in_time = tx.generations().end_generation(id, end).await?;
            if in_time {
                let settled = tx.books().settle(ANNA, id, Settlement::Capture).await?;
                assert!(matches!(settled, HoldEnd::Done(_)), "{settled:?}");
            }
            assert_eq!(tx.books().book_attempt(attempt).await?.unwrap().charge, charged);
            tx.generations().keep_results(id, &[file]).await?;
            tx.outbox().say(&saying(Some(id))).await?;
            Ok(in_time)
        })
        .await
    }

    /// Telegram takes the message that brings it.
    async fn arrives(&self, id: GenerationId) -> Option<GenerationId> {
        let line = (domain::ChatId::new(ANNA.get()), store::outbox::Line::Results);
        let rows = self.active.store.outgoing(&[line], 10).await.unwrap();
        let row = rows.iter().find(|row| row.generation == Some(id)).unwrap().id;
        let attempt = Uuid::new_v4();
        self.does(async |tx| tx.outbox().claim_outgoing(&[(row, attempt)]).await).await;
        let ending = store::Ending::Delivered(None, vec!["copy".to_owned()]);
        self.does(async |tx| {
            tx.outbox().end_outgoing(&[(row, attempt, ending)]).await?;
            tx.generations().delivered_by(row, &["copy".to_owned()]).await
        })
        .await
    }

    async fn balance(&self) -> [i64; 2] {
        let balance = self.does(async |tx| tx.books().balance(ANNA).await).await;
        [balance.paid.get(), balance.held.get()]
    }
}

#[tokio::test]
async fn from_the_order_to_the_delivery_the_books_are_in_order() {
    let shop = Fixture::starts().await;
    let id = shop.orders_for_money().await;
    assert_eq!(shop.broken().await, [], "requested");
    let attempt = shop.begins(id).await;
    assert_eq!(shop.broken().await, [], "submitting");
    shop.takes(attempt, "task-1", NOW).await;
    assert_eq!(shop.broken().await, [], "submitted");
    let held = shop.balance().await;

    let in_time = shop.succeeds(id, attempt).await;
    assert_eq!(shop.broken().await, [], "succeeded");
    let delivered = shop.arrives(id).await;

    assert_eq!((in_time, delivered), (true, Some(id)));
    assert_eq!((held, shop.balance().await), ([36, 64], [36, 0]));
    assert_eq!(shop.broken().await, [], "delivered");
    let end = "select count(*) from generations where state = 'delivered'";
    assert_eq!(shop.number(end).await, 1);
}

#[tokio::test]
async fn what_is_lost_and_comes_late_is_for_nothing_and_the_books_are_in_order() {
    let shop = Fixture::starts().await;
    let id = shop.orders_for_money().await;
    let attempt = shop.begins(id).await;
    shop.does(async |tx| tx.generations().attempt_unknown(attempt).await).await;
    assert_eq!(shop.broken().await, [], "ambiguous");

    shop.does(async |tx| {
        tx.people().conversation(ANNA, None).await?;
        tx.generations().lock(id).await?;
        assert!(tx.generations().end_attempt(attempt, AttemptEnd::Lost(None)).await?);
        assert!(tx.generations().end_generation(id, GenerationEnd::Lost).await?);
        tx.books().settle(ANNA, id, Settlement::Release).await
    })
    .await;
    assert_eq!((shop.broken().await, shop.balance().await), (Vec::new(), [100, 0]), "lost");
    shop.active.intake.attempt_was_taken(attempt, "task-1").await.unwrap();
    let looks = shop.active.store.due_looks(10).await.unwrap();
    assert!(looks.len() == 1 && looks[0].is_late, "{looks:?}");
    let in_time = shop.succeeds(id, attempt).await;
    assert_eq!(shop.broken().await, [], "late");
    let delivered = shop.arrives(id).await;

    assert_eq!((in_time, delivered), (false, None), "it stays lost");
    assert_eq!((shop.broken().await, shop.balance().await), (Vec::new(), [100, 0]));
    assert_eq!(shop.states(attempt).await, ["succeeded", "lost"]);
    let file = shop.active.store.results(id).await.unwrap().remove(0);
    assert_eq!(file.file_id.as_deref(), Some("copy"));
}

#[tokio::test]
async fn what_nobody_will_deliver_is_found_and_paid_back_once() {
    let shop = Fixture::starts().await;
    let id = shop.orders_for_money().await;
    let attempt = shop.begins(id).await;
    shop.takes(attempt, "task-1", NOW).await;
    assert!(shop.succeeds(id, attempt).await);
    let undeliverable = async || shop.active.store.undeliverable(10).await.unwrap();
    let found = [Undeliverable { generation: id, person: ANNA }];

    shop.active.later("13 days").await;
    assert_eq!(undeliverable().await, [], "a message still carries it");
    shop.active.later("15 days").await;
    assert_eq!(undeliverable().await, found, "for too long");
    shop.active.later("11 minutes").await;
    let dead = "update outbox set state = 3, ended_at = trt_now() where generation_id is not null";
    shop.active.witness.batch_execute(dead).await.unwrap();
    assert_eq!(undeliverable().await, found, "nothing carries it any more");

    let paid_back = shop.does(async |tx| {
        assert!(tx.generations().give_up_delivery(id).await?);
        tx.books().compensate(ANNA, id).await
    });
    assert_eq!(paid_back.await.and_then(Split::total), Some(PRICE));
    assert_eq!(shop.does(async |tx| tx.books().compensate(ANNA, id).await).await, None);
    assert_eq!(undeliverable().await, []);
    let balance = shop.does(async |tx| tx.books().balance(ANNA).await).await;
    assert_eq!(balance.available(), Money::new(100));
    assert_eq!(shop.broken().await, []);
}
