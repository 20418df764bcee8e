//! How a newcomer is welcomed: greeted once, given what they are told of, and kept with whoever invited them.
//!
//! That they are new and that the day has room for the gift was looked up and locked before it was decided. If it
//! turns out otherwise here, the books and the words disagree: the transaction is rolled back and the update tried
//! again.

use dialogue::{PriceList, Welcome};
use domain::PersonId;
use store::losses::Gifted;
use store::{LeaderTx, StoreError};
use tracing::debug;

/// Writes down that a newcomer was welcomed.
pub(super) async fn welcome(
    prices: &PriceList,
    tx: &mut LeaderTx<'_>,
    person: PersonId,
    welcome: &Welcome,
) -> Result<(), StoreError> {
    tx.people().keep_welcome(person).await?;
    if let Some(code) = &welcome.code {
        let is_known = tx.people().keep_referrer(person, code).await?;
        debug!(is_known, "[QUEUE] a newcomer came by an invitation");
    }
    let Some(gift) = welcome.gift else { return Ok(()) };
    let offers = &prices.offers;
    match tx.books().give_gift(person, gift, &offers.time_zone, offers.gift_budget).await? {
        Gifted::Done => Ok(()),
        Gifted::Already | Gifted::BudgetUsed => {
            Err(StoreError::Broken("a newcomer was told of a gift that is not there"))
        }
    }
}
