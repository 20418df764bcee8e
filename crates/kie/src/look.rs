//! What has become of a task.
//!
//! ```text
//!   Absent ── Working ──> Done(files or text)
//!                 ├─────> Empty: a success with nothing in it
//!                 └─────> Failed(why)
//! ```
//!
//! A record right after its create may not be visible yet; how long that is believed is up to the
//! caller. Stages may be skipped, and ends do not change. A word that we do not know is not an end:
//! nothing is refunded because KIE has learned a new word. An answer about another task than the one
//! that was asked for is no answer.

mod output;
mod records;

use std::fmt;

use domain::Credits;
use domain::catalogue::Route;
use wire::Answer;
use wire::json::Object;

pub use self::output::TaskOutput;
use crate::ask::{self, NoAnswer, foreign};
use crate::decimal;
use crate::envelope::Envelope;
use crate::phrases::{About, about};
use crate::task_id::TaskId;

/// A look at a task.
#[derive(Clone, PartialEq, Eq)]
pub struct TaskStatus {
    /// How far it is.
    pub stage: Stage,
    /// The address that KIE was told to call, if its record still says so. It is a secret.
    pub callback: Option<String>,
    /// What KIE took for it, if it says so.
    pub charged: Option<Credits>,
}

/// How far a task is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stage {
    /// KIE shows no such task: not yet, or no more.
    Absent,
    /// It is neither done nor failed.
    Working,
    /// There is a result.
    Done(TaskOutput),
    /// It is done, and nothing came out.
    Empty,
    /// It failed; KIE takes nothing for it.
    Failed {
        /// Why, as far as that matters to a person.
        why: Why,
        /// In KIE's words; not reliable.
        message: String,
    },
}

/// Why a task failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Why {
    /// What was asked for must not be made.
    Policy,
    /// A field or a file cannot be used.
    BadInput,
    /// The maker of the model failed.
    Provider,
    /// It took too long.
    Timeout,
}

impl fmt::Debug for TaskStatus {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.debug_struct("TaskStatus")
            .field("stage", &self.stage)
            .field("callback", &self.callback.is_some())
            .field("charged", &self.charged)
            .finish()
    }
}

impl TaskStatus {
    fn bare(stage: Stage) -> Self {
        Self { stage, callback: None, charged: None }
    }
}

/// What an answer to a look means; `clean` makes a sentence of KIE fit to be kept.
pub(crate) fn judge(
    route: Route,
    task: &TaskId,
    answer: &Answer,
    clean: impl Fn(&str) -> String,
) -> Result<TaskStatus, NoAnswer> {
    let envelope = Envelope::open(answer).ok_or_else(|| foreign(answer))?;
    if let Some(refusal) = ask::refusal(answer, envelope.code) {
        return Err(refusal);
    }
    let Some(record) = envelope.object() else { return bare(&envelope, clean) };
    let named = record.text("taskId");
    if named.as_deref().is_some_and(|id| id != task.as_str()) {
        return Err(NoAnswer::Later("an answer about another task".to_owned()));
    }
    // A record that names its task and nothing else has just begun.
    let just_begun = named.filter(|_| envelope.code == 200).map(|_| Stage::Working);
    let Some(stage) = records::stage(route, &record, &clean).or(just_begun) else {
        return bare(&envelope, clean);
    };
    let charged = record.word("creditsConsumed").and_then(|digits| decimal::credits(&digits));
    let charged = charged.filter(|charged| charged.get() >= 0);
    Ok(TaskStatus { stage, callback: callback(&record), charged })
}

/// An answer without a record: its code says what that means.
fn bare(envelope: &Envelope<'_>, clean: impl Fn(&str) -> String) -> Result<TaskStatus, NoAnswer> {
    let said = envelope.message();
    let message = clean(&said);
    match envelope.code {
        200 | 404 | 422 => Ok(TaskStatus::bare(Stage::Absent)),
        // The maker was silent for ten minutes: the task is dead.
        408 => Ok(TaskStatus::bare(Stage::Failed { why: Why::Timeout, message })),
        501 | 531 => Ok(TaskStatus::bare(failed(Some(envelope.code.into()), &said, message))),
        400 if about(&said) == Some(About::Policy) => {
            Ok(TaskStatus::bare(Stage::Failed { why: Why::Policy, message }))
        }
        code => Err(NoAnswer::Later(format!("code {code}: {message}"))),
    }
}

/// A failure by its code and its sentence: the sentence first, where it says something.
fn failed(code: Option<i64>, said: &str, message: String) -> Stage {
    let why = match (about(said), code) {
        (Some(About::Policy), _) => Why::Policy,
        (Some(About::Input | About::Fields), _) => Why::BadInput,
        (Some(About::Time), _) | (_, Some(408)) => Why::Timeout,
        (_, Some(400 | 413)) if !is_about_a_file(said) => Why::Policy,
        (_, Some(400 | 413 | 422 | 451)) => Why::BadInput,
        _ => Why::Provider,
    };
    Stage::Failed { why, message }
}

/// A 400 is a matter of policy or of a file that cannot be read; the latter names the file.
fn is_about_a_file(said: &str) -> bool {
    let words = said.to_lowercase();
    ["image", "video", "audio", "file", "format"].iter().any(|part| words.contains(part))
}

/// The address that the record says KIE was told to call. The request is in the record as JSON or
/// as a text of JSON, and so may be the input within it.
fn callback(record: &Object<'_>) -> Option<String> {
    let request = ["param", "paramJson", "promptJson", "generateParam"];
    let request = request.iter().find_map(|name| record.json(name))?;
    let request = Object::find(&request)?;
    let address = |object: &Object<'_>| {
        let names = ["callBackUrl", "callbackUrl", "callback_url"];
        names.iter().find_map(|name| object.text(name)).filter(|url| ask::is_address(url))
    };
    address(&request).or_else(|| address(&Object::find(&request.json("input")?)?))
}

#[cfg(test)]
mod tests;
