//! The messages that change in place: how a generation goes, and what was last said to a person.

use std::time::Duration;

use domain::generation::Delay;
use domain::{ChatId, Credits, GenerationId, Money, OutboxId};
use store::closures::{Closing, EVERYTHING};
use store::{Batch, Generation, GenerationEnd, NewGeneration, Pauses, Place, Progress};
use uuid::Uuid;

use super::{ANNA, BORIS, Fixture, LONG, MODEL, order};

const PAUSES: Pauses = Pauses { first: 4.0, waiting: 10.0, working: 4.0 };

impl Fixture {
    async fn running(&self, id: GenerationId) -> Option<Generation> {
        self.does(async |tx| tx.generations().lock(id).await).await
    }

    /// A message is sent, and forgotten.
    async fn forgets(&self, row: OutboxId) {
        let attempt = Uuid::new_v4();
        self.does(async |tx| tx.outbox().claim_outgoing(&[(row, attempt)]).await).await;
        let sent = store::Ending::Sent(None);
        self.does(async |tx| tx.outbox().end_outgoing(&[(row, attempt, sent)]).await).await;
        self.active.later("8 days").await;
        let batch = Batch { age: Duration::from_secs(7 * 24 * 3_600), after: 0, rows: 10 };
        assert_eq!(self.does(async |tx| tx.outbox().forget_outgoing(batch).await).await.rows, 1);
    }
}

#[tokio::test]
async fn a_generation_is_read_as_it_was_ordered_and_tells_whether_it_is_alive() {
    let shop = Fixture::starts().await;
    let id = shop.orders(ANNA).await;
    let alive = shop.running(id).await.unwrap();

    shop.does(async |tx| tx.generations().end_generation(id, GenerationEnd::Lost).await).await;

    let expected = Generation {
        id,
        number: 1,
        person: ANNA,
        chat: ChatId::new(ANNA.get()),
        model: MODEL.to_owned(),
        input: "{}".to_owned(),
        price: Money::ZERO,
        cost: Credits::parse("0.8").unwrap(),
        is_free: false,
        variant: "z-image any".to_owned(),
        status_row: None,
        status_message: None,
        revision: 0,
        is_alive: true,
    };
    assert_eq!(alive, expected);
    // The end takes the next revision of the status message.
    let over = Generation { is_alive: false, revision: 1, ..expected };
    assert_eq!(shop.running(id).await, Some(over));
    assert_eq!(shop.running(GenerationId::new(77)).await, None);
    assert_eq!(shop.does(async |tx| tx.generations().person_of(id).await).await, Some(ANNA));
    let nobody =
        shop.does(async |tx| tx.generations().person_of(GenerationId::new(77)).await).await;
    assert_eq!(nobody, None);
}

#[tokio::test]
async fn only_what_nobody_has_begun_can_be_taken_back() {
    let shop = Fixture::starts().await;
    let (waiting, begun) = (shop.orders(ANNA).await, shop.orders(ANNA).await);
    let attempt = shop.begins(begun).await;
    let cancel = async |id| {
        shop.does(async |tx| tx.generations().end_generation(id, GenerationEnd::Cancelled).await)
            .await
    };

    assert_eq!((cancel(waiting).await, cancel(waiting).await, cancel(begun).await), {
        (true, false, false)
    });
    assert_eq!(shop.states(attempt).await, ["submitting", "submitting"]);
    assert!(!shop.running(waiting).await.unwrap().is_alive);
}

#[tokio::test]
async fn people_hear_of_what_is_being_made_and_not_too_often() {
    let shop = Fixture::starts().await;
    let untold = async || shop.active.store.untold(PAUSES, 10).await.unwrap();
    shop.clock_shows("2026-03-01 12:00:00+00").await;
    let (id, _) = shop.is_making("task-1", LONG).await;
    let waits = shop.orders(ANNA).await;
    let (_, _) = shop.is_making("without a message", LONG).await;
    let row = shop.says(None).await;
    for id in [id, waits] {
        shop.does(async |tx| tx.generations().keep_status_row(id, row).await).await;
    }
    shop.clock_shows("2026-03-01 12:00:03+00").await;
    let early = untold().await;

    shop.clock_shows("2026-03-01 12:00:06+00").await;
    let due = untold().await;
    shop.does(async |tx| tx.generations().next_revision(waits).await).await;
    let revisions = [
        shop.does(async |tx| tx.generations().next_revision(id).await).await,
        shop.does(async |tx| tx.generations().next_revision(id).await).await,
    ];

    // The first word comes soon, also about what waits.
    let told = Progress { id, person: ANNA, seconds: 6, waiting: None };
    let place = Some(Place { number: 1, delay: None });
    let queued = Progress { id: waits, waiting: place, ..told.clone() };
    assert_eq!((early, due), (Vec::new(), vec![told, queued]));
    assert_eq!((revisions, untold().await), ([1, 2], Vec::new()));
    let running = shop.running(id).await.unwrap();
    assert_eq!((running.status_row, running.revision), (Some(row), 2));
    for (second, told) in [("10", vec![]), ("11", vec![id]), ("17", vec![id, waits])] {
        shop.clock_shows(&format!("2026-03-01 12:00:{second}+00")).await;
        let due: Vec<_> = untold().await.into_iter().map(|progress| progress.id).collect();
        assert_eq!(due, told, "{second} s");
    }
    shop.clock_shows("2026-03-01 12:01:00+00").await;
    shop.does(async |tx| tx.generations().end_generation(id, GenerationEnd::Lost).await).await;
    let left: Vec<_> = untold().await.into_iter().map(|progress| progress.id).collect();
    assert_eq!(left, [waits]);
}

#[tokio::test]
async fn what_takes_long_is_told_of_less_often() {
    let shop = Fixture::starts().await;
    shop.clock_shows("2026-03-01 12:00:00+00").await;
    let (id, _) = shop.is_making("task-1", LONG).await;
    let row = shop.says(None).await;
    shop.does(async |tx| tx.generations().keep_status_row(id, row).await).await;
    shop.clock_shows("2026-03-01 12:10:00+00").await;
    shop.does(async |tx| tx.generations().next_revision(id).await).await;

    for (time, due) in [("12:10:25", 0), ("12:10:35", 1)] {
        shop.clock_shows(&format!("2026-03-01 {time}+00")).await;
        assert_eq!(shop.active.store.untold(PAUSES, 10).await.unwrap().len(), due, "{time}");
    }
}

#[tokio::test]
async fn whoever_sent_a_file_hears_that_it_is_on_its_way() {
    let shop = Fixture::starts().await;
    shop.clock_shows("2026-03-01 12:00:00+00").await;
    let new = NewGeneration { has_files: true, ..order(ANNA) };
    let id = shop.does(async |tx| tx.generations().request_generation(&new).await).await.unwrap();
    let row = shop.says(None).await;
    shop.does(async |tx| tx.generations().keep_status_row(id, row).await).await;
    shop.clock_shows("2026-03-01 12:00:05+00").await;
    let delay = async || {
        let untold = shop.active.store.untold(PAUSES, 10).await.unwrap();
        untold[0].waiting.and_then(|place| place.delay)
    };

    assert_eq!(delay().await, Some(Delay::Files));
    shop.does(async |tx| tx.generations().keep_uploads(id, Some("[]"), "{}").await).await;
    assert_eq!(delay().await, None);
}

#[tokio::test]
async fn people_hear_where_they_stand_in_line_and_why() {
    let shop = Fixture::starts().await;
    shop.clock_shows("2026-03-01 12:00:00+00").await;
    let row = shop.says(None).await;
    let (first, second) = (shop.orders(BORIS).await, shop.orders(ANNA).await);
    for id in [first, second] {
        shop.does(async |tx| tx.generations().keep_status_row(id, row).await).await;
    }
    shop.does(async |tx| tx.generations().postpone(second, LONG, Delay::Busy).await).await;
    let early = shop.active.store.untold(PAUSES, 10).await.unwrap();

    shop.clock_shows("2026-03-01 12:00:16+00").await;
    let due = shop.active.store.untold(PAUSES, 10).await.unwrap();

    let places: Vec<_> = due.into_iter().map(|progress| progress.waiting).collect();
    let place = |number, delay| Some(Place { number, delay });
    assert_eq!(early, []);
    assert_eq!(places, [place(1, None), place(2, Some(Delay::Busy))]);

    for (subject, delay) in [(MODEL, Delay::Closed), (EVERYTHING, Delay::Paused)] {
        let closing = Closing::by_itself(subject, Some(LONG), "keeps_failing");
        shop.does(async |tx| tx.closures().close_subject(closing).await).await;
        let untold = shop.active.store.untold(PAUSES, 10).await.unwrap();
        let places: Vec<_> = untold.into_iter().map(|progress| progress.waiting).collect();
        assert_eq!(places, [place(1, Some(delay)), place(2, Some(delay))]);
    }
}

#[tokio::test]
async fn a_status_message_that_is_forgotten_is_none() {
    let shop = Fixture::starts().await;
    let id = shop.orders(ANNA).await;
    let row = shop.says(None).await;
    shop.does(async |tx| tx.generations().keep_status_row(id, row).await).await;

    shop.forgets(row).await;

    // An edit of it could not even be written down.
    assert_eq!(shop.running(id).await.unwrap().status_row, None);
}

#[tokio::test]
async fn what_was_last_said_to_a_person_is_remembered_until_it_is_forgotten() {
    let shop = Fixture::starts().await;
    let said =
        async |tag| shop.does(async |tx| tx.people().conversation(ANNA, tag).await).await.said;
    let (first, last) = (shop.says(None).await, shop.says(None).await);
    let nothing = said(None).await;
    shop.does(async |tx| tx.people().keep_said(ANNA, first).await).await;

    shop.does(async |tx| tx.people().keep_said(ANNA, last).await).await;

    assert_eq!((nothing, said(None).await, said(Some("pt")).await), (None, Some(last), Some(last)));
    shop.forgets(last).await;
    assert_eq!((said(None).await, said(Some("en")).await), (None, None));
}
