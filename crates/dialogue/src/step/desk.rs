//! What an admin does with one tap or one line: a deed, its line of the audit log, and what is shown of both ends.
//!
//! Whether there is something to do is only known where it is done: somebody else may have come first. So a deed
//! brings both answers along, and is logged if it was done.

use domain::catalogue::ModelKey;
use domain::{GenerationId, PersonId};

use super::LogEntry;
use crate::facts::PauseForm;
use crate::screen::Screen;
use crate::tap::DeadKey;

/// A deed of an admin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeskStep {
    /// What is to be done.
    pub deed: Deed,
    /// What the audit log keeps of it, if it is done.
    pub entry: LogEntry,
    /// What is shown then.
    pub done: Screen,
    /// What is shown when there was nothing to do.
    pub gone: Screen,
}

/// What is to be done. Each is done once: a second time there is nothing to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Deed {
    /// Somebody is no longer served.
    Ban(PersonId),
    /// They are served again.
    Unban(PersonId),
    /// Something is written down about somebody.
    Note(PersonId, String),
    /// What a generation made is sent to whoever asks, here.
    See(GenerationId),
    /// The same is sent to its person.
    Send(GenerationId),
    /// What was set aside is tried again.
    Retry(DeadKey),
    /// What was set aside is off the list.
    Drop(DeadKey),
    /// What is closed can be ordered again.
    Open(String),
    /// A model can no longer be ordered.
    Shut(ModelKey),
    /// A model may be used free of charge so often in a day and in an hour; never, with 0.
    Free(ModelKey, u32, u32),
    /// A difference is taken over.
    Resolve(i64),
    /// Whether anything can be ordered, and what people read while it cannot.
    Pause(PauseForm, String),
    /// The holder of this term hands the role over.
    HandOver(i64),
}
