//! Asking for a generation, and what a refusal means.
//!
//! KIE has no key that would make a second create harmless, so the outcomes are cut by one question
//! first: was a task made?
//!
//! ```text
//!   no, surely      NotSent, Busy, Maintenance, OutOfCredits, KeyRefused,
//!                   Invalid, Policy, InputGone, ModelGone, Failed
//!   yes             Ok(TaskId)
//!   not known       Unknown
//! ```
//!
//! Unknown is whatever is not proven: an answer that is not KIE's, a success that names no task, a
//! call that broke after its body had gone. An answer that complains and still names a task is
//! believed about the task: looking at it will show what it is.

mod judge;

use std::fmt;
use std::time::Duration;

use domain::catalogue::Route;
use serde_json::{Map, Value};

pub(crate) use self::judge::judge;

/// A generation to be asked for.
#[derive(Clone, Copy)]
pub struct NewTask<'a> {
    /// The part of KIE's interface that takes it.
    pub route: Route,
    /// The model as KIE calls it.
    pub model: &'a str,
    /// The fields as KIE takes them, side by side; they are nested here as the route wants.
    pub fields: &'a Map<String, Value>,
    /// Whom KIE shall call. The address is a secret: with it one can ring our bell.
    pub callback: Option<&'a str>,
}

/// What people wrote and the address of the bell are not for logs.
impl fmt::Debug for NewTask<'_> {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.debug_struct("NewTask")
            .field("route", &self.route)
            .field("model", &self.model)
            .field("callback", &self.callback.is_some())
            .finish_non_exhaustive()
    }
}

/// Why there is no task, or none that we know of.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotCreated {
    /// The request did not leave whole, so nothing was made: it can be repeated.
    #[error("not sent: {0}")]
    NotSent(String),
    /// Too many at once; the same may be asked after this long.
    #[error("kie asks to wait for {} s", .wait.as_secs())]
    Busy {
        /// How long we should not ask.
        wait: Duration,
    },
    /// KIE is being repaired; the same may be asked in a minute.
    #[error("kie is under maintenance")]
    Maintenance,
    /// Our account at KIE has too little for this: for the operator.
    #[error("our account at kie is out of credits")]
    OutOfCredits,
    /// KIE does not know the key, or not from here, or it may use no more: for the operator.
    #[error("kie refuses our key")]
    KeyRefused,
    /// A field is wrong; the same will never be accepted.
    #[error("kie finds the request invalid: {0}")]
    Invalid(String),
    /// What is asked for must not be made.
    #[error("refused by policy: {0}")]
    Policy(String),
    /// KIE cannot fetch a file that we named; it can be uploaded again, once.
    #[error("kie cannot fetch an input: {0}")]
    InputGone(String),
    /// The model is off or gone.
    #[error("the model is gone: {0}")]
    ModelGone(String),
    /// KIE says that it failed and made nothing; it may be tried again, a few times.
    #[error("kie made no task: {0}")]
    Failed(String),
    /// It is not known whether a task was made.
    #[error("nobody knows whether a task was made: {0}")]
    Unknown(String),
}
