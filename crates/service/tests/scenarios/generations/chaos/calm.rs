//! After the storm: nothing breaks any more, and time passes until everything has ended.
//!
//! ```text
//!   pauses pass, all is begun ──> KIE ends it, it is brought ──> deadlines pass ──> late results come
//! ```
//!
//! Time is moved in steps, so that nothing is given up that only had to be tried again.

use std::time::Duration;

use simulator::world::{PATIENCE, World};
use testbed::server::connect;
use testbed::wait;
use tokio_postgres::Client;

/// Longer than any pause after a refusal, but shorter than any deadline; past every deadline; and when
/// late results have been asked for.
const PAUSES: &str = "45 seconds";
const DEADLINES: &str = "2 hours";
const LATER: &str = "3 hours";

/// How long any of this may take.
const LONG: Duration = PATIENCE.saturating_mul(2);

/// What is not begun, or is being begun.
const WAITING: &str = "select count(*) from generations where state = 'requested' or exists ( \
    select from attempts where generation_id = generations.id and attempts.state = 'submitting')";

/// What KIE has ended, and nobody has heard of.
const UNHEARD: &str =
    "select count(*) from attempts where state = 'submitted' and task_id = any ($1)";

/// What has not ended, or has not been brought.
const ALIVE: &str =
    "select count(*) from generations where ended_at is null or state = 'succeeded'";

/// What KIE has ended, and we have given up.
const LATE: &str = "select count(*) from attempts where state = 'lost' and task_id = any ($1)";

/// Calls that began before time was last moved.
const UNDER_WAY: &str =
    "select count(*) from outbox where state = 1 and claimed_at < trt_now() - interval '2 minutes'";

/// Waits until every generation has ended, and what was late has come.
pub(super) async fn comes(world: &World) {
    world.active().await;
    let client = connect(&world.database_url()).await.unwrap();
    time_passes(&client, PAUSES).await;
    none_is_left(&client, "orders that are not begun", WAITING, None).await;
    world.kie.advance(Duration::from_secs(3_600));
    let tasks = world.kie.tasks();
    let ended: Vec<String> =
        tasks.into_iter().filter(|task| task.state.is_final()).map(|task| task.id).collect();
    none_is_left(&client, "results that nobody looked at", UNHEARD, Some(&ended)).await;
    time_passes(&client, DEADLINES).await;
    none_is_left(&client, "generations without an end", ALIVE, None).await;
    time_passes(&client, LATER).await;
    none_is_left(&client, "late results", LATE, Some(&ended)).await;
    // A call that was under way when time was moved looks like one that takes for hours.
    none_is_left(&client, "calls from before", UNDER_WAY, None).await;
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

async fn time_passes(client: &Client, interval: &str) {
    let later = format!(
        "create or replace function trt_now() returns timestamptz language sql stable \
         as $$ select now() + interval '{interval}' $$"
    );
    client.batch_execute(&later).await.unwrap();
}

/// What is still alive, for whoever reads why a test failed.
async fn alive(client: &Client) -> Vec<String> {
    let alive = "select format('generation %s: %s, attempt %s, due %s', generations.id, \
        generations.state, attempts.state, attempts.next_look_at - trt_now()) \
        from generations left join attempts on attempts.generation_id = generations.id \
        where generations.ended_at is null or generations.state = 'succeeded'";
    client.query(alive, &[]).await.unwrap().iter().map(|row| row.get(0)).collect()
}
