//! Payments with Stars: what is sold, who paid, what went back, what Telegram's books say.
//!
//! ```text
//!   invoice, link ── a person opens the sheet ──> pre_checkout_query ──┬── ok ───────> charged, told
//!                                                                      ├── not ok ───> nothing, words
//!                                                                      └── 10 s ─────> nothing
//!   charged ──> transactions (a refund shares the id of its payment)
//!   a link with a period ──> subscription ── time is moved ──> renewed, failed, over
//! ```
//!
//! People have as many Stars as they need. What is charged is charged in the very change of the world in which
//! the answer arrives, so a test that has stopped looking loses nothing.
//!
//! | module | owns |
//! | --- | --- |
//! | [`sheet`] | pay sheets, from the question to the answer |
//! | [`booking`] | what is charged and given back, and what the bot is told of it |
//! | [`subscriptions`] | what is paid again and again |
//! | [`books`] | transactions and the balance as the bot may read them |
//! | [`stars`] | what a test does and counts |

pub(crate) mod booking;
pub(crate) mod books;
pub(crate) mod sheet;
pub(crate) mod stars;
pub(crate) mod subscriptions;

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use serde_json::{Value, json};

pub(crate) use books::Transaction;
pub use sheet::Checkout;
pub(crate) use sheet::Sheet;
pub use stars::{Charge, Stars, Telling};
pub use subscriptions::Subscription;

/// The name of Stars among currencies.
pub(crate) const STARS: &str = "XTR";

/// How addresses of invoices begin.
pub(crate) const LINK: &str = "https://t.me/$";

/// What an invoice sells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Sold {
    pub(crate) title: String,
    pub(crate) description: String,
    pub(crate) payload: String,
    pub(crate) stars: i64,
    /// Without one a forwarded copy can be paid.
    pub(crate) start: String,
    /// It is paid again after so many seconds.
    pub(crate) period: Option<u64>,
}

impl Sold {
    /// The invoice as the Bot API shows it in a message.
    pub(crate) fn to_json(&self) -> Value {
        json!({
            "title": self.title, "description": self.description, "start_parameter": self.start,
            "currency": STARS, "total_amount": self.stars,
        })
    }
}

/// Everything about Stars in one world.
#[derive(Debug, Default)]
pub(crate) struct Payments {
    /// By what stands behind the dollar sign of their addresses.
    pub(crate) links: BTreeMap<String, Arc<Sold>>,
    /// By the id of their query.
    pub(crate) sheets: BTreeMap<String, Sheet>,
    pub(crate) charges: Vec<Charge>,
    /// Where a charge is among them.
    places: BTreeMap<String, usize>,
    pub(crate) transactions: Vec<Transaction>,
    pub(crate) subscriptions: Vec<Subscription>,
    /// What becomes of the next events; then they are told.
    tellings: VecDeque<Telling>,
    /// Events that are to be told later: kind and content.
    held: Vec<(&'static str, Value)>,
    /// Renewals are asked about before they are charged.
    pub(crate) asks_before_renewals: bool,
}

impl Payments {
    pub(crate) fn link(&self, address: &str) -> Option<Arc<Sold>> {
        self.links.get(address.strip_prefix(LINK)?).map(Arc::clone)
    }

    pub(crate) fn charge(&mut self, id: &str) -> Option<&mut Charge> {
        let place = *self.places.get(id)?;
        self.charges.get_mut(place)
    }
}
