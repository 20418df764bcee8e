//! What admins look at: payments, what giving one back would do, and the questions of people.

use domain::ledger::Purse;
use domain::offers::{PlanKey, Rest};
use domain::payment::Item;
use domain::{Language, Money, PersonId, SupportTopic};

/// A payment as an admin sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentLine {
    /// Telegram's name for it.
    pub charge: String,
    /// Who paid.
    pub person: PersonId,
    /// How many whole Stars.
    pub stars: u32,
    /// What it added to what was bought.
    pub amount: Money,
    /// What was given on top.
    pub bonus: Money,
    /// What its invoice sold, if it was one of ours.
    pub item: Option<Item>,
    /// When, ready to be shown.
    pub at: String,
    /// How it stands.
    pub standing: PaymentStanding,
}

/// How a payment stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaymentStanding {
    /// It is ours.
    Paid,
    /// It is on its way back.
    Refunding,
    /// It went back.
    Refunded,
}

/// What giving a payment back looks at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentFacts {
    /// The payment.
    pub payment: PaymentLine,
    /// The accounts of its person, locked until the decision is written.
    pub purse: Purse,
    /// Who was rewarded for it, and with how much.
    pub reward: Option<(PersonId, Money)>,
    /// The plan that it pays for now, and until when, ready to be shown.
    pub plan: Option<(PlanKey, String)>,
    /// Why Telegram refused to give it back before.
    pub refused: Option<String>,
    /// So many payments went back of late that this one has to wait.
    pub rest: Option<Rest>,
}

/// Payments of somebody, or what nothing has booked.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PaymentList {
    /// The last ones of the person, the latest first.
    pub payments: Vec<PaymentLine>,
    /// What Telegram told of and is not in the books, the latest first.
    pub unbooked: Vec<UnbookedLine>,
}

/// A payment or its return that nothing has booked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnbookedLine {
    /// Telegram's name for the charge.
    pub charge: String,
    /// It went back.
    pub is_refund: bool,
    /// Whose it is.
    pub person: PersonId,
    /// Three letters.
    pub currency: String,
    /// In the smallest unit of the currency.
    pub amount: i64,
    /// When it became known, ready to be shown.
    pub at: String,
}

/// A question of somebody, as who answers it sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SupportCase {
    /// Its number.
    pub number: i64,
    /// Who asked; none: they had themselves deleted, and nothing may be said to them.
    pub person: Option<PersonId>,
    /// The language they are spoken to in.
    pub language: Language,
    /// Whether our messages reach them.
    pub is_reachable: bool,
    /// Somebody has answered what was asked last.
    pub is_answered: bool,
    /// What it is about.
    pub topic: SupportTopic,
    /// It is over; an answer begins it anew.
    pub is_closed: bool,
    /// What was replied to is an answer of an operator, not what operators were told.
    pub is_letter: bool,
}
