//! Plans: what Telegram tells of a subscription, and what another plan changes.
//!
//! ```text
//!   subscription update ──> active, canceled, failed: kept
//!   cancelled by its person, Telegram asked ──> agreed, or not: they hear it
//!   another plan paid ────> the former one is cancelled by its first charge, and runs until its date
//!   over, with its grace ─> expired, and told
//! ```
//!
//! On failure: everything is rolled back with the transaction, and done again with its update.

use dialogue::{PriceList, paying};
use domain::offers::{Offers, PlanKey};
use domain::payment::{GRACE, InvoiceId, Subscription, SubscriptionState};
use domain::{ChatId, Language, PersonId};
use store::payments::money_calls::MoneyCallKind;
use store::{LeaderTx, StoreError};
use telegram::update;

use super::booking::say;

/// So many are ended in one commit.
const MOST: i64 = 50;

/// Telegram says how a subscription stands.
pub(crate) async fn on_update(
    tx: &mut LeaderTx<'_>,
    told: &update::Subscription,
) -> Result<(), StoreError> {
    let state = match told.state {
        update::SubscriptionState::Active => SubscriptionState::Active,
        update::SubscriptionState::Canceled => SubscriptionState::Canceled,
        update::SubscriptionState::Failed => SubscriptionState::Failed,
        update::SubscriptionState::Unknown => return Ok(()),
    };
    let Some(id) = InvoiceId::from_payload(&told.payload) else { return Ok(()) };
    tx.people().conversation(told.user.id, None).await?;
    let invoice = tx.books().invoice(id).await?;
    // What is said about somebody else's is nothing.
    if invoice.is_some_and(|invoice| invoice.person == told.user.id) {
        tx.books().move_subscription(id, state).await?;
    }
    Ok(())
}

/// The other plans of somebody who has just paid for one are not renewed; returns the chats in which that is said.
pub(super) async fn replace_others(
    prices: &PriceList,
    tx: &mut LeaderTx<'_>,
    person: PersonId,
    paid: InvoiceId,
) -> Result<Vec<ChatId>, StoreError> {
    let running = tx.books().subscriptions(person, &prices.offers.time_zone).await?;
    let mut chats = Vec::new();
    for (other, until) in running {
        if other.invoice == paid || !other.state.renews() {
            continue;
        }
        tx.books().move_subscription(other.invoice, SubscriptionState::Replaced).await?;
        tx.books().ask_telegram(MoneyCallKind::Cancel, &other.first_charge, person).await?;
        let language = tx.people().conversation(person, None).await?.speaks();
        let plan = title(&prices.offers, language, &other.plan);
        chats.push(say(tx, person, &paying::plan_replaced(language, plan, &until)).await?);
    }
    Ok(chats)
}

/// Telegram agreed that the subscription with this first charge is not renewed: who asked for that hears it; the chats in
/// which that is said. Of one that was replaced or paid back they have heard already.
pub(super) async fn on_cancelled(
    prices: &PriceList,
    tx: &mut LeaderTx<'_>,
    person: PersonId,
    charge: &str,
) -> Result<Vec<ChatId>, StoreError> {
    let Some((plan, until)) = of_charge(prices, tx, person, charge).await? else {
        return Ok(Vec::new());
    };
    if plan.state == SubscriptionState::Replaced {
        return Ok(Vec::new());
    }
    let language = tx.people().conversation(person, None).await?.speaks();
    let title = title(&prices.offers, language, &plan.plan);
    Ok(vec![say(tx, person, &paying::plan_cancelled(language, title, &until)).await?])
}

/// Telegram did not agree: whatever they heard before, they hear that.
pub(super) async fn on_not_cancelled(
    prices: &PriceList,
    tx: &mut LeaderTx<'_>,
    person: PersonId,
    charge: &str,
) -> Result<Vec<ChatId>, StoreError> {
    let Some((plan, _)) = of_charge(prices, tx, person, charge).await? else {
        return Ok(Vec::new());
    };
    let language = tx.people().conversation(person, None).await?.speaks();
    let title = title(&prices.offers, language, &plan.plan);
    Ok(vec![say(tx, person, &paying::plan_not_cancelled(language, title)).await?])
}

/// The subscription of a person that began with this charge, unless it is over, and its last day.
async fn of_charge(
    prices: &PriceList,
    tx: &mut LeaderTx<'_>,
    person: PersonId,
    charge: &str,
) -> Result<Option<(Subscription, String)>, StoreError> {
    let running = tx.books().subscriptions(person, &prices.offers.time_zone).await?;
    Ok(running.into_iter().find(|(one, _)| one.first_charge == charge))
}

/// Ends the plans that are over; returns the chats in which that is said.
pub(super) async fn expire(
    prices: &PriceList,
    tx: &mut LeaderTx<'_>,
) -> Result<Vec<ChatId>, StoreError> {
    let mut chats = Vec::new();
    for (person, plan) in tx.books().expire_subscriptions(GRACE, MOST).await? {
        let Some(met) = tx.people().acquaintance(person).await? else { continue };
        let key = PlanKey::new(&plan);
        let plan = key.as_ref().map_or(plan.as_str(), |key| title(&prices.offers, met.speaks, key));
        chats.push(say(tx, person, &paying::plan_over(met.speaks, plan)).await?);
    }
    Ok(chats)
}

/// Plans as the books name them.
pub(crate) fn keys(plans: &[String]) -> Vec<PlanKey> {
    plans.iter().filter_map(|key| PlanKey::new(key)).collect()
}

/// The name of a plan; one that is gone from the offers is called by its key.
pub(crate) fn title<'a>(offers: &'a Offers, language: Language, key: &'a PlanKey) -> &'a str {
    let plan = offers.plan(key);
    plan.map_or(key.as_str(), |plan| plan.title.in_language(language))
}
