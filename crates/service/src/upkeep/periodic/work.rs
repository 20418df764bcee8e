//! The kinds of periodic work: what each does, and how long after it is due again.
//!
//! | name | does | every |
//! | --- | --- | --- |
//! | `seal-books` | seals the transfers that were written | minute |
//! | `book-charges` | books what an earlier release left unbooked | minute |
//! | `count-use` | how much each model is used, for lists; some models at a time | 10 minutes, and at activation |
//! | `forget-updates` | three days after they came; Telegram delivers one for a day at most | minute |
//! | `forget-said` | what was said, after a week; what died, after 90 days | minute |
//! | `forget-facts`, `forget-unreadable` | after a week, after two | hour |
//! | `forget-dead-letters`, `end-parked` | after 90 days | hour |
//! | `forget-notices`, `forget-rings`, `forget-news` | after a day | hour |
//! | `forget-terms`, `forget-handovers`, `forget-requests` | after 90, 7 and 90 days | hour |
//! | `forget-failures` | failures and overcharges of models, after two days | hour |
//! | `forget-losses`, `forget-differences` | after 400 days | hour |
//! | `forget-reconciliations` | after 90 days | hour |
//! | `forget-words`, `forget-files` | what was asked for in orders and what came of them, as `[retention]` says | hour |
//! | `finish-leaving` | deletes who waits for it, and what is found only by looking everywhere | minute, and when asked |
//! | `forget-support` | keeps by which messages operators were told; answered questions, after 400 days | hour |
//!
//! A seal is late by a minute at most and loses nothing by it: what is not sealed yet is sealed next
//! time. Whoever changes a transfer afterwards breaks the chain, and `trt books audit` says where.
//!
//! `reconcile-books`, `audit-books` and `daily-digest` are rows as well, with loops of their own: see
//! [`crate::payments::reconciling`], [`crate::operators::auditing`] and [`crate::operators::digest`].
//!
//! The names stand in rows, so they are never used for anything else.

use std::time::Duration;

use domain::Catalogue;
use store::{Batch, Forgotten, LeaderTx, StoreError};

use super::Periodic;
use crate::leaving;

const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(3600);
const DAY: Duration = Duration::from_secs(24 * 3600);

const ROWS: i64 = 2_000;

/// Models of one batch: each is read along its own results of 30 days.
const MODELS: usize = 16;

/// One batch of attempts to be booked: each is some statements.
const BOOKED: i64 = 200;

/// Who leaves asks for this one to be done soon.
pub(crate) const FINISH_LEAVING: &str = "finish-leaving";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Work {
    SealBooks,
    BookCharges,
    CountUse,
    ForgetUpdates,
    ForgetSaid,
    ForgetFacts,
    ForgetUnreadable,
    ForgetDeadLetters,
    EndParked,
    ForgetNotices,
    ForgetNews,
    ForgetRings,
    ForgetTerms,
    ForgetHandovers,
    ForgetRequests,
    ForgetFailures,
    ForgetLosses,
    ForgetSupport,
    ForgetDifferences,
    ForgetReconciliations,
    ForgetWords,
    ForgetFiles,
    FinishLeaving,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    Done,
    /// There may be more; the last row that was looked at.
    More(i64),
}

impl Work {
    pub(super) const ALL: [Self; 23] = [
        Self::SealBooks,
        Self::BookCharges,
        Self::CountUse,
        Self::ForgetUpdates,
        Self::ForgetSaid,
        Self::ForgetFacts,
        Self::ForgetUnreadable,
        Self::ForgetDeadLetters,
        Self::EndParked,
        Self::ForgetNotices,
        Self::ForgetNews,
        Self::ForgetRings,
        Self::ForgetTerms,
        Self::ForgetHandovers,
        Self::ForgetRequests,
        Self::ForgetFailures,
        Self::ForgetLosses,
        Self::ForgetSupport,
        Self::ForgetDifferences,
        Self::ForgetReconciliations,
        Self::ForgetWords,
        Self::ForgetFiles,
        Self::FinishLeaving,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::SealBooks => "seal-books",
            Self::BookCharges => "book-charges",
            Self::CountUse => "count-use",
            Self::ForgetUpdates => "forget-updates",
            Self::ForgetSaid => "forget-said",
            Self::ForgetFacts => "forget-facts",
            Self::ForgetUnreadable => "forget-unreadable",
            Self::ForgetDeadLetters => "forget-dead-letters",
            Self::EndParked => "end-parked",
            Self::ForgetNotices => "forget-notices",
            Self::ForgetNews => "forget-news",
            Self::ForgetRings => "forget-rings",
            Self::ForgetTerms => "forget-terms",
            Self::ForgetHandovers => "forget-handovers",
            Self::ForgetRequests => "forget-requests",
            Self::ForgetFailures => "forget-failures",
            Self::ForgetLosses => "forget-losses",
            Self::ForgetSupport => "forget-support",
            Self::ForgetDifferences => "forget-differences",
            Self::ForgetReconciliations => "forget-reconciliations",
            Self::ForgetWords => "forget-words",
            Self::ForgetFiles => "forget-files",
            Self::FinishLeaving => FINISH_LEAVING,
        }
    }

    /// The work of this name; none when only another release knows it.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|work| work.name() == name)
    }

    /// From when it was done to when it is due again.
    pub(super) fn pause(self) -> Duration {
        match self {
            Self::SealBooks
            | Self::BookCharges
            | Self::ForgetUpdates
            | Self::ForgetSaid
            | Self::FinishLeaving => MINUTE,
            Self::CountUse => 10 * MINUTE,
            Self::ForgetFacts
            | Self::ForgetUnreadable
            | Self::ForgetDeadLetters
            | Self::EndParked
            | Self::ForgetNotices
            | Self::ForgetNews
            | Self::ForgetRings
            | Self::ForgetTerms
            | Self::ForgetHandovers
            | Self::ForgetRequests
            | Self::ForgetFailures
            | Self::ForgetLosses
            | Self::ForgetSupport
            | Self::ForgetDifferences
            | Self::ForgetReconciliations
            | Self::ForgetWords
            | Self::ForgetFiles => HOUR,
        }
    }

    /// Does one batch; `after` is the last row that the batch before has looked at.
    pub(super) async fn step(
        self,
        tx: &mut LeaderTx<'_>,
        after: i64,
        active: &Periodic,
    ) -> Result<Step, StoreError> {
        let retention = active.prices.offers.retention;
        let gone = match self {
            Self::CountUse => return count_use(tx, after, &active.prices.catalogue).await,
            Self::FinishLeaving => return leaving::finish(active, tx, after).await,
            Self::SealBooks => {
                tx.books().seal().await?;
                return Ok(Step::Done);
            }
            Self::BookCharges => {
                let booked = tx.books().book_left_behind(BOOKED).await?;
                let is_all = i64::try_from(booked).is_ok_and(|booked| booked < BOOKED);
                return Ok(if is_all { Step::Done } else { Step::More(0) });
            }
            Self::ForgetUpdates => {
                let batch = Batch { age: 3 * DAY, after, rows: ROWS };
                return Ok(walked(tx.inbox().forget_updates(batch).await?));
            }
            Self::ForgetSaid => {
                let batch = Batch { age: 7 * DAY, after, rows: ROWS };
                return Ok(walked(tx.outbox().forget_outgoing(batch).await?));
            }
            Self::ForgetFacts => {
                tx.outbox().forget_facts(7 * DAY).await?;
                return Ok(Step::Done);
            }
            Self::ForgetUnreadable => {
                tx.inbox().forget_unreadable(14 * DAY).await?;
                return Ok(Step::Done);
            }
            Self::ForgetDeadLetters => tx.upkeep().forget_dead_letters(ROWS).await?,
            Self::EndParked => tx.upkeep().end_parked(ROWS).await?,
            Self::ForgetNotices => tx.upkeep().forget_notices(ROWS).await?,
            Self::ForgetNews => tx.upkeep().forget_news(DAY, ROWS).await?,
            Self::ForgetRings => tx.upkeep().forget_rings(ROWS).await?,
            Self::ForgetTerms => tx.upkeep().forget_terms(ROWS).await?,
            Self::ForgetHandovers => tx.upkeep().forget_handovers(ROWS).await?,
            Self::ForgetRequests => tx.upkeep().forget_requests(ROWS).await?,
            Self::ForgetFailures => tx.closures().forget_failures(ROWS).await?,
            Self::ForgetLosses => tx.upkeep().forget_losses(ROWS).await?,
            Self::ForgetSupport => {
                tx.upkeep().learn_support_copies().await?;
                tx.upkeep().forget_support(ROWS).await?
            }
            Self::ForgetDifferences => tx.upkeep().forget_differences(ROWS).await?,
            Self::ForgetReconciliations => tx.upkeep().forget_reconciliations(ROWS).await?,
            Self::ForgetWords => {
                tx.upkeep().forget_kept_orders(ROWS).await?;
                tx.upkeep().forget_words(retention.words_days, ROWS).await?
            }
            Self::ForgetFiles => tx.upkeep().forget_files(retention.files_days, ROWS).await?,
        };
        // Fewer than asked for: those were all.
        Ok(if i64::try_from(gone) == Ok(ROWS) { Step::More(0) } else { Step::Done })
    }
}

/// Counts how much some models are used; `after` is how many of the catalogue were counted before.
async fn count_use(
    tx: &mut LeaderTx<'_>,
    after: i64,
    catalogue: &Catalogue,
) -> Result<Step, StoreError> {
    let models = catalogue.models().iter().filter(|model| model.on);
    let models: Vec<&str> = models.map(|model| model.key.as_str()).collect();
    let from = usize::try_from(after).unwrap_or_default().min(models.len());
    let to = models.len().min(from + MODELS);
    tx.upkeep().count_use(&models[from..to]).await?;
    if to < models.len() {
        return Ok(Step::More(i64::try_from(to).unwrap_or_default()));
    }
    tx.upkeep().forget_use(&models).await?;
    Ok(Step::Done)
}

/// Where nothing was old the table has come to its young end.
fn walked(forgotten: Forgotten) -> Step {
    forgotten.last.map_or(Step::Done, Step::More)
}

#[cfg(test)]
mod tests {
    use super::Work;

    #[test]
    fn every_kind_of_work_is_known_by_a_name_of_its_own() {
        for work in Work::ALL {
            assert_eq!(Work::from_name(work.name()), Some(work));
        }
        assert_eq!(Work::from_name("of another release"), None);
    }
}
