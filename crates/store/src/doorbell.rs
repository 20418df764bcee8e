//! The active instance hearing that another one stored an update.
//!
//! ```text
//!   doorbell ──> listens ──┬── rung ──> whoever waits is told
//!                          └── quiet for QUIET ── asks the server ──┬── answers: listens on
//!                                                                   └── silent: listen anew
//! ```
//!
//! Only a hint: whoever listens also looks by itself, several times a second. Behind a pooler nobody
//! can listen, and looking is all there is.
//!
//! On failure: a session that fell silent would listen for ever, so a quiet one is asked for a sign of
//! life and given up when none comes.

use std::time::Duration;

use sqlx::Executor;
use sqlx::postgres::{PgListener, PgPoolOptions};
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::timeout;

use crate::error::{StoreError, no_answer};
use crate::intake::BELL;
use crate::pool::Store;
use crate::transaction::answered;

/// A session that heard nothing for this long is asked whether it is still there.
const QUIET: Duration = Duration::from_secs(30);

/// A session that listens.
#[derive(Debug)]
pub struct Doorbell {
    listener: Option<(PgListener, OwnedSemaphorePermit)>,
}

impl Store {
    /// Listens for what other instances store.
    pub async fn doorbell(&self) -> Result<Doorbell, StoreError> {
        let Some(sessions) = self.sessions_to_listen() else {
            return Ok(Doorbell { listener: None });
        };
        let (options, place) = sessions.room().await?;
        // Sqlx listens only by way of a pool of its own: this one has the listener's session alone.
        let pool = PgPoolOptions::new()
            .max_connections(1)
            .acquire_timeout(sessions.patience())
            .connect_lazy_with(options);
        let mut listener = PgListener::connect_with(&pool).await?;
        // It would go back to the host that it came from, which may be a standby by then.
        listener.eager_reconnect(false);
        answered(listener.listen(BELL)).await?;
        Ok(Doorbell { listener: Some((listener, place)) })
    }
}

impl Doorbell {
    /// Waits until it is rung; for ever where nobody can listen.
    ///
    /// # Errors
    /// When the session is lost: listen anew.
    pub async fn rung(&mut self) -> Result<(), StoreError> {
        let Some((listener, _place)) = &mut self.listener else {
            return std::future::pending().await;
        };
        loop {
            match timeout(QUIET, listener.try_recv()).await {
                Ok(heard) => return heard?.map(drop).ok_or_else(|| no_answer().into()),
                Err(_) => answered(listener.execute("select 1")).await.map(drop)?,
            }
        }
    }
}
