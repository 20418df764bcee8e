//! What admins look at: people, models, what is closed, set aside or differs, the role, the pause.
//!
//! One look, one kind of answer: each variant names what is looked up and takes what is found. Nobody but an admin
//! can make anybody look.

use domain::{Credits, GenerationId, Language, Money, PersonId, TransferId};

use super::{BalanceFacts, GenerationRecord, HistoryPage, Then};
use crate::tap::DeadKey;

/// What an admin looks at.
pub enum DeskLook<'a> {
    /// Those whom these words may mean.
    People(String, Then<'a, Vec<PersonName>>),
    /// Somebody; none if the bot never met them.
    Person(PersonId, Then<'a, Option<PersonCard>>),
    /// What they have, and what moved last.
    Books(PersonId, Then<'a, BalanceFacts>),
    /// What they ordered last.
    Generations(PersonId, Then<'a, HistoryPage>),
    /// Somebody's generation, and whose.
    Generation(GenerationId, Then<'a, Option<(PersonId, GenerationRecord)>>),
    /// What was written down about them.
    Notes(PersonId, Then<'a, Vec<NoteLine>>),
    /// Their bank transfers.
    Receipts(PersonId, Then<'a, Vec<ReceiptLine>>),
    /// What each model brought and cost in the last 30 days, and what is closed.
    Models(Then<'a, ModelsDesk>),
    /// What is closed, and why.
    Closures(Then<'a, Vec<ClosureLine>>),
    /// What was set aside, the latest first, and how much of it there is.
    Dead(Then<'a, (Vec<DeadLine>, u32)>),
    /// One of it.
    DeadOne(DeadKey, Then<'a, Option<DeadLine>>),
    /// What the books differ in.
    Differences(Then<'a, Vec<DifferenceRow>>),
    /// Who has the role, and who had it.
    Role(Then<'a, RoleFacts>),
    /// Whether anything can be ordered.
    Pause(Then<'a, PauseFacts>),
}

/// Somebody, by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonName {
    /// Who.
    pub person: PersonId,
    /// As Telegram told it last; empty: it did not.
    pub name: String,
    /// The same, without `@`.
    pub username: Option<String>,
}

/// Somebody, as admins see them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonCard {
    /// Who.
    pub named: PersonName,
    /// The language they are spoken to in.
    pub speaks: Language,
    /// Whether our messages reach them.
    pub is_reachable: bool,
    /// When they were met.
    pub met: String,
    /// What they have, and their plans.
    pub balance: BalanceFacts,
    /// How much they ordered.
    pub orders: u32,
    /// How much of it was delivered.
    pub delivered: u32,
    /// How often they paid.
    pub payments: u32,
    /// How many Stars that were.
    pub stars: i64,
    /// How many notes there are about them.
    pub notes: u32,
    /// Since when they are banned, ready to be shown.
    pub banned: Option<String>,
}

/// What an admin wrote down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoteLine {
    /// When, ready to be shown.
    pub at: String,
    /// Who.
    pub by: PersonId,
    /// What.
    pub words: String,
}

/// A bank transfer in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceiptLine {
    /// Its number.
    pub id: TransferId,
    /// When it was asked for, ready to be shown.
    pub at: String,
    /// Over how much.
    pub amount: Money,
    /// How it stands, in one word.
    pub state: String,
}

/// What the models did, and what is closed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ModelsDesk {
    /// What each model brought and cost in the last 30 days.
    pub sales: Vec<ModelSales>,
    /// What is closed.
    pub closures: Vec<ClosureLine>,
}

/// What a model brought and cost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelSales {
    /// Its key.
    pub model: String,
    /// How much was delivered.
    pub delivered: i64,
    /// What people paid for it.
    pub revenue: Money,
    /// The part of that which they had bought.
    pub bought: Money,
    /// What KIE charged.
    pub cost: Credits,
}

/// Something that is closed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClosureLine {
    /// A model, a variant, `*`, or `cost`.
    pub subject: String,
    /// Why, the word of a cause.
    pub cause: String,
    /// Who closed it.
    pub by: String,
    /// The operator's own words.
    pub note: String,
    /// Until when; none: until somebody opens it.
    pub until: Option<String>,
}

/// Something that was set aside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeadLine {
    /// Which.
    pub key: DeadKey,
    /// Whose it is: a person or a chat.
    pub person: i64,
    /// When.
    pub at: String,
    /// How often it was tried.
    pub tries: u32,
    /// Why.
    pub problem: String,
    /// The reference that its person was given.
    pub reference: Option<String>,
    /// What became of it, if something did.
    pub end: Option<String>,
}

/// Something that the books differ in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DifferenceRow {
    /// Its number.
    pub id: i64,
    /// What differs, in one word.
    pub kind: String,
    /// In what.
    pub subject: String,
    /// In words for an operator.
    pub details: String,
    /// Since when.
    pub since: String,
}

/// Who has the role, and who had it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RoleFacts {
    /// The number of the term.
    pub epoch: i64,
    /// Who has it.
    pub holder: String,
    /// The last terms: when, which, what, why, who.
    pub terms: Vec<String>,
}

/// Whether anything can be ordered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PauseFacts {
    /// In which form.
    pub form: PauseForm,
    /// What people read meanwhile; empty: the usual words.
    pub words: String,
    /// Since when, ready to be shown.
    pub since: String,
}

/// Whether anything can be ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PauseForm {
    /// As always.
    Open,
    /// Orders are taken, and not given to KIE.
    Held,
    /// No orders are taken.
    Paused,
}

impl PauseForm {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Open, Self::Held, Self::Paused];

    /// Its word, as in the database.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Held => "held",
            Self::Paused => "paused",
        }
    }

    /// The form of that word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|form| form.word() == word)
    }
}
