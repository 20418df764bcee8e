//! The active instance hearing that another one stored an update.
//!
//! Only a hint: whoever listens also looks by itself, several times a second. Behind a pooler nobody
//! can listen, and looking is all there is.

use sqlx::postgres::PgListener;
use tokio::sync::OwnedSemaphorePermit;

use crate::error::StoreError;
use crate::intake::BELL;
use crate::pool::Store;

/// A session that listens.
#[derive(Debug)]
pub struct Doorbell {
    listener: Option<(PgListener, OwnedSemaphorePermit)>,
}

impl Store {
    /// Listens for what other instances store.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn doorbell(&self) -> Result<Doorbell, StoreError> {
        let Some(sessions) = self.sessions_to_listen() else {
            return Ok(Doorbell { listener: None });
        };
        let (pool, place) = sessions.room().await?;
        let mut listener = PgListener::connect_with(pool).await?;
        listener.listen(BELL).await?;
        Ok(Doorbell { listener: Some((listener, place)) })
    }
}

impl Doorbell {
    /// Waits until it is rung; for ever where nobody can listen.
    ///
    /// # Errors
    /// When the session is lost: listen anew.
    pub async fn rung(&mut self) -> Result<(), StoreError> {
        match &mut self.listener {
            Some((listener, _place)) => {
                listener.try_recv().await?;
                Ok(())
            }
            None => std::future::pending().await,
        }
    }
}
