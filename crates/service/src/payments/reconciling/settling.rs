//! What of Telegram's list the books did not know: settled one by one, each with its person, each in a commit.
//!
//! ```text
//!   payment ──┬── known meanwhile ──> settled           refund ──┬── a payment of ours ──> taken back, told
//!             ├── its order is kept ─> waits                     ├── older than the books ─> beside them
//!             ├── whole Stars ──────> credited, told             └── of nobody's payment ──> a difference
//!             └── not countable ────> a difference
//!   withdrawal, gift, other ──> an account of its own
//! ```
//!
//! A payment is credited as its event would be, under the same key, and begins no order. Its event, should it come
//! after all, adds no money and still sets the later end of a plan.
//!
//! On failure: what the database refuses is a difference; the rest waits for the next reconciliation.

use std::time::Duration;

use dialogue::paying::{self, After};
use domain::ledger::House;
use domain::payment::{DifferenceKind, InvoiceId, Item, StarClass};
use domain::{ChatId, PersonId, Stars};
use store::stars::settling::WaitingStars;
use store::{Found, LeaderTx, Source, StarEntry, StoreError};
use telegram::stars::NANOS_PER_STAR;
use tracing::error;

use super::{MOST, Pass, refused};
use crate::generations::Generations;
use crate::payments::booking::{self, Credited, Paid};
use crate::payments::{plans, refunds};
use crate::upkeep::asking::NoAnswer;

/// So many are looked for at once.
const ROWS: i64 = 500;

/// What became of a transaction.
enum Settled {
    /// It is in the books, and was before or is nobody's.
    Booked,
    /// A payment was learned from it; something is said there.
    Imported(Vec<ChatId>),
    /// A refund was learned from it; something is said there.
    Returned(Vec<ChatId>),
    /// Its own event may yet come.
    Waits,
    /// It cannot be settled.
    Stuck(Found),
}

/// Settles what waits.
pub(super) async fn settle(active: &Generations, pass: &mut Pass) -> Result<(), NoAnswer> {
    let mut after: Option<WaitingStars> = None;
    loop {
        let waiting = active.store.waiting_stars(after.as_ref(), ROWS).await?;
        let Some(last) = waiting.last().cloned() else { break };
        for one in &waiting {
            settle_one(active, pass, one).await?;
        }
        after = Some(last);
    }
    pass.looked_at.extend([DifferenceKind::PaymentUncountable, DifferenceKind::RefundUnknown]);
    Ok(())
}

async fn settle_one(
    active: &Generations,
    pass: &mut Pass,
    one: &WaitingStars,
) -> Result<(), NoAnswer> {
    let Ok(_work) = active.term.work() else { return Err(NoAnswer::TermOver) };
    let settled =
        active.store.in_term(&active.term, async |tx| settled(active, tx, one).await).await;
    match settled {
        Ok(Settled::Booked | Settled::Waits) => {}
        Ok(Settled::Imported(chats)) => {
            pass.imported += 1;
            pass.chats.extend(chats);
        }
        Ok(Settled::Returned(chats)) => {
            pass.returned += 1;
            pass.chats.extend(chats);
        }
        Ok(Settled::Stuck(found)) => stuck(pass, found),
        Err(error) => {
            let why = refused(error)?;
            error!(repeats = "settling", "[MONEY] a transaction cannot be settled: {why}");
            let kind = DifferenceKind::PaymentUncountable;
            stuck(pass, found(kind, &one.id, Stars::new(0), format!("it cannot be booked: {why}")));
        }
    }
    Ok(())
}

fn stuck(pass: &mut Pass, found: Found) {
    if i64::try_from(pass.found.len()).is_ok_and(|count| count < MOST) {
        pass.found.push(found);
    }
}

async fn settled(
    active: &Generations,
    tx: &mut LeaderTx<'_>,
    one: &WaitingStars,
) -> Result<Settled, StoreError> {
    if let Some(person) = one.person {
        tx.people().conversation(person, None).await?;
    }
    let Some(entry) = tx.books().take_stars(&one.id, one.direction).await? else {
        return Ok(Settled::Booked);
    };
    match (entry.class, entry.class.house(), entry.person) {
        (StarClass::Payment, _, Some(person)) => payment(active, tx, &entry, person).await,
        (StarClass::Refund, _, Some(_)) => refund(active, tx, &entry).await,
        (_, house, _) => {
            tx.books().settle_other_stars(&entry, house.unwrap_or(House::OtherStars)).await?;
            Ok(Settled::Booked)
        }
    }
}

/// A payment that was not known when it was read.
async fn payment(
    active: &Generations,
    tx: &mut LeaderTx<'_>,
    entry: &StarEntry,
    person: PersonId,
) -> Result<Settled, StoreError> {
    if let Some(booked) = tx.books().stars_of_payment(&entry.id).await? {
        sized(tx, entry, booked).await?;
        return Ok(Settled::Booked);
    }
    let uncountable = || {
        let details = format!("{} nano-stars cannot be credited", entry.stars.get());
        Settled::Stuck(found(DifferenceKind::PaymentUncountable, &entry.id, entry.stars, details))
    };
    let whole = entry.stars.get();
    if whole % NANOS_PER_STAR != 0 {
        return Ok(uncountable());
    }
    let id = entry.payload.as_deref().and_then(InvoiceId::from_payload);
    let invoice = match id {
        Some(id) => tx.books().invoice(id).await?,
        None => None,
    };
    // Only the event may begin it.
    if invoice.is_some_and(|invoice| invoice.kept.is_some() && invoice.person == person) {
        return Ok(Settled::Waits);
    }
    let is_renewal = match (entry.period, id) {
        (Some(_), Some(id)) => tx.books().is_paid_before(id).await?,
        _ => false,
    };
    let paid = Paid {
        person,
        charge: entry.id.clone(),
        stars: whole / NANOS_PER_STAR,
        payload: entry.payload.clone().unwrap_or_default(),
        is_renewal,
        until: None,
        period: entry.period.and_then(|period| u64::try_from(period).ok()).map(Duration::from_secs),
        at: entry.at,
        source: Source::Import,
    };
    let news = match booking::credit(&active.prices, tx, &paid).await? {
        Credited::Done(news) => *news,
        Credited::Already => return Err(StoreError::Broken("a payment that was not there is")),
        Credited::Unbookable => return Ok(uncountable()),
    };
    tx.books().settle_stars(entry, entry.stars).await?;
    let details = format!("{} Stars of person {person}, credited", paid.stars);
    let learned = found(DifferenceKind::PaymentLearned, &entry.id, entry.stars, details);
    tx.books().keep_difference(&learned).await?;
    let mut chats = news.chats.clone();
    chats.push(told(active, tx, person, &news).await?);
    Ok(Settled::Imported(chats))
}

/// Tells the person what was credited.
async fn told(
    active: &Generations,
    tx: &mut LeaderTx<'_>,
    person: PersonId,
    news: &booking::News,
) -> Result<ChatId, StoreError> {
    let conversation = tx.people().conversation(person, None).await?;
    let (language, offers) = (conversation.speaks(), &active.prices.offers);
    let plan = news.invoice.as_ref().and_then(|invoice| match &invoice.sale.item {
        Item::Plan(key) => Some(plans::title(offers, language, key)),
        Item::Pack(_) | Item::Amount | Item::Test => None,
    });
    let waits = booking::waits(&conversation);
    let after = match plan.zip(news.plan_until.as_deref()) {
        Some((plan, until)) => After::Plan { plan, until, waits },
        None => waits.map_or(After::Nothing, After::Waits),
    };
    booking::say(tx, person, &paying::credited(language, offers, news.sums, &after)).await
}

/// A refund that was not known when it was read.
async fn refund(
    active: &Generations,
    tx: &mut LeaderTx<'_>,
    entry: &StarEntry,
) -> Result<Settled, StoreError> {
    let Some(booked) = tx.books().stars_of_payment(&entry.id).await? else {
        if tx.books().is_earlier_payment(&entry.id).await? {
            tx.books().settle_other_stars(entry, House::EarlierStars).await?;
            return Ok(Settled::Booked);
        }
        let details = "it went back, and nobody here knows the payment".to_owned();
        let unknown = found(DifferenceKind::RefundUnknown, &entry.id, entry.stars, details);
        return Ok(Settled::Stuck(unknown));
    };
    let chats = refunds::on_refunded(&active.prices, tx, &entry.id).await?.unwrap_or_default();
    sized(tx, entry, booked).await?;
    if chats.is_empty() {
        return Ok(Settled::Booked);
    }
    let details = "it went back, and its balance was taken back".to_owned();
    let learned = found(DifferenceKind::RefundLearned, &entry.id, entry.stars, details);
    tx.books().keep_difference(&learned).await?;
    Ok(Settled::Returned(chats))
}

/// Settles what the books know; another size of it is a difference, and the Stars beside it are of others.
async fn sized(tx: &mut LeaderTx<'_>, entry: &StarEntry, booked: Stars) -> Result<(), StoreError> {
    tx.books().settle_stars(entry, booked).await?;
    if entry.stars != booked {
        let details = format!(
            "Telegram has {} nano-stars, the books have {}",
            entry.stars.get(),
            booked.get()
        );
        let more = entry.stars.minus(booked).unwrap_or(entry.stars);
        tx.books().keep_difference(&found(DifferenceKind::Size, &entry.id, more, details)).await?;
    }
    Ok(())
}

fn found(kind: DifferenceKind, subject: &str, stars: Stars, details: String) -> Found {
    Found { kind, subject: subject.to_owned(), size: stars.get(), details }
}
