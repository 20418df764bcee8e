//! What is looked up for whoever wants to order something, and what they ordered before.
//!
//! Plain data, made by whoever loads it in the transaction of the decision. [`Counter`] is what stands
//! on the counter of a shop: what is closed, what the person has, how often they may go for nothing.

use domain::catalogue::{MediaKind, Model, ModelKey};
use domain::generation::{Failure, Pace};
use domain::ledger::Purse;
use domain::{Credits, GenerationId, Money};

/// What a decision about ordering looks at.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Counter {
    /// What may be spent.
    pub available: Money,
    /// The person's accounts, locked; only where an order may begin.
    pub purse: Option<Purse>,
    /// Their generations that are alive.
    pub jobs: u32,
    /// What they used for nothing.
    pub free: FreeUsed,
    /// Models that cannot be ordered now.
    pub closed: Vec<ModelKey>,
    /// Variants that cannot be ordered now, as [`Job::variant`](crate::step::Job) names them.
    pub closed_variants: Vec<String>,
    /// Nothing can be ordered now.
    pub is_paused: bool,
    /// What costs us more cannot be ordered now: the provider's balance does not pay for it.
    pub ceiling: Option<Credits>,
    /// The person's favourites, the latest first.
    pub favourites: Vec<ModelKey>,
    /// How long the model in question took of late, if enough of it is known.
    pub pace: Option<Pace>,
    /// The person wants files as they were made, besides pictures that Telegram shrinks.
    pub full_quality: bool,
}

impl Counter {
    /// Whether nothing of a model can be ordered now.
    pub(crate) fn is_closed(&self, model: &Model) -> bool {
        let is_dear = || model.cost_range().is_some_and(|(least, _)| self.is_too_dear(least));
        self.closed.contains(&model.key) || is_dear()
    }

    /// Whether what costs us so much cannot be ordered now.
    pub(crate) fn is_too_dear(&self, cost: Credits) -> bool {
        self.ceiling.is_some_and(|ceiling| cost > ceiling)
    }
}

/// What a person, and everybody together, used for nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FreeUsed {
    /// By the person today, of all models.
    pub today: u32,
    /// By the person in the last hour, of all models.
    pub hour: u32,
    /// By the person today, of the model in question.
    pub model_today: u32,
    /// By the person in the last hour, of the model in question.
    pub model_hour: u32,
    /// By everybody today, in our cost.
    pub spent: Credits,
}

/// One page of what a person ordered before, the latest first.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct History {
    /// What is on this page.
    pub jobs: Vec<JobRecord>,
    /// Whether there are older ones.
    pub has_more: bool,
}

impl History {
    /// Generations on a page.
    pub const PAGE: usize = 6;
}

/// A generation as its person may look at it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobRecord {
    /// Its number.
    pub id: GenerationId,
    /// The model's key, which may be gone by now.
    pub model: String,
    /// What was ordered, as [`Brief`](domain::generation::Brief) keeps it.
    pub brief: String,
    /// What it cost the person.
    pub price: Money,
    /// It was for nothing.
    pub is_free: bool,
    /// How it stands.
    pub standing: JobStanding,
    /// When it was ordered, ready to be shown.
    pub at: String,
    /// When it ended, ready to be shown.
    pub ended: Option<String>,
    /// How many files came of it that can be sent again.
    pub files: u32,
    /// Telegram's ids of those that can be used for another order, in their order.
    pub file_ids: Vec<(MediaKind, String)>,
}

/// How a generation stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JobStanding {
    /// Nobody has asked KIE yet: it can be cancelled.
    Waiting,
    /// KIE is at it.
    Working,
    /// It is done and on its way.
    Arriving,
    /// The person has it.
    Delivered,
    /// It came to nothing; the money is back.
    Failed(Failure),
    /// The person took it back; so is the money.
    Cancelled,
}
