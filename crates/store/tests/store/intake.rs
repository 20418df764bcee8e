//! The way into the inbox: what any instance may store, however often and beside whom.

use std::time::Duration;

use bytes::Bytes;
use domain::UpdateId;
use store::{Arrival, ArrivalState, Intake, StoreError, Stored, Window};
use testbed::proxy::{Fault, Moment, Way};
use testbed::{SOON, wait};
use tokio::time::{Instant, timeout};
use uuid::Uuid;

use crate::bench::{migrated, number, open, proxied, replace_now, url, waiting};

const ROWS: &str = "select count(*) from inbox";

/// The whole of a small inbox.
pub(crate) const EVERYTHING: Window<'static> =
    Window { after: i64::MIN, full: &[], lanes: 1_000, per_lane: 1_000, rows: 1_000 };

/// An update that waits to be handled.
pub(crate) fn arrival(update_id: i64, lane: i64) -> Arrival {
    let (update_id, standing) = (UpdateId::new(update_id), ArrivalState::Pending);
    Arrival { update_id, lane, standing, payload: Bytes::from_static(b"{}") }
}

fn arrivals(update_ids: impl IntoIterator<Item = i64>) -> Vec<Arrival> {
    update_ids.into_iter().map(|id| arrival(id, id % 7)).collect()
}

#[tokio::test]
async fn an_update_that_two_instances_accept_at_once_is_one_row_and_news_for_one() {
    let database = migrated().await;
    let witness = database.connect().await.unwrap();
    let (one, two) = (Intake::new(&url(&database)), Intake::new(&url(&database)));

    for round in 1..=20 {
        let update = arrival(round, 1);
        let (a, b) = tokio::join!(one.accept_one(&update), two.accept_one(&update));
        let outcome = [a.unwrap(), b.unwrap()];

        assert!(outcome.contains(&Stored::New), "{outcome:?}");
        assert!(outcome.contains(&Stored::Known), "{outcome:?}");
        assert_eq!(number(&witness, ROWS).await, round);
    }
}

#[tokio::test]
async fn opposite_orders_of_one_batch_never_hurt_those_who_store_it() {
    let database = migrated().await;
    let (one, two) = (Intake::new(&url(&database)), Intake::new(&url(&database)));

    for round in 0..40 {
        let upward = arrivals(round * 100..round * 100 + 60);
        let downward: Vec<Arrival> = upward.iter().rev().cloned().collect();
        let (a, b) = tokio::join!(one.accept(&upward), two.accept(&downward));

        assert_eq!(a.unwrap() + b.unwrap(), 60, "round {round}");
    }
}

#[tokio::test]
async fn a_batch_is_stored_in_the_order_of_its_numbers() {
    let database = migrated().await;
    let mut first = database.connect().await.unwrap();
    let (other, witness) = (database.connect().await.unwrap(), database.connect().await.unwrap());
    let insert = "insert into inbox (update_id, lane, payload) values";
    let in_the_way = first.transaction().await.unwrap();
    in_the_way.batch_execute(&format!("{insert} (5, 1, '')")).await.unwrap();
    let intake = Intake::new(&url(&database));
    let accepting = tokio::spawn(async move { intake.accept(&arrivals([9, 5, 1])).await });
    waiting(&witness, "trt/work").await;

    // It waits for 5: whoever brings the lower number waits for it, the higher is still free.
    let brief = "set local lock_timeout = '50ms'";
    let lower = other.batch_execute(&format!("begin; {brief}; {insert} (1, 1, '')")).await;
    other.batch_execute("rollback").await.unwrap();
    let higher = other.batch_execute(&format!("begin; {brief}; {insert} (9, 1, '')")).await;
    other.batch_execute("rollback").await.unwrap();
    in_the_way.rollback().await.unwrap();

    assert!(lower.is_err(), "it was stored before");
    assert!(higher.is_ok(), "it comes last: {higher:?}");
    assert_eq!(accepting.await.unwrap().unwrap(), 3);
}

#[tokio::test]
async fn a_batch_that_is_refused_in_passing_is_tried_once_more_and_no_oftener() {
    let database = migrated().await;
    let witness = database.connect().await.unwrap();
    let intake = Intake::new(&url(&database));
    witness.batch_execute("create sequence tries").await.unwrap();
    let cases =
        [("40P01", 1, 2), ("40001", 1, 2), ("23505", 1, 2), ("40P01", 2, 2), ("22000", 1, 1)];

    for (number_of_case, (state, refusals, tries)) in (1..).zip(cases) {
        witness.batch_execute("alter sequence tries restart").await.unwrap();
        let raise = format!("raise exception 'of a test' using errcode = '{state}'");
        let body = format!("if nextval('tries') <= {refusals} then {raise}; end if");
        replace_now(&witness, &body).await;
        let outcome = intake.accept(&arrivals([number_of_case])).await;

        match outcome {
            Ok(stored) => assert_eq!((stored, tries > refusals), (1, true), "{state}"),
            Err(StoreError::Refused(_)) => assert_eq!(tries, refusals, "{state} {refusals}"),
            Err(error) => panic!("{state}: {error}"),
        }
        assert_eq!(number(&witness, "select last_value from tries").await, tries, "{state}");
    }
}

#[tokio::test]
async fn a_poisoned_row_costs_its_neighbours_nothing_when_they_come_one_by_one() {
    let database = migrated().await;
    let witness = database.connect().await.unwrap();
    let poison = "alter table inbox add constraint poisoned check (update_id <> 2)";
    witness.batch_execute(poison).await.unwrap();
    let intake = Intake::new(&url(&database));
    let batch = arrivals([1, 2, 3]);

    let refused = intake.accept(&batch).await;
    assert!(matches!(refused, Err(StoreError::Refused(_))), "{refused:?}");
    assert_eq!(number(&witness, ROWS).await, 0, "all or nothing");
    let mut stored = Vec::new();
    for arrival in &batch {
        stored.push(intake.accept_one(arrival).await.ok());
    }

    assert_eq!(stored, [Some(Stored::New), None, Some(Stored::New)]);
}

#[tokio::test]
async fn a_payload_is_stored_byte_for_byte_whatever_it_is() {
    let database = migrated().await;
    let witness = database.connect().await.unwrap();
    let payloads: [Vec<u8>; 6] = [
        Vec::new(),
        vec![0],
        br#"{"a":"\u0000","b":"\ud800"}"#.to_vec(),
        vec![0xff, 0xfe, 0x00, 0xc3, 0x28],
        b"[".repeat(100_000),
        (0..1_u32 << 20).map(|n| n.wrapping_mul(2_654_435_761).to_be_bytes()[0]).collect(),
    ];
    let batch = payloads.iter().zip(1..).map(|(payload, id)| Arrival {
        payload: Bytes::copy_from_slice(payload),
        ..arrival(id, 1)
    });

    let stored = Intake::new(&url(&database)).accept(&batch.collect::<Vec<_>>()).await.unwrap();

    assert_eq!(stored, 6);
    let rows = witness.query("select payload from inbox order by update_id", &[]).await.unwrap();
    for (row, payload) in rows.iter().zip(&payloads) {
        assert!(row.get::<_, &[u8]>(0) == payload, "{} bytes", payload.len());
    }
}

#[tokio::test]
async fn a_number_that_comes_twice_in_one_batch_is_stored_once() {
    let database = migrated().await;
    let witness = database.connect().await.unwrap();
    let intake = Intake::new(&url(&database));

    let stored = intake.accept(&arrivals([5, 3, 5, 5, 3])).await.unwrap();

    assert_eq!((stored, number(&witness, ROWS).await), (2, 2));
}

#[tokio::test]
async fn only_what_arrives_pending_is_ever_pending() {
    let database = migrated().await;
    let intake = Intake::new(&url(&database));
    let standings = [ArrivalState::Done, ArrivalState::Pending, ArrivalState::Rejected];
    let batch =
        standings.into_iter().zip(1..).map(|(s, id)| Arrival { standing: s, ..arrival(id, 1) });

    let stored = intake.accept(&batch.collect::<Vec<_>>()).await.unwrap();
    let again = intake.accept(&arrivals([1, 3])).await.unwrap();

    let pending = open(&database).await.pending(EVERYTHING).await.unwrap();
    assert_eq!((stored, again), (3, 0));
    assert_eq!(pending.iter().map(|p| p.update_id.get()).collect::<Vec<_>>(), [2]);
}

#[tokio::test]
async fn a_batch_whose_answer_is_lost_is_brought_once_more_and_is_there_once() {
    let database = migrated().await;
    let mut other = database.connect().await.unwrap();
    let witness = database.connect().await.unwrap();
    let (proxy, address) = proxied(&database, "").await;
    let intake = Intake::new(&address);

    // A new session has the statement prepared first, and is cut off there: nothing is stored. One
    // that knows it is cut off when the rows are stored.
    for (first, news) in [(1, 3), (11, 0)] {
        let in_the_way = other.transaction().await.unwrap();
        in_the_way.batch_execute("lock table inbox in exclusive mode").await.unwrap();
        let accepting = intake.clone();
        let accepting =
            tokio::spawn(async move { accepting.accept(&arrivals(first..first + 3)).await });
        waiting(&witness, "trt/work").await;
        let cut = proxy.inject(Fault::CutAfter { way: Way::Down, bytes: 0 });
        in_the_way.commit().await.unwrap();
        let outcome = accepting.await.unwrap();
        cut.heal();

        assert_eq!(outcome.unwrap(), news);
        let rows = format!("{ROWS} where update_id >= {first}");
        assert_eq!(number(&witness, &rows).await, 3);
    }
}

#[tokio::test]
async fn a_batch_that_is_lost_twice_is_an_error_and_can_be_stored_again() {
    let database = migrated().await;
    // As behind a pooler, where a batch has a COMMIT that can be held.
    let (proxy, address) = proxied(&database, "?pgbouncer=true").await;
    let intake = Intake::new(&address);

    for (moment, first, news) in [(Moment::AfterDecision, 1, 0), (Moment::BeforeRequest, 11, 3)] {
        let holds = [proxy.hold_commit(moment, 1), proxy.hold_commit(moment, 2)];
        let cut = async {
            for hold in holds {
                hold.reached(SOON).await.unwrap().cut();
            }
        };
        let batch = arrivals(first..first + 3);
        let (lost, ()) = tokio::join!(intake.accept(&batch), cut);

        assert!(matches!(lost, Err(StoreError::Away(_))), "{moment:?}: {lost:?}");
        assert_eq!(intake.accept(&batch).await.unwrap(), news, "{moment:?}");
    }
}

#[tokio::test]
async fn updates_are_stored_while_everything_else_waits_for_its_session() {
    let database = migrated().await;
    let mut other = database.connect().await.unwrap();
    let witness = database.connect().await.unwrap();
    let intake = Intake::new(&url(&database));
    let in_the_way = other.transaction().await.unwrap();
    in_the_way.batch_execute("lock table attempts, outbox in access exclusive mode").await.unwrap();
    let mut stuck = tokio::task::JoinSet::new();
    for number in 0..12 {
        let intake = intake.clone();
        stuck.spawn(async move {
            match number % 3 {
                0 => drop(intake.ring_doorbell(Uuid::new_v4(), b"a guess", None).await),
                1 => drop(intake.knows_attempt(Uuid::new_v4(), b"a guess").await),
                _ => drop(intake.survey("bot:1").await),
            }
        });
    }
    let stands_still = "select count(*) from pg_stat_activity \
                        where datname = current_database() and wait_event_type = 'Lock'";
    wait::until("somebody who waits", SOON, async || {
        (number(&witness, stands_still).await > 0).then_some(())
    })
    .await
    .unwrap();

    let begun = Instant::now();
    for first in [1, 11, 21] {
        assert_eq!(intake.accept(&arrivals(first..first + 3)).await.unwrap(), 3);
    }

    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
    in_the_way.commit().await.unwrap();
    stuck.join_all().await;
}

#[tokio::test]
async fn an_unreadable_body_is_kept_once_and_counted() {
    let database = migrated().await;
    let witness = database.connect().await.unwrap();
    let intake = Intake::new(&url(&database));

    for body in [b"\0nothing".as_slice(), b"\0nothing", b"\xff"] {
        intake.keep_unreadable(&body[..1], body).await.unwrap();
    }

    let query = "select payload, seen from inbox_unreadable order by hash";
    let rows = witness.query(query, &[]).await.unwrap();
    let kept: Vec<(&[u8], i64)> = rows.iter().map(|row| (row.get(0), row.get(1))).collect();
    assert_eq!(kept, [(b"\0nothing".as_slice(), 2), (b"\xff", 1)]);
}

#[tokio::test]
async fn a_survey_counts_what_waits_up_to_its_bound() {
    let database = migrated().await;
    let witness = database.connect().await.unwrap();
    let intake = Intake::new(&url(&database));
    let fill = "insert into inbox (update_id, lane, payload) \
                select n, n, '' from generate_series(1, 10050) as n; \
                insert into outbox (chat_id, priority, state, epoch, attempt, ended_at, body) \
                select n, 0, n, 1, gen_random_uuid(), case when n in (2, 3, 5, 6) then now() end, '' \
                from generate_series(0, 6) as n";
    witness.batch_execute(fill).await.unwrap();

    let full = intake.survey("bot:1").await.unwrap();
    let done = "update inbox set state = 1, done_at = now() where update_id > 9000";
    witness.batch_execute(done).await.unwrap();
    let less = intake.survey("bot:1").await.unwrap();

    assert_eq!((full.inbox.rows, less.inbox.rows), (10_001, 9_000));
    assert_eq!(less.outbox.rows, 2, "ready or being sent");
}

#[tokio::test]
async fn a_survey_tells_the_age_of_the_oldest_by_the_time_of_the_business() {
    let database = migrated().await;
    let witness = database.connect().await.unwrap();
    let intake = Intake::new(&url(&database));
    let nothing = intake.survey("bot:1").await.unwrap();
    for (hours, update_id) in [(0, 1), (2, 2)] {
        replace_now(&witness, &format!("return timestamptz 'epoch' + interval '{hours} h'")).await;
        intake.accept(&arrivals([update_id])).await.unwrap();
    }

    replace_now(&witness, "return timestamptz 'epoch' + interval '5 h 250 ms'").await;
    let later = intake.survey("bot:1").await.unwrap();
    replace_now(&witness, "return timestamptz 'epoch' - interval '1 h'").await;
    let before = intake.survey("bot:1").await.unwrap();

    assert_eq!((nothing.inbox.rows, nothing.inbox.oldest), (0, None));
    assert_eq!(later.inbox.oldest, Some(Duration::from_millis(5 * 3_600_000 + 250)));
    assert_eq!(before.inbox.oldest, Some(Duration::ZERO), "a clock that went back");
}

#[tokio::test]
async fn a_bell_that_one_instance_rings_is_heard_by_another() {
    let database = migrated().await;
    let mut doorbell = open(&database).await.doorbell().await.unwrap();

    Intake::new(&url(&database)).ring().await.unwrap();

    timeout(SOON, doorbell.rung()).await.unwrap().unwrap();
}
