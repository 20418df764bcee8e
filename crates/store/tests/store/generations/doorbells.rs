//! KIE rings: a hint, kept as long as somebody may look at it.

use store::AttemptEnd;
use uuid::Uuid;

use super::{Fixture, LONG, NOW, TOKEN};

const BELLS: &str = "select count(*) from doorbells";

#[tokio::test]
async fn who_does_not_know_the_token_rings_for_nothing() {
    let shop = Fixture::starts().await;
    let (_, attempt) = shop.is_making("task-1", LONG).await;
    let ring = async |attempt, token| {
        shop.active.intake.ring_doorbell(attempt, token, Some("task-1")).await.unwrap()
    };

    let wrong = ring(attempt, b"a guess").await;
    let empty = ring(attempt, b"").await;
    let nobody = ring(Uuid::new_v4(), TOKEN).await;

    assert_eq!((wrong, empty, nobody), (false, false, false));
    assert_eq!(shop.number(BELLS).await, 0);
    assert!(ring(attempt, TOKEN).await);
    assert_eq!(shop.number(BELLS).await, 1);
}

#[tokio::test]
async fn ringing_twice_is_ringing_once_and_the_latest_name_counts() {
    let shop = Fixture::starts().await;
    let (_, attempt) = shop.doubts().await;

    let rung = [
        shop.rings(attempt, None).await,
        shop.rings(attempt, Some("task-1")).await,
        shop.rings(attempt, Some("task-2")).await,
        shop.rings(attempt, None).await,
    ];

    assert_eq!(rung, [true; 4]);
    assert_eq!(shop.number(BELLS).await, 1);
    assert_eq!(shop.active.store.due_looks(10).await.unwrap()[0].task, "task-2");
}

#[tokio::test]
async fn a_ring_about_what_is_over_is_answered_and_not_kept() {
    let shop = Fixture::starts().await;
    let (_, over) = shop.is_making("task-1", LONG).await;
    shop.rings(over, Some("task-1")).await;
    shop.ends_attempt(over, AttemptEnd::Succeeded(None)).await;
    let after_the_end = shop.number(BELLS).await;
    let (generation, nameless) = shop.doubts().await;
    shop.loses(generation, nameless, None).await;

    let known = [shop.rings(over, Some("task-1")).await, shop.rings(nameless, None).await];

    assert_eq!((after_the_end, known), (0, [true; 2]));
    assert_eq!(shop.number(BELLS).await, 0);
}

#[tokio::test]
async fn a_task_named_by_a_ring_is_hearsay_until_it_is_taken() {
    let shop = Fixture::starts().await;
    let (_, attempt) = shop.doubts().await;
    shop.rings(attempt, Some("task-1")).await;
    let heard = shop.active.store.due_looks(10).await.unwrap();

    let taken = shop.takes(attempt, "task-1", NOW).await;

    let known = shop.active.store.due_looks(10).await.unwrap();
    assert!(taken);
    assert_eq!((heard[0].is_hearsay, known[0].is_hearsay, known.len()), (true, false, 1));
    assert_eq!(known[0].task, "task-1");
    assert_eq!(shop.states(attempt).await, ["submitted", "submitted"]);
}

#[tokio::test]
async fn a_task_is_of_one_attempt_whatever_a_ring_says() {
    let shop = Fixture::starts().await;
    shop.is_making("task-1", LONG).await;
    let (_, other) = shop.doubts().await;
    shop.rings(other, Some("task-1")).await;

    let mut transaction = shop.active.begin().await;
    let refused = transaction.generations().attempt_taken(other, "task-1", NOW).await;
    transaction.rollback().await;

    assert!(refused.unwrap_err().to_string().contains("attempts_task_once"));
    assert_eq!(shop.states(other).await, ["ambiguous", "submitting"]);
}

#[tokio::test]
async fn a_ring_that_is_all_we_know_stays_until_somebody_could_look() {
    let shop = Fixture::starts().await;
    let (_, attempt) = shop.doubts().await;
    shop.rings(attempt, Some("task-1")).await;
    let looked = async |pause| {
        let mut transaction = shop.active.begin().await;
        transaction.generations().looked(&[(attempt, pause)]).await.unwrap();
        transaction.commit().await.unwrap();
        shop.active.store.due_looks(10).await.unwrap().len()
    };

    assert_eq!(looked(LONG).await, 0, "it waits for its pause");
    assert_eq!(looked(NOW).await, 1, "and is looked at again");

    let mut transaction = shop.active.begin().await;
    transaction.generations().forget_ring(attempt).await.unwrap();
    transaction.commit().await.unwrap();
    assert_eq!(shop.number(BELLS).await, 0);
    shop.rings(attempt, Some("task-2")).await;
    assert_eq!(shop.active.store.due_looks(10).await.unwrap().len(), 1, "the next one is heard");
}
