//! The books looked at from outside: their invariants, their pages, what they say about models.
//!
//! ```text
//!   audit ── begin (repeatable read, read only) ── who could work? ── I1 ... I29 ──> 29 findings
//! ```
//!
//! All invariants are asked in one snapshot: a hold that is taken between two questions would
//! otherwise look like money gone astray. A finding counts what is wrong and names the first
//! [`MOST`] of it, in words.
//!
//! **What somebody should have done by now.** I7, I13, I14 and I17 are not about what the books say
//! but about what is still missing from them: an overdue generation, an update that waits, a result
//! that did not arrive, a call without an end. They are broken only while somebody could have done
//! something about it, which is while an instance is ACTIVE: an unsealed term whose last sign of life
//! is younger than its settings allow. And they count from the later of the row's own time and the first
//! claim after the last minute without anybody: after a night without any instance everything is late,
//! and the one that takes over deserves its five minutes like everybody else; one that dies and comes
//! back every minute does not get them anew each time.
//!
//! The parts: `questions` asks, with one file of `audit/sql` for each invariant; [`pages`] reads the transfers page by page, [`sales`] what each model brought, `session` is the
//! connection all of them read through.
//!
//! On failure: nothing is written here, so asking again is always safe. A question that takes longer
//! than five minutes is given up: books of that size are better audited on a standby.

mod invariant;
mod questions;
mod session;

pub mod pages;
pub mod sales;

pub use invariant::Invariant;
pub use pages::{Books, Entry, Party};
pub use sales::Sales;

use crate::error::StoreError;
use crate::options::DatabaseUrl;
use session::Session;

/// How many violations of one invariant are named; every query says the same.
pub const MOST: usize = 5;

/// How an invariant stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Which one.
    pub invariant: Invariant,
    /// How often it is broken; nothing when all is well.
    pub violations: i64,
    /// Where, in words; the first few.
    pub subjects: Vec<String>,
}

/// Something that breaks an invariant, beside how many there are in all.
struct Wrong {
    violations: i64,
    subject: String,
}

impl Finding {
    fn of(invariant: Invariant, wrong: Vec<Wrong>) -> Self {
        let violations = wrong.first().map_or(0, |first| first.violations);
        let subjects = wrong.into_iter().map(|one| one.subject).collect();
        Self { invariant, violations, subjects }
    }

    /// Whether the invariant holds.
    pub fn is_well(&self) -> bool {
        self.violations == 0
    }
}

/// Holds the books against every invariant; all of them are answered, in order.
///
/// # Errors
/// When the database does not answer, or has not the schema this binary knows.
pub async fn audit(url: &DatabaseUrl) -> Result<Vec<Finding>, StoreError> {
    let mut session = Session::open(url, "audit").await?;
    let connection = session.begin().await?;
    let since = questions::working_since(connection).await?;
    let mut findings = Vec::with_capacity(Invariant::ALL.len());
    for invariant in Invariant::ALL {
        let wrong = questions::ask(invariant, connection, since).await?;
        findings.push(Finding::of(invariant, wrong));
    }
    session.end().await?;
    session.close().await;
    Ok(findings)
}

/// The query behind an invariant, as it runs.
pub const fn question(invariant: Invariant) -> &'static str {
    questions::text(invariant)
}

/// The query that says since when somebody could work: `$1` of those that ask what is late.
pub const fn since_question() -> &'static str {
    questions::SINCE
}
