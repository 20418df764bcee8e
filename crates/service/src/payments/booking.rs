//! Booking a payment: what it brings, to whom, once.
//!
//! ```text
//!   person locked ── invoice locked ── accounts locked ── paid ──┬── plan renewed
//!                                        └── known already ──>   ├── who invited them is rewarded
//!                                            only its later end  ├── a test goes back in the same commit
//!                                                                └── told
//! ```
//!
//! The amount is Telegram's: what was paid is credited to who paid it, whatever the invoice says. A charge is
//! booked once, whoever tells of it how often. On failure: everything is rolled back with the transaction.

use std::time::Duration;

use dialogue::paying::Credited as Sums;
use dialogue::{Mark, PriceList, Screen, State, reward_screen};
use domain::payment::{Credit, InvoiceId, Item};
use domain::{ChatId, Money, PersonId, Stars};
use store::outbox::Line;
use store::payments::invoices::Invoice;
use store::payments::subscriptions::{PaidPlan, PlanEnd};
use store::{
    Conversation, Deed, LeaderTx, NewPayment, PaidFor, Posted, Priority, Source, StoreError,
};
use tracing::info;

use super::{plans, refunds};
use crate::render;

/// A payment as it became known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Paid {
    pub(crate) person: PersonId,
    /// Telegram's name for it.
    pub(crate) charge: String,
    /// How many whole Stars.
    pub(crate) stars: i64,
    /// What stood in the invoice.
    pub(crate) payload: String,
    /// Telegram renewed a subscription by it.
    pub(crate) is_renewal: bool,
    /// Until when the subscription runs, in seconds since 1970.
    pub(crate) until: Option<i64>,
    /// How long a period of the subscription is, if only that is known.
    pub(crate) period: Option<Duration>,
    /// When, in seconds since 1970.
    pub(crate) at: Option<i64>,
    pub(crate) source: Source,
}

/// What became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Credited {
    /// It is in the books now.
    Done(Box<News>),
    /// It was there before.
    Already,
    /// It cannot be counted: nothing was written.
    Unbookable,
}

/// What a payment changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct News {
    /// What it brought, and how the person stands after it.
    pub(crate) sums: Sums,
    /// The invoice it paid, as it was before.
    pub(crate) invoice: Option<Invoice>,
    /// Until when the plan runs that it pays for.
    pub(crate) plan_until: Option<String>,
    /// There is something to be said in these chats.
    pub(crate) chats: Vec<ChatId>,
}

/// Books a payment of somebody whose conversation is locked.
pub(crate) async fn credit(
    prices: &PriceList,
    tx: &mut LeaderTx<'_>,
    paid: &Paid,
) -> Result<Credited, StoreError> {
    let invoice = match InvoiceId::from_payload(&paid.payload) {
        Some(id) => tx.books().invoice(id).await?,
        None => None,
    };
    let counted = u32::try_from(paid.stars).ok().zip(Stars::whole(paid.stars));
    let Some((count, stars)) = counted else { return Ok(Credited::Unbookable) };
    let sold = invoice.as_ref().map(|invoice| (invoice.person, &invoice.sale));
    let credit = Credit::of(&prices.offers, paid.person, count, sold);
    let Some(credit) = credit else { return Ok(Credited::Unbookable) };
    // Everybody whom it may concern is locked at once.
    let people = tx.books().touched_by_payment(paid.person).await?;
    tx.books().purses(&people).await?;
    let payment = NewPayment {
        bonus: credit.bonus,
        invoice: invoice.as_ref().map(|invoice| invoice.id),
        is_renewal: paid.is_renewal,
        until: paid.until,
        paid: paid.at,
        source: paid.source,
        ..NewPayment::plain(&paid.charge, paid.person, stars, credit.amount)
    };
    let posted = tx.books().pay(payment).await?;
    let own = invoice.filter(|_| credit.fits);
    let plan_until = renew(prices, tx, paid, own.as_ref()).await?;
    if posted == Posted::Already {
        return Ok(Credited::Already);
    }
    tx.note(Deed::Paid(paid_for(own.as_ref(), paid), paid.stars));
    let is_test = own.as_ref().is_some_and(|invoice| invoice.sale.item == Item::Test);
    let mut chats = Vec::new();
    if !is_test {
        chats.extend(reward(prices, tx, paid).await?);
    }
    if let Some(invoice) = &own {
        tx.books().mark_invoice_paid(invoice.id).await?;
        if let Item::Plan(_) = invoice.sale.item {
            chats.extend(plans::replace_others(prices, tx, paid.person, invoice.id).await?);
        }
    }
    if is_test {
        refunds::return_test(tx, paid.person, &paid.charge).await?;
    } else if paid.source == Source::Update {
        tx.operators().add_news(domain::News::Sale, paid.person, paid.stars, "").await?;
    }
    let balance = tx.books().balance(paid.person).await?;
    let sums = Sums {
        amount: credit.amount,
        bonus: credit.bonus,
        balance: balance.available(),
        owed: balance.owed(),
    };
    info!(stars = paid.stars, source = ?paid.source, "[MONEY] a payment is credited");
    Ok(Credited::Done(Box::new(News { sums, invoice: own, plan_until, chats })))
}

/// What a payment was for, for whoever counts.
fn paid_for(invoice: Option<&Invoice>, paid: &Paid) -> PaidFor {
    match invoice.map(|invoice| &invoice.sale.item) {
        Some(Item::Pack(_)) => PaidFor::Pack,
        Some(Item::Amount) => PaidFor::Amount,
        Some(Item::Plan(_)) if paid.is_renewal => PaidFor::Renewal,
        Some(Item::Plan(_)) => PaidFor::Plan,
        Some(Item::Test) => PaidFor::Test,
        None => PaidFor::Other,
    }
}

/// Takes over what a payment says of a plan; until when it runs.
async fn renew(
    prices: &PriceList,
    tx: &mut LeaderTx<'_>,
    paid: &Paid,
    invoice: Option<&Invoice>,
) -> Result<Option<String>, StoreError> {
    let Some((invoice, Item::Plan(key))) = invoice.map(|one| (one, &one.sale.item)) else {
        return Ok(None);
    };
    let end = match (paid.until, paid.period) {
        (Some(date), _) => PlanEnd::Told(date),
        (None, Some(period)) => PlanEnd::NextPeriod { paid: paid.at.unwrap_or_default(), period },
        (None, None) => return Ok(None),
    };
    let renewed = PaidPlan {
        invoice: invoice.id,
        person: paid.person,
        plan: key,
        charge: &paid.charge,
        is_first: !paid.is_renewal,
        end,
    };
    tx.books().renew_subscription(renewed).await?;
    let running = tx.books().subscriptions(paid.person, &prices.offers.time_zone).await?;
    let own = running.into_iter().find(|(one, _)| one.invoice == invoice.id);
    Ok(own.map(|(_, until)| until))
}

/// Rewards whoever invited them, at the first payment; returns the chat in which that is said.
async fn reward(
    prices: &PriceList,
    tx: &mut LeaderTx<'_>,
    paid: &Paid,
) -> Result<Option<ChatId>, StoreError> {
    let amount = prices.offers.referral;
    if amount == Money::ZERO {
        return Ok(None);
    }
    let rewarded = tx.books().reward_referrer(paid.person, &paid.charge, amount).await?;
    let Some(rewarded) = rewarded else { return Ok(None) };
    let Some(met) = tx.people().acquaintance(rewarded.referrer).await? else { return Ok(None) };
    let screen = reward_screen(met.speaks, &prices.offers, rewarded.amount);
    say(tx, rewarded.referrer, &screen).await.map(Some)
}

/// An order of the person's that waits for their word.
pub(crate) fn waits(conversation: &Conversation) -> Option<Mark> {
    match State::from_text(&conversation.state) {
        State::Ordering(draft) => draft.quote.map(|quote| quote.mark()),
        _ => None,
    }
}

/// Writes down what a person is to be told in their private chat, which is returned.
pub(crate) async fn say(
    tx: &mut LeaderTx<'_>,
    person: PersonId,
    screen: &Screen,
) -> Result<ChatId, StoreError> {
    let chat = ChatId::new(person.get());
    let message = render::message(chat, screen);
    tx.outbox().say(&render::saying(chat, Line::Answers, Priority::Answer, &message)).await?;
    Ok(chat)
}
