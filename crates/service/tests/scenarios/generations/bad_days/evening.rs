//! The evening of a day: time passes in steps until everything has ended.
//!
//! ```text
//!   pauses pass ──> deadlines pass: what never ended is given up ──> some of it comes all the same
//! ```

use std::time::Duration;

use domain::Offers;
use simulator::world::{PATIENCE, World};
use testbed::wait;
use tokio_postgres::Client;

use testbed::draws::Draws;

/// Past every pause; past every deadline, of waiting and of being made; past every look at what was given up.
const PAUSES: u32 = 60;
const DEADLINES: u32 = 3 * 3_600;
const LATER: u32 = 4 * 3_600;

const LONG: Duration = PATIENCE.saturating_mul(2);

/// What is about to be begun: nothing holds it up, and there is room for it among what may be lost in a day.
fn beginning() -> String {
    let offers = Offers::built_in().unwrap();
    let (most, zone) = (offers.losses.most.get(), offers.time_zone.as_str());
    format!(
        "with stake as ( \
            select coalesce((select credits from loss_days \
                    where day = (trt_now() at time zone '{zone}')::date), 0) \
                + coalesce((select sum(cost) from generations where exists ( \
                    select from attempts where generation_id = generations.id \
                        and attempts.state in ('submitting', 'submitted', 'ambiguous'))), 0) \
                + coalesce((select sum(cost) from generations where state = 'succeeded'), 0) as credits) \
        select count(*) from generations, stake where exists ( \
            select from attempts where generation_id = generations.id and attempts.state = 'submitting') \
        or (state = 'requested' and coalesce(not_before, trt_now()) <= trt_now() \
            and deadline_at > trt_now() and generations.cost + stake.credits <= {most} \
            and not exists (select from closed_now \
                where subject in ('*', generations.model, generations.variant) \
                    or generations.cost > above))"
    )
}

/// What has not ended, or is on its way to somebody who can be reached; what cannot be delivered has its end
/// only when it is paid back.
const ALIVE: &str = "select count(*) from generations where ended_at is null \
    or (state = 'succeeded' and failure is null and not exists ( \
        select from outbox where outbox.generation_id = generations.id and outbox.state = 4))";

/// What KIE has ended, and we have given up.
const LATE: &str = "select count(*) from attempts where state = 'lost' and task_id = any ($1)";

/// The clock of the business shows so many seconds after the beginning of a day.
///
/// It jumps between two transactions of the active instance, and while nothing waits to be handled or is
/// being said: that would seem to take as long as the jump.
pub(super) async fn clock_shows(client: &Client, day: usize, seconds: u32) {
    let later = format!(
        "create or replace function trt_now() returns timestamptz language sql stable \
         as $$ select now() + interval '{day} days {seconds} seconds' $$; \
         commit"
    );
    let jumped = wait::until("a quiet moment", LONG, async || {
        let lock = "begin; select pg_advisory_xact_lock(leader_fence_key(name)) from leader_term";
        client.batch_execute(lock).await.unwrap();
        let busy = "select exists (select from outbox where state = 1) \
            or exists (select from inbox where state = 0)";
        if client.query_one(busy, &[]).await.unwrap().get(0) {
            client.batch_execute("rollback").await.unwrap();
            return None;
        }
        client.batch_execute(&later).await.unwrap();
        Some(())
    });
    jumped.await.unwrap();
}

/// Waits until every generation of the day has ended, and what was late has come.
pub(super) async fn falls(world: &World, client: &Client, day: usize, draws: &mut Draws) {
    clock_shows(client, day, PAUSES).await;
    none_is_left(client, "orders that are not begun", &beginning(), None).await;
    clock_shows(client, day, DEADLINES).await;
    none_is_left(client, "generations without an end", ALIVE, None).await;
    let tasks = world.kie.tasks();
    for task in tasks.iter().filter(|task| !task.state.is_final()) {
        match draws.below(3) {
            0 => world.kie.fails(&task.id, "501", "Generation failed."),
            _ => world.kie.finishes(&task.id),
        }
    }
    let ended: Vec<String> = tasks.into_iter().map(|task| task.id).collect();
    clock_shows(client, day, LATER).await;
    none_is_left(client, "late results", LATE, Some(&ended)).await;
    none_is_left(client, "results on their way", ALIVE, None).await;
}

/// Waits until a count has come down to nothing.
async fn none_is_left(client: &Client, what: &str, count: &str, tasks: Option<&Vec<String>>) {
    let nothing = wait::until(what, LONG, async || {
        let row = match tasks {
            Some(tasks) => client.query_one(count, &[tasks]).await,
            None => client.query_one(count, &[]).await,
        };
        (row.unwrap().get::<_, i64>(0) == 0).then_some(())
    });
    if let Err(error) = nothing.await {
        panic!("{error}: {:#?}", alive(client).await);
    }
}

/// What is still alive, for whoever reads why a test failed.
async fn alive(client: &Client) -> Vec<String> {
    let alive = "select format('generation %s of %s: %s, attempt %s, due %s, delayed by %s until %s', \
        generations.id, generations.model, generations.state, attempts.state, \
        attempts.next_look_at - trt_now(), delay, not_before - trt_now()) \
        from generations left join attempts on attempts.generation_id = generations.id \
        where generations.ended_at is null or generations.state = 'succeeded' \
            or attempts.state = 'lost' \
        order by generations.ended_at desc limit 50";
    client.query(alive, &[]).await.unwrap().iter().map(|row| row.get(0)).collect()
}
