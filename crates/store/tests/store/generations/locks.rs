//! Two about one attempt at the same time: they wait for each other, and both are heard.

use store::{AttemptEnd, GenerationEnd};
use uuid::Uuid;

use super::{ANNA, Fixture, LONG, NOW, new_attempt};
use crate::bench::waiting;

#[tokio::test]
async fn a_task_that_is_found_while_its_generation_is_given_up_is_kept_for_later() {
    let shop = Fixture::starts().await;
    let (generation, attempt) = shop.doubts().await;
    let (mut end, mut find) = (shop.active.begin().await, shop.active.begin().await);
    end.generations().lock(generation).await.unwrap();

    let give_up = async {
        waiting(&shop.active.witness, "trt/work").await;
        assert!(end.generations().end_attempt(attempt, AttemptEnd::Lost(None)).await.unwrap());
        assert!(end.generations().end_generation(generation, GenerationEnd::Lost).await.unwrap());
        end.commit().await.unwrap();
    };
    let (found, ()) = tokio::join!(
        async { find.generations().attempt_taken(attempt, "task-1", NOW).await },
        give_up
    );
    find.commit().await.unwrap();

    assert!(found.unwrap());
    assert_eq!(shop.states(attempt).await, ["lost", "lost"]);
    let looks = shop.active.store.due_looks(10).await.unwrap();
    assert!(looks.len() == 1 && looks[0].is_late, "{looks:?}");
}

#[tokio::test]
async fn an_attempt_is_not_made_again_once_its_generation_was_given_up() {
    let shop = Fixture::starts().await;
    let generation = shop.orders(ANNA).await;
    let attempt = shop.begins(generation).await;
    let (mut end, mut again) = (shop.active.begin().await, shop.active.begin().await);
    end.generations().lock(generation).await.unwrap();

    let give_up = async {
        waiting(&shop.active.witness, "trt/work").await;
        assert!(end.generations().end_attempt(attempt, AttemptEnd::Lost(None)).await.unwrap());
        assert!(end.generations().end_generation(generation, GenerationEnd::Lost).await.unwrap());
        end.commit().await.unwrap();
    };
    let (again_made, ()) = tokio::join!(
        async { again.generations().attempt_again(attempt, NOW, None).await },
        give_up
    );
    again.commit().await.unwrap();

    assert!(!again_made.unwrap());
    assert_eq!(shop.states(attempt).await, ["lost", "lost"]);
}

#[tokio::test]
async fn a_ring_at_the_moment_of_the_end_leaves_nothing_behind() {
    let shop = Fixture::starts().await;
    let (_, attempt) = shop.is_making("task-1", LONG).await;
    let mut end = shop.active.begin().await;
    end.generations().end_attempt(attempt, AttemptEnd::Succeeded(None)).await.unwrap();

    let commit = async {
        waiting(&shop.active.witness, "trt/work").await;
        end.commit().await.unwrap();
    };
    let (known, ()) = tokio::join!(shop.rings(attempt, Some("task-1")), commit);

    assert!(known);
    assert_eq!(shop.number("select count(*) from doorbells").await, 0);
}

#[tokio::test]
async fn an_end_at_the_moment_of_a_ring_hears_it() {
    let shop = Fixture::starts().await;
    let (_, attempt) = shop.is_making("task-1", LONG).await;
    let mut other = shop.active.database.connect().await.unwrap();
    let ring = other.transaction().await.unwrap();
    let text = format!(
        "select from attempts where id = '{attempt}' for share; \
         insert into doorbells (attempt_id) values ('{attempt}')"
    );
    ring.batch_execute(&text).await.unwrap();

    let commit = async {
        waiting(&shop.active.witness, "trt/work").await;
        ring.commit().await.unwrap();
    };
    let (ended, ()) = tokio::join!(shop.ends_attempt(attempt, AttemptEnd::Failed(None)), commit);

    assert!(ended);
    assert_eq!(shop.number("select count(*) from doorbells").await, 0);
}

#[tokio::test]
async fn whoever_begins_while_it_is_cancelled_finds_nothing_to_begin() {
    let shop = Fixture::starts().await;
    let generation = shop.orders(ANNA).await;
    let (mut cancel, mut begin) = (shop.active.begin().await, shop.active.begin().await);
    assert!(
        cancel.generations().end_generation(generation, GenerationEnd::Cancelled).await.unwrap()
    );

    let commit = async {
        waiting(&shop.active.witness, "trt/work").await;
        cancel.commit().await.unwrap();
    };
    let attempt =
        async { begin.generations().begin_attempt(generation, new_attempt(Uuid::new_v4())).await };
    let (begun, ()) = tokio::join!(attempt, commit);
    begin.commit().await.unwrap();

    assert!(!begun.unwrap());
    assert_eq!(shop.number("select count(*) from attempts").await, 0);
}
