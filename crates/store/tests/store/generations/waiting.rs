//! What waits to be made: in order, after its pause, until it is overdue.

use std::time::Duration;

use domain::generation::Delay;
use domain::{Credits, GenerationId};
use store::closures::{Closing, EVERYTHING};
use store::{GenerationEnd, NewGeneration, Waiting};

use super::{ANNA, BORIS, Fixture, LONG, MODEL, order};

impl Fixture {
    async fn waiting(&self) -> Vec<Waiting> {
        self.active.store.waiting_generations(10, None).await.unwrap()
    }

    async fn waiting_numbers(&self) -> Vec<GenerationId> {
        self.waiting().await.into_iter().map(|row| row.generation).collect()
    }
}

#[tokio::test]
async fn what_was_ordered_first_is_made_first() {
    let shop = Fixture::starts().await;
    let (first, second) = (shop.orders(BORIS).await, shop.orders(ANNA).await);
    let begun = shop.orders(ANNA).await;
    shop.begins(begun).await;
    let taken_back = shop.orders(ANNA).await;
    assert!(
        shop.does(async |tx| tx
            .generations()
            .end_generation(taken_back, GenerationEnd::Cancelled)
            .await)
            .await
    );

    let waiting = shop.waiting().await;
    let one = shop.active.store.waiting_generations(1, None).await.unwrap();

    let expected = |generation| Waiting {
        generation,
        model: MODEL.to_owned(),
        input: "{}".to_owned(),
        is_overdue: false,
        closed: None,
        uploads: None,
        uploads_gone: false,
        is_plain: true,
        cost: order(ANNA).cost,
        tries: false,
    };
    assert_eq!(waiting, [expected(first), expected(second)]);
    assert_eq!(one, waiting[..1]);
}

#[tokio::test]
async fn what_is_too_dear_for_now_stands_in_nobodys_way_until_it_is_overdue() {
    let shop = Fixture::starts().await;
    let cost = order(ANNA).cost;
    let mut dear_ones = Vec::new();
    for _ in 0..3 {
        let dear = NewGeneration { cost: Credits::new(cost.get() + 1), ..order(ANNA) };
        dear_ones.push(
            shop.does(async |tx| tx.generations().request_generation(&dear).await).await.unwrap(),
        );
    }
    let cheap = shop.orders(BORIS).await;
    let numbers = async |dearest| {
        let rows = shop.active.store.waiting_generations(2, dearest).await.unwrap();
        rows.into_iter().map(|row| row.generation).collect::<Vec<_>>()
    };

    assert_eq!(numbers(None).await, dear_ones[..2]);
    assert_eq!(numbers(Some(cost)).await, [cheap]);
    shop.active.later("1 day").await;
    assert_eq!(numbers(Some(cost)).await, dear_ones[..2], "their money has to go back");
}

#[tokio::test]
async fn what_is_closed_is_left_waiting_and_says_so_when_its_time_is_over() {
    let shop = Fixture::starts().await;
    let minute = NewGeneration { deadline: Duration::from_secs(60), ..order(ANNA) };
    let waiting =
        shop.does(async |tx| tx.generations().request_generation(&minute).await).await.unwrap();
    let closes = async |subject: &str| {
        let closing = Closing::by_itself(subject, Some(LONG), "gone");
        shop.does(async |tx| tx.closures().close_subject(closing).await).await;
    };
    let opens = async |subject: &str| {
        assert!(shop.does(async |tx| tx.closures().open_subject(subject).await).await);
    };
    closes("veo").await;
    assert_eq!(shop.waiting_numbers().await, [waiting]);
    for subject in [MODEL, "z-image any", EVERYTHING] {
        closes(subject).await;
        assert_eq!(shop.waiting().await, [], "{subject}");
        opens(subject).await;
    }
    closes(MODEL).await;
    closes(EVERYTHING).await;

    shop.active.later("61 seconds").await;

    let [overdue] = shop.waiting().await.try_into().unwrap();
    assert_eq!((overdue.is_overdue, overdue.closed.as_deref()), (true, Some(EVERYTHING)));
    opens(EVERYTHING).await;
    assert_eq!(shop.waiting().await.remove(0).closed.as_deref(), Some(MODEL));
}

#[tokio::test]
async fn an_attempt_that_surely_made_nothing_gives_the_generation_back_after_a_pause() {
    let shop = Fixture::starts().await;
    let generation = shop.orders(ANNA).await;
    let attempt = shop.begins(generation).await;
    let pause = Duration::from_secs(60);

    let first =
        shop.does(async |tx| tx.generations().attempt_again(attempt, pause, None).await).await;
    let second =
        shop.does(async |tx| tx.generations().attempt_again(attempt, pause, None).await).await;

    assert_eq!((first, second), (true, false));
    assert_eq!(shop.states(attempt).await, ["rejected", "requested"]);
    assert_eq!(shop.waiting().await, []);
    shop.active.later("61 seconds").await;
    let waiting = shop.waiting().await;
    assert_eq!(waiting.len(), 1);
    shop.begins(generation).await;
    assert_eq!(shop.number("select max(no)::bigint from attempts").await, 2);
}

#[tokio::test]
async fn only_what_is_being_submitted_can_be_tried_again() {
    let shop = Fixture::starts().await;
    let (_, doubted) = shop.doubts().await;
    let (_, taken) = shop.is_making("task-1", LONG).await;

    for attempt in [doubted, taken] {
        assert!(
            !shop.does(async |tx| tx.generations().attempt_again(attempt, LONG, None).await).await
        );
    }

    assert_eq!(shop.states(doubted).await, ["ambiguous", "submitting"]);
    assert_eq!(shop.states(taken).await, ["submitted", "submitted"]);
}

#[tokio::test]
async fn what_is_postponed_waits_for_its_time_unless_it_has_begun() {
    let shop = Fixture::starts().await;
    let (later, begun) = (shop.orders(ANNA).await, shop.orders(ANNA).await);
    let attempt = shop.begins(begun).await;
    let pause = Duration::from_secs(60);

    for generation in [later, begun] {
        shop.does(async |tx| tx.generations().postpone(generation, pause, Delay::Files).await)
            .await;
    }

    assert_eq!(shop.waiting().await, []);
    shop.active.later("61 seconds").await;
    assert_eq!(shop.waiting_numbers().await, [later]);
    assert_eq!(shop.states(attempt).await, ["submitting", "submitting"]);
    assert_eq!(shop.number("select count(*) from generations where not_before is null").await, 1);
}

#[tokio::test]
async fn whoever_has_waited_long_enough_is_found_whatever_the_pause() {
    let shop = Fixture::starts().await;
    let minute = NewGeneration { deadline: Duration::from_secs(60), ..order(ANNA) };
    let overdue =
        shop.does(async |tx| tx.generations().request_generation(&minute).await).await.unwrap();
    let patient = shop.orders(ANNA).await;
    for generation in [overdue, patient] {
        shop.does(async |tx| tx.generations().postpone(generation, LONG, Delay::Files).await).await;
    }

    shop.active.later("61 seconds").await;

    let waiting = shop.waiting().await;
    let found: Vec<_> = waiting.iter().map(|row| (row.generation, row.is_overdue)).collect();
    assert_eq!(found, [(overdue, true)]);
}
