//! The client against a server that answers, breaks off and keeps silent as a test tells it to.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

mod buckets;
mod creates;
mod downloads;
mod looks;
mod secrets;
mod server;
mod uploads;

use std::time::Duration;

/// How long a test waits for something that must happen; less than a call waits for its answer, so
/// that giving up is not taken for closing in time.
const PATIENCE: Duration = Duration::from_secs(10);

/// Waits for something that must happen.
async fn soon<T>(event: impl Future<Output = T>) -> T {
    tokio::time::timeout(PATIENCE, event).await.unwrap()
}
