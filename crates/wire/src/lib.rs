//! What every client of somebody else's HTTP interface needs.
//!
//! A client of another's interface must know afterwards whether a request can have been carried out,
//! must read answers that are not as documented, and must let no secret of a request into an error.
//! Those three are solved here, once; what an answer means is the client's own business.
//!
//! ```text
//!   Body ── leaves ──> Sent        request ── exchange ──> Answer ── Object::find ──> members
//!                                                └─ breaks: Broken { sent }, its reason redacted
//! ```
//!
//! The map:
//!
//! | module | owns |
//! | --- | --- |
//! | `exchange` | one request on its way, out and back, within a time and a length |
//! | `multipart` | a form with files, streamed, its length announced where it is known |
//! | [`json`] | reading foreign JSON member by member |
//! | `proxy` | a proxy on the way out: how it is reached, and what its troubles mean |
//! | `redact` | texts from outside, without secrets, on one line |
//! | `sign` | whether anybody is there at all, and what time it is there |
//! | `transport` | addresses, TLS and the settings that all clients have in common |

mod exchange;
pub mod json;
mod multipart;
mod proxy;
mod redact;
mod sign;
mod transport;

pub use self::exchange::{Answer, Body, Broken, Limits, Sent, exchange, read_answer};
pub use self::multipart::{Attachment, Form};
pub use self::proxy::{BadProxy, Proxy, ProxyTrouble};
pub use self::redact::{LONGEST_TEXT, Redactor, one_line, reasons};
pub use self::sign::{NoSign, Sign, sign_of_life};
pub use self::transport::{base_address, client, install_tls, settings};
