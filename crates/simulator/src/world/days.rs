//! The time of the business and that of Telegram, moved together.
//!
//! ```text
//!   time_passes(30 days) ──> the database: trt_now()      first, so that what Telegram then tells is not of
//!                       └──> the fake Telegram            the future; subscriptions are renewed by this
//! ```
//!
//! Real time goes on as ever: leases, beats and pauses between tries do not notice. What is under way should be over
//! before time is moved, or it looks as if it had taken so long: an update that Telegram has not delivered by then is
//! a day old and given up. So there is a moment for it, unless somebody holds it up on purpose.

use std::sync::atomic::Ordering;
use std::time::Duration;

use testbed::server::connect;
use testbed::wait;

use super::World;

/// Long enough for a delivery that nobody holds up.
const MOMENT: Duration = Duration::from_secs(10);

impl World {
    /// Lets time pass for the business and for Telegram.
    pub async fn time_passes(&self, by: Duration) {
        let told = async || (self.telegram.pending() == 0).then_some(());
        let _ = wait::until("everything to be told", MOMENT, told).await;
        let by_seconds = by.as_secs();
        let ahead = self.ahead.fetch_add(by_seconds, Ordering::SeqCst) + by_seconds;
        // For nobody while they read an order: they would see one half of a row before, the other half after.
        let clock = format!(
            "begin; \
             lock table generations in access exclusive mode; \
             create or replace function trt_now() returns timestamptz language sql stable \
             as $$ select now() + interval '{ahead} seconds' $$; \
             commit"
        );
        let database =
            connect(&self.database_url()).await.unwrap_or_else(|error| panic!("{error}"));
        database.batch_execute(&clock).await.unwrap_or_else(|error| panic!("{error}"));
        self.telegram.advance(Duration::from_secs(by_seconds));
    }
}
