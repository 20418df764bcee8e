//! The worst day: what somebody with as many fresh accounts as they like can cost us in one.
//!
//! ```text
//!   losses of the day + all that is at KIE, by its list + the next order <= `losses.most`
//!     └── an order dearer than `most` goes only when nothing else is at stake
//!   ──> whatever becomes of everything at KIE, the day costs max(most, the dearest order)
//!   KIE charges ten times its list for everything it has ──> ten times that: then nothing more is sent
//! ```
//!
//! The parts say which setting lowers what; each is bounded by the whole.

use super::Offers;
use crate::catalogue::{Catalogue, ModelKey};
use crate::money::{Credits, Millionths};

/// How many times its list KIE may charge before anything of ours can notice.
const OVERCHARGE: i64 = 10;

/// A way in which KIE charges without income.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// What.
    pub what: &'static str,
    /// What it can cost in a day at most.
    pub credits: Credits,
    /// The setting that lowers it.
    pub setting: &'static str,
}

/// What a day can cost at most.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorstDay {
    /// Whatever people do.
    pub credits: Credits,
    /// If KIE charges ten times its list as well.
    pub overcharged: Credits,
    /// What it is made of.
    pub parts: Vec<Part>,
    /// The dearest order that can be made.
    pub dearest: Option<(ModelKey, Credits)>,
    /// Above so many US dollars somebody should look.
    limit: Millionths,
}

impl WorstDay {
    /// The worst day with these settings.
    pub fn of(offers: &Offers, catalogue: &Catalogue) -> Self {
        let on = catalogue.models().iter().filter(|model| model.on);
        let costs = on.filter_map(|model| Some((model.key.clone(), model.cost_range()?.1)));
        let dearest = costs.max_by_key(|(_, cost)| *cost);
        let dearest_cost = dearest.as_ref().map_or(Credits::ZERO, |(_, cost)| *cost);
        let most = offers.losses.most;
        let credits = most.max(dearest_cost);
        let has_free = catalogue.models().iter().any(|model| model.on && model.free.is_some());
        let budget = if has_free { offers.free.daily_budget } else { Credits::ZERO };
        let free = budget.min(offers.losses.daily_budget);
        let gifts = offers.sold_for(offers.gift_budget).unwrap_or(credits).min(credits);
        let part = |what, credits, setting| Part { what, credits, setting };
        Self {
            credits,
            overcharged: credits.times(OVERCHARGE).unwrap_or(Credits::new(i64::MAX)),
            parts: vec![
                part("free use", free, "[free] daily_budget"),
                part("gifts of a day", gifts, "[gift] daily_budget"),
                part("late, lost, failed, undelivered", most, "[losses] most"),
                part("the dearest order", dearest_cost, "its limits or `on` in the catalogue"),
            ],
            dearest,
            limit: offers.losses.warn_usd,
        }
    }

    /// What it is in millionths of a US dollar.
    pub fn micro_usd(&self) -> i64 {
        self.credits.micro_usd().unwrap_or(i64::MAX)
    }

    /// More than `warn_usd`: somebody should look.
    pub fn is_over(&self) -> bool {
        self.micro_usd() > self.limit.get()
    }

    /// What it should be at most, in millionths of a US dollar.
    pub fn limit_micro_usd(&self) -> i64 {
        self.limit.get()
    }
}

impl Offers {
    /// What costs us most of all that is sold for this price, at the largest discount of a plan.
    fn sold_for(&self, price: crate::money::Money) -> Option<Credits> {
        let unit = Credits::new(1_000_000_000);
        let for_unit = self.price(unit, self.largest_discount())?;
        let cost = i128::from(unit.get()) * i128::from(price.get());
        i64::try_from(cost / i128::from(for_unit.get().max(1))).ok().map(Credits::new)
    }
}
