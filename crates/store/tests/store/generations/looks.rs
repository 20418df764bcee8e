//! Which attempts are looked at, and which are given up.

use std::collections::BTreeSet;
use std::time::Duration;

use domain::catalogue::{Output, Route};
use store::{AttemptEnd, Look, Overdue};
use uuid::Uuid;

use super::{ANNA, Fixture, LONG, MODEL, NOW, TOKEN};

impl Fixture {
    async fn due(&self) -> Vec<Look> {
        self.active.store.due_looks(100).await.unwrap()
    }
}

#[tokio::test]
async fn what_is_due_or_rung_or_late_is_looked_at_and_nothing_else() {
    let shop = Fixture::starts().await;
    let (_, due) = shop.is_making("due", NOW).await;
    let (_, rung) = shop.is_making("rung", LONG).await;
    let (_, hearsay) = shop.doubts().await;
    let (generation, late) = shop.is_making("late", LONG).await;
    shop.loses(generation, late, Some(NOW)).await;
    let (generation, late_hearsay) = shop.doubts().await;
    shop.loses(generation, late_hearsay, None).await;
    for (attempt, task) in [(rung, None), (hearsay, Some("h-1")), (late_hearsay, Some("h-2"))] {
        assert!(shop.rings(attempt, task).await);
    }
    others(&shop).await;

    let looks = shop.due().await;

    let found: BTreeSet<_> =
        looks.iter().map(|look| (look.attempt, look.is_hearsay, look.is_late)).collect();
    let expected = BTreeSet::from([
        (due, false, false),
        (rung, false, false),
        (hearsay, true, false),
        (late, false, true),
        (late_hearsay, true, true),
    ]);
    assert_eq!((looks.len(), found), (5, expected));
    assert_eq!(shop.active.store.due_looks(2).await.unwrap().len(), 2);
}

/// One of everything that is not looked at.
async fn others(shop: &Fixture) {
    shop.is_making("in time", LONG).await;
    let submitting = shop.orders(ANNA).await;
    let submitting = shop.begins(submitting).await;
    // Whoever submits it is about to say what it is called.
    shop.rings(submitting, Some("too early")).await;
    let (_, nameless) = shop.doubts().await;
    shop.rings(nameless, None).await;
    let (generation, later) = shop.is_making("later", LONG).await;
    shop.loses(generation, later, Some(LONG)).await;
    let (generation, never) = shop.is_making("never", NOW).await;
    shop.loses(generation, never, None).await;
    for (task, end) in [
        ("succeeded", AttemptEnd::Succeeded(None)),
        ("failed", AttemptEnd::Failed(None)),
        ("rejected", AttemptEnd::Rejected),
    ] {
        let (_, over) = shop.is_making(task, NOW).await;
        shop.ends_attempt(over, end).await;
        shop.rings(over, Some(task)).await;
    }
}

#[tokio::test]
async fn a_look_knows_whose_it_is_how_old_and_whether_it_is_overdue() {
    let shop = Fixture::starts().await;
    shop.clock_shows("2026-03-01 12:00:00+00").await;
    let (generation, attempt) = shop.is_making("task-1", NOW).await;

    shop.clock_shows("2026-03-01 13:00:00+00").await;
    let in_time = shop.due().await;
    shop.clock_shows("2026-03-01 13:00:01+00").await;
    let overdue = shop.due().await;

    let expected = Look {
        attempt,
        generation,
        person: ANNA,
        model: MODEL.to_owned(),
        route: Some(Route::Market),
        output: Some(Output::Image),
        task: "task-1".to_owned(),
        is_hearsay: false,
        token: TOKEN.to_vec(),
        age: 3600,
        is_overdue: false,
        is_late: false,
    };
    assert_eq!(in_time, std::slice::from_ref(&expected));
    assert_eq!(overdue, [Look { age: 3601, is_overdue: true, ..expected }]);
}

#[tokio::test]
async fn the_deadline_runs_from_when_kie_took_it() {
    let shop = Fixture::starts().await;
    shop.clock_shows("2026-03-01 12:00:00+00").await;
    let generation = shop.orders(ANNA).await;
    shop.clock_shows("2026-03-01 12:50:00+00").await;
    let attempt = shop.begins(generation).await;
    let taken =
        shop.does(async |tx| tx.generations().attempt_taken(attempt, "task-1", NOW).await).await;

    shop.clock_shows("2026-03-01 13:50:00+00").await;
    let in_time = shop.due().await;
    shop.clock_shows("2026-03-01 13:50:01+00").await;
    let overdue = shop.due().await;

    assert!(taken && !in_time[0].is_overdue, "{in_time:?}");
    assert!(overdue[0].is_overdue, "{overdue:?}");
}

/// Whoever asked learned it too late and left word: the first look counts as the taking.
#[tokio::test]
async fn the_deadline_of_what_only_a_late_fact_knows_runs_from_the_first_look() {
    let shop = Fixture::starts().await;
    shop.clock_shows("2026-03-01 12:00:00+00").await;
    let generation = shop.orders(ANNA).await;
    let attempt = shop.begins(generation).await;
    shop.active.intake.attempt_was_taken(attempt, "task-1").await.unwrap();
    shop.clock_shows("2026-03-01 12:30:00+00").await;
    shop.does(async |tx| tx.generations().looked(&[(attempt, NOW)]).await).await;

    shop.clock_shows("2026-03-01 13:29:00+00").await;

    assert!(!shop.due().await[0].is_overdue);
}

#[tokio::test]
async fn what_was_looked_at_is_quiet_until_its_next_time() {
    let shop = Fixture::starts().await;
    let (_, one) = shop.is_making("task-1", NOW).await;
    let (_, two) = shop.doubts().await;
    for (attempt, task) in [(one, None), (two, Some("perhaps ours"))] {
        shop.rings(attempt, task).await;
    }
    let pause = Duration::from_secs(60);
    assert_eq!(shop.due().await.len(), 2);

    shop.does(async |tx| tx.generations().looked(&[(one, pause), (two, pause)]).await).await;

    assert_eq!(shop.due().await, []);
    assert_eq!(shop.number("select count(*) from doorbells").await, 1, "one was heard");
    assert_eq!(shop.number("select sum(looks)::bigint from attempts").await, 2);
    assert_eq!(shop.states(two).await, ["ambiguous", "submitting"], "hearsay is not believed");
    shop.active.later("61 seconds").await;
    let again: BTreeSet<Uuid> = shop.due().await.iter().map(|look| look.attempt).collect();
    assert_eq!(again, BTreeSet::from([one, two]));
}

#[tokio::test]
async fn a_look_at_what_has_ended_changes_nothing() {
    let shop = Fixture::starts().await;
    let (_, attempt) = shop.is_making("task-1", LONG).await;
    shop.ends_attempt(attempt, AttemptEnd::Failed(None)).await;

    shop.does(async |tx| tx.generations().looked(&[(attempt, NOW)]).await).await;
    shop.does(async |tx| tx.generations().looked(&[]).await).await;

    assert_eq!(shop.states(attempt).await, ["failed", "submitted"]);
    assert_eq!(shop.number("select sum(looks)::bigint from attempts").await, 0);
}

#[tokio::test]
async fn what_nobody_knows_of_is_given_up_after_its_deadline() {
    let shop = Fixture::starts().await;
    let (generation, unknown) = shop.doubts().await;
    let (_, adopted) = shop.doubts().await;
    shop.takes(adopted, "task-1", LONG).await;
    let (_, word_left) = shop.doubts().await;
    shop.active.intake.attempt_was_taken(word_left, "task-2").await.unwrap();
    let early = shop.active.store.overdue_unknowns(10).await.unwrap();

    shop.active.later("61 minutes").await;

    let overdue = shop.active.store.overdue_unknowns(10).await.unwrap();
    let expected = Overdue { attempt: unknown, generation };
    assert_eq!((early, overdue), (Vec::new(), vec![expected]));
    shop.loses(generation, unknown, None).await;
    assert_eq!(shop.active.store.overdue_unknowns(10).await.unwrap(), []);
}

#[tokio::test]
async fn what_is_submitted_for_longer_than_any_call_takes_is_given_up_as_well() {
    let shop = Fixture::starts().await;
    let generation = shop.orders(ANNA).await;
    shop.active.later("59 minutes").await;
    shop.begins(generation).await;

    shop.active.later("61 minutes").await;
    let perhaps_under_way = shop.active.store.overdue_unknowns(10).await.unwrap();
    shop.active.later("63 minutes").await;

    assert_eq!(perhaps_under_way, []);
    assert_eq!(shop.active.store.overdue_unknowns(10).await.unwrap().len(), 1);
}
