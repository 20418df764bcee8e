//! What operators ask for, and what was set aside for them.
//!
//! ```text
//!   a command ── ask ──> waiting ──┬── the active instance, in a fenced commit ──> done | refused
//!                                  └── nobody in time: withdraw, or it expires ──> withdrawn
//! ```
//!
//! | part | owns |
//! | --- | --- |
//! | [`requests`] | what is asked for, and what became of it |
//! | [`dead`] | updates and sends that were set aside, as an operator sees them |
//! | [`digest`] | what a day came to, and whether it is time to tell |
//! | [`news`] | what they are to be told, once a minute for each kind at most |
//! | [`imports`], [`old_bot`] | people taken over from another bot, each once; the database they come from |
//! | [`watches`] | what they are told once when it changes or lasts |
//! | `reviving` | what the active instance does with them: tries again, or drops |
//!
//! A request is a row and no more: whoever writes one has changed nothing yet. It is carried out once,
//! by a compare-and-set in the commit that holds its effects, and never after it has expired.
//!
//! On failure: a request that is not carried out in time is withdrawn by who asked; if that one died
//! as well, it expires.

pub mod dead;
pub mod digest;
pub mod guard;
pub mod imports;
pub mod news;
pub mod old_bot;
pub mod requests;
pub mod watches;

mod reviving;

pub use dead::{Dead, DeadEnd, DeadId, DeadList, DeadPart};
pub use requests::{Answer, Asked, Kind, NewRequest};
pub use reviving::{Refusal, Revived};
