//! What is half open: one order tries it, and all others wait.

use std::time::Duration;

use domain::GenerationId;
use store::closures::{EVERYTHING, Shut};
use store::{AttemptEnd, GenerationEnd};

use super::{ANNA, BORIS, Fixture, MINUTE, MODEL};

const VARIANT: &str = "z-image any";

impl Fixture {
    async fn claims(&self, generation: GenerationId) -> bool {
        self.does(async |tx| tx.closures().claim_trials(generation).await).await
    }

    async fn trial_of(&self, subject: &str) -> Option<i64> {
        let query = "select trial from closures where subject = $1";
        self.active.witness.query_one(query, &[&subject]).await.unwrap().get(0)
    }

    /// A model was closed for a minute, and that is over.
    async fn half_open(subject: &str) -> Self {
        let shop = Self::starts().await;
        assert_eq!(shop.closes(subject, Some(MINUTE), "keeps_failing").await, Shut::Anew);
        shop.active.later("61 seconds").await;
        shop
    }
}

#[tokio::test]
async fn one_order_tries_what_is_half_open_and_the_others_wait_for_it() {
    for subject in [MODEL, VARIANT, EVERYTHING] {
        let shop = Fixture::half_open(subject).await;
        let (first, second) = (shop.orders(ANNA).await, shop.orders(BORIS).await);
        assert!(shop.closed().await.is_empty(), "the next order finds it open");
        assert_eq!(shop.makeable().await, [first, second]);

        let claimed =
            [shop.claims(first).await, shop.claims(second).await, shop.claims(first).await];

        assert_eq!(claimed, [true, false, true], "{subject}");
        assert_eq!(shop.closed().await, [subject]);
        assert_eq!(shop.makeable().await, [first]);
        assert_eq!(shop.listed().await[0].trial, Some(first.get()));
        assert!(!shop.works(subject, second).await, "another one proves nothing");
        assert!(shop.works(subject, first).await);
        assert!(shop.closed().await.is_empty());
        assert_eq!(shop.makeable().await, [first, second]);
        assert!(shop.claims(second).await, "there is nothing to claim");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_who_claim_at_once_one_tries() {
    let shop = Fixture::half_open(MODEL).await;

    // Each in the commit of its order, which nobody else can see.
    let claimed = shop.all_do(8, async |tx, _| {
        let order = super::order(ANNA);
        let generation = tx.generations().request_generation(&order).await?.unwrap();
        tx.closures().claim_trials(generation).await
    });

    assert_eq!(claimed.await.into_iter().filter(|claimed| *claimed).count(), 1);
}

#[tokio::test]
async fn a_trial_that_fails_closes_again_for_longer_without_news() {
    let shop = Fixture::half_open(MODEL).await;
    let (first, second) = (shop.orders(ANNA).await, shop.orders(BORIS).await);
    shop.claims(first).await;

    assert_eq!(shop.closes(MODEL, Some(2 * MINUTE), "keeps_failing").await, Shut::Again);

    assert_eq!(shop.listed().await[0].pauses, 2);
    assert!(!shop.works(MODEL, first).await, "it is no trial any more");
    assert_eq!(shop.makeable().await, []);
    shop.active.later("182 seconds").await;
    assert!(shop.claims(second).await);
}

#[tokio::test]
async fn a_trial_that_ends_otherwise_leaves_its_place_to_the_next() {
    let shop = Fixture::half_open(MODEL).await;
    let cancelled = shop.orders(ANNA).await;
    assert!(shop.claims(cancelled).await);
    assert!(
        shop.does(async |tx| tx
            .generations()
            .end_generation(cancelled, GenerationEnd::Cancelled)
            .await)
            .await
    );

    let refused = shop.orders(ANNA).await;
    assert!(shop.claims(refused).await);
    let attempt = shop.begins(refused).await;
    let other = shop.orders(BORIS).await;
    assert!(!shop.claims(other).await, "it is being made");
    shop.ends_attempt(attempt, AttemptEnd::Rejected).await;
    let end = GenerationEnd::Failed("policy");
    assert!(shop.does(async |tx| tx.generations().end_generation(refused, end).await).await);

    assert!(shop.claims(other).await);
    assert_eq!(shop.trial_of(MODEL).await, Some(other.get()));
}

#[tokio::test]
async fn a_trial_past_its_deadline_holds_nobody_up() {
    let shop = Fixture::half_open(MODEL).await;
    let slow = shop.orders_for(ANNA, Duration::from_secs(60)).await;
    shop.claims(slow).await;
    let next = shop.orders(BORIS).await;

    let early = shop.claims(next).await;
    shop.active.later("130 seconds").await;

    assert_eq!((early, shop.claims(next).await), (false, true));
    assert_eq!(shop.closed().await, [MODEL]);
}

#[tokio::test]
async fn whoever_cannot_be_made_claims_nothing() {
    let shop = Fixture::half_open(MODEL).await;
    shop.closes(EVERYTHING, Some(10 * MINUTE), "out_of_credits").await;
    let generation = shop.orders(ANNA).await;

    assert!(!shop.claims(generation).await);

    assert_eq!(shop.trial_of(MODEL).await, None);
    assert_eq!(shop.makeable().await, []);
}
