//! The time of the business and that of Telegram, moved together.
//!
//! ```text
//!   time_passes(30 days) ──> the database: trt_now()      first, so that what Telegram then tells is not of
//!                       └──> the fake Telegram            the future; subscriptions are renewed by this
//! ```
//!
//! Real time goes on as ever: leases, beats and pauses between tries do not notice. What is under way should be over
//! before time is moved, or it looks as if it had taken so long.

use std::sync::atomic::Ordering;
use std::time::Duration;

use testbed::server::connect;

use super::World;

impl World {
    /// Lets time pass for the business and for Telegram.
    pub async fn time_passes(&self, by: Duration) {
        let by_seconds = by.as_secs();
        let ahead = self.ahead.fetch_add(by_seconds, Ordering::SeqCst) + by_seconds;
        let clock = format!(
            "create or replace function trt_now() returns timestamptz language sql stable \
             return now() + interval '{ahead} seconds'"
        );
        let database =
            connect(&self.database_url()).await.unwrap_or_else(|error| panic!("{error}"));
        database.batch_execute(&clock).await.unwrap_or_else(|error| panic!("{error}"));
        self.telegram.advance(Duration::from_secs(by_seconds));
    }
}
