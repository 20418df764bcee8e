//! The client against a server that answers, breaks off and keeps silent as a test tells it to.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

mod calls;
mod downloads;
mod proxies;
mod secrets;
mod server;
mod uploads;

use testbed::loopback::soon;
