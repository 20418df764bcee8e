//! Databases for these tests, and what to look at in them.

use std::error::Error;
use std::net::SocketAddr;
use std::sync::Mutex;
use std::time::Duration;

use leadership::{Elector, LockKey, Settings, Term, Timing};
use sha2::{Digest, Sha256};
use sqlx::SqlStr;
use sqlx::migrate::{Migration, MigrationType};
use store::{DatabaseUrl, Intake, LeaderTx, PoolSettings, Store, StoreError, migrations};
use testbed::database::{Cluster, Database};
use testbed::proxy::ChaosProxy;
use testbed::{SOON, wait};
use tokio::sync::oneshot;
use tokio::time::timeout;
use tokio_postgres::{Client, NoTls};

const NAME: &str = "bot:1";

/// The script by which operators make the roles.
pub(crate) const ROLES: &str = include_str!("../../../../deploy/postgres/roles.sql");

/// A database with nothing in it.
pub(crate) async fn empty() -> Database {
    Cluster::shared().await.unwrap().empty_database().await.unwrap()
}

/// A database with the roles of a real one and every migration applied by its owner.
pub(crate) async fn migrated() -> Database {
    let mut hash = Sha256::new();
    for migration in migrations::embedded() {
        hash.update(&migration.checksum);
    }
    hash.update(ROLES);
    let digits: String = hash.finalize().iter().take(8).map(|b| format!("{b:02x}")).collect();
    let (cluster, name) = (Cluster::shared().await.unwrap(), format!("store-{digits}"));
    let template = cluster.template::<Box<dyn Error>>(&name, async |url| {
        let (admin, connection) = tokio_postgres::connect(&url, NoTls).await?;
        let connection = tokio::spawn(connection);
        admin.batch_execute(ROLES).await?;
        drop(admin);
        connection.await??;
        migrations::apply(&DatabaseUrl::parse(&as_role(&url, "trt_owner"))?).await?;
        Ok(())
    });
    template.await.unwrap().database().await.unwrap()
}

/// The superuser's address of a database.
pub(crate) fn url(database: &Database) -> DatabaseUrl {
    DatabaseUrl::parse(&database.url()).unwrap()
}

/// The app's address of a database: what the program runs as.
pub(crate) fn app(database: &Database) -> DatabaseUrl {
    DatabaseUrl::parse(&app_address(database)).unwrap()
}

/// The same in words, for another process.
pub(crate) fn app_address(database: &Database) -> String {
    as_role(&database.url(), "trt_app")
}

pub(crate) fn as_role(url: &str, role: &str) -> String {
    url.replacen("//postgres@", &format!("//{role}@"), 1)
}

pub(crate) async fn open(database: &Database) -> Store {
    Store::open(&app(database), PoolSettings::default()).await.unwrap()
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
                 and xact_start is not null and datname = current_database()";
    wait::until("somebody to wait for a lock", SOON, async || {
        let row = witness.query_opt(query, &[&application]).await.unwrap()?;
        Some((row.get(0), row.get(1)))
    })
    .await
    .unwrap()
}

/// Becomes the active instance on a database.
pub(crate) async fn activate(database: &Database) -> (Elector, Term) {
    activate_at(&app(database)).await
}

/// Becomes the active instance at an address.
pub(crate) async fn activate_at(url: &DatabaseUrl) -> (Elector, Term) {
    let seconds = Duration::from_secs;
    let settings = Settings {
        name: NAME.to_owned(),
        key: LockKey::of(NAME),
        instance: "test".to_owned(),
        connector: url.lock_connector().await.unwrap(),
        timing: Timing::new(seconds(1), seconds(20), seconds(3), seconds(30)).unwrap(),
        drain: seconds(1),
        handover_after: None,
    };
    let (sender, term) = oneshot::channel();
    let sender = Mutex::new(Some(sender));
    let activate = move |term| -> leadership::Activation {
        if let Some(sender) = sender.lock().unwrap().take() {
            let _ = sender.send(term);
        }
        Box::pin(async { Ok(()) })
    };
    let elector = Elector::start(settings, activate, |_| {}).unwrap();
    (elector, timeout(SOON, term).await.unwrap().unwrap())
}

/// Ends a term in order, as its own instance would.
pub(crate) async fn end(term: &Term, witness: &Client) {
    let seal = "select leader_seal($1, $2, ($3::text)::uuid, 'test')";
    let sealed =
        witness.query_one(seal, &[&term.name(), &term.epoch(), &term.holder().to_string()]).await;
    assert!(sealed.unwrap().get::<_, bool>(0), "the term was there to be sealed");
}

/// The address of a database behind a proxy that can hold COMMITs.
pub(crate) async fn proxied(database: &Database, parameters: &str) -> (ChaosProxy, DatabaseUrl) {
    let config: tokio_postgres::Config = database.url().parse().unwrap();
    let server = SocketAddr::from(([127, 0, 0, 1], config.get_ports()[0]));
    let proxy = ChaosProxy::postgres(server).await.unwrap();
    let place = format!("postgres://trt_app@{}/{}", proxy.address(), database.name());
    (proxy, DatabaseUrl::parse(&format!("{place}{parameters}")).unwrap())
}

/// An active instance: its term, its ways into a database of its own, and somebody who looks on.
pub(crate) struct Active {
    pub(crate) term: Term,
    pub(crate) store: Store,
    pub(crate) intake: Intake,
    pub(crate) witness: Client,
    pub(crate) elector: Elector,
    pub(crate) database: Database,
}

impl Active {
    pub(crate) async fn on_a_new_database() -> Self {
        Self::on(migrated().await).await
    }

    pub(crate) async fn on(database: Database) -> Self {
        let (elector, term) = activate(&database).await;
        let (store, intake) = (open(&database).await, Intake::new(&app(&database)));
        let witness = database.connect().await.unwrap();
        Self { term, store, intake, witness, elector, database }
    }

    pub(crate) async fn begin(&self) -> LeaderTx<'_> {
        self.store.begin(&self.term).await.unwrap()
    }

    /// Does something in a transaction of its own, which is committed.
    pub(crate) async fn does<T>(
        &self,
        deed: impl AsyncFnOnce(&mut LeaderTx<'_>) -> Result<T, StoreError>,
    ) -> T {
        let mut transaction = self.begin().await;
        let outcome = deed(&mut transaction).await.unwrap();
        transaction.commit().await.unwrap();
        outcome
    }

    /// Another instance takes over in order; the term that was before it.
    pub(crate) async fn hands_over(&mut self) -> Term {
        self.elector.stop();
        timeout(SOON, self.elector.stopped()).await.unwrap();
        let (elector, term) = activate(&self.database).await;
        self.elector = elector;
        std::mem::replace(&mut self.term, term)
    }

    /// Another instance takes over from one that ended without a word; the term that was before it.
    /// What it would have written last is taken out of the history again.
    pub(crate) async fn is_replaced_without_a_seal(&mut self) -> Term {
        let before = self.hands_over().await;
        let unseal = "delete from leader_history where event = 'sealed' and epoch = $1";
        assert_eq!(self.witness.execute(unseal, &[&before.epoch()]).await.unwrap(), 1);
        before
    }

    /// One number out of the database.
    pub(crate) async fn number(&self, query: &str) -> i64 {
        number(&self.witness, query).await
    }

    /// Moves the time of the business.
    pub(crate) async fn later(&self, by: &str) {
        replace_now(&self.witness, &format!("return now() + interval '{by}'")).await;
    }
}
