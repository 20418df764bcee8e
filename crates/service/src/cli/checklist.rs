//! Lists of named checks, run one after the other, each with a verdict and its cure.
//!
//! ```text
//!   Check { name, after, run } ──┬── one of `after` has failed ──> WARN: not looked at
//!                                ├── no verdict in time ─────────> FAIL
//!                                └── run ──> PASS | WARN | FAIL, what was found; the cure
//! ```
//!
//! A room adds a check by writing an async function beside its code and a line in a list. A check
//! that depends on another one names it, so that one cause is said once, and not by everything
//! behind it.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use serde_json::{Value, json};

use crate::cli::failure::Failure;
use crate::cli::output;

/// No check takes longer: one that does has hung on something.
const LONGEST: Duration = Duration::from_secs(30);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Status {
    Pass,
    /// It works, and somebody should know.
    Warn,
    Fail,
}

/// What a check came to, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Verdict {
    status: Status,
    found: String,
    cure: Option<String>,
}

/// A verdict with the name of its check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Finding {
    name: &'static str,
    verdict: Verdict,
}

pub(crate) type Looking<'a> = Pin<Box<dyn Future<Output = Verdict> + Send + 'a>>;

pub(crate) struct Check<T> {
    pub(crate) name: &'static str,
    /// Checks that must not have failed; otherwise this one says nothing new.
    pub(crate) after: &'static [&'static str],
    pub(crate) run: for<'a> fn(&'a T) -> Looking<'a>,
}

impl Status {
    /// The word at the beginning of a line.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Pass => "PASS",
            Self::Warn => "WARN",
            Self::Fail => "FAIL",
        }
    }
}

impl Verdict {
    pub(crate) fn pass(found: impl Into<String>) -> Self {
        Self { status: Status::Pass, found: found.into(), cure: None }
    }

    pub(crate) fn warn(found: impl Into<String>, cure: impl Into<String>) -> Self {
        Self { status: Status::Warn, found: found.into(), cure: Some(cure.into()) }
    }

    pub(crate) fn fail(found: impl Into<String>, cure: impl Into<String>) -> Self {
        Self { status: Status::Fail, found: found.into(), cure: Some(cure.into()) }
    }

    /// A failure whose sentence ends with its cure, after this mark.
    pub(crate) fn fail_as_said(sentence: impl fmt::Display, mark: &str) -> Self {
        let sentence = sentence.to_string();
        match sentence.split_once(mark) {
            Some((found, cure)) => Self::fail(found, cure),
            None => Self { status: Status::Fail, found: sentence, cure: None },
        }
    }

    /// What was found, in words.
    pub(crate) fn found(&self) -> &str {
        &self.found
    }

    /// What was found, to be warned of instead.
    pub(crate) fn into_warning(self) -> Self {
        Self { status: Status::Warn, ..self }
    }

    pub(crate) fn named(self, name: &'static str) -> Finding {
        Finding { name, verdict: self }
    }
}

impl Finding {
    pub(crate) fn status(&self) -> Status {
        self.verdict.status
    }

    fn json(&self) -> Value {
        let Verdict { status, found, cure } = &self.verdict;
        json!({ "name": self.name, "status": status.as_str(), "found": found, "cure": cure })
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Verdict { status, found, cure } = &self.verdict;
        write!(to, "{} {}: {found}", status.as_str(), self.name)?;
        match cure {
            Some(cure) => write!(to, "; {cure}"),
            None => Ok(()),
        }
    }
}

/// Runs the checks in their order; one whose ground has failed is not run.
pub(crate) async fn examine<T: Sync>(checks: &[Check<T>], subject: &T) -> Vec<Finding> {
    let mut findings: Vec<Finding> = Vec::with_capacity(checks.len());
    for check in checks {
        let failed = |name: &&&str| {
            let is_it = |one: &Finding| one.name == **name && one.status() == Status::Fail;
            findings.iter().any(is_it)
        };
        let verdict = match check.after.iter().find(failed) {
            Some(cause) => not_looked_at(cause),
            None => within(LONGEST, (check.run)(subject)).await,
        };
        findings.push(verdict.named(check.name));
    }
    findings
}

/// What is said of a check that would only repeat what another one has found.
pub(crate) fn not_looked_at(cause: &str) -> Verdict {
    Verdict::warn("not looked at", format!("cure `{cause}` first"))
}

async fn within(longest: Duration, looking: Looking<'_>) -> Verdict {
    tokio::time::timeout(longest, looking).await.unwrap_or_else(|_| {
        Verdict::fail(
            format!("no answer within {} s", longest.as_secs()),
            "find out what holds it up, then look again",
        )
    })
}

/// The end of a command that has checked something: says what was found, for a person or for a program.
pub(crate) fn conclude(findings: &[Finding], as_json: bool) -> Result<(), Failure> {
    output::say(shown(findings, as_json))?;
    outcome(findings)
}

fn outcome(findings: &[Finding]) -> Result<(), Failure> {
    match findings.iter().filter(|finding| finding.status() == Status::Fail).count() {
        0 => Ok(()),
        1 => Err(Failure::other("one check failed")),
        failed => Err(Failure::Other(format!("{failed} checks failed"))),
    }
}

fn shown(findings: &[Finding], as_json: bool) -> String {
    if as_json {
        return Value::from_iter(findings.iter().map(Finding::json)).to_string();
    }
    findings.iter().map(Finding::to_string).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::{Check, Duration, Looking, Status, Verdict, examine, outcome, shown, within};

    fn list() -> Vec<Check<bool>> {
        vec![
            Check { name: "ground", after: &[], run: |dry| Box::pin(ground(dry)) },
            Check { name: "house", after: &["ground"], run: |_| Box::pin(house()) },
            Check { name: "sky", after: &[], run: |_| Box::pin(house()) },
        ]
    }

    async fn ground(dry: &bool) -> Verdict {
        if *dry { Verdict::pass("dry") } else { Verdict::fail("wet", "drain it") }
    }

    async fn house() -> Verdict {
        Verdict::pass("stands")
    }

    #[tokio::test]
    async fn every_check_has_a_line_and_nothing_fails_when_all_is_well() {
        let findings = examine(&list(), &true).await;

        assert_eq!(
            shown(&findings, false),
            "PASS ground: dry\nPASS house: stands\nPASS sky: stands"
        );
        assert!(outcome(&findings).is_ok());
    }

    #[tokio::test]
    async fn what_depends_on_a_failure_is_not_looked_at_and_the_rest_is() {
        let findings = examine(&list(), &false).await;

        assert_eq!(
            shown(&findings, false),
            "FAIL ground: wet; drain it\n\
             WARN house: not looked at; cure `ground` first\n\
             PASS sky: stands"
        );
        assert_eq!(outcome(&findings).unwrap_err().to_string(), "one check failed");
    }

    #[tokio::test]
    async fn a_program_gets_an_array_of_objects() {
        let findings = examine(&list(), &false).await;

        let read: serde_json::Value = serde_json::from_str(&shown(&findings, true)).unwrap();

        let first = serde_json::json!({"name": "ground", "status": "FAIL", "found": "wet", "cure": "drain it"});
        assert_eq!(read[0], first);
        assert_eq!(read[2]["cure"], serde_json::Value::Null);
    }

    #[tokio::test(start_paused = true)]
    async fn a_check_that_hangs_has_failed() {
        let hangs: Looking<'_> = Box::pin(std::future::pending());

        let verdict = within(Duration::from_secs(30), hangs).await;

        assert_eq!(
            (verdict.status, verdict.found.as_str()),
            (Status::Fail, "no answer within 30 s")
        );
    }

    #[test]
    fn a_sentence_that_ends_with_its_cure_is_taken_apart() {
        let verdict = Verdict::fail_as_said("the roof leaks: mend it", ": ").named("roof");

        assert_eq!(verdict.to_string(), "FAIL roof: the roof leaks; mend it");
        assert_eq!(
            Verdict::fail_as_said("gone", ": ").named("roof").to_string(),
            "FAIL roof: gone"
        );
    }
}
