//! What an order costs, and whether it is for nothing.
//!
//! ```text
//!   draft ── Model::order ──> order ── Model::cost ──> credits ── Offers::price ──> price
//!                                                         └── within the free limits ──> nothing
//! ```
//!
//! A model that may be used for nothing is so within its own limits, within those of the house and as
//! long as today's budget lasts; outside of them it has its normal price. The same sums are made twice:
//! for the quote, and again when the person says go.

use domain::catalogue::{Model, Order, Refusal, Unpriced};
use domain::offers::Offers;
use domain::{Credits, Money};

use crate::conversations::shop::{Allowance, allowance};
use crate::draft::Draft;
use crate::facts::{FreeUsed, OrderFacts};
use crate::scene::PriceList;

/// What an order comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Terms {
    /// Everything that will be asked of the model.
    pub(super) order: Order,
    /// What it costs us.
    pub(super) cost: Credits,
    /// What the person pays; nothing within the free limits.
    pub(super) price: Money,
    /// Whether it is for nothing.
    pub(super) free: Free,
}

/// Whether an order is for nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Free {
    /// The model always costs something.
    Never,
    /// So many are left now, this one included.
    Left(u32),
    /// The person had all of this hour.
    HourUsed,
    /// The person had all of today.
    DayUsed,
    /// Everybody together used what a day may cost us.
    BudgetUsed,
}

/// Why an order comes to nothing that could be offered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum NoTerms {
    /// Its values do not go together: choose others.
    NotTogether,
    /// The price depends on a file of this input, of which too little is known: send another one.
    Unmeasured(String),
    /// It cannot be offered at all.
    Impossible,
}

/// What a draft comes to, once nothing is missing in it.
pub(super) fn terms(
    prices: &PriceList,
    facts: &OrderFacts,
    model: &Model,
    draft: &Draft,
) -> Result<Terms, NoTerms> {
    let order = model.order(draft.for_catalogue()).map_err(|refusal| match refusal {
        Refusal::Forbidden { .. } => NoTerms::NotTogether,
        _ => NoTerms::Impossible,
    })?;
    let cost = model.cost(&order).map_err(|unpriced| match unpriced {
        Unpriced::Unmeasured { input } => NoTerms::Unmeasured(input),
        _ => NoTerms::Impossible,
    })?;
    let full = facts.price(&prices.offers, cost).ok_or(NoTerms::Impossible)?;
    let free = free(&prices.offers, model, &facts.free, cost);
    let price = if matches!(free, Free::Left(_)) { Money::ZERO } else { full };
    Ok(Terms { order, cost, price, free })
}

/// Whether an order of this cost is for nothing.
pub(super) fn free(offers: &Offers, model: &Model, used: &FreeUsed, cost: Credits) -> Free {
    if model.free.is_none() {
        return Free::Never;
    }
    let rules = offers.free;
    match allowance(&rules, Some(model), used) {
        // This very order must fit into the budget as well.
        Allowance::Left(_) if used.spent.plus(cost).is_none_or(|sum| sum > rules.daily_budget) => {
            Free::BudgetUsed
        }
        Allowance::Left(left) => Free::Left(left),
        Allowance::HourUsed => Free::HourUsed,
        Allowance::DayUsed => Free::DayUsed,
        Allowance::BudgetUsed => Free::BudgetUsed,
    }
}

/// What a draft would cost at its full price, as far as that can be said before all is answered.
pub(super) fn full_price(
    offers: &Offers,
    facts: &OrderFacts,
    model: &Model,
    draft: &Draft,
) -> Option<Money> {
    let order = model.draft(draft.for_catalogue()).ok()?;
    facts.price(offers, model.cost(&order).ok()?)
}
