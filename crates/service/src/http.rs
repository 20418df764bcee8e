//! HTTP: a listener that cannot be tied up, and the routes that every instance has.
//!
//! ```text
//!   bind ──> accept (at most 512 at once) ──> headers within 5 s ──> route ──> answer
//!               │ stop: no more accepted, requests in hand are answered, then cut off
//! ```
//!
//! The port is bound before anything else, so that a host sees a listening process while the
//! database is still being waited for; the routes are served from that moment on.
//!
//! On failure: a connection that is slow or sends nonsense is closed and nobody else notices. When
//! no more connections can be accepted (out of files), it is said once a minute and tried again.

mod bearer;
mod diag;
mod listener;
mod reception;
mod routes;
mod server;
pub mod webhook;
pub mod workshop;

pub use listener::{BindRefused, Listener};
pub use routes::{App, router};
pub use server::Server;
