//! Payments that went back: what Telegram tells of them, whoever decided it.
//!
//! ```text
//!   refunded_payment ──> balance taken back, the rest owed ──> a reward for it taken back ──> told
//! ```
//!
//! On failure: everything is rolled back with the transaction, and done again with its update.

use dialogue::{PriceList, paying};
use domain::ChatId;
use domain::ledger::Taken;
use store::{GivenBack, LeaderTx, StoreError};
use tracing::info;

use super::booking::say;

/// A payment went back; the chats in which something is to be said, or none at all if nobody here knows it.
pub(crate) async fn on_refunded(
    prices: &PriceList,
    tx: &mut LeaderTx<'_>,
    charge: &str,
) -> Result<Option<Vec<ChatId>>, StoreError> {
    let (person, taken) = match tx.books().told_of_refund(charge).await? {
        GivenBack::Done(person, taken) => (person, taken),
        GivenBack::Already => return Ok(Some(Vec::new())),
        GivenBack::Unknown => return Ok(None),
    };
    tx.books().take_back_reward(charge).await?;
    info!("[MONEY] a payment went back");
    let language = tx.people().conversation(person, None).await?.speaks();
    let balance = tx.books().balance(person).await?;
    let Taken { taken, bonus, owed } = taken;
    let taken = taken.plus(bonus).unwrap_or(taken);
    let sums = paying::Refunded { taken, owed, balance: balance.available() };
    let screen = paying::refunded(language, &prices.offers, sums);
    Ok(Some(vec![say(tx, person, &screen).await?]))
}
