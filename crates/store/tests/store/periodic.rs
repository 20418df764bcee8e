//! Periodic work as rows, and what leaves the tables by the time of the business.

use std::time::Duration;

use store::{Batch, LeaderTx, StoreError};

use crate::bench::{Active, waiting};

const MINUTE: Duration = Duration::from_secs(60);
const NAME: &str = "tidy";

impl Active {
    async fn knows(&self, name: &str) {
        self.does(async |tx| tx.upkeep().know_work(&[name]).await).await;
    }

    /// Forgets so many rows at most, again and again; how many went in all.
    async fn forgets(
        &self,
        forget: impl AsyncFn(&mut LeaderTx<'_>) -> Result<u64, StoreError>,
    ) -> u64 {
        let mut gone = 0;
        loop {
            let some = self.does(async |tx| forget(tx).await).await;
            gone += some;
            if some == 0 {
                return gone;
            }
        }
    }
}

#[tokio::test]
async fn work_is_due_by_the_calendar_and_after_its_pause() {
    let active = Active::on_a_new_database().await;
    let due = async || active.store.due_work().await.unwrap();
    active.knows(NAME).await;
    assert_eq!(due().await, [NAME], "at once");

    active.does(async |tx| tx.upkeep().work_done(NAME, MINUTE).await).await;
    active.knows(NAME).await;
    assert_eq!(due().await, [""; 0], "to know it again changes nothing");
    active.later("61 seconds").await;
    assert_eq!(due().await, [NAME]);

    active.later("1 year").await;
    active.does(async |tx| tx.upkeep().work_done(NAME, MINUTE).await).await;
    active.later("1 minute").await;
    assert_eq!(due().await, [NAME], "a clock that was a year ahead is not waited for");
}

#[tokio::test]
async fn of_two_that_want_to_do_it_one_does_and_a_deposed_one_never() {
    let mut active = Active::on_a_new_database().await;
    active.knows(NAME).await;
    let (mut first, mut second) = (active.begin().await, active.begin().await);
    assert!(first.upkeep().take_work(NAME).await.unwrap());

    let finish = async {
        waiting(&active.witness, "trt/work").await;
        first.upkeep().work_done(NAME, MINUTE).await.unwrap();
        first.commit().await.unwrap();
    };
    let (taken, ()) = tokio::join!(async { second.upkeep().take_work(NAME).await }, finish);

    assert!(!taken.unwrap(), "it was done while the second one waited");
    second.rollback().await;
    let deposed = active.hands_over().await;
    let refused = active.store.begin(&deposed).await;
    assert!(matches!(refused, Err(StoreError::TermOver)), "{refused:?}");
}

#[tokio::test]
async fn what_fails_is_put_off_for_longer_each_time_and_forgiven_once_it_is_done() {
    let active = Active::on_a_new_database().await;
    active.knows(NAME).await;
    let pause = "select extract(epoch from next_run_at - last_run_at)::bigint from periodic_work";
    let mut pauses = Vec::new();
    for _ in 0..4 {
        active
            .does(async |tx| tx.upkeep().put_off_work(NAME, "no", MINUTE, 5 * MINUTE).await)
            .await;
        pauses.push(active.number(pause).await);
    }
    assert_eq!(pauses, [60, 120, 240, 300]);
    let shown = "select count(*) from periodic_work where failures = 4 and last_problem = 'no'";
    assert_eq!(active.number(shown).await, 1);

    active.does(async |tx| tx.upkeep().work_done(NAME, MINUTE).await).await;

    let forgiven = "select count(*) from periodic_work where failures = 0 and last_problem is null";
    assert_eq!(active.number(forgiven).await, 1);
}

#[tokio::test]
async fn dead_letters_stay_until_an_operator_had_time_to_see_them() {
    let active = Active::on_a_new_database().await;
    let letters = "insert into dead_letters (reference, inbox_id, update_id, lane, attempts, \
                   problem, epoch, received_at, set_aside_at, payload, ended_at, ended_as) \
                   select 'R' || days, days, days, 7, 5, 'p', 1, now(), \
                          now() - make_interval(days => days), '', \
                          now() - make_interval(days => ended), \
                          case when ended is not null then 'dropped' end \
                   from (values (89, null), (91, null), (20, 13), (21, 15)) as one (days, ended)";
    active.witness.batch_execute(letters).await.unwrap();

    assert_eq!(active.forgets(async |tx| tx.upkeep().forget_dead_letters(1).await).await, 2);

    let left = "select sum(inbox_id)::bigint from dead_letters";
    assert_eq!(active.number(left).await, 89 + 20);
}

/// People who do not come back: one owed nothing, one owed a result, one whose result was given up.
const PARKED: &str = "
insert into conversations (person_id) values (7);
insert into generations (
    person_id, chat_id, inbox_id, quote_id, model, input, price, cost, state, deadline_at, result,
    ended_at, failure
)
values
    (7, 7, 1, gen_random_uuid(), 'z', '{}', 0, 0, 'succeeded', now(), '{}', now(), null),
    (7, 7, 2, gen_random_uuid(), 'z', '{}', 0, 0, 'succeeded', now(), '{}', now(), 'undelivered');
insert into outbox (chat_id, priority, state, body, generation_id, created_at)
values
    (7, 0, 4, '', null, now() - interval '89 days'),
    (7, 0, 4, '', null, now() - interval '91 days'),
    (7, 1, 4, '', 1, now() - interval '400 days'),
    (7, 1, 4, '', 2, now() - interval '91 days');
";

#[tokio::test]
async fn what_was_parked_for_long_dies_visibly_and_a_result_that_is_owed_does_not() {
    let active = Active::on_a_new_database().await;
    active.witness.batch_execute(PARKED).await.unwrap();

    assert_eq!(active.forgets(async |tx| tx.upkeep().end_parked(1).await).await, 2);

    let dead = "select sum(id)::bigint from outbox where state = 3 and ended_at is not null \
                and problem = 'parked for 90 days'";
    assert_eq!(active.number(dead).await, 2 + 4);
    let week = Batch { age: 7 * 24 * 60 * MINUTE, after: 0, rows: 9 };
    let gone = active.does(async |tx| tx.outbox().forget_outgoing(week).await).await;
    assert_eq!(gone.rows, 0, "an operator has 90 days to see it");
    active
        .witness
        .batch_execute("update outbox set dropped_at = now() where id = 2")
        .await
        .unwrap();
    active.later("15 days").await;
    assert_eq!(active.does(async |tx| tx.outbox().forget_outgoing(week).await).await.rows, 1);
    active.later("91 days").await;
    assert_eq!(active.does(async |tx| tx.outbox().forget_outgoing(week).await).await.rows, 1);
    assert_eq!(active.number("select count(*) from outbox").await, 2);
}

#[tokio::test]
async fn of_the_terms_of_a_lock_the_last_thousand_stay_however_old() {
    let active = Active::on_a_new_database().await;
    let terms = "insert into leader_history \
                 (name, timeline, epoch, event, reason, holder, instance, at) \
                 select name, 1, n, 'claimed', 'free', gen_random_uuid(), 'i', \
                        now() - interval '200 days' + make_interval(hours => n::int) \
                 from generate_series(1, 1005) as n, (values ('x'), ('y')) as one (name)";
    active.witness.batch_execute(terms).await.unwrap();

    assert_eq!(active.forgets(async |tx| tx.upkeep().forget_terms(4).await).await, 10);

    let left = "select min(epoch) from leader_history where name in ('x', 'y')";
    assert_eq!(active.number(left).await, 6, "the oldest went");
    let young = "update leader_history set at = now() where name = 'x'; \
                 insert into leader_history \
                 select 'x', 1, 5, event, reason, holder, instance, now() - interval '89 days' \
                 from leader_history where name = 'x' and epoch = 6";
    active.witness.batch_execute(young).await.unwrap();
    assert_eq!(
        active.forgets(async |tx| tx.upkeep().forget_terms(4).await).await,
        0,
        "90 days stay as well"
    );
}

/// Two of each, one of them old.
const OLD_AND_NEW: &str = "
insert into notices (chat_id, noticed_at)
values (1, now() - interval '25 hours'), (2, now() - interval '23 hours');
insert into leader_request (name, epoch, requested_by, requested_at)
values ('x', 1, 'me', now() - interval '8 days'), ('x', 2, 'me', now() - interval '6 days');
insert into operator_requests (id, kind, subject, reason, requested_by, requested_at, expires_at)
values
    (gen_random_uuid(), 'k', 's', 'r', 'me', now() - interval '91 days', now()),
    (gen_random_uuid(), 'k', 's', 'r', 'me', now() - interval '89 days', now());
";

#[tokio::test]
async fn notices_and_requests_leave_by_their_age() {
    let active = Active::on_a_new_database().await;
    active.witness.batch_execute(OLD_AND_NEW).await.unwrap();

    let gone = [
        active.forgets(async |tx| tx.upkeep().forget_notices(9).await).await,
        active.forgets(async |tx| tx.upkeep().forget_handovers(9).await).await,
        active.forgets(async |tx| tx.upkeep().forget_requests(9).await).await,
    ];

    assert_eq!(gone, [1, 1, 1]);
}

/// Attempts that are alive, over, lost for good and lost but still looked at, each with a ring.
const RINGS: &str = "
insert into conversations (person_id) values (7);
insert into generations (
    person_id, chat_id, inbox_id, quote_id, model, input, price, cost, state, deadline_at, result,
    ended_at
)
values (7, 7, 1, gen_random_uuid(), 'z', '{}', 0, 0, 'succeeded', now(), '{}', now());
insert into attempts (id, generation_id, no, token, state, epoch, ended_at, next_look_at)
select
    md5(no::text)::uuid, 1, no, '', state, 1,
    case when state <> 'submitted' then now() - interval '2 days' end,
    case when state = 'submitted' or no = 4 then now() end
from (values (1, 'submitted'), (2, 'failed'), (3, 'lost'), (4, 'lost')) as one (no, state);
insert into doorbells (attempt_id, rung_at)
select id, now() - interval '2 days' from attempts;
";

#[tokio::test]
async fn rings_leave_once_nobody_looks_at_their_attempts() {
    let active = Active::on_a_new_database().await;
    active.witness.batch_execute(RINGS).await.unwrap();

    assert_eq!(active.forgets(async |tx| tx.upkeep().forget_rings(1).await).await, 2);

    let left = "select sum(attempts.no)::bigint from doorbells \
                inner join attempts on attempts.id = doorbells.attempt_id";
    assert_eq!(active.number(left).await, 1 + 4);
}
