//! What ordering looks at.

use domain::catalogue::{Model, ModelKey, Value};
use domain::channel::ChannelStanding;
use domain::generation::Pace;
use domain::offers::{Offers, Plan, PlanKey, Spent};
use domain::{Credits, Money};

use crate::sample::Sample;

/// What a decision about ordering looks at.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OrderFacts {
    /// What may be spent.
    pub available: Money,
    /// The plans that count for them now.
    pub plans: Vec<PlanKey>,
    /// Their generations that are alive.
    pub generations: u32,
    /// What they spent of late; only where their accounts are locked, for whoever begins an order.
    pub spent: Vec<Spent>,
    /// What they used for nothing.
    pub free: FreeUsed,
    /// Models that cannot be ordered now.
    pub closed: Vec<ModelKey>,
    /// Variants that cannot be ordered now, as [`ConfirmedOrder::variant`](crate::step::ConfirmedOrder) names them.
    pub closed_variants: Vec<String>,
    /// Nothing can be ordered now.
    pub is_paused: bool,
    /// What an admin lets people read meanwhile; empty: the usual words.
    pub pause_words: String,
    /// What costs us more cannot be ordered now: the provider's balance does not pay for it.
    pub ceiling: Option<Credits>,
    /// The person's favourites, the latest first.
    pub favourites: Vec<ModelKey>,
    /// How long the model in question took of late, if enough of it is known.
    pub pace: Option<Pace>,
    /// The same of its variants, those of which enough is known.
    pub variant_paces: Vec<(String, Pace)>,
    /// The person wants files as they were made, besides pictures that Telegram shrinks.
    pub full_quality: bool,
    /// They do not want news.
    pub news_off: bool,
    /// What they ordered last, one entry for each kind of model.
    pub last: Vec<LastUsed>,
    /// How much each model is used by everybody; only where lists are looked at.
    pub uses: Vec<ModelUse>,
    /// What can be seen or heard of the model in question, the newest first.
    pub samples: Vec<Sample>,
    /// How they stand with the channel for free use, if there is one; none: Telegram must be asked.
    pub channel: Option<ChannelStanding>,
}

/// What a person ordered last of a kind: the next order of that kind begins with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LastUsed {
    /// The model, which says the kind.
    pub model: ModelKey,
    /// The settings of that order by input: neither words nor files.
    pub settings: Vec<(String, Value)>,
}

/// How much a model is used by everybody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelUse {
    /// Which.
    pub model: ModelKey,
    /// How many people got something of it in the last 30 days.
    pub people: u32,
    /// On how many later days they came back for more, few counted for each of them.
    pub repeats: u32,
    /// How many have it among their favourites.
    pub keepers: u32,
    /// How many people got something of it in the last 7 days.
    pub week: u32,
    /// The same of the three weeks before, added up.
    pub earlier: u32,
}

impl OrderFacts {
    /// How long a variant of the model in question took of late: by itself, else as the whole model.
    pub(crate) fn pace_of(&self, variant: &str) -> Option<Pace> {
        let own = self.variant_paces.iter().find(|(name, _)| name == variant);
        own.map(|(_, pace)| *pace).or(self.pace)
    }

    /// What the person pays for what costs us so much: with the discount of their best plan.
    pub(crate) fn price(&self, offers: &Offers, cost: Credits) -> Option<Money> {
        offers.price(cost, offers.discount(&self.plans))
    }

    /// By how many per cent their prices are lower, and by which plan, if they are.
    pub(crate) fn cheaper<'o>(&self, offers: &'o Offers) -> Option<(usize, &'o Plan)> {
        let plan = offers.cheapest_with(&self.plans)?;
        Some((usize::from(plan.discount), plan))
    }

    /// How many generations they may have at the same time.
    pub(crate) fn jobs(&self, offers: &Offers) -> u32 {
        offers.jobs(&self.plans)
    }

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
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FreeUsed {
    /// By the person today, of all models.
    pub today: u32,
    /// By the person in the last hour, of all models.
    pub hour: u32,
    /// By the person today and in the last hour, of each model of which they used any.
    pub models: Vec<FreeModelUsed>,
    /// By everybody today, in our cost.
    pub spent: Credits,
}

/// What a person used of one model for nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FreeModelUsed {
    /// Which.
    pub model: ModelKey,
    /// Today.
    pub today: u32,
    /// In the last hour.
    pub hour: u32,
}

impl FreeUsed {
    /// By the person of one model: today, and in the last hour.
    pub(crate) fn of(&self, model: &ModelKey) -> (u32, u32) {
        let used = self.models.iter().find(|used| used.model == *model);
        used.map_or((0, 0), |used| (used.today, used.hour))
    }
}
