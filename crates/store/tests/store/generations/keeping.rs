//! Copies of what cannot be delivered now: which are made, in which order, and how they end.

use domain::{GenerationId, Money, PersonId};
use store::results::keeping::Kept;
use store::{AttemptEnd, GenerationEnd, NewGeneration, ResultFile, Undeliverable};
use uuid::Uuid;

use super::{ANNA, BORIS, Fixture, NOW, order};

impl Fixture {
    /// A result of a person that was made so long ago and that nobody carries, paid for or free.
    async fn owes(&self, person: PersonId, price: i64) -> GenerationId {
        let new = NewGeneration { price: Money::new(price), ..order(person) };
        let id =
            self.does(async |tx| tx.generations().request_generation(&new).await).await.unwrap();
        let attempt = self.begins(id).await;
        assert!(self.takes(attempt, &format!("task-{id}"), NOW).await);
        let file = ResultFile {
            no: 0,
            kind: "image".to_owned(),
            mime: "image/png".to_owned(),
            bytes: Some(1_000),
            url: format!("https://files.example/{id}"),
            token: Uuid::new_v4().as_bytes().to_vec(),
            file_id: None,
            is_kept: false,
        };
        self.does(async |tx| {
            assert!(tx.generations().end_attempt(attempt, AttemptEnd::Succeeded(None)).await?);
            assert!(
                tx.generations()
                    .end_generation(id, GenerationEnd::Succeeded { result: "{}" })
                    .await?
            );
            tx.generations().keep_results(id, &[file]).await
        })
        .await;
        id
    }

    /// The generations whose files are to be copied, in order.
    async fn unkept(&self) -> Vec<GenerationId> {
        let files = self.active.store.unkept(50_000_000, 10).await.unwrap();
        files.into_iter().map(|file| file.generation).collect()
    }

    async fn keeps(&self, id: GenerationId, bytes: &[u8]) {
        self.does(async |tx| {
            tx.generations().keep_piece(id, 0, 0, bytes).await?;
            tx.generations().file_kept(id, 0).await
        })
        .await;
    }

    async fn clears_away(&self) -> u64 {
        self.does(async |tx| tx.generations().forget_pieces(100).await).await
    }
}

#[tokio::test]
async fn what_was_paid_for_is_copied_before_what_was_free() {
    let shop = Fixture::starts().await;
    let free = shop.owes(ANNA, 0).await;
    let paid = shop.owes(BORIS, 64).await;
    assert_eq!(shop.unkept().await, [], "it is on its way");

    shop.active.later("11 minutes").await;

    assert_eq!(shop.unkept().await, [paid, free]);
    let files = shop.active.store.unkept(50_000_000, 10).await.unwrap();
    let known = |at: usize| (files[at].person, files[at].is_paid, files[at].bytes);
    assert_eq!(known(0), (BORIS, true, Some(1_000)));
    assert_eq!(known(1), (ANNA, false, Some(1_000)));
}

#[tokio::test]
async fn what_could_not_be_copied_waits_twice_as_long_each_time_and_leaves_nothing_behind() {
    let shop = Fixture::starts().await;
    let id = shop.owes(ANNA, 64).await;
    shop.active.later("11 minutes").await;
    let pause =
        "select coalesce(extract(epoch from keep_after - trt_now()), 0)::bigint from results";
    let mut pauses = Vec::new();
    for _ in 0..12 {
        shop.does(async |tx| {
            tx.generations().keep_piece(id, 0, 0, b"half").await?;
            tx.generations().file_not_kept(id, 0, false).await
        })
        .await;
        pauses.push(shop.number(pause).await);
        assert_eq!(shop.unkept().await, []);
    }

    // A moment passes between the writing and the reading.
    let expected = [10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 3_600, 3_600, 3_600];
    let near = |(got, wanted): (&i64, &i64)| (wanted - 5..=*wanted).contains(got);
    assert!(pauses.iter().zip(&expected).all(near), "{pauses:?}");
    assert_eq!(shop.number("select count(*) from media").await, 0);
    shop.active.later("2 hours").await;
    assert_eq!(shop.unkept().await, [id]);
}

#[tokio::test]
async fn what_kie_has_no_more_is_not_asked_for_again() {
    let shop = Fixture::starts().await;
    let id = shop.owes(ANNA, 64).await;
    shop.does(async |tx| tx.generations().file_not_kept(id, 0, true).await).await;

    shop.active.later("13 days").await;

    assert_eq!(shop.unkept().await, []);
}

#[tokio::test]
async fn what_was_given_up_is_not_copied_again_and_its_copy_goes() {
    let shop = Fixture::starts().await;
    let (kept, other) = (shop.owes(ANNA, 64).await, shop.owes(BORIS, 64).await);
    shop.keeps(kept, b"copy").await;
    shop.active.later("11 minutes").await;
    for id in [kept, other] {
        assert!(shop.does(async |tx| tx.generations().give_up_delivery(id).await).await);
    }

    assert_eq!(shop.unkept().await, []);
    assert_eq!(shop.clears_away().await, 1);
    assert_eq!(shop.unkept().await, [], "nor once its copy is gone");
}

#[tokio::test]
async fn what_was_free_has_an_end_after_three_days() {
    let shop = Fixture::starts().await;
    let (free, paid) = (shop.owes(ANNA, 0).await, shop.owes(BORIS, 64).await);
    let rows = async |ids: &[GenerationId]| {
        for id in ids {
            shop.does(async |tx| tx.outbox().say(&super::saying(Some(*id))).await).await;
        }
    };
    rows(&[free, paid]).await;
    for id in [free, paid] {
        shop.keeps(id, b"copy").await;
    }
    let given_up = async || shop.active.store.undeliverable(10).await.unwrap();
    let of = |generation, person| Undeliverable { generation, person };

    shop.active.later("71 hours").await;
    assert_eq!((given_up().await, shop.clears_away().await), (vec![], 0));
    shop.active.later("73 hours").await;
    assert_eq!(given_up().await, [of(free, ANNA)]);
    assert_eq!(shop.clears_away().await, 1, "the copy of what was free");
    shop.active.later("15 days").await;
    assert_eq!(given_up().await, [of(free, ANNA), of(paid, BORIS)]);
    assert_eq!(shop.clears_away().await, 1);

    assert!(shop.does(async |tx| tx.generations().give_up_delivery(free).await).await);
    let waits = "select count(*) from outbox where state = 3 and dropped_at is null";
    assert_eq!(shop.number(waits).await, 0, "no operator has to look at it");
}

#[tokio::test]
async fn what_is_kept_is_counted_in_all_and_for_each_person() {
    let shop = Fixture::starts().await;
    let (free, paid) = (shop.owes(ANNA, 0).await, shop.owes(ANNA, 64).await);
    shop.keeps(free, b"12345").await;
    shop.keeps(paid, b"1234567").await;
    shop.keeps(shop.owes(BORIS, 64).await, b"123").await;

    let kept = async |person, is_paid| shop.active.store.kept_for(person, is_paid).await.unwrap();
    assert_eq!(shop.active.store.kept().await.unwrap(), Kept { pieces: 3, free: 1 });
    assert_eq!((kept(ANNA, true).await, kept(ANNA, false).await), (7, 5));
    assert_eq!((kept(BORIS, true).await, kept(BORIS, false).await), (3, 0));
}

/// Whoever got links follows them later; whoever got the files needs no copy of ours.
#[tokio::test]
async fn a_copy_stays_for_links_and_goes_once_telegram_has_the_file() {
    let shop = Fixture::starts().await;
    let (linked, sent) = (shop.owes(ANNA, 64).await, shop.owes(BORIS, 64).await);
    for (id, copies) in [(linked, &[][..]), (sent, &["copy".to_owned()])] {
        shop.keeps(id, b"bytes of it").await;
        let row = shop.says(Some(id)).await;
        assert_eq!(
            shop.does(async |tx| tx.generations().delivered_by(row, copies).await).await,
            Some(id)
        );
    }

    assert_eq!(shop.clears_away().await, 1);

    let token = shop.active.store.results(linked).await.unwrap().remove(0).token;
    let found = shop.active.intake.linked(&token).await.unwrap().unwrap();
    assert_eq!((found.generation, found.pieces, found.bytes), (linked, 1, 11));
    let piece = shop.active.intake.linked_piece(linked, 0, 0).await.unwrap();
    assert_eq!(piece.as_deref(), Some(&b"bytes of it"[..]));
    let token = shop.active.store.results(sent).await.unwrap().remove(0).token;
    let found = shop.active.intake.linked(&token).await.unwrap().unwrap();
    assert_eq!((found.pieces, found.bytes), (0, 0));
    shop.active.later("15 days").await;
    assert_eq!(shop.clears_away().await, 1, "and not for ever");
}
