//! What KIE charges, in the books: whatever became of what it was for, and whoever ended it.

use domain::Credits;
use store::{AttemptEnd, Booked, BookedEnd, GenerationEnd};
use uuid::Uuid;

use super::{Fixture, LONG, NOW};

/// What the house's accounts of KIE hold: cost and suspense.
const HELD: &str = "select coalesce(sum(case when credit_id = $ then amount \
    when debit_id = $ then -amount else 0 end), 0)::bigint from transfers";

fn credits(text: &str) -> Credits {
    Credits::parse(text).unwrap()
}

impl Fixture {
    /// Ends an attempt and books it, as the loop does in one commit.
    async fn books(&self, attempt: Uuid, end: AttemptEnd) -> Option<Booked> {
        self.does(async |tx| {
            tx.generations().end_attempt(attempt, end).await?;
            tx.books().book_attempt(attempt).await
        })
        .await
    }

    /// What KIE charged, and what is put down for what is lost.
    async fn charged(&self) -> (i64, i64) {
        let of = |account: &str| HELD.replace('$', account);
        (self.number(&of("42")).await, self.number(&of("43")).await)
    }
}

#[tokio::test]
async fn a_failed_task_that_kie_charged_for_is_in_the_books() {
    let shop = Fixture::starts().await;
    let (_, attempt) = shop.is_making("task", LONG).await;

    let booked = shop.books(attempt, AttemptEnd::Failed(Some(credits("4")))).await.unwrap();

    assert_eq!((booked.end, booked.charge), (BookedEnd::Failed, credits("4")));
    assert_eq!(shop.charged().await, (4_000_000, 0));
    let (_, uncharged) = shop.is_making("other", LONG).await;
    let booked = shop.books(uncharged, AttemptEnd::Failed(None)).await.unwrap();
    assert_eq!((booked.charge, shop.charged().await), (Credits::ZERO, (4_000_000, 0)));
    assert_eq!(shop.broken().await, []);
}

#[tokio::test]
async fn a_success_without_a_word_about_its_charge_costs_what_the_catalogue_says() {
    let shop = Fixture::starts().await;
    let (_, attempt) = shop.is_making("task", LONG).await;

    let booked = shop.books(attempt, AttemptEnd::Succeeded(None)).await.unwrap();

    assert_eq!(booked.charge, credits("0.8"));
    assert_eq!(shop.charged().await, (800_000, 0));
    let estimated = "select count(*) from attempts where estimated and cost = 800000";
    assert_eq!(
        shop.number(estimated).await,
        1,
        "the attempt says the same, and that it is a guess"
    );
    assert_eq!(shop.broken().await, []);
}

#[tokio::test]
async fn what_is_lost_is_in_suspense_until_the_truth_comes() {
    for (truth, cost) in [
        (AttemptEnd::Succeeded(Some(credits("4"))), 4_000_000),
        (AttemptEnd::Succeeded(None), 800_000),
        (AttemptEnd::Failed(Some(credits("0.5"))), 500_000),
        (AttemptEnd::Failed(None), 0),
    ] {
        let shop = Fixture::starts().await;
        let (generation, attempt) = shop.is_making("task", NOW).await;
        shop.loses(generation, attempt, Some(NOW)).await;
        let lost = shop.does(async |tx| tx.books().book_attempt(attempt).await).await.unwrap();
        assert_eq!((lost.end, lost.charge), (BookedEnd::Lost, credits("0.8")));
        assert_eq!(shop.charged().await, (0, 800_000));
        // Lost once more is nothing new.
        shop.books(attempt, AttemptEnd::Lost(None)).await;
        assert_eq!(shop.charged().await, (0, 800_000));
        assert_eq!(shop.broken().await, []);

        shop.books(attempt, truth).await.unwrap();

        assert_eq!(shop.charged().await, (cost, 0), "{truth:?}");
        assert_eq!(shop.broken().await, []);
    }
}

#[tokio::test]
async fn what_kie_says_it_could_not_begin_costs_nothing_until_it_shows_that_it_did() {
    for (truth, cost, suspense) in [
        (AttemptEnd::Succeeded(None), 800_000, 0),
        (AttemptEnd::Failed(Some(credits("0.5"))), 500_000, 0),
        (AttemptEnd::Lost(None), 0, 800_000),
    ] {
        let shop = Fixture::starts().await;
        let generation = shop.orders(super::ANNA).await;
        let attempt = shop.begins(generation).await;

        let booked = shop.books(attempt, AttemptEnd::NotBegun).await.unwrap();

        assert_eq!((booked.end, booked.charge), (BookedEnd::Lost, Credits::ZERO));
        assert_eq!((shop.charged().await, shop.broken().await), ((0, 0), vec![]));
        shop.books(attempt, truth).await.unwrap();
        assert_eq!(shop.charged().await, (cost, suspense), "{truth:?}");
        assert_eq!(shop.broken().await, []);
    }
}

#[tokio::test]
async fn what_kie_surely_never_took_is_not_booked() {
    let shop = Fixture::starts().await;
    let generation = shop.orders(super::ANNA).await;
    let attempt = shop.begins(generation).await;

    assert_eq!(
        shop.does(async |tx| tx.books().book_attempt(attempt).await).await,
        None,
        "it is alive"
    );
    assert_eq!(shop.books(attempt, AttemptEnd::Rejected).await, None);
    assert_eq!((shop.charged().await, shop.broken().await), ((0, 0), vec![]));
}

#[tokio::test]
async fn what_an_earlier_release_ended_without_booking_is_booked_by_and_by() {
    let shop = Fixture::starts().await;
    let mut attempts = Vec::new();
    for number in 0..4 {
        attempts.push(shop.is_making(&format!("task-{number}"), LONG).await.1);
    }
    shop.ends_attempt(attempts[0], AttemptEnd::Succeeded(None)).await;
    shop.ends_attempt(attempts[1], AttemptEnd::Failed(Some(credits("4")))).await;
    shop.ends_attempt(attempts[2], AttemptEnd::Lost(None)).await;
    // It was lost and booked as such; then a release that does not know of that saw it succeed.
    shop.books(attempts[3], AttemptEnd::Lost(None)).await;
    shop.ends_attempt(attempts[3], AttemptEnd::Succeeded(Some(credits("1")))).await;

    let booked = shop.does(async |tx| tx.books().book_left_behind(3).await).await;
    let rest = shop.does(async |tx| tx.books().book_left_behind(3).await).await;

    assert_eq!((booked, rest), (3, 1));
    assert_eq!(shop.does(async |tx| tx.books().book_left_behind(3).await).await, 0);
    assert_eq!(shop.charged().await, (800_000 + 4_000_000 + 1_000_000, 800_000));
    assert_eq!(shop.broken().await, []);
}

#[tokio::test]
async fn only_what_was_captured_and_stayed_counts_as_paid() {
    let shop = Fixture::starts().await;
    let (generation, attempt) = shop.is_making("task", LONG).await;
    let late = shop.books(attempt, AttemptEnd::Succeeded(None)).await.unwrap();
    assert_eq!((late.paid, late.in_time), (None, false), "its generation is not done yet");

    let result = GenerationEnd::Succeeded { result: "{}" };
    shop.does(async |tx| tx.generations().end_generation(generation, result).await).await;
    let booked = shop.does(async |tx| tx.books().book_attempt(attempt).await).await.unwrap();

    assert!(booked.in_time && !booked.is_free && !booked.is_undelivered);
    assert_eq!(shop.does(async |tx| tx.books().made_by(generation).await).await, Some(attempt));
}
