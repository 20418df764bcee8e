//! A gate in the database: whoever writes a certain thing stops there, in the middle of its transaction.

use simulator::world::{PATIENCE, World};
use testbed::server::connect;
use testbed::wait;
use tokio_postgres::Client;

/// The number of the lock that the gate is made of; of this database alone.
const LOCK: i64 = 4711;

/// A closed gate.
pub(super) struct Gate {
    holder: Client,
    witness: Client,
}

impl Gate {
    /// Closes a gate before an event such as `insert on results`, for rows that fit.
    pub(super) async fn close(world: &World, event: &str, fits: &str) -> Self {
        let url = world.database_url();
        let (holder, witness) = (connect(&url).await.unwrap(), connect(&url).await.unwrap());
        let build = format!(
            "create function gate() returns trigger language plpgsql as \
             $$ begin perform pg_advisory_xact_lock({LOCK}); return new; end $$; \
             create trigger gate before {event} for each row when ({fits}) \
             execute function gate(); \
             select pg_advisory_lock({LOCK})"
        );
        holder.batch_execute(&build).await.unwrap();
        Self { holder, witness }
    }

    /// Waits until somebody stands before it.
    pub(super) async fn reached(&self) {
        let standing = "select exists ( \
            select from pg_locks \
            where locktype = 'advisory' and not granted and objid = $1::bigint::oid \
                and database = (select oid from pg_database where datname = current_database()))";
        wait::until("somebody at the gate", PATIENCE, async || {
            let row = self.witness.query_one(standing, &[&LOCK]).await.unwrap();
            row.get::<_, bool>(0).then_some(())
        })
        .await
        .unwrap();
    }

    /// Opens it, for everybody and for good.
    pub(super) async fn opens(self) {
        self.holder.batch_execute(&format!("select pg_advisory_unlock({LOCK})")).await.unwrap();
    }
}
