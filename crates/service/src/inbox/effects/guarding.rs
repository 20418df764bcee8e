//! Words that orders must not hold: the lists are changed, and refusals counted.
//!
//! ```text
//!   an update ── its conversation is read, with the version of the lists ──┬── known ──> decided
//!                                                                          └── another ──> read, then decided
//! ```
//!
//! The active instance has the lists in memory. It knows no others than those of the commits before the update that it
//! handles, whoever made them: a change that was not committed was never known, and a new term reads them with its first
//! update.

use dialogue::GuardDeed;
use domain::PersonId;
use domain::offers::Limit;
use store::{Conversation, LeaderTx, StoreError};

use crate::inbox::Inbox;
use crate::metrics;

/// Reads the lists if they changed.
pub(crate) async fn keep_up(
    active: &Inbox,
    tx: &mut LeaderTx<'_>,
    conversation: &Conversation,
) -> Result<(), StoreError> {
    let version = conversation.guard_version;
    if !active.bot.knows_guard(version) {
        let changes = tx.upkeep().guard_changes().await?;
        active.bot.set_guard(version, &active.prices.offers.guard, changes);
    }
    Ok(())
}

/// Does it.
pub(super) async fn carry_out(
    tx: &mut LeaderTx<'_>,
    person: PersonId,
    deed: &GuardDeed,
) -> Result<(), StoreError> {
    match deed {
        GuardDeed::Change(change) => tx.upkeep().change_guard(change, person).await,
        GuardDeed::Refused => {
            metrics::prompt_refused();
            tx.upkeep().count_refusal(person).await
        }
    }
}

/// Money would have gone faster than it may: it is counted, and operators are told.
pub(super) async fn limited(
    tx: &mut LeaderTx<'_>,
    person: PersonId,
    limit: Limit,
) -> Result<(), StoreError> {
    metrics::limit_reached(limit);
    let news = match limit {
        Limit::SpendPerHour | Limit::SpendPerDay => domain::News::SpendLimit,
        Limit::RefundsPerPerson | Limit::RefundsPerAdmin => domain::News::RefundLimit,
    };
    tx.operators().add_news(news, person, 0, "").await
}
