//! HTTP: a listener that cannot be tied up, and the routes that every instance has.
//!
//! ```text
//!   bind ──> accept (at most 512 at once) ──> headers within 5 s ──> route ──> secret ──> body ──> answer
//!               │        └── full: somebody without a secret goes, whoever only waits first
//!               │ stop: no more accepted, requests in hand are answered, then cut off
//! ```
//!
//! Routes with a secret cannot be starved by those without: who presents one always finds room, and
//! nothing is read or asked for those who do not.
//!
//! The port is bound before anything else, so that a host sees a listening process while the
//! database is still being waited for; the routes are served from that moment on.
//!
//! On failure: a connection that is slow or sends nonsense is closed and nobody else notices. When
//! no more connections can be accepted (out of files), it is said once a minute and tried again.

mod bearer;
mod body;
pub(crate) mod bucket;
mod copies;
mod diag;
mod links;
mod listener;
mod routes;
mod server;
mod strangers;
mod visitors;

pub mod generations;
pub mod webhook;

pub use links::Links;
pub use listener::{BindRefused, Listener};
pub use routes::{App, router};
pub use server::Server;
pub use strangers::Strangers;
