//! Attempts: one at a time, and whatever comes twice or too late changes nothing.

use domain::Credits;
use store::{AttemptEnd, GenerationEnd, StoreError};
use uuid::Uuid;

use super::{ANNA, Fixture, LONG, NOW, new_attempt};

const CHARGED: Option<Credits> = Some(Credits::new(800_000));

#[tokio::test(flavor = "multi_thread")]
async fn an_attempt_is_begun_once_however_many_ask() {
    let shop = Fixture::starts().await;
    let generation = shop.orders(ANNA).await;

    let begun = shop.all_do(16, async |tx, _| {
        tx.generations().begin_attempt(generation, new_attempt(Uuid::new_v4())).await
    });

    assert_eq!(begun.await.into_iter().filter(|begun| *begun).count(), 1);
    assert_eq!(shop.number("select count(*) from attempts").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_begun_cannot_be_cancelled_and_what_is_cancelled_cannot_be_begun() {
    let shop = Fixture::starts().await;
    for _ in 0..4 {
        let generation = shop.orders(ANNA).await;

        let done = shop.all_do(8, async |tx, number| {
            if number % 2 == 0 {
                tx.generations().end_generation(generation, GenerationEnd::Cancelled).await
            } else {
                tx.generations().begin_attempt(generation, new_attempt(Uuid::new_v4())).await
            }
        });

        assert_eq!(done.await.into_iter().filter(|done| *done).count(), 1);
    }
    let both = "select count(*) from attempts join generations on generations.id = generation_id \
                where generations.state <> 'submitting'";
    assert_eq!(shop.number(both).await, 0);
}

#[tokio::test]
async fn a_second_live_attempt_is_impossible() {
    let shop = Fixture::starts().await;
    let generation = shop.orders(ANNA).await;
    shop.begins(generation).await;
    let second = shop
        .does(async |tx| {
            tx.generations().begin_attempt(generation, new_attempt(Uuid::new_v4())).await
        })
        .await;

    // Even where the generation, by some mistake, waits to be made.
    let mistake = "update generations set state = 'requested'";
    shop.active.witness.batch_execute(mistake).await.unwrap();
    let mut transaction = shop.active.begin().await;
    let refused =
        transaction.generations().begin_attempt(generation, new_attempt(Uuid::new_v4())).await;
    transaction.rollback().await;

    assert!(!second);
    assert!(refused.unwrap_err().to_string().contains("attempts_one_alive"));
    assert_eq!(shop.number("select count(*) from attempts").await, 1);
}

#[tokio::test]
async fn an_attempt_is_taken_once_under_the_first_name() {
    let shop = Fixture::starts().await;
    let generation = shop.orders(ANNA).await;
    let attempt = shop.begins(generation).await;

    let first = shop.takes(attempt, "task-1", LONG).await;
    let second = shop.takes(attempt, "task-2", LONG).await;
    let nobody = shop.takes(Uuid::new_v4(), "task-3", LONG).await;

    assert_eq!((first, second, nobody), (true, false, false));
    assert_eq!(shop.states(attempt).await, ["submitted", "submitted"]);
    let known = "select count(*) from attempts join generations on generations.id = generation_id \
                 where task_id = 'task-1' and began_at is not null";
    assert_eq!(shop.number(known).await, 1);
}

#[tokio::test]
async fn a_new_term_doubts_what_earlier_ones_were_submitting_and_nothing_else() {
    let mut shop = Fixture::starts().await;
    let (_, taken) = shop.is_making("task-1", LONG).await;
    let earlier = shop.orders(ANNA).await;
    let earlier = shop.begins(earlier).await;
    shop.active.hands_over().await;
    let present = shop.orders(ANNA).await;
    let present = shop.begins(present).await;

    let doubted = shop.does(async |tx| tx.generations().doubt_attempts().await).await;
    let again = shop.does(async |tx| tx.generations().doubt_attempts().await).await;

    assert_eq!((doubted, again), (1, 0));
    assert_eq!(shop.states(earlier).await, ["ambiguous", "submitting"]);
    assert_eq!(shop.states(present).await, ["submitting", "submitting"]);
    assert_eq!(shop.states(taken).await, ["submitted", "submitted"]);
    // And what is doubted may turn out to be taken.
    assert!(shop.takes(earlier, "task-2", LONG).await);
    assert_eq!(shop.states(earlier).await, ["submitted", "submitted"]);
}

#[tokio::test]
async fn what_turns_out_to_be_taken_after_it_was_given_up_stays_lost_and_is_looked_at() {
    let shop = Fixture::starts().await;
    let (generation, attempt) = shop.doubts().await;
    shop.loses(generation, attempt, None).await;
    let before = shop.active.store.due_looks(10).await.unwrap();

    let taken = shop.takes(attempt, "task-1", NOW).await;

    let looks = shop.active.store.due_looks(10).await.unwrap();
    assert!(before.is_empty() && taken);
    assert_eq!(shop.states(attempt).await, ["lost", "lost"]);
    assert_eq!(looks.len(), 1);
    assert_eq!((looks[0].task.as_str(), looks[0].is_late, looks[0].is_hearsay), {
        ("task-1", true, false)
    });
}

#[tokio::test]
async fn an_instance_without_a_term_leaves_word_of_what_it_began() {
    let mut shop = Fixture::starts().await;
    let generation = shop.orders(ANNA).await;
    let attempt = shop.begins(generation).await;
    let old_term = shop.active.hands_over().await;
    let refused = shop.active.store.begin(&old_term).await;
    assert!(matches!(refused, Err(StoreError::TermOver)), "{refused:?}");

    shop.active.intake.attempt_was_taken(attempt, "task-1").await.unwrap();
    shop.active.intake.attempt_was_taken(attempt, "task-2").await.unwrap();

    assert!(!shop.takes(attempt, "task-3", LONG).await, "the first name stays");
    let looks = shop.active.store.due_looks(10).await.unwrap();
    let found: Vec<_> = looks.iter().map(|look| (look.task.as_str(), look.is_hearsay)).collect();
    assert_eq!(found, [("task-1", false)]);
    // The doubt of the new term does not hide it, and the next look makes it like any other.
    shop.does(async |tx| tx.generations().doubt_attempts().await).await;
    assert_eq!(shop.active.store.due_looks(10).await.unwrap().len(), 1);
    shop.does(async |tx| tx.generations().looked(&[(attempt, LONG)]).await).await;
    assert_eq!(shop.states(attempt).await, ["submitted", "submitted"]);
    assert_eq!(shop.active.store.due_looks(10).await.unwrap(), []);
}

#[tokio::test]
async fn word_of_a_task_comes_before_the_doubt_or_after_the_loss_and_is_never_written_over_an_end()
{
    let shop = Fixture::starts().await;
    let before = shop.orders(ANNA).await;
    let before = shop.begins(before).await;
    let (generation, lost) = shop.doubts().await;
    shop.loses(generation, lost, None).await;
    let over = shop.orders(ANNA).await;
    let over = shop.begins(over).await;
    shop.ends_attempt(over, AttemptEnd::Rejected).await;

    for (attempt, task) in [(before, "task-1"), (lost, "task-2"), (over, "task-3")] {
        shop.active.intake.attempt_was_taken(attempt, task).await.unwrap();
    }

    // While it is being submitted a look does not come again and again.
    shop.does(async |tx| tx.generations().looked(&[(before, LONG)]).await).await;
    let looks = shop.active.store.due_looks(10).await.unwrap();
    let found: Vec<_> = looks.iter().map(|look| (look.attempt, look.is_late)).collect();
    assert_eq!(found, [(lost, true)]);
    assert_eq!(shop.number("select count(*) from attempts where task_id = 'task-3'").await, 0);
}

#[tokio::test]
async fn nobody_knows_of_an_attempt_only_until_it_is_known() {
    let shop = Fixture::starts().await;
    let (_, doubted) = shop.doubts().await;
    let (_, taken) = shop.is_making("task-1", LONG).await;

    shop.does(async |tx| tx.generations().attempt_unknown(taken).await).await;

    assert_eq!(shop.states(doubted).await, ["ambiguous", "submitting"]);
    assert_eq!(shop.states(taken).await, ["submitted", "submitted"]);
}

#[tokio::test]
async fn every_attempt_ends_once() {
    let shop = Fixture::starts().await;
    let ends = [
        (AttemptEnd::Rejected, "rejected"),
        (AttemptEnd::Succeeded(CHARGED), "succeeded"),
        (AttemptEnd::Failed(None), "failed"),
        (AttemptEnd::Lost(None), "lost"),
    ];
    for (place, (end, state)) in ends.into_iter().enumerate() {
        let (_, attempt) = shop.is_making(&format!("task-{place}"), LONG).await;

        let first = shop.ends_attempt(attempt, end).await;
        let second = shop.ends_attempt(attempt, AttemptEnd::Lost(Some(NOW))).await;

        assert_eq!((first, second), (true, false), "{end:?}");
        assert_eq!(shop.states(attempt).await[0], state);
        assert!(!shop.takes(attempt, "another", LONG).await, "{end:?}");
    }
    assert_eq!(shop.number("select sum(cost)::bigint from attempts").await, 800_000);
    assert!(!shop.ends_attempt(Uuid::new_v4(), AttemptEnd::Rejected).await);
}

#[tokio::test]
async fn what_was_lost_may_be_known_after_all_and_that_once() {
    let shop = Fixture::starts().await;
    let (generation, attempt) = shop.is_making("task-1", LONG).await;
    shop.loses(generation, attempt, Some(NOW)).await;

    let known = shop.ends_attempt(attempt, AttemptEnd::Succeeded(CHARGED)).await;
    let again = shop.ends_attempt(attempt, AttemptEnd::Succeeded(CHARGED)).await;

    assert_eq!((known, again), (true, false));
    assert_eq!(shop.states(attempt).await, ["succeeded", "lost"]);
    assert_eq!(shop.active.store.due_looks(10).await.unwrap(), []);
}

#[tokio::test]
async fn what_is_lost_for_good_is_not_looked_at_any_more() {
    let shop = Fixture::starts().await;
    let (generation, attempt) = shop.is_making("task-1", LONG).await;
    shop.loses(generation, attempt, Some(NOW)).await;
    let ended = "select (extract(epoch from ended_at) * 1000000)::bigint from attempts";
    let before = (shop.active.store.due_looks(10).await.unwrap().len(), shop.number(ended).await);

    let news = shop.ends_attempt(attempt, AttemptEnd::Lost(None)).await;

    let after = (shop.active.store.due_looks(10).await.unwrap().len(), shop.number(ended).await);
    assert!(!news);
    assert_eq!((before.0, after.0, after.1), (1, 0, before.1));
}
