//! The second line: ending the session of a silent holder, and what happens when that is not allowed.

use std::time::Duration;

use leadership::{LockKey, Obstacle, Report};
use testbed::database::Database;
use testbed::{SOON, server, wait};
use tokio_postgres::Client;

use crate::node::{LOCK, Node, Plan, brisk, database};

/// The key that this lock had before it was changed.
const OLD: &str = "its old key";
const HOLDER: &str = "00000000-0000-0000-0000-00000000000a";

/// A session that holds a key and term 1, and never says anything again; the server lets it.
async fn silent(database: &Database, key: LockKey) -> Client {
    let client = database.connect().await.unwrap();
    let LockKey { class, object } = key;
    let claim = format!(
        "select pg_advisory_lock({class}, {object}); \
         select leader_claim('{LOCK}', {class}, {object}, '{HOLDER}', 'x', now(), '1s')"
    );
    client.batch_execute(&claim).await.unwrap();
    client
}

/// The address of a database for a role that owns nothing and may do this; the role is a new one.
async fn limited(database: &Database, more: &str) -> String {
    let admin = database.connect().await.unwrap();
    let role = format!("follower_{}", LockKey::of(&format!("{}{more}", database.name())).shown().0);
    let make = format!(
        "create role {role} login; grant all on all tables in schema public to {role}; \
         grant all on all sequences in schema public to {role}; {more}"
    );
    admin.batch_execute(&make.replace("$role", &role)).await.unwrap();
    let url = database.url();
    let (_, place) = url.split_once('@').unwrap();
    format!("postgres://{role}@{place}")
}

fn obstacle(report: &Report) -> Option<Obstacle> {
    match report {
        Report::MayNotEnd(obstacle) => Some(*obstacle),
        _ => None,
    }
}

fn looks(node: &Node) -> usize {
    node.count(|report| matches!(report, Report::Seen(_)))
}

/// Waits until it has looked so often that it must have tried a second time.
async fn looks_on(node: &Node) {
    let (seen, twice) = (looks(node), brisk().stale() * 5);
    let slice = Duration::from_millis(800);
    let enough = seen + usize::try_from(twice.as_millis() / slice.as_millis()).unwrap();
    wait::until("more looks", SOON * 2, async || (looks(node) >= enough).then_some(()))
        .await
        .unwrap();
}

#[tokio::test]
async fn a_silent_holder_of_the_old_key_is_ended_by_one_that_has_the_new_key() {
    let database = database().await;
    let session = silent(&database, LockKey::of(OLD)).await;
    let node = Plan::on(&database.url()).timed(brisk()).start();

    let term = node.active().await;

    assert!(session.is_closed());
    assert_eq!(term.epoch(), 2);
    let ended = |report: &Report| matches!(report, Report::SilentHolderEnded(_)).then_some(());
    node.reports("a report of it", ended).await;
}

#[tokio::test]
async fn a_session_that_waits_for_another_key_itself_is_not_silent() {
    let database = database().await;
    let (admin, waiting) = (database.connect().await.unwrap(), database.connect().await.unwrap());
    let _silent = silent(&database, LockKey::of(OLD)).await;
    let (new, old) = (LockKey::of(LOCK), LockKey::of(OLD));
    let take = format!("select pg_advisory_lock({}, {})", new.class, new.object);
    waiting.batch_execute(&take).await.unwrap();
    let wait_on = format!("select pg_advisory_lock({}, {})", old.class, old.object);
    let waits = tokio::spawn(async move { waiting.batch_execute(&wait_on).await });
    wait::until("a wait for the old key", SOON, async || {
        let query = "select from pg_locks where locktype = 'advisory' and not granted and database = \
                     (select oid from pg_database where datname = current_database())";
        admin.query_opt(query, &[]).await.unwrap().map(drop)
    })
    .await
    .unwrap();

    let LockKey { class, object } = new;
    let end = format!(
        "select leader_end_silent('{LOCK}', {class}, {object}, epoch, beat, lock_pid, lock_start) \
         from leader_look('{LOCK}', {class}, {object})"
    );
    let ended: bool = admin.query_one(&end, &[]).await.unwrap().get(0);

    assert!(!ended && !waits.is_finished());
}

#[tokio::test]
async fn a_silent_holder_that_may_not_be_ended_is_told_once() {
    // Without the first right the session cannot even be looked at.
    for may in ["", "grant pg_read_all_stats to $role"] {
        let database = database().await;
        let session = silent(&database, LockKey::of(LOCK)).await;
        let url = limited(&database, may).await;
        let node = Plan::on(&url).timed(brisk()).start();

        let told = node.reports("a report of it", obstacle).await;

        assert_eq!(told, Obstacle::SilentHolder, "{may}");
        looks_on(&node).await;
        assert_eq!(
            node.count(|report| obstacle(report).is_some()),
            1,
            "{may}: tried again, told once"
        );
        assert!(node.term().is_none() && !session.is_closed());
    }
}

#[tokio::test]
async fn stragglers_that_may_not_be_ended_are_told_once() {
    let database = database().await;
    let session = silent(&database, LockKey::of(LOCK)).await;
    let straggler = server::connect(&database.url()).await.unwrap();
    // It says something now and then: the server does not end it for being idle.
    let fence = format!(
        "begin; select leader_fence('{LOCK}', 1, '{HOLDER}'); \
         set local idle_in_transaction_session_timeout = 0"
    );
    straggler.batch_execute(&fence).await.unwrap();
    let node = Plan::on(&limited(&database, "").await).start();
    node.waiting().await;

    drop(session);

    assert_eq!(node.reports("a report of it", obstacle).await, Obstacle::Stragglers);
    let admin = database.connect().await.unwrap();
    let blocked = "select query_start::text from pg_stat_activity \
                   where wait_event = 'advisory' and query like '%leader_claim%' \
                   and datname = current_database()";
    let mut tries = std::collections::BTreeSet::new();
    wait::until("three more claims", SOON, async || {
        if let Some(row) = admin.query_opt(blocked, &[]).await.unwrap() {
            tries.insert(row.get::<_, String>(0));
        }
        (tries.len() > 3).then_some(())
    })
    .await
    .unwrap();
    assert_eq!(node.count(|report| obstacle(report).is_some()), 1, "tried again, told once");
    straggler.batch_execute("rollback").await.unwrap();
    node.active().await;
}
