//! What time it is for the business: `trt_now()`, and nothing else.
//!
//! Within a transaction it stands still, as `now()` does. Tests replace the function in a database
//! of their own; leadership has clocks of its own and never asks here.

use ::time::OffsetDateTime;
use sqlx::PgConnection;

use crate::error::StoreError;
use crate::leader_tx::LeaderTx;
use crate::pool::Store;
use crate::transaction::answered;

impl Store {
    /// The time, asked in a transaction of its own.
    pub async fn now(&self) -> Result<OffsetDateTime, StoreError> {
        let mut read = self.read().await?;
        let now = now(read.connection()).await?;
        read.end().await;
        Ok(now)
    }
}

impl LeaderTx<'_> {
    /// The time of this transaction.
    pub async fn now(&mut self) -> Result<OffsetDateTime, StoreError> {
        Ok(now(self.connection()).await?)
    }
}

async fn now(connection: &mut PgConnection) -> Result<OffsetDateTime, sqlx::Error> {
    answered(sqlx::query_scalar!(r#"select trt_now() as "now!""#).fetch_one(connection)).await
}
