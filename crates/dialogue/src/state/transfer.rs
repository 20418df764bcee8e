//! Where a conversation about a bank transfer stands.
//!
//! ```text
//!   a person:  Naming ── an amount ──> Showing ── a receipt ──> Menu
//!   an admin:  Judging without a reason ── typed ──> Judging with one ── confirmed, cancelled ──> Menu
//! ```
//!
//! The request itself is in the database: a conversation that wanders off loses nothing but its place.

use domain::TransferId;
use domain::transfer::Verdict;
use serde::{Deserialize, Serialize};

use super::Mark;
use crate::html::one_line;

/// The longest reason, in characters.
const MAX_REASON: usize = 200;

/// What is waited for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TransferTalk {
    /// A person was asked how much they transfer.
    Naming,
    /// A person was asked for the receipt of this request.
    Showing(TransferId),
    /// An admin decides.
    Judging(Judgement),
}

/// A decision of an admin that is not made yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// About which request.
    pub request: TransferId,
    /// What they want.
    pub verdict: Verdict,
    /// Why; none: they were asked for it.
    pub reason: Option<String>,
    /// What the buttons under the question carry.
    pub mark: Mark,
}

/// The stored form.
#[derive(Serialize, Deserialize)]
#[serde(tag = "step", rename_all = "snake_case")]
pub(super) enum StoredTalk {
    Naming,
    Showing { request: i64 },
    Judging { request: i64, verdict: String, reason: Option<String>, mark: u32 },
}

impl TransferTalk {
    /// Whether words are waited for: whoever does anything else does not mean them any more.
    pub(crate) const fn waits_for_words(&self) -> bool {
        matches!(self, Self::Naming | Self::Judging(Judgement { reason: None, .. }))
    }

    pub(super) fn to_stored(&self) -> StoredTalk {
        match self {
            Self::Naming => StoredTalk::Naming,
            Self::Showing(request) => StoredTalk::Showing { request: request.get() },
            Self::Judging(judgement) => StoredTalk::Judging {
                request: judgement.request.get(),
                verdict: judgement.verdict.word().to_owned(),
                reason: judgement.reason.clone(),
                mark: judgement.mark.get(),
            },
        }
    }
}

impl StoredTalk {
    pub(super) fn read(self) -> Option<TransferTalk> {
        let number = |id: i64| (id > 0).then_some(TransferId::new(id));
        Some(match self {
            Self::Naming => TransferTalk::Naming,
            Self::Showing { request } => TransferTalk::Showing(number(request)?),
            Self::Judging { request, verdict, reason, mark } => TransferTalk::Judging(Judgement {
                request: number(request)?,
                verdict: Verdict::from_word(&verdict)?,
                reason: match reason {
                    Some(reason) => Some(read_reason(&reason)?),
                    None => None,
                },
                mark: Mark::new(mark),
            }),
        })
    }
}

/// A reason as it is kept: one line, bounded; none if nothing of it can be shown.
pub(crate) fn read_reason(words: &str) -> Option<String> {
    let line = one_line(words, MAX_REASON);
    let reason = line.trim_end();
    (!reason.is_empty()).then(|| reason.to_owned())
}
