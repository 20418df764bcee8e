//! What is open, late or unsettled, as every instance reads it in numbers; and what a transaction tells whoever counts.
#![expect(clippy::disallowed_methods, reason = "small files at the start of a test")]

use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

use domain::AdminAction;
use domain::ledger::Actor;
use serde_json::Value;
use store::{Deed, LoggedAction, StoreError, Told, TxEnd};

use crate::bench::{Active, end, migrated, open};

/// As a session of ours plans.
const PLANS: &str = "set plan_cache_mode = force_generic_plan; set enable_seqscan = off; \
    set enable_bitmapscan = off; set enable_hashjoin = off; set enable_mergejoin = off; set jit = off";

/// Rows of the past, of which none is to be counted, and a few that are open.
const PAST_AND_OPEN: &str = "set session_replication_role = replica; \
    insert into generations (number, person_id, chat_id, inbox_id, quote_id, model, input, price, cost, state, \
        deadline_at, created_at, ended_at, result, delivered_at, failure) \
    select 1, n, n, n, gen_random_uuid(), 'z-image', '{}', 0, 0, state, trt_now(), \
        trt_now() - age, case when state in ('succeeded', 'delivered', 'failed') then trt_now() - age end, '{}', \
        case when state = 'delivered' then trt_now() end, failure \
    from (values \
        (1, 'requested', interval '10 seconds', null), (2, 'requested', '20 seconds', null), \
        (3, 'submitted', '5 minutes', null), (4, 'succeeded', '1 minute', null), \
        (5, 'succeeded', '3 days', 'undelivered'), (6, 'delivered', '1 day', null), (7, 'failed', '1 day', 'empty') \
    ) as one (n, state, age, failure); \
    insert into holds (person_id, generation_id, amount, from_bonus, from_paid, state, created_at, expires_at, ended_at) \
    values (1, 1, 5, 0, 5, 0, trt_now() - interval '30 seconds', trt_now(), null), \
        (2, 2, 5, 0, 5, 1, trt_now() - interval '1 day', trt_now(), trt_now()); \
    insert into operator_watches (subject, state, since, told) \
    values ('audit:I3', 'broken', trt_now(), true), ('audit:I4', 'broken', trt_now(), false), \
        ('audited', 'done', trt_now() - interval '2 minutes', true), ('kie', 'busy', trt_now(), true); \
    insert into differences (kind, subject, details, shown_at) \
    values ('kie-credits', 'credits', '', trt_now()), ('kie-credits', 'of a moment', '', null); \
    insert into reconciliations (asked_by, pages, transactions, imported, returned, open_differences, took_ms, \
        problem, epoch, ended_at) \
    values ('hour', 1, 1, 0, 0, 0, 1, null, 1, trt_now() - interval '2 hours'), \
        ('hour', 1, 1, 0, 0, 0, 1, 'KIE: no answer', 1, trt_now() - interval '1 hour'), \
        ('hour', 1, 1, 0, 0, 0, 1, 'no answer in time', 1, trt_now()); \
    insert into periodic_work (name, next_run_at) \
    values ('late', trt_now() - interval '1 minute'), ('early', trt_now() + interval '1 minute'); \
    set session_replication_role = origin";

fn is_about(found: Option<Duration>, expected: u64) {
    let seconds = found.unwrap().as_secs();
    assert!((expected..expected + 30).contains(&seconds), "{seconds} s and not {expected}");
}

#[tokio::test]
async fn what_is_open_is_counted_and_what_has_ended_is_not() {
    let active = Active::on_a_new_database().await;
    let nothing = active.intake.stocks("bot:1").await.unwrap();
    assert_eq!((nothing.generations.len(), nothing.holds.rows, nothing.audited), (0, 0, None));
    assert_eq!((nothing.reconciled_telegram, nothing.reconciled_kie), (None, None));
    active.witness.batch_execute(PAST_AND_OPEN).await.unwrap();

    let stocks = active.intake.stocks("bot:1").await.unwrap();

    let open: Vec<_> = stocks.generations.iter().map(|one| (&*one.state, one.depth.rows)).collect();
    assert_eq!(open, [("requested", 2), ("submitted", 1), ("succeeded", 1)]);
    is_about(stocks.generations[0].depth.oldest, 20);
    is_about(stocks.generations[2].depth.oldest, 60);
    assert_eq!((stocks.holds.rows, stocks.findings, stocks.differences), (1, 1, 1));
    is_about(stocks.holds.oldest, 30);
    is_about(stocks.audited, 120);
    is_about(stocks.reconciled_telegram, 3_600);
    is_about(stocks.reconciled_kie, 7_200);
    let late = |name: &str| stocks.late_work.iter().find(|(work, _)| work == name).map(|one| one.1);
    is_about(late("late"), 60);
    assert_eq!(late("early"), Some(Duration::ZERO));
    assert!(active.intake.bytes().await.unwrap() > 1_000_000);
}

#[tokio::test]
async fn how_long_nobody_led_is_known_by_the_history_after_an_orderly_end_alone() {
    let mut active = Active::on_a_new_database().await;
    let name = active.term.name().to_owned();
    assert_eq!(active.intake.stocks(&name).await.unwrap().gap, None, "nobody was before");

    active.hands_over().await;
    let gap = active.intake.stocks(&name).await.unwrap().gap;
    assert!(gap.unwrap() < Duration::from_secs(30), "{gap:?}");

    active.is_replaced_without_a_seal().await;
    assert_eq!(active.intake.stocks(&name).await.unwrap().gap, None, "nobody knows when it died");
}

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

#[tokio::test]
async fn what_is_open_is_read_along_indexes_of_what_is_open() {
    let database = migrated().await;
    let client = database.connect().await.unwrap();
    client.batch_execute(PLANS).await.unwrap();
    let table: [(&str, &str, &[&str]); 5] = [
        (
            "from holds\n                where state = 0\n                limit",
            "(10001)",
            &["holds_open"],
        ),
        (
            "starts_with(subject, 'audit:')\n                        and told",
            "",
            &["differences_open", "reconciliations_pkey"],
        ),
        ("where before.event = 'sealed'", "('bot:1')", &["leader_history_pkey"]),
        (
            "where state in ('requested', 'submitting', 'submitted')\n                    limit",
            "(10001)",
            &["generations_alive", "generations_owed"],
        ),
        ("extract(epoch from trt_now() - next_run_at)", "(100)", &["periodic_work_pkey"]),
    ];
    for (fragment, arguments, indexes) in table {
        let prepare = format!("prepare stocks as {}", query(fragment));
        client.batch_execute(&prepare).await.unwrap();
        let explain = format!("explain (costs off) execute stocks {arguments}");
        let lines = client.simple_query(&explain).await.unwrap();
        let lines = lines.iter().filter_map(|message| match message {
            tokio_postgres::SimpleQueryMessage::Row(row) => row.get(0),
            _ => None,
        });
        let plan = lines.collect::<Vec<_>>().join("\n");
        client.batch_execute("deallocate stocks").await.unwrap();
        for index in indexes {
            assert!(plan.contains(&format!("using {index} on")), "{index} is not in\n{plan}");
        }
        let read_whole = plan.lines().filter(|line| line.contains("Seq Scan"));
        // A handful of rows that nothing makes more.
        let others: Vec<&str> =
            read_whole.filter(|line| !line.contains("operator_watches")).collect();
        assert!(others.is_empty(), "{plan}");
    }
}

const ACT: LoggedAction<'_> = LoggedAction {
    actor: Actor::Operator,
    action: AdminAction::DeadDrop,
    subject: "u1",
    before: "",
    after: "",
    details: "",
    reason: "a test",
};

#[tokio::test]
async fn what_a_transaction_did_is_told_once_it_is_committed_and_never_otherwise() {
    static TOLD: Mutex<Vec<Told>> = Mutex::new(Vec::new());
    let active = Active::on_a_new_database().await;
    let listen = |told| {
        if !matches!(told, Told::Waited(_)) {
            TOLD.lock().unwrap().push(told);
        }
    };
    let told = || std::mem::take(&mut *TOLD.lock().unwrap());
    let store = open(&active.database).await.telling(listen);

    let mut undone = store.begin(&active.term).await.unwrap();
    undone.books().log_action(ACT).await.unwrap();
    assert_eq!(told(), [], "it is not committed yet");
    undone.rollback().await;
    let failed = store.in_term(&active.term, async |tx| {
        tx.books().log_action(ACT).await?;
        Err::<(), _>(StoreError::Broken("of a test"))
    });
    failed.await.unwrap_err();
    assert_eq!(told(), [], "it was rolled back");

    store.in_term(&active.term, async |tx| tx.books().log_action(ACT).await).await.unwrap();
    let acted = Told::Did(Deed::Acted(AdminAction::DeadDrop));
    assert_eq!(told(), [Told::Ended(TxEnd::Committed), acted]);

    end(&active.term, &active.witness).await;
    store.begin(&active.term).await.unwrap_err();
    assert_eq!(told(), [Told::Ended(TxEnd::Fenced)]);
}
