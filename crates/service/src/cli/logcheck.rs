//! `trt logcheck`: the rules of a clean deploy, applied to its log line by line, from a file or a pipe.
//!
//! ```text
//!   FAIL rule line 17: what the line says      (for each)
//!   812 lines, 3 not ours: clean
//! ```
//!
//! Of the log its last minutes count, by the times of its lines. A line that has a secret in it is never shown.
//! With the address of an instance the log must be that of the instance: see `instances`.
//!
//! ```text
//!   line ──┬── a JSON object ──> every rule looks at it ──> violations, with rule and line
//!          ├── `panicked at` ──> a panic, printed past the log
//!          └── anything else ──> counted
//! ```
//!
//! | module | owns |
//! | --- | --- |
//! | `line` | one line: its time, level, message, instance and fields |
//! | `texts` | rules that need one line |
//! | `secrets` | what looks like a token, a key or a password |
//! | `roles` | rules that remember: activations, passive lines, takeovers |
//! | `recent` | a memory that forgets the oldest |
//! | `instances` | whether the log is that of these instances, and whole |
//! | `reading` | lines of any length from a file or a pipe |
//!
//! Memory is bounded whatever the log is: rules remember a bounded number of instances and terms,
//! and only the newest violations are kept. With a window, the rules see the whole log, and only
//! what they found in its last minutes counts; a line without a time has that of the one before.
//!
//! On failure: a log in which nothing could be read is no clean log, see [`Report::is_clean`].

mod instances;
mod line;
mod reading;
mod recent;
mod roles;
mod secrets;
mod texts;

use std::collections::VecDeque;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use tokio::io::BufReader;

use crate::cli::failure::Failure;
use crate::cli::instance::Instance;
use crate::cli::output;
use instances::{Begun, Expected};
use line::{Line, Parsed, beginning};
use reading::each_line;
use roles::Roles;

/// Older violations are only counted.
const MOST_KEPT: usize = 1_000;

/// Looks at a log and says what was found in it, and whether it is that of these instances.
pub async fn run(
    file: Option<PathBuf>,
    minutes: u32,
    urls: &[String],
    up: Duration,
) -> Result<(), Failure> {
    let instances = urls.iter().map(|url| Instance::at(url)).collect::<Result<Vec<_>, _>>();
    let instances = instances.map_err(Failure::other)?;
    let mut audit = Audit::new(Some(Duration::from_secs(60 * u64::from(minutes))));
    let read = match &file {
        Some(path) => match tokio::fs::File::open(path).await {
            Ok(log) => each_line(BufReader::new(log), |line| audit.look(line)).await,
            Err(error) => Err(error),
        },
        None => each_line(BufReader::new(tokio::io::stdin()), |line| audit.look(line)).await,
    };
    read.map_err(|error| {
        let name = file.map_or("standard input".to_owned(), |path| path.display().to_string());
        Failure::Other(format!("{name} cannot be read: {error}"))
    })?;
    let mut expected = Vec::with_capacity(instances.len());
    for instance in &instances {
        expected.push(Expected::of(instance, up).await);
    }
    let strangers = audit.begun.missing(&expected);
    tell(&audit.finish(), &strangers)
}

fn tell(report: &Report, strangers: &[String]) -> Result<(), Failure> {
    if report.more > 0 {
        output::say(format_args!("{} violations before these are not shown", report.more))?;
    }
    for violation in &report.violations {
        output::say(violation)?;
    }
    for stranger in strangers {
        output::say(format_args!("FAIL instance {stranger}"))?;
    }
    let Report { read, ignored, .. } = report;
    if *read == 0 {
        return Err(Failure::other(
            "no line of this log could be read: give the JSON lines of LOG_FORMAT=json",
        ));
    }
    let lines = format!("{read} lines, {ignored} not ours");
    if !report.is_clean() {
        let found = report.more + u64::try_from(report.violations.len()).unwrap_or(u64::MAX);
        return Err(Failure::Other(format!("{lines}: {found} times a rule is broken")));
    }
    if !strangers.is_empty() {
        return Err(Failure::Other(format!(
            "{lines}: not the log of these instances, or not whole"
        )));
    }
    output::say(format_args!("{lines}: clean"))
}

/// What a clean log has nothing of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Rule {
    /// A line of level ERROR: somebody must look.
    Error,
    Panic,
    /// A table or function that is not there, a value out of range.
    Sql,
    /// A value that could not be written as JSON.
    NotSerializable,
    /// An instance speaks of being passive while it is active.
    PassiveAfterActive,
    /// A passive instance repeats itself.
    PassiveTwice,
    Drop,
    /// Telegram got an error of ours that does not ask it to come back.
    ServerError,
    SecondActivation,
    /// More than one takeover by silence in an hour.
    Takeovers,
    /// Something that looks like a token, a key or a password.
    Secret,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Violation {
    pub(crate) rule: Rule,
    /// The number of the line, from 1.
    pub(crate) line: u64,
    pub(crate) what: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Report {
    /// The newest violations, in the order of the log.
    pub(crate) violations: Vec<Violation>,
    /// Violations before those, which are not kept.
    pub(crate) more: u64,
    pub(crate) read: u64,
    /// Lines that are no JSON object and no panic.
    pub(crate) ignored: u64,
}

#[derive(Debug)]
pub(crate) struct Audit {
    window: Option<Duration>,
    begun: Begun,
    roles: Roles,
    found: VecDeque<(Violation, i64)>,
    more: u64,
    number: u64,
    read: u64,
    ignored: u64,
    /// The time of the line before, and the newest so far, in milliseconds.
    last: i64,
    newest: i64,
}

impl Rule {
    /// The word in the report.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Panic => "panic",
            Self::Sql => "sql",
            Self::NotSerializable => "not-serializable",
            Self::PassiveAfterActive => "passive-after-active",
            Self::PassiveTwice => "passive-twice",
            Self::Drop => "drop",
            Self::ServerError => "server-error",
            Self::SecondActivation => "second-activation",
            Self::Takeovers => "takeovers",
            Self::Secret => "secret",
        }
    }
}

impl Audit {
    /// Begins to look; with a window, at the end of the log only.
    pub(crate) fn new(window: Option<Duration>) -> Self {
        Self {
            window,
            begun: Begun::default(),
            roles: Roles::default(),
            found: VecDeque::new(),
            more: 0,
            number: 0,
            read: 0,
            ignored: 0,
            last: i64::MIN,
            newest: i64::MIN,
        }
    }

    /// Looks at the next line.
    pub(crate) fn look(&mut self, bytes: &[u8]) {
        self.number += 1;
        let secret = secrets::found(&String::from_utf8_lossy(bytes));
        match line::parse(bytes, self.last) {
            Parsed::Line(line) => {
                self.read += 1;
                (self.last, self.newest) = (line.at, self.newest.max(line.at));
                self.apply(&line, secret);
            }
            Parsed::Text(text) if texts::is_panic(&text) => {
                self.read += 1;
                self.note(Rule::Panic, shown(&text, secret), self.last);
            }
            Parsed::Text(_) => self.ignored += 1,
            Parsed::Blank => {}
        }
        if let Some(kind) = secret {
            self.note(Rule::Secret, kind.to_owned(), self.last);
        }
    }

    /// What was found.
    pub(crate) fn finish(self) -> Report {
        let before = self.found.len();
        let oldest = match self.window {
            Some(window) => {
                let window = i64::try_from(window.as_millis()).unwrap_or(i64::MAX);
                self.newest.saturating_sub(window)
            }
            None => i64::MIN,
        };
        let counted = self.found.into_iter().filter(|(_, at)| *at >= oldest);
        let violations: Vec<Violation> = counted.map(|(violation, _)| violation).collect();
        // If one that was kept is too old, those before it are.
        let more = if violations.len() == before { self.more } else { 0 };
        Report { violations, more, read: self.read, ignored: self.ignored }
    }

    fn apply(&mut self, line: &Line, secret: Option<&str>) {
        let texts = texts::RULES.iter().filter(|(_, breaks)| breaks(line));
        let mut broken: Vec<Rule> = texts.map(|(rule, _)| *rule).collect();
        broken.extend(self.roles.look(line));
        self.begun.look(line);
        for rule in broken {
            self.note(rule, shown(&line.message, secret), line.at);
        }
    }

    fn note(&mut self, rule: Rule, what: String, at: i64) {
        if self.found.len() == MOST_KEPT {
            self.found.pop_front();
            self.more += 1;
        }
        self.found.push_back((Violation { rule, line: self.number, what }, at));
    }
}

/// The beginning of a message, unless a secret may be in it.
fn shown(message: &str, secret: Option<&str>) -> String {
    secret.map_or_else(|| beginning(message), |kind| format!("not shown, for it has {kind}"))
}

impl Report {
    /// Whether something was read and nothing was found.
    pub(crate) fn is_clean(&self) -> bool {
        self.violations.is_empty() && self.more == 0 && self.read > 0
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "FAIL {} line {}: {}", self.rule.as_str(), self.line, self.what)
    }
}

#[cfg(test)]
mod tests;
