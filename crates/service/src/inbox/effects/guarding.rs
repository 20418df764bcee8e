//! Words that orders must not hold: added, taken away, and refusals counted.
//!
//! The active instance has the list in memory, read when its term begins and after each change. Should the commit of
//! a change fail, the list in memory is ahead of it until the update is tried again.

use dialogue::GuardDeed;
use domain::PersonId;
use store::{LeaderTx, StoreError};

use crate::metrics;
use crate::role::tools::BotProfile;

/// Does it.
pub(super) async fn carry_out(
    bot: &BotProfile,
    tx: &mut LeaderTx<'_>,
    person: PersonId,
    deed: &GuardDeed,
) -> Result<(), StoreError> {
    match deed {
        GuardDeed::Add(word) => tx.upkeep().add_guard_word(word, person).await?,
        GuardDeed::Remove(word) => tx.upkeep().remove_guard_word(word).await?,
        GuardDeed::Refused => {
            metrics::prompt_refused();
            return tx.upkeep().count_refusal(person).await;
        }
    }
    bot.set_guard(tx.upkeep().guard_words().await?);
    Ok(())
}
