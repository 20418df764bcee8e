//! Calls to Telegram about money: made outside of every transaction, booked after.
//!
//! ```text
//!   due ── link ────────────> the person gets it, or hears that there is none
//!       ├─ cancel ──────────> the person hears whether Telegram agreed
//!       ├─ resume ──────────> done: Telegram's own event says how it stands
//!       ├─ refund ──────────> finished, or reversed: only what Telegram will never do is refused
//!       └─ not known ───────> once more, after 1 s, 2 s, ... an hour
//! ```
//!
//! On failure: a call whose outcome was not booked is made again, which does no harm: see `store::payments::money_calls`.

use std::sync::Arc;
use std::time::Duration;

use dialogue::{PriceList, paying};
use domain::ChatId;
use domain::News;
use domain::payment::{InvoiceId, Item};
use leadership::Term;
use store::payments::invoices::Invoice as Opened;
use store::payments::money_calls::{MoneyCall, MoneyCallEnd, MoneyCallKind};
use store::{LeaderTx, Store, StoreError};
use telegram::client::{CallError, Client};
use telegram::request::{Chatless, Invoice};
use tokio::time::{Instant, MissedTickBehavior};
use tracing::{debug, warn};

use super::booking::say;
use super::{plans, refunds};
use crate::metrics::{self, Loop};
use crate::process::wake::Wake;

/// So often there is a look at what is due.
const LOOK: Duration = Duration::from_millis(500);

/// With every so many looks there is one at which plans are over.
const OVER: u32 = 20;

/// So many calls are made one after another before the next look.
const MOST: i64 = 16;

const LONGEST: Duration = Duration::from_secs(15);

/// Telegram takes no other period.
const PERIOD: Duration = Duration::from_secs(30 * 24 * 3600);

/// With this number Telegram refuses what it will not do, however often it is asked.
const WILL_NEVER_DO: u16 = 400;

/// After so many tries, in a quarter of an hour, operators are told.
const LONG: i32 = 10;

/// A pause is no longer.
const LONGEST_PAUSE: u64 = 3600;

/// What calls are made and booked with.
#[derive(Debug)]
pub(crate) struct Calling {
    pub(crate) term: Term,
    pub(crate) store: Store,
    pub(crate) telegram: Client,
    pub(crate) prices: Arc<PriceList>,
    pub(crate) wake: Wake,
}

/// What Telegram said.
#[derive(Debug)]
enum Said {
    /// It was carried out; with a link, if one was asked for.
    Done(Option<String>),
    /// It never will be.
    Refused(String),
    /// Nobody knows, or later.
    Later(String),
}

/// Makes what is due until the term is over.
pub(crate) async fn run(active: Arc<Calling>) {
    let mut ticks = tokio::time::interval(LOOK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut looks = 0_u32;
    loop {
        tokio::select! {
            () = active.term.draining() => return,
            _ = ticks.tick() => {}
        }
        metrics::round(Loop::Payments);
        let Ok(_work) = active.term.work() else { return };
        if let Err(error) = look(&active, looks.is_multiple_of(OVER)).await {
            debug!("[MONEY] calls about money are not made: {error}");
        }
        looks = looks.wrapping_add(1);
    }
}

async fn look(active: &Calling, at_plans: bool) -> Result<(), StoreError> {
    if at_plans {
        let over =
            active.store.in_term(&active.term, async |tx| plans::expire(&active.prices, tx).await);
        active.wake.outbox(&over.await?);
    }
    let due = active.store.due_money_calls(MOST).await?;
    for call in due {
        let prepared =
            active.store.in_term(&active.term, async |tx| request(active, tx, &call).await);
        let said = match prepared.await? {
            Some(request) => ask(active, &call, &request).await,
            None => Said::Refused("there is nothing to ask for".to_owned()),
        };
        let booked =
            active.store.in_term(&active.term, async |tx| book(active, tx, &call, &said).await);
        active.wake.outbox(&booked.await?);
    }
    Ok(())
}

/// The request of a call, if what it is about is there.
async fn request(
    active: &Calling,
    tx: &mut LeaderTx<'_>,
    call: &MoneyCall,
) -> Result<Option<Chatless>, StoreError> {
    let (person, subject) = (call.person, call.subject.as_str());
    Ok(match call.kind {
        MoneyCallKind::Link => {
            let Some(opened) = invoice(tx, call).await? else { return Ok(None) };
            let language = tx.people().conversation(person, None).await?.speaks();
            let words = paying::invoice_words(language, &active.prices.offers, &opened.sale, None);
            let invoice = Invoice {
                label: words.title.clone(),
                title: words.title,
                description: words.description,
                payload: subject.to_owned(),
                stars: opened.sale.stars,
            };
            Some(Chatless::create_invoice_link(&invoice, Some(PERIOD)))
        }
        MoneyCallKind::Cancel => Some(Chatless::edit_user_star_subscription(person, subject, true)),
        MoneyCallKind::Resume => {
            Some(Chatless::edit_user_star_subscription(person, subject, false))
        }
        MoneyCallKind::Refund => Some(Chatless::refund_star_payment(person, subject)),
    })
}

async fn invoice(tx: &mut LeaderTx<'_>, call: &MoneyCall) -> Result<Option<Opened>, StoreError> {
    match InvoiceId::from_payload(&call.subject) {
        Some(id) => tx.books().invoice(id).await,
        None => Ok(None),
    }
}

async fn ask(active: &Calling, call: &MoneyCall, request: &Chatless) -> Said {
    let Ok(permit) = active.term.permit(LONGEST) else {
        return Said::Later("the term is over".to_owned());
    };
    let began = Instant::now();
    let Ok(answer) = permit.run_until_drain(active.telegram.ask(request)).await else {
        return Said::Later("no answer in time".to_owned());
    };
    metrics::called(request.method(), began, &answer);
    match answer {
        Ok(reply) if call.kind == MoneyCallKind::Link => match reply.invoice_link() {
            Ok(link) => Said::Done(Some(link)),
            Err(error) => Said::Refused(error.to_string()),
        },
        Ok(_) => Said::Done(None),
        // It went back, be it by an earlier call of ours.
        Err(error) if error.describes("CHARGE_ALREADY_REFUNDED") => Said::Done(None),
        // What is odd about the request or about us may pass; money must not go back to a balance by a mistake.
        Err(error @ CallError::Refused { code, .. })
            if call.kind != MoneyCallKind::Refund || code == WILL_NEVER_DO =>
        {
            Said::Refused(error.to_string())
        }
        Err(error) => Said::Later(error.to_string()),
    }
}

/// Books what Telegram said; the chats in which something is to be said.
async fn book(
    active: &Calling,
    tx: &mut LeaderTx<'_>,
    call: &MoneyCall,
    said: &Said,
) -> Result<Vec<ChatId>, StoreError> {
    let end = match said {
        Said::Done(_) => MoneyCallEnd::Done,
        Said::Refused(why) => {
            warn!(kind = call.kind.word(), "[MONEY] Telegram refuses: {why}");
            MoneyCallEnd::Refused(why)
        }
        Said::Later(why) => MoneyCallEnd::Later(pause(call.tries), why),
    };
    let conversation = tx.people().conversation(call.person, None).await?;
    if !tx.books().end_money_call(call.id, end).await? {
        return Ok(Vec::new());
    }
    let (language, offers) = (conversation.speaks(), &active.prices.offers);
    match (call.kind, said) {
        (MoneyCallKind::Link, Said::Done(Some(link))) => {
            let opened = invoice(tx, call).await?;
            let plan = opened.and_then(|opened| match &opened.sale.item {
                Item::Plan(key) => offers.plan(key).cloned(),
                Item::Pack(_) | Item::Amount | Item::Test => None,
            });
            let Some(plan) = plan else { return Ok(Vec::new()) };
            let screen = paying::plan_link(language, offers, &plan, link);
            Ok(vec![say(tx, call.person, &screen).await?])
        }
        (MoneyCallKind::Link, Said::Refused(why)) => {
            tx.operators().add_news(News::CallRefused, call.person, 0, why).await?;
            Ok(vec![say(tx, call.person, &paying::plan_refused(language)).await?])
        }
        (MoneyCallKind::Refund, Said::Done(_)) => {
            let told = refunds::on_refunded(&active.prices, tx, &call.subject).await?;
            Ok(told.unwrap_or_default())
        }
        (MoneyCallKind::Refund, Said::Refused(why)) => {
            refunds::on_refused(&active.prices, tx, &call.subject, why).await
        }
        (_, Said::Later(why)) if call.tries == LONG => {
            let why = format!("{}: {why}", call.kind.word());
            tx.operators().add_news(News::CallWaiting, call.person, 0, &why).await?;
            Ok(Vec::new())
        }
        (MoneyCallKind::Cancel, Said::Done(_)) => {
            plans::on_cancelled(&active.prices, tx, call.person, &call.subject).await
        }
        (MoneyCallKind::Cancel, Said::Refused(why)) => {
            tx.operators().add_news(News::CallRefused, call.person, 0, why).await?;
            plans::on_not_cancelled(&active.prices, tx, call.person, &call.subject).await
        }
        (MoneyCallKind::Resume, Said::Refused(why)) => {
            tx.operators().add_news(News::CallRefused, call.person, 0, why).await?;
            Ok(Vec::new())
        }
        _ => Ok(Vec::new()),
    }
}

/// How long to wait after so many tries.
fn pause(tries: i32) -> Duration {
    let doubled = 1_u64 << tries.clamp(0, 12);
    Duration::from_secs(doubled.min(LONGEST_PAUSE))
}
