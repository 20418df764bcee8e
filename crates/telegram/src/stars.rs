//! What Telegram's books say about the bot's Stars.
//!
//! ```text
//!   {"transactions":[ {source: ..} ───> Incoming ]}     a payment
//!                     {receiver: ..} ─> Outgoing        a refund, a withdrawal
//! ```
//!
//! A refund has the id of its payment, so a transaction is told by its id and its direction. Amounts
//! are whole numbers of nano-stars, a billion to the Star. A partner of a kind that Telegram has
//! invented since keeps its name and never costs a page; what has no id, no amount or no direction is
//! counted as unread, so that an offset can still be moved by [`StarPage::count`].

use domain::PersonId;
use wire::json::Object;

/// How many nano-stars a Star has.
pub const NANOS_PER_STAR: i64 = 1_000_000_000;

/// No name of a kind is longer; one that is does not come from Telegram and is cut.
const LONGEST_NAME: usize = 64;

/// A page of transactions, oldest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StarPage {
    /// Those that could be read.
    pub transactions: Vec<StarTransaction>,
    /// How many could not.
    pub unread: usize,
}

/// Stars that came or went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StarTransaction {
    /// Telegram's name of it: that of the payment, for a refund that of the payment it returns.
    pub id: String,
    /// How much, in nano-stars.
    pub amount: i64,
    /// When, in seconds since 1970; 0 if it cannot be read.
    pub date: i64,
    /// Whether they came or went.
    pub direction: Direction,
    /// From whom, or to whom.
    pub partner: Partner,
}

/// Whether Stars came or went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// They came to the bot.
    Incoming,
    /// They left the bot.
    Outgoing,
}

/// The other side of a transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Partner {
    /// A person.
    User {
        /// Who.
        person: PersonId,
        /// What we wrote into the invoice.
        payload: Option<String>,
        /// What it was about.
        kind: Deal,
        /// The period of the subscription it belongs to, in seconds.
        subscription_period: Option<i64>,
    },
    /// A withdrawal.
    Fragment,
    /// Somebody else, by Telegram's name for the kind.
    Other(String),
}

/// What a transaction with a person is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Deal {
    /// An invoice of ours, paid or returned.
    InvoicePayment,
    /// Something else, by Telegram's name for it; empty if it has none.
    Other(String),
}

/// How many Stars the bot has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StarBalance {
    /// In nano-stars; less than nothing after Telegram took back more than there was.
    pub nanos: i64,
}

impl StarPage {
    /// Reads the result of `getStarTransactions`; `None` if it is none.
    pub fn read(result: &str) -> Option<Self> {
        let result = Object::find(result)?;
        let items = wire::json::list(result.get("transactions")?.get())?;
        let read = |item: &str| StarTransaction::read(&Object::find(item)?);
        let transactions: Vec<_> = items.iter().filter_map(|item| read(item)).collect();
        let unread = items.len() - transactions.len();
        Some(Self { transactions, unread })
    }

    /// How many transactions Telegram put on this page, read or not: by so much an offset moves.
    pub fn count(&self) -> usize {
        self.transactions.len() + self.unread
    }
}

impl StarTransaction {
    fn read(one: &Object<'_>) -> Option<Self> {
        let (direction, partner) = match (one.object("source"), one.object("receiver")) {
            (Some(source), None) => (Direction::Incoming, source),
            (None, Some(receiver)) => (Direction::Outgoing, receiver),
            _ => return None,
        };
        Some(Self {
            id: one.text("id")?,
            amount: nanos(one)?,
            date: one.integer("date").unwrap_or(0),
            direction,
            partner: Partner::read(&partner),
        })
    }
}

impl Partner {
    fn read(partner: &Object<'_>) -> Self {
        let name: String = partner.text("type").unwrap_or_default();
        let person = partner.object("user").and_then(|user| user.integer("id"));
        match (name.as_str(), person) {
            ("user", Some(person)) => Self::User {
                person: PersonId::new(person),
                payload: partner.text("invoice_payload"),
                kind: Deal::read(partner),
                subscription_period: partner.integer("subscription_period"),
            },
            ("fragment", _) => Self::Fragment,
            _ => Self::Other(name.chars().take(LONGEST_NAME).collect()),
        }
    }
}

impl Deal {
    fn read(partner: &Object<'_>) -> Self {
        match partner.text("transaction_type") {
            Some(name) if name == "invoice_payment" => Self::InvoicePayment,
            Some(name) => Self::Other(name.chars().take(LONGEST_NAME).collect()),
            None => Self::Other(String::new()),
        }
    }
}

impl StarBalance {
    /// Reads the result of `getMyStarBalance`; `None` if it is none.
    pub fn read(result: &str) -> Option<Self> {
        nanos(&Object::find(result)?).map(|nanos| Self { nanos })
    }
}

/// The amount of something that has one, in nano-stars.
fn nanos(owner: &Object<'_>) -> Option<i64> {
    let whole = owner.integer("amount")?.checked_mul(NANOS_PER_STAR)?;
    match owner.get("nanostar_amount") {
        Some(_) => whole.checked_add(owner.integer("nanostar_amount")?),
        None => Some(whole),
    }
}

#[cfg(test)]
mod tests;
