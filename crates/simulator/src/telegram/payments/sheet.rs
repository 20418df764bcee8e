//! Pay sheets: a person has pressed the button, and the bot is asked.
//!
//! ```text
//!   opened ── pre_checkout_query ──> waits ──┬── ok: true ───> Paid (Consented, if it was forged)
//!                                            ├── ok: false ──> Refused, with the words of the bot
//!                                            └── 10 s ───────> TimedOut
//! ```
//!
//! The first answer counts. The ten seconds are those of the fake's clock.

use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde_json::json;

use super::{Sold, booking, subscriptions};
use crate::telegram::world::{Core, World};
use crate::telegram::{Born, UpdateHandle};

/// How long a question waits for its answer.
pub(crate) const WINDOW: Duration = Duration::from_secs(10);

/// What became of a pay sheet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "outcome", content = "with")]
pub enum Checkout {
    /// The name of the charge.
    Paid(String),
    /// The bot agrees to what nobody is going to pay.
    Consented,
    /// Nothing was charged; the words of the bot.
    Refused(String),
    /// Nothing was charged: the bot has not answered in time.
    TimedOut,
}

impl Checkout {
    /// The charge; panics if nothing was charged.
    #[track_caller]
    pub fn charge(self) -> String {
        match self {
            Self::Paid(charge) => charge,
            other => panic!("it was not paid: {other:?}"),
        }
    }

    /// The words of the refusal; panics if there was none.
    #[track_caller]
    pub fn refusal(self) -> String {
        match self {
            Self::Refused(words) => words,
            other => panic!("it was not refused: {other:?}"),
        }
    }
}

/// What a consent leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    Payment,
    /// Of the subscription at this place.
    Renewal(usize),
    /// Nothing: the question is all there is.
    Forged,
}

#[derive(Debug)]
pub(crate) struct Sheet {
    payer: i64,
    sold: Arc<Sold>,
    purpose: Purpose,
    pub(crate) end: Option<Checkout>,
}

/// Asks the bot whether this may be paid.
pub(crate) fn open(
    core: &Arc<Core>,
    world: &mut World,
    (payer, purpose): (i64, Purpose),
    sold: &Arc<Sold>,
    currency: &str,
) -> Born {
    let id = world.draws.next().to_string();
    let query = json!({
        "id": id, "from": world.people.get(&payer), "currency": currency,
        "total_amount": sold.stars, "invoice_payload": sold.payload,
    });
    let sheet = Sheet { payer, sold: Arc::clone(sold), purpose, end: None };
    world.payments.sheets.insert(id.clone(), sheet);
    let end = core.clock.now() + WINDOW;
    let own = Arc::clone(core);
    let (waited, born) = (id.clone(), core.create(world, "pre_checkout_query", query));
    core.spawn(async move {
        own.clock.until(end).await;
        own.with(|world| settle(&own, world, &waited, Verdict::Late));
    });
    Born { query: Some(id), ..born }
}

#[derive(Debug)]
pub(crate) enum Verdict {
    Yes,
    No(String),
    Late,
}

/// Ends a sheet; false if it had ended, or never was.
pub(crate) fn settle(core: &Arc<Core>, world: &mut World, id: &str, verdict: Verdict) -> bool {
    let Some(sheet) = world.payments.sheets.get(id).filter(|sheet| sheet.end.is_none()) else {
        return false;
    };
    let (payer, sold, purpose) = (sheet.payer, Arc::clone(&sheet.sold), sheet.purpose);
    let end = match (verdict, purpose) {
        (Verdict::Yes, Purpose::Payment) => Checkout::Paid(booking::pay(core, world, payer, &sold)),
        (Verdict::Yes, Purpose::Renewal(place)) => {
            Checkout::Paid(subscriptions::renew(core, world, place))
        }
        (Verdict::Yes, Purpose::Forged) => Checkout::Consented,
        (Verdict::No(words), _) => Checkout::Refused(words),
        (Verdict::Late, _) => Checkout::TimedOut,
    };
    if let Some(sheet) = world.payments.sheets.get_mut(id) {
        sheet.end = Some(end);
    }
    true
}

/// An open sheet, as the person holds it.
#[derive(Debug, Clone)]
pub struct PaySheet {
    core: Arc<Core>,
    /// The question to the bot.
    pub update: UpdateHandle,
    id: String,
}

impl PaySheet {
    pub(crate) fn new(core: &Arc<Core>, born: Born) -> Self {
        let id = born.query.clone().unwrap_or_default();
        Self { core: Arc::clone(core), update: UpdateHandle::new(core, born), id }
    }

    /// Waits until it is paid, refused, or given up by Telegram.
    pub async fn ends(&self) -> Checkout {
        self.core.when(|world| world.payments.sheets.get(&self.id)?.end.clone()).await
    }

    pub fn end(&self) -> Option<Checkout> {
        self.core.look(|world| world.payments.sheets.get(&self.id)?.end.clone())
    }
}
