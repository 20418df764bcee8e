//! The guard: the one connection that holds the lock.
//!
//! It cannot be pooled and it never reconnects: when it ends, so does the term. The server is told
//! to end it after T of silence, which frees the lock of a process that is frozen or cut off.

use std::sync::Arc;

use tokio::task::JoinHandle;

use crate::elector::Settings;
use crate::probe::{self, ProbeFailed};
use crate::session::Session;

/// An open guard connection.
#[derive(Debug)]
pub(crate) struct Guard {
    pub(crate) session: Arc<Session>,
    carrier: Carried,
    /// The server's clock when we connected, as it writes it.
    pub(crate) server_time: String,
    /// The session on the server.
    pub(crate) backend: i32,
}

impl Guard {
    /// Connects, sets the session up and checks that it is fit. `ended` is called when it ends.
    pub(crate) async fn open(
        settings: &Settings,
        ended: impl FnOnce() + Send + 'static,
    ) -> Result<Self, ProbeFailed> {
        let (client, connection) = settings.connector.open().await?;
        let carrier = tokio::spawn(async move {
            // Whatever the end was, the next use of the client tells more.
            drop(connection.await);
            ended();
        });
        // From here on an error drops the carrier, and with it the connection.
        let carrier = Carried(carrier);
        client.batch_execute(&bounds(settings)).await?;
        probe::check(&client, &settings.connector, Some(&settings.name)).await?;
        let query = "select clock_timestamp()::text, pg_backend_pid()";
        let row = client.query_one(query, &[]).await?;
        let session = Arc::new(Session::prepare(client).await?);
        session.warm_up().await?;
        Ok(Self { session, carrier, server_time: row.get(0), backend: row.get(1) })
    }

    /// Unlocks and closes in order.
    pub(crate) async fn release(self) {
        // A session that cannot answer any more is about to be closed, which unlocks as well.
        self.session.unlock().await;
        drop(self.carrier);
    }
}

/// The task that carries the connection; it goes with the guard.
#[derive(Debug)]
struct Carried(JoinHandle<()>);

impl Drop for Carried {
    fn drop(&mut self) {
        // Closes the socket now; the server frees the lock when it sees that.
        self.0.abort();
    }
}

/// What the server is told about the session.
fn bounds(settings: &Settings) -> String {
    let stale = settings.timing.stale().as_millis();
    let label = format!("leader/{}/{}", settings.name, settings.instance).replace('\'', "''");
    // Set here, because a role or database may have defaults that would end a healthy holder, or let
    // it see what was there before it waited for the fence.
    format!(
        "set application_name = '{label}'; \
         set statement_timeout = '10s'; \
         set lock_timeout = '1s'; \
         set default_transaction_isolation = 'read committed'; \
         set idle_in_transaction_session_timeout = '3s'; \
         set idle_session_timeout = '{stale}ms'; \
         set synchronous_commit = 'on'; \
         set tcp_keepalives_idle = 3; \
         set tcp_keepalives_interval = 1; \
         set tcp_keepalives_count = 3; \
         set client_connection_check_interval = '500ms'"
    )
}
