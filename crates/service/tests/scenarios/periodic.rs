//! Periodic work goes by rows and by the time of the business, whichever process does it.

use simulator::world::{PATIENCE, World};
use testbed::server::connect;
use testbed::wait;
use tokio_postgres::Client;

use crate::path;

/// One row of everything that leaves, and of what must not, all written today.
const PLANTED: &str = "
insert into conversations (person_id) values (7), (8);
insert into dead_letters (
    reference, inbox_id, update_id, lane, attempts, problem, epoch, received_at, payload
)
values ('PLANTED2', -1, -1, 7, 5, 'poison', 1, now(), '');
insert into notices (chat_id, noticed_at) values (7, now());
insert into leader_request (name, epoch, requested_by, requested_at) values ('x', 1, 'me', now());
insert into operator_requests (id, kind, subject, reason, requested_by, expires_at)
values (gen_random_uuid(), 'dead-drop', 'u1', 'no', 'me', now() - interval '1 hour');
insert into inbox_unreadable (hash, payload) values ('a', 'b');
insert into doorbells (attempt_id) values (gen_random_uuid());
insert into inbox (update_id, lane, state, done_at, payload) values (-1, 7, 1, now(), '');
insert into outbox (chat_id, priority, state, body) values (7, 0, 4, '{}');
insert into generations (
    person_id, chat_id, inbox_id, quote_id, model, input, price, cost, state, deadline_at, result,
    ended_at
)
values (8, 8, -2, gen_random_uuid(), 'z', '{}', 0, 0, 'succeeded', now(), '{}', now());
insert into outbox (chat_id, priority, state, body, generation_id)
select 8, 1, 4, '{}', id from generations;
";

/// What is left of it.
const LEFT: &str = "
select
    (select count(*) from dead_letters)
    + (select count(*) from notices)
    + (select count(*) from leader_request)
    + (select count(*) from operator_requests)
    + (select count(*) from inbox_unreadable)
    + (select count(*) from doorbells)
    + (select count(*) from inbox where update_id = -1)
    + (select count(*) from outbox where chat_id = 7 and state = 4)";

async fn witness(world: &World) -> Client {
    connect(&world.database_url()).await.unwrap()
}

/// Moves the time of the business.
async fn later(witness: &Client, by: &str) {
    let text = format!(
        "create or replace function trt_now() returns timestamptz language sql stable \
         return now() + interval '{by}'"
    );
    witness.batch_execute(&text).await.unwrap();
}

/// Waits until a query gives this number.
async fn becomes(witness: &Client, query: &str, number: i64) {
    let reached = wait::until(query, PATIENCE, async || {
        let row = witness.query_one(query, &[]).await.unwrap();
        (row.get::<_, i64>(0) == number).then_some(())
    });
    reached.await.unwrap();
}

#[tokio::test]
async fn every_periodic_work_is_done_when_the_calendar_says_so_and_old_rows_leave() {
    let world = World::build(path::program()).with_roles().start().await;
    let witness = witness(&world).await;
    let waiting = "select count(*) from periodic_work where last_run_at is null";
    becomes(&witness, "select least(count(*), 12) from periodic_work", 12).await;
    becomes(&witness, waiting, 0).await;
    witness.batch_execute(PLANTED).await.unwrap();

    // A new instance takes over, and what was done lately is not done again.
    let hourly = "select max(last_run_at)::text from periodic_work where name = 'forget-notices'";
    let before: String = witness.query_one(hourly, &[]).await.unwrap().get(0);
    world.stops_active().await;
    world.active().await;
    later(&witness, "2 minutes").await;
    let sealed = "select count(*) from periodic_work \
                  where name = 'seal-books' and last_run_at > now() + interval '90 seconds'";
    becomes(&witness, sealed, 1).await;
    let after: String = witness.query_one(hourly, &[]).await.unwrap().get(0);
    assert_eq!(before, after);

    later(&witness, "1 year").await;
    let behind = "select count(*) from periodic_work \
                  where last_run_at < now() + interval '364 days' or last_problem is not null";
    becomes(&witness, behind, 0).await;
    becomes(&witness, LEFT, 0).await;
    let owed = "select count(*) from outbox where chat_id = 8 and state = 4";
    becomes(&witness, owed, 1).await;
    let parked = "select problem from outbox where chat_id = 7 and state = 3";
    let problem: String = witness.query_one(parked, &[]).await.unwrap().get(0);
    assert_eq!(problem, "parked for 90 days", "and an operator can see it");
}

#[tokio::test]
async fn work_that_fails_is_put_off_with_its_problem_and_holds_up_nothing_else() {
    let world = World::build(path::program()).instances(1).start().await;
    let witness = witness(&world).await;
    let waiting = "select count(*) from periodic_work where last_run_at is null";
    becomes(&witness, "select least(count(*), 12) from periodic_work", 12).await;
    becomes(&witness, waiting, 0).await;
    witness.batch_execute("alter table notices rename to gone").await.unwrap();

    later(&witness, "2 hours").await;
    let failed = "select count(*) from periodic_work where name = 'forget-notices' \
                  and failures >= 1 and last_problem like '%notices%' and next_run_at > trt_now()";
    becomes(&witness, failed, 1).await;
    let others = "select count(*) from periodic_work where name not in ('forget-notices', 'daily-digest') \
                  and (last_run_at < now() + interval '119 minutes' or last_problem is not null)";
    becomes(&witness, others, 0).await;

    witness.batch_execute("alter table gone rename to notices").await.unwrap();
    later(&witness, "4 hours").await;
    let well = "select count(*) from periodic_work where name = 'forget-notices' \
                and failures = 0 and last_problem is null";
    becomes(&witness, well, 1).await;
    // What was set ahead for good is not waited for once the clock is set right.
    later(&witness, "1 minute").await;
    let again = "select count(*) from periodic_work where last_run_at > trt_now()";
    becomes(&witness, again, 0).await;
    world.ends_well().await;
}
