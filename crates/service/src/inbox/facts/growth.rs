//! What is looked up about promo codes, campaigns and numbers: a code is locked before anybody's accounts.

use dialogue::{CampaignList, Growth, PromoFacts, PromoList, Step};
use domain::channel::ChannelStanding;
use domain::{Offers, PersonId};
use store::{LeaderTx, StoreError};

use super::on;
use crate::inbox::handling::Trouble;

/// Answers a question about how the bot grows.
pub(super) async fn answer(
    tx: &mut LeaderTx<'_>,
    person: PersonId,
    zone: &str,
    question: Growth<'_>,
) -> Result<Step, Trouble> {
    match question {
        Growth::Promo(code, then) => {
            let Some(found) = tx.books().promo(&code, person, zone).await? else {
                return on(then, None);
            };
            let purse = tx.books().purse(person).await?;
            let is_used_by_them = found.is_used_by_them;
            on(then, Some(PromoFacts { promo: found.promo, is_used_by_them, purse }))
        }
        Growth::PromoCard(code, then) => {
            on(then, tx.books().promo(&code, person, zone).await?.map(|found| found.promo))
        }
        Growth::Promos(then) => {
            let (promos, all) = tx.books().promos(PromoList::PAGE, zone).await?;
            on(then, PromoList { promos, all })
        }
        Growth::Campaigns(then) => {
            let (campaigns, all) = tx.people().campaigns(CampaignList::PAGE).await?;
            on(then, CampaignList { campaigns, all })
        }
        Growth::Stats(span, count, then) => on(then, tx.books().stats(span, count, zone).await?),
    }
}

/// How somebody stands with the channel for free use, if there is one.
pub(super) async fn channel(
    offers: &Offers,
    tx: &mut LeaderTx<'_>,
    person: PersonId,
) -> Result<Option<ChannelStanding>, StoreError> {
    match offers.free_channel.as_deref() {
        Some(channel) => tx.people().channel_standing(person, channel).await,
        None => Ok(None),
    }
}
