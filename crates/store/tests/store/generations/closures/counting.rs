//! Failures and overcharges: by people, by generations, and only for a while.

use std::time::Duration;

use domain::{GenerationId, PersonId};
use store::closures::{Counted, SubjectState, Trouble, TroubleKind};

use super::{ANNA, BORIS, Fixture, MINUTE};

const HOUR: Duration = Duration::from_secs(3600);

fn failure(number: i64, person: PersonId) -> Trouble<'static> {
    Trouble {
        subject: "veo",
        kind: TroubleKind::Failure,
        generation: GenerationId::new(number),
        person,
        window: HOUR,
    }
}

impl Fixture {
    async fn meets(&self, trouble: Trouble<'_>) -> Counted {
        self.does(async |tx| tx.closures().count_trouble(trouble).await).await
    }
}

fn both(counted: Counted) -> (u32, u32) {
    (counted.people, counted.generations)
}

#[tokio::test]
async fn failures_are_counted_by_people_and_a_generation_counts_once() {
    let shop = Fixture::starts().await;

    let one = shop.meets(failure(1, ANNA)).await;
    let again = shop.meets(failure(1, ANNA)).await;
    let more = shop.meets(failure(2, ANNA)).await;
    let other = shop.meets(failure(3, BORIS)).await;
    let elsewhere = shop.meets(Trouble { subject: "flux", ..failure(4, BORIS) }).await;
    let dear = shop.meets(Trouble { kind: TroubleKind::Overcharge, ..failure(5, BORIS) }).await;

    assert_eq!([one, again, more].map(both), [(1, 1), (1, 1), (1, 2)]);
    assert_eq!([other, elsewhere, dear].map(both), [(2, 3), (1, 1), (1, 1)]);
    assert_eq!((other.standing, other.pauses), (SubjectState::Open, 0));
    assert!(shop.closed().await.is_empty(), "a failure by itself closes nothing");
}

#[tokio::test]
async fn what_is_older_than_its_window_no_longer_counts_and_is_forgotten_in_time() {
    let shop = Fixture::starts().await;
    shop.meets(failure(1, ANNA)).await;

    shop.active.later("59 minutes").await;
    let young = shop.meets(failure(2, BORIS)).await;
    shop.active.later("61 minutes").await;
    let old = shop.meets(failure(3, BORIS)).await;
    let kept = shop.does(async |tx| tx.closures().forget_failures(10).await).await;
    shop.active.later("50 hours").await;
    let gone = [
        shop.does(async |tx| tx.closures().forget_failures(2).await).await,
        shop.does(async |tx| tx.closures().forget_failures(2).await).await,
    ];

    assert_eq!((both(young), both(old)), ((2, 2), (1, 2)));
    assert_eq!((kept, gone), (0, [2, 1]));
}

#[tokio::test]
async fn a_success_makes_up_for_failures_and_not_for_overcharges() {
    let shop = Fixture::starts().await;
    let overcharge = |number| Trouble { kind: TroubleKind::Overcharge, ..failure(number, ANNA) };
    shop.meets(failure(1, ANNA)).await;
    shop.meets(overcharge(1)).await;

    let opened = shop.works("veo", GenerationId::new(2)).await;

    assert!(!opened, "it was open");
    assert_eq!(both(shop.meets(failure(3, BORIS)).await), (1, 1));
    assert_eq!(both(shop.meets(overcharge(3)).await), (1, 2));
}

#[tokio::test]
async fn an_operator_who_opens_wipes_the_slate() {
    let shop = Fixture::starts().await;
    shop.meets(failure(1, ANNA)).await;
    shop.meets(Trouble { kind: TroubleKind::Overcharge, ..failure(1, ANNA) }).await;
    shop.closes("veo", None, "overcharged").await;
    let closed = shop.meets(failure(2, ANNA)).await;

    shop.opens_again("veo").await;

    assert_eq!((closed.standing, closed.pauses), (SubjectState::Closed, 1));
    let counted = shop.meets(failure(3, BORIS)).await;
    assert_eq!((both(counted), counted.standing, counted.pauses), ((1, 1), SubjectState::Open, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn failures_at_once_are_all_counted() {
    let shop = Fixture::starts().await;

    let counted = shop.all_do(16, async |tx, number| {
        let number = i64::from(number);
        tx.closures().count_trouble(failure(number, PersonId::new(number))).await
    });

    let mut people: Vec<u32> = counted.await.into_iter().map(|counted| counted.people).collect();
    people.sort_unstable();
    assert_eq!(people, (1..=16).collect::<Vec<u32>>());
}

#[tokio::test]
async fn a_trial_that_fails_is_told_from_other_failures() {
    let shop = Fixture::starts().await;
    shop.closes("veo", Some(MINUTE), "keeps_failing").await;
    let trial = "update closures set trial = 7 where subject = 'veo'";
    shop.active.witness.batch_execute(trial).await.unwrap();

    let early = shop.meets(failure(7, ANNA)).await.standing;
    shop.active.later("61 seconds").await;

    assert_eq!(early, SubjectState::Closed, "it was closed again meanwhile");
    assert_eq!(shop.meets(failure(7, ANNA)).await.standing, SubjectState::OnTrial);
    assert_eq!(shop.meets(failure(8, ANNA)).await.standing, SubjectState::Closed);
}
