//! Payments that go back: begun here or in Telegram's own tools, finished or reversed, and told.
//!
//! ```text
//!   begin ──> balance taken, the rest owed, Telegram asked ──┬── done ─────> told
//!                        Telegram gave it back by itself ────┘     └── a reward for it taken back, its plan ended
//!                                                            └── refused ──> as it was before, told
//! ```
//!
//! The person hears of it once, when Telegram has done it: what was taken, what is owed, what is left. The admin who
//! decided it hears the same, and the other operators with the next [`news`](crate::operators::news). On failure:
//! everything is rolled back with the transaction, and done again with its update or its call.

use dialogue::refunding::{RefundedPayment, refund_done, refund_refused, refund_refused_notice};
use dialogue::refunding::{test_done, test_refused};
use dialogue::{PriceList, paying};
use domain::ledger::{Actor, Taken};
use domain::offers::PlanKey;
use domain::payment::{Item, MoneyNews};
use domain::{AdminAction, ChatId, PersonId};
use store::payments::money_calls::MoneyCallKind;
use store::payments::{PaidNow, PaymentRecord};
use store::{GivenBack, LeaderTx, LoggedAction, Refund, StoreError};
use tracing::{info, warn};

use super::booking::say;

/// Begins to give a payment back, which was looked at with the accounts of its person locked.
pub(crate) async fn begin(
    tx: &mut LeaderTx<'_>,
    person: PersonId,
    charge: &str,
    actor: Actor,
    reason: &str,
) -> Result<(), StoreError> {
    match tx.books().begin_refund(charge, actor, reason).await? {
        Refund::Done(_) => tx.books().ask_telegram(MoneyCallKind::Refund, charge, person).await,
        Refund::Already | Refund::Unknown => {
            Err(StoreError::Broken("a refund was decided about a payment that is not ours"))
        }
    }
}

/// Gives a test payment back, in the commit that books it.
pub(super) async fn return_test(
    tx: &mut LeaderTx<'_>,
    person: PersonId,
    charge: &str,
) -> Result<(), StoreError> {
    let reason = "a test payment goes back by itself";
    begin(tx, person, charge, Actor::Bot, reason).await?;
    let subject = format!("payment:{charge}");
    let details = format!("1 star of person {person}");
    let action = LoggedAction {
        actor: Actor::Bot,
        action: AdminAction::TestPayment,
        subject: &subject,
        before: "paid",
        after: "refunding",
        details: &details,
        reason,
    };
    tx.books().log_action(action).await
}

/// A payment went back; the chats in which something is to be said, or none at all if nobody here knows it.
pub(crate) async fn on_refunded(
    prices: &PriceList,
    tx: &mut LeaderTx<'_>,
    charge: &str,
) -> Result<Option<Vec<ChatId>>, StoreError> {
    let zone = &prices.offers.time_zone;
    let Some(payment) = tx.books().payment_record(charge, zone).await? else { return Ok(None) };
    let person = payment.person;
    let language = tx.people().conversation(person, None).await?.speaks();
    // Everybody whom it may concern is locked at once.
    let people = tx.books().touched_by_payment(person).await?;
    tx.books().purses(&people).await?;
    let (person, taken) = match tx.books().told_of_refund(charge).await? {
        GivenBack::Done(person, taken) => (person, taken),
        GivenBack::Already => return Ok(Some(Vec::new())),
        GivenBack::Unknown => return Ok(None),
    };
    tx.books().take_back_reward(charge).await?;
    let ended = end_plan(prices, tx, person, charge).await?;
    info!("[MONEY] a payment went back");
    let balance = tx.books().balance(person).await?.available();
    if payment.item == Some(Item::Test) {
        let screen = test_done(language, &prices.offers, balance);
        return Ok(Some(vec![say(tx, person, &screen).await?]));
    }
    let Taken { bonus, owed, .. } = taken;
    let sums =
        paying::Refunded { taken: taken.taken.plus(bonus).unwrap_or(taken.taken), owed, balance };
    let screen = paying::refunded(language, &prices.offers, sums, ended.as_ref());
    let mut chats = vec![say(tx, person, &screen).await?];
    tx.operators().add_news(MoneyNews::Refund, person, payment.stars, "").await?;
    if let Some(admin) = decider(tx, &payment).await? {
        let met = tx.people().acquaintance(admin).await?;
        let speaks = met.map_or(prices.offers.default_language, |met| met.speaks);
        let screen = refund_done(speaks, &prices.offers, told(&payment), taken);
        chats.push(say(tx, admin, &screen).await?);
    }
    Ok(Some(chats))
}

/// Ends the plan that a payment pays for now: it is not renewed either.
async fn end_plan(
    prices: &PriceList,
    tx: &mut LeaderTx<'_>,
    person: PersonId,
    charge: &str,
) -> Result<Option<PlanKey>, StoreError> {
    let ties = tx.books().refund_ties(charge, &prices.offers.time_zone).await?;
    let Some(PaidNow { plan, renews, first_charge, .. }) = ties.plan else { return Ok(None) };
    tx.books().end_plan_of(charge).await?;
    if renews {
        tx.books().ask_telegram(MoneyCallKind::Cancel, &first_charge, person).await?;
    }
    Ok(PlanKey::new(&plan))
}

/// Telegram refused to give a payment back: all is as it was; the chats in which something is to be said.
pub(super) async fn on_refused(
    prices: &PriceList,
    tx: &mut LeaderTx<'_>,
    charge: &str,
    why: &str,
) -> Result<Vec<ChatId>, StoreError> {
    let offers = &prices.offers;
    let Refund::Done(_) = tx.books().reverse_refund(charge).await? else { return Ok(Vec::new()) };
    let payment = tx.books().payment_record(charge, &offers.time_zone).await?;
    let payment = payment.ok_or(StoreError::Broken("a refund of no payment was reversed"))?;
    warn!("[MONEY] Telegram refuses to give a payment back: the balance is as it was");
    let person = payment.person;
    let language = tx.people().conversation(person, None).await?.speaks();
    tx.operators().add_news(MoneyNews::RefundRefused, person, payment.stars, why).await?;
    if payment.item == Some(Item::Test) {
        return Ok(vec![say(tx, person, &test_refused(language, charge, why)).await?]);
    }
    let balance = tx.books().balance(person).await?.available();
    let notice = refund_refused_notice(language, offers, balance);
    let mut chats = vec![say(tx, person, &notice).await?];
    if let Some(admin) = decider(tx, &payment).await? {
        let met = tx.people().acquaintance(admin).await?;
        let speaks = met.map_or(offers.default_language, |met| met.speaks);
        chats.push(say(tx, admin, &refund_refused(speaks, told(&payment), why)).await?);
    }
    Ok(chats)
}

/// The admin who decided a refund, if it was one.
async fn decider(
    tx: &mut LeaderTx<'_>,
    payment: &PaymentRecord,
) -> Result<Option<PersonId>, StoreError> {
    tx.books().refunded_by(&payment.charge).await
}

fn told(payment: &PaymentRecord) -> RefundedPayment<'_> {
    RefundedPayment { charge: &payment.charge, person: payment.person, stars: payment.stars }
}
