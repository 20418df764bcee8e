//! The only room that knows the JSON of KIE.
//!
//! A generation is asked for once, looked at until it ends, and its files are fetched. Nothing is
//! repeated in here: a second create is a second bill, so the caller decides what to do, and every
//! outcome is named after that.
//!
//! ```text
//!   NewTask ──> a turn in the bucket ──> create ──> TaskId | NotCreated
//!   TaskId  ──> a turn in the bucket ──> look ────> TaskStatus { Absent, Working, Done, Empty, Failed }
//!   Done    ──> open ──> bytes              callback ──> TaskId, a reason to look now
//! ```
//!
//! KIE answers with HTTP 200 and the real status inside, or with the real status; both mean the
//! same here. What it adds tomorrow costs one member of an answer and never the answer.
//!
//! The map:
//!
//! | module | owns |
//! | --- | --- |
//! | `client` | the connections to KIE, their deadlines, and the calls below put together |
//! | `create` | asking for a generation, and what a refusal means |
//! | `look` | what has become of it, by the records of all routes |
//! | `ask` | the small questions: credits left, a link for downloading |
//! | `upload` | a person's file on its way to KIE |
//! | `open` | a result on its way to us, from an address that may be anybody's |
//! | [`callback`] | KIE at our door: whose task, and whether it is signed |
//! | [`sniff`] | what a file is, by its first bytes |
//! | `rates` | how often we may speak |
//! | `route` | the addresses of each part of KIE's interface |
//! | `envelope` | the form that all answers have |
//! | `phrases` | what KIE's sentences mean, where its codes do not say |
//! | `decimal` | credits, exact to the millionth |
//! | `secret` | the key: where it goes, and the texts from which it must be kept |
//! | `task_id` | the name that KIE gives to a task |

mod ask;
pub mod callback;
mod client;
mod create;
mod decimal;
mod envelope;
mod look;
mod open;
mod phrases;
mod rates;
mod route;
mod secret;
pub mod sniff;
mod task_id;
mod upload;

pub use self::ask::{NoAnswer, NoLink};
pub use self::client::{Client, NoClient, Turn};
pub use self::create::{NewTask, NotCreated};
pub use self::look::{Stage, TaskOutput, TaskStatus, Why};
pub use self::open::{Download, NoFile};
pub use self::rates::{Rate, Rates};
pub use self::task_id::TaskId;
pub use self::upload::{NotUploaded, Upload};
pub use wire::Sent;
