//! A long history costs nothing: what runs all the time touches as few pages as on the first day.
#![expect(clippy::disallowed_methods, reason = "small files at the start of a test")]

use std::path::Path;

use domain::OutboxId;
use serde_json::Value;
use store::{Ending, PoolSettings, Store};
use testbed::{SOON, wait};
use tokio_postgres::Client;
use uuid::Uuid;

use crate::bench::{Active, app, migrated};

/// Five that wait, spread over what is there.
const WAITING: &str = "insert into inbox (update_id, lane, payload) \
    select n * 4001, n, '{}' from generate_series(1, 5) as n";

/// Twenty thousand that came, waited and were handled, as it happens in real life.
const HISTORY: &str = "insert into inbox (update_id, lane, payload) \
    select n, n % 997, convert_to(repeat('x', 300), 'utf8') from generate_series(1, 20000) as n \
    where n % 4001 <> 0; \
    update inbox set state = 1, done_at = trt_now(), done_epoch = 1";

const TIDY: &str = "vacuum analyze inbox";

/// How many pages more are small change: two for each of five rows.
const FEW: i64 = 10;

/// The checked query with this fragment in it.
fn query(fragment: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.sqlx");
    let files = std::fs::read_dir(folder).unwrap();
    let queries = files.map(|file| {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        let described: Value = serde_json::from_str(&text).unwrap();
        described["query"].as_str().unwrap().to_owned()
    });
    let mut found: Vec<String> = queries.filter(|query| query.contains(fragment)).collect();
    assert_eq!(found.len(), 1, "one query contains {fragment:?}");
    found.remove(0)
}

/// The arguments of a query in each turn: what was written in one is rolled back, and would be
/// stumbled over in the next.
type Arguments = fn(u32) -> String;

/// Runs a query under both ways of planning and gives the plans; what it writes is rolled back.
async fn plans(client: &Client, query: &str, arguments: Arguments) -> [Value; 2] {
    let (mut plans, mut turns) = ([Value::Null, Value::Null], 0..);
    for (mode, plan) in ["force_custom_plan", "force_generic_plan"].into_iter().zip(&mut plans) {
        let prepare = format!(
            "begin; set local plan_cache_mode = {mode}; set local jit = off; \
             prepare measured as {query}"
        );
        client.batch_execute(&prepare).await.unwrap();
        // The first run fills the caches of the session. One may meet them emptied by what others
        // do to the server's catalogs: of the rest, the cheapest counts.
        let mut measured = Vec::new();
        for _ in 0..3 {
            let arguments = arguments(turns.next().unwrap());
            let run =
                format!("explain (analyze, buffers, format json) execute measured {arguments}");
            client.batch_execute("savepoint before").await.unwrap();
            measured.push(explained(client, &run).await);
            client.batch_execute("rollback to before").await.unwrap();
        }
        client.batch_execute("rollback; deallocate measured").await.unwrap();
        *plan = measured.into_iter().skip(1).min_by_key(pages).unwrap();
    }
    plans
}

/// The plan that a query with `explain` tells of.
async fn explained(client: &Client, query: &str) -> Value {
    let rows = client.simple_query(query).await.unwrap();
    let text = rows.iter().find_map(|message| match message {
        tokio_postgres::SimpleQueryMessage::Row(row) => row.get(0).map(str::to_owned),
        _ => None,
    });
    serde_json::from_str::<Value>(&text.unwrap()).unwrap()[0]["Plan"].take()
}

/// How many pages a plan touched, in memory or not.
fn pages(plan: &Value) -> i64 {
    ["Shared Hit Blocks", "Shared Read Blocks"].iter().filter_map(|key| plan[key].as_i64()).sum()
}

/// Holds a query on a long history against the same on the first day.
async fn stays_cheap(query: &str, arguments: Arguments) -> [Value; 2] {
    let database = migrated().await;
    let client = database.connect().await.unwrap();
    client.batch_execute(WAITING).await.unwrap();
    client.batch_execute(TIDY).await.unwrap();
    // A table of one page would be read from end to end, which compares with nothing.
    client.batch_execute("set enable_seqscan = off").await.unwrap();
    let young = plans(&client, query, arguments).await;
    client.batch_execute("reset enable_seqscan; truncate inbox").await.unwrap();
    client.batch_execute(HISTORY).await.unwrap();
    client.batch_execute(WAITING).await.unwrap();
    client.batch_execute(TIDY).await.unwrap();
    let old = plans(&client, query, arguments).await;

    for (young, old) in young.iter().zip(&old) {
        let (before, now) = (pages(young), pages(old));
        assert!(now <= before * 3 / 2 + FEW, "{now} pages instead of {before}: {old:#}");
    }
    old
}

#[tokio::test]
async fn looking_for_pending_updates_costs_what_is_pending_and_uses_their_index() {
    let look = query("with recursive lanes");
    let arguments: Arguments = |_| "(-9223372036854775808, '{}', 64, 32, 512)".to_owned();

    for plan in stays_cheap(&look, arguments).await {
        assert_eq!(plan["Actual Rows"].as_f64(), Some(5.0), "{plan:#}");
        let text = plan.to_string();
        assert!(text.contains(r#""Index Name":"inbox_pending""#), "{plan:#}");
        assert!(!text.contains("Seq Scan"), "{plan:#}");
    }
}

#[tokio::test]
async fn accepting_updates_costs_what_arrives() {
    let accept = query("where not exists (select from inbox where inbox.update_id");
    let arguments: Arguments = |turn| {
        let ids = [1, 2, 3, 4, 5].map(|n| (30_000 + 10 * turn + n).to_string()).join(",");
        format!(
            "('{{{ids}}}', '{{1,2,3,4,5}}', '{{0,0,0,0,0}}', \
             array['a', 'b', 'c', 'd', 'e']::bytea[])"
        )
    };

    stays_cheap(&accept, arguments).await;
}

#[tokio::test]
async fn a_plan_made_beside_an_empty_outbox_reads_single_rows_of_a_full_one() {
    let mut active = Active::on_a_new_database().await;
    let one_session = PoolSettings { connections: 1, ..PoolSettings::default() };
    active.store = Store::open(&app(&active.database), one_session).await.unwrap();
    let say = async |id| {
        let (id, attempt) = (OutboxId::new(id), Uuid::new_v4());
        let claimed =
            active.does(async |tx| tx.outbox().claim_outgoing(&[(id, attempt)]).await).await;
        assert_eq!(claimed, [id]);
        let ending = [(id, attempt, Ending::Sent(None))];
        active.does(async |tx| tx.outbox().end_outgoing(&ending).await).await;
    };
    let fill = |rows| {
        format!(
            "insert into outbox (chat_id, priority, body) \
             select n, 0, '{{}}' from generate_series(1, {rows}) as n"
        )
    };

    active.witness.batch_execute(&fill(1)).await.unwrap();
    active.witness.batch_execute("analyze outbox").await.unwrap();
    say(1).await;
    active.witness.batch_execute(&fill(5_000)).await.unwrap();
    say(5_001).await;

    // A session tells what it read when it ends.
    active.store.close().await;
    let read = wait::until("the session to end", SOON, async || {
        let read = "select coalesce(seq_tup_read + idx_tup_fetch, 0) from pg_stat_user_tables \
                    where relname = 'outbox'";
        let ended = "select count(*) from pg_stat_activity \
                     where application_name = 'trt/work' and datname = current_database()";
        (active.number(ended).await == 0).then_some(active.number(read).await)
    });
    let read = read.await.unwrap();
    assert!((4..100).contains(&read), "{read} rows were read to say two");
}
