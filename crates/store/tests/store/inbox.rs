//! Stored updates: how the active instance finds them, takes them, and lets them go.

use std::time::Duration;

use bytes::Bytes;
use domain::InboxId;
use store::{Arrival, ArrivalState, Batch, Tried, Window};

use crate::bench::{Active, waiting};
use crate::intake::{EVERYTHING, arrival};

const DAY: Duration = Duration::from_secs(24 * 3_600);

impl Active {
    /// Stores pending updates, given by number and lane.
    async fn stores(&self, updates: &[(i64, i64)]) {
        let batch: Vec<Arrival> = updates.iter().map(|&(id, lane)| arrival(id, lane)).collect();
        assert_eq!(self.intake.accept(&batch).await.unwrap(), batch.len() as u64);
    }

    /// What a look through this window finds, by lane and number.
    async fn finds(&self, window: Window<'_>) -> Vec<(i64, i64)> {
        let pending = self.store.pending(window).await.unwrap();
        pending.iter().map(|found| (found.lane, found.update_id.get())).collect()
    }

    /// Stores one update and finds it.
    async fn has_one(&self, payload: &'static [u8]) -> InboxId {
        let update = Arrival { payload: Bytes::from_static(payload), ..arrival(70, 7) };
        self.intake.accept_one(&update).await.unwrap();
        self.store.pending(EVERYTHING).await.unwrap()[0].id
    }
}

#[tokio::test]
async fn a_look_goes_lane_by_lane_and_through_each_by_its_numbers() {
    let active = Active::on_a_new_database().await;
    active.stores(&[(9, 5), (1, 7), (4, -3), (8, 5), (2, 7)]).await;
    active.stores(&[(3, 5), (7, i64::MAX)]).await;

    let found = active.finds(EVERYTHING).await;

    let lanes = [(-3, 4), (5, 3), (5, 8), (5, 9), (7, 1), (7, 2), (i64::MAX, 7)];
    assert_eq!(found, lanes);
}

#[tokio::test]
async fn a_look_keeps_to_its_window() {
    let active = Active::on_a_new_database().await;
    let all: Vec<(i64, i64)> = (0..40).map(|n| (n, n % 8)).collect();
    active.stores(&all).await;
    let expected = |lanes: &[i64], per_lane: i64| -> Vec<(i64, i64)> {
        lanes.iter().flat_map(|&l| (0..per_lane).map(move |n| (l, l + 8 * n))).collect()
    };

    let per_lane = active.finds(Window { per_lane: 2, ..EVERYTHING }).await;
    let lanes = active.finds(Window { lanes: 3, ..EVERYTHING }).await;
    let after = active.finds(Window { after: 5, ..EVERYTHING }).await;
    let rows = active.finds(Window { rows: 7, ..EVERYTHING }).await;
    // The lanes that are passed over do not count.
    let full = active.finds(Window { full: &[0, 2, 3], lanes: 3, ..EVERYTHING }).await;

    assert_eq!(per_lane, expected(&[0, 1, 2, 3, 4, 5, 6, 7], 2));
    assert_eq!(lanes, expected(&[0, 1, 2], 5));
    assert_eq!(after, expected(&[6, 7], 5));
    assert_eq!(rows, expected(&[0, 1], 5)[..7]);
    assert_eq!(full, expected(&[1, 4, 5], 5));
}

#[tokio::test]
async fn a_lower_number_that_is_committed_later_is_found() {
    let active = Active::on_a_new_database().await;
    let mut slow = active.database.connect().await.unwrap();
    let slow = slow.transaction().await.unwrap();
    let lower = "insert into inbox (update_id, lane, payload) values (1, 1, '')";
    slow.batch_execute(lower).await.unwrap();
    active.stores(&[(2, 1), (3, 9)]).await;

    assert_eq!(active.finds(EVERYTHING).await, [(1, 2), (9, 3)]);
    slow.commit().await.unwrap();

    assert_eq!(active.finds(EVERYTHING).await, [(1, 1), (1, 2), (9, 3)]);
}

#[tokio::test]
async fn an_update_that_is_taken_is_done_with_the_commit_and_taken_only_once() {
    let active = Active::on_a_new_database().await;
    let id = active.has_one(b"\0letter").await;

    let first = active.does(async |tx| tx.inbox().take_update(id).await).await;
    let second = active.does(async |tx| tx.inbox().take_update(id).await).await;

    assert_eq!(
        first.map(|letter| (letter.payload, letter.attempts)),
        Some((b"\0letter".into(), 0))
    );
    assert_eq!(second, None);
    assert_eq!(active.finds(EVERYTHING).await, []);
    let epoch = active.number("select done_epoch from inbox where state = 1").await;
    assert_eq!(epoch, active.term.epoch());
}

#[tokio::test]
async fn of_two_transactions_that_take_one_update_the_second_waits_and_goes_without() {
    let active = Active::on_a_new_database().await;
    let id = active.has_one(b"{}").await;
    let (mut one, mut two) = (active.begin().await, active.begin().await);

    assert!(one.inbox().take_update(id).await.unwrap().is_some());
    let first = async {
        waiting(&active.witness, "trt/work").await;
        one.commit().await.unwrap();
    };
    let (second, ()) = tokio::join!(async { two.inbox().take_update(id).await }, first);

    assert_eq!(second.unwrap(), None);
    two.rollback().await;
}

#[tokio::test]
async fn a_take_that_is_rolled_back_leaves_the_update_to_whoever_waits_for_it() {
    let active = Active::on_a_new_database().await;
    let id = active.has_one(b"{}").await;
    let (mut one, mut two) = (active.begin().await, active.begin().await);

    assert!(one.inbox().take_update(id).await.unwrap().is_some());
    let first = async {
        waiting(&active.witness, "trt/work").await;
        one.rollback().await;
    };
    let (second, ()) = tokio::join!(async { two.inbox().take_update(id).await }, first);

    assert!(second.unwrap().is_some());
    drop(two);
    assert_eq!(active.finds(EVERYTHING).await, [(7, 70)]);
}

#[tokio::test]
async fn what_was_never_pending_cannot_be_taken() {
    let active = Active::on_a_new_database().await;
    for (standing, number) in [(ArrivalState::Done, 1), (ArrivalState::Rejected, 2)] {
        let update = Arrival { standing, ..arrival(number, 1) };
        active.intake.accept_one(&update).await.unwrap();
        let query = format!("select id from inbox where update_id = {number}");
        let id = InboxId::new(active.number(&query).await);

        assert_eq!(active.does(async |tx| tx.inbox().take_update(id).await).await, None);
        assert_eq!(active.does(async |tx| tx.inbox().count_attempt(id).await).await, None);
        assert_eq!(active.does(async |tx| tx.inbox().open_attempt(id).await).await, None);
        assert_eq!(active.does(async |tx| tx.inbox().set_aside(id, "r", "p").await).await, None);
    }
}

#[tokio::test]
async fn attempts_are_counted_while_an_update_waits() {
    let active = Active::on_a_new_database().await;
    let id = active.has_one(b"{}").await;

    let first = active.does(async |tx| tx.inbox().count_attempt(id).await).await;
    let second = active.does(async |tx| tx.inbox().count_attempt(id).await).await;
    let seen = active.store.pending(EVERYTHING).await.unwrap()[0].attempts;
    let letter = active.does(async |tx| tx.inbox().take_update(id).await).await.unwrap();
    let after = active.does(async |tx| tx.inbox().count_attempt(id).await).await;

    assert_eq!((first, second, seen, letter.attempts, after), (Some(1), Some(2), 2, 2, None));
}

const fn tried(attempts: i16, last_was_fatal: bool) -> Option<Tried> {
    Some(Tried { attempts, last_was_fatal })
}

#[tokio::test]
async fn a_try_that_is_opened_ahead_counts_once_its_term_has_ended_without_a_seal() {
    let mut active = Active::on_a_new_database().await;
    let id = active.has_one(b"{}").await;

    let mut opened = Vec::new();
    for _ in 0..2 {
        // Again in the same term: the database was away, and that is no try.
        opened.push(active.does(async |tx| tx.inbox().open_attempt(id).await).await);
        opened.push(active.does(async |tx| tx.inbox().open_attempt(id).await).await);
        active.hands_over().await;
    }
    let after_seals = active.does(async |tx| tx.inbox().open_attempt(id).await).await;
    active.is_replaced_without_a_seal().await;
    let after_a_crash = active.does(async |tx| tx.inbox().open_attempt(id).await).await;
    active.is_replaced_without_a_seal().await;
    let after_two = active.does(async |tx| tx.inbox().open_attempt(id).await).await;

    assert_eq!(opened, [tried(1, false); 4]);
    assert_eq!(after_seals, tried(1, false));
    assert_eq!((after_a_crash, after_two), (tried(2, true), tried(3, true)));
}

#[tokio::test]
async fn a_try_that_failed_by_itself_is_counted_once_and_is_no_longer_open() {
    let mut active = Active::on_a_new_database().await;
    let id = active.has_one(b"{}").await;

    active.does(async |tx| tx.inbox().open_attempt(id).await).await;
    let failed = active.does(async |tx| tx.inbox().count_attempt(id).await).await;
    let next = active.does(async |tx| tx.inbox().open_attempt(id).await).await;
    let failed_again = active.does(async |tx| tx.inbox().count_attempt(id).await).await;
    active.is_replaced_without_a_seal().await;
    let elsewhere = active.does(async |tx| tx.inbox().open_attempt(id).await).await;

    assert_eq!((failed, next, failed_again), (Some(1), tried(2, false), Some(2)));
    assert_eq!(elsewhere, tried(3, false), "nothing was open when that term ended");
}

#[tokio::test]
async fn an_open_try_of_an_ended_term_is_counted_by_whoever_fails_next() {
    for (sealed, expected) in [(true, 1), (false, 2)] {
        let mut active = Active::on_a_new_database().await;
        let id = active.has_one(b"{}").await;
        active.does(async |tx| tx.inbox().open_attempt(id).await).await;
        if sealed {
            active.hands_over().await;
        } else {
            active.is_replaced_without_a_seal().await;
        }

        let failed = active.does(async |tx| tx.inbox().count_attempt(id).await).await;

        assert_eq!(failed, Some(expected), "sealed: {sealed}");
    }
}

#[tokio::test]
async fn an_update_is_set_aside_once_with_its_bytes_and_its_story() {
    let active = Active::on_a_new_database().await;
    let id = active.has_one(b"\xff\0poison").await;
    active.does(async |tx| tx.inbox().count_attempt(id).await).await;

    let first =
        active.does(async |tx| tx.inbox().set_aside(id, "R-1", "cannot be read").await).await;
    let second = active.does(async |tx| tx.inbox().set_aside(id, "R-2", "again").await).await;

    assert_eq!((first.as_deref(), second), (Some(b"\xff\0poison".as_slice()), None));
    assert_eq!(active.finds(EVERYTHING).await, []);
    assert_eq!(active.does(async |tx| tx.inbox().take_update(id).await).await, None);
    let query = "select payload, reference, problem, update_id, lane, attempts, epoch, inbox_id \
                 from dead_letters";
    let dead = active.witness.query_one(query, &[]).await.unwrap();
    assert_eq!(dead.get::<_, &[u8]>(0), b"\xff\0poison");
    assert_eq!((dead.get::<_, &str>(1), dead.get::<_, &str>(2)), ("R-1", "cannot be read"));
    assert_eq!((dead.get::<_, i64>(3), dead.get::<_, i64>(4), dead.get::<_, i16>(5)), (70, 7, 1));
    assert_eq!((dead.get::<_, i64>(6), dead.get(7)), (active.term.epoch(), id.get()));
}

#[tokio::test]
async fn old_updates_are_forgotten_while_pending_and_young_ones_stay() {
    let active = Active::on_a_new_database().await;
    active.stores(&[(1, 1), (2, 1), (3, 1)]).await;
    let ids = active.store.pending(EVERYTHING).await.unwrap();
    active.does(async |tx| tx.inbox().take_update(ids[0].id).await).await;
    active.does(async |tx| tx.inbox().set_aside(ids[1].id, "R", "p").await).await;
    active.later("4 days").await;
    let young = Arrival { standing: ArrivalState::Rejected, ..arrival(4, 1) };
    active.intake.accept_one(&young).await.unwrap();

    let batch = |age| Batch { age, after: 0, rows: 100 };
    let too_young = active.does(async |tx| tx.inbox().forget_updates(batch(5 * DAY)).await).await;
    let gone = active.does(async |tx| tx.inbox().forget_updates(batch(3 * DAY)).await).await;

    assert_eq!((too_young.rows, gone.rows), (0, 2));
    assert_eq!(too_young.last, None, "nothing there was old");
    let left = "select sum(update_id)::bigint from inbox";
    assert_eq!(active.number(left).await, 3 + 4);
    assert_eq!(active.number("select count(*) from dead_letters").await, 1, "outlives its update");
}

#[tokio::test]
async fn forgetting_goes_on_where_the_last_batch_ended() {
    let active = Active::on_a_new_database().await;
    active.stores(&[(11, 1), (12, 1), (13, 1)]).await;
    for number in 1..=5 {
        let done = Arrival { standing: ArrivalState::Done, ..arrival(number, 1) };
        active.intake.accept_one(&done).await.unwrap();
    }
    active.later("4 days").await;

    let forget = async |after| {
        let batch = Batch { age: DAY, after, rows: 3 };
        active.does(async |tx| tx.inbox().forget_updates(batch).await).await
    };
    let all_pending = forget(0).await;
    let some = forget(all_pending.last.unwrap()).await;
    let the_rest = forget(some.last.unwrap()).await;
    let nothing = forget(the_rest.last.unwrap()).await;

    assert_eq!((all_pending.rows, some.rows, the_rest.rows), (0, 3, 2));
    assert_eq!((nothing.rows, nothing.last), (0, None));
    assert_eq!(active.number("select count(*) from inbox").await, 3);
}

#[tokio::test]
async fn unreadable_bodies_are_forgotten_by_their_age() {
    let active = Active::on_a_new_database().await;
    active.intake.keep_unreadable(b"old", b"x").await.unwrap();
    active.later("31 days").await;
    active.intake.keep_unreadable(b"new", b"y").await.unwrap();

    let gone = active.does(async |tx| tx.inbox().forget_unreadable(30 * DAY).await).await;

    assert_eq!(gone, 1);
    assert_eq!(active.number("select count(*) from inbox_unreadable where hash = 'new'").await, 1);
}
