//! Databases for these tests, and what to look at in them.

use std::error::Error;

use sha2::{Digest, Sha256};
use sqlx::SqlStr;
use sqlx::migrate::{Migration, MigrationType};
use store::{DatabaseUrl, PoolSettings, Store, migrations};
use testbed::database::{Cluster, Database};
use testbed::{SOON, wait};
use tokio_postgres::Client;

/// A database with nothing in it.
pub(crate) async fn empty() -> Database {
    Cluster::shared().await.unwrap().empty_database().await.unwrap()
}

/// A database with every migration applied.
pub(crate) async fn migrated() -> Database {
    let mut hash = Sha256::new();
    for migration in migrations::embedded() {
        hash.update(&migration.checksum);
    }
    let digits: String = hash.finalize().iter().take(8).map(|b| format!("{b:02x}")).collect();
    let (cluster, name) = (Cluster::shared().await.unwrap(), format!("store-{digits}"));
    let template = cluster.template::<Box<dyn Error>>(&name, async |url| {
        migrations::apply(&DatabaseUrl::parse(&url)?).await?;
        Ok(())
    });
    template.await.unwrap().database().await.unwrap()
}

pub(crate) fn url(database: &Database) -> DatabaseUrl {
    DatabaseUrl::parse(&database.url()).unwrap()
}

pub(crate) async fn open(database: &Database) -> Store {
    Store::open(&url(database), PoolSettings::default()).await.unwrap()
}

/// Puts another body into `trt_now()`. Being the one function that everybody can have called, it is
/// also the way for a test to run what it likes inside a transaction of the store.
pub(crate) async fn replace_now(witness: &Client, body: &str) {
    let text = format!(
        "create or replace function trt_now() returns timestamptz language plpgsql volatile as \
         $$ begin {body}; return now(); end $$"
    );
    witness.batch_execute(&text).await.unwrap();
}

/// A migration that is not ours.
pub(crate) fn migration(version: i64, sql: &'static str) -> Migration {
    let sql = SqlStr::from_static(sql);
    Migration::new(version, "of a test".into(), MigrationType::Simple, sql, false)
}

/// Ours and one more.
pub(crate) fn followed_by(migration: Migration) -> Vec<Migration> {
    let mut all = migrations::embedded();
    all.push(migration);
    all
}

/// One number out of the database.
pub(crate) async fn number(witness: &Client, query: &str) -> i64 {
    witness.query_one(query, &[]).await.unwrap().get(0)
}

/// Waits until a session with this application name waits for a lock; its pid and the time its
/// transaction began.
pub(crate) async fn waiting(witness: &Client, application: &str) -> (i32, String) {
    let query = "select pid, xact_start::text from pg_stat_activity \
                 where application_name = $1 and wait_event_type = 'Lock' \
                 and datname = current_database()";
    wait::until("somebody to wait for a lock", SOON, async || {
        let row = witness.query_opt(query, &[&application]).await.unwrap()?;
        Some((row.get(0), row.get(1)))
    })
    .await
    .unwrap()
}
