//! What is looked up for people who come, and for who invited them.

use dialogue::{Invitations, Newcomer, WelcomeFacts};
use domain::catalogue::ModelKey;
use domain::{Money, PersonId};
use store::{Conversation, LeaderTx, StoreError};

use super::{shop, with_favourites};
use crate::inbox::Inbox;

/// What a greeting looks at.
pub(super) async fn welcome(
    active: &Inbox,
    tx: &mut LeaderTx<'_>,
    conversation: &Conversation,
    model: Option<&ModelKey>,
) -> Result<WelcomeFacts, StoreError> {
    let order = match model {
        Some(model) => Some(with_favourites(active, tx, conversation, Some(model)).await?),
        None => None,
    };
    let newcomer = newcomer(active, tx, conversation.person).await?;
    let samples = match newcomer {
        Some(_) => shop::album(tx).await?,
        None => Vec::new(),
    };
    Ok(WelcomeFacts { newcomer, order, samples })
}

pub(super) async fn invitations(
    tx: &mut LeaderTx<'_>,
    person: PersonId,
) -> Result<Invitations, StoreError> {
    let store::conversations::referrals::Invitations { code, came, paid } =
        tx.people().invitations(person).await?;
    Ok(Invitations { code, came, paid })
}

/// Somebody new, with what newcomers may still be given today.
async fn newcomer(
    active: &Inbox,
    tx: &mut LeaderTx<'_>,
    person: PersonId,
) -> Result<Option<Newcomer>, StoreError> {
    if !tx.people().is_newcomer(person).await? {
        return Ok(None);
    }
    let offers = &active.prices.offers;
    // Who was deleted and comes back is given nothing more.
    let is_first = !tx.people().was_deleted(person).await?;
    let gifts_left = match is_first && offers.gift.is_positive() {
        true => {
            let (gift, budget) = (offers.gift, offers.gift_budget);
            tx.books().room_for_gift(gift, &offers.time_zone, budget).await?
        }
        false => Money::ZERO,
    };
    Ok(Some(Newcomer { gifts_left }))
}
