//! Promises held against what was measured, and the table that shows them.
//!
//! ```text
//!   measured ── within the target ──> Met        at least one Missed ──> the program ends with 1
//!      │   └─── not, or no number ──> Missed
//!      └── nothing to compare with ─> NotMeasured, which is no failure
//! ```

use std::fmt::Write;

use anyhow::Result;

/// A promise held against what was measured.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Judgement {
    pub(crate) what: String,
    pub(crate) measured: String,
    pub(crate) target: String,
    pub(crate) verdict: Verdict,
}

impl Judgement {
    pub(crate) fn new(
        what: impl Into<String>,
        measured: impl Into<String>,
        target: impl Into<String>,
        met: bool,
    ) -> Self {
        let verdict = Verdict::of(met);
        Self { what: what.into(), measured: measured.into(), target: target.into(), verdict }
    }

    /// A count of things that must not happen.
    pub(crate) fn none(what: impl Into<String>, count: u64) -> Self {
        Self::new(what, count.to_string(), "0", count == 0)
    }
}

/// Whether a promise was kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    Met,
    Missed,
    /// There was nothing to compare with.
    NotMeasured,
}

impl Verdict {
    fn word(self) -> &'static str {
        match self {
            Self::Met => "yes",
            Self::Missed => "NO",
            Self::NotMeasured => "not measured",
        }
    }

    pub(crate) fn of(met: bool) -> Self {
        if met { Self::Met } else { Self::Missed }
    }
}

/// Writes the table, if there is anything in it; says whether no promise was missed.
pub(crate) fn table(text: &mut String, judgements: &[Judgement]) -> Result<bool> {
    if !judgements.is_empty() {
        writeln!(text, "\n{:<34} {:>9}   {:<42} met", "promise", "measured", "target")?;
    }
    for Judgement { what, measured, target, verdict } in judgements {
        writeln!(text, "{what:<34} {measured:>9}   {target:<42} {}", verdict.word())?;
    }
    Ok(judgements.iter().all(|judgement| judgement.verdict != Verdict::Missed))
}

#[cfg(test)]
mod tests {
    use super::{Judgement, Verdict, table};

    #[test]
    fn one_missed_promise_is_enough_and_one_that_was_not_measured_is_not() {
        let met = Judgement::none("lost", 0);
        let missed = Judgement::none("lost", 1);
        let unmeasured = Judgement { verdict: Verdict::NotMeasured, ..met.clone() };
        let mut text = String::new();

        assert!(table(&mut text, &[met.clone(), unmeasured]).unwrap());
        assert!(!table(&mut text, &[met, missed]).unwrap());
        assert!(text.contains("yes") && text.contains("not measured") && text.contains("NO"));
    }

    #[test]
    fn without_promises_there_is_no_table() {
        let mut text = String::new();

        assert!(table(&mut text, &[]).unwrap());
        assert_eq!(text, "");
    }
}
