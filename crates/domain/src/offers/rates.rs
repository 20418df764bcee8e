//! From a cost in credits to a price, and from a price to what it brings.
//!
//! ```text
//! credits ── x 0.005 USD x rate x markup, rounded up ── less a discount, rounded up ──> price
//! price ── : what a Star buys ──> Stars ── x what a Star pays out ──> what it brings
//! ```
//!
//! All sums are whole numbers of 128 bits; what does not fit in the end is `None`, and a price that
//! cannot be judged is not above cost.

use super::{Discount, Offers, Pack};
use crate::money::{CREDIT_MICRO_USD as CREDIT, Credits, Money, Stars};

/// A KIE credit in millionths of a US dollar.
const CREDIT_MICRO_USD: i128 = CREDIT as i128;

/// Of what a price brings, the cost may be at most so much, in per cent; the rest is for us.
const MOST_COST_PERCENT: i128 = 80;

/// Minor units of every currency of the list.
const MINOR: i128 = 100;

/// Millionths of one, the scale of rates and of dollars here.
const MILLION: i128 = 1_000_000;

/// Nano-stars of a Star.
const NANO: i128 = 1_000_000_000;

impl Offers {
    /// The price of something that costs us so much, for somebody with this discount.
    pub fn price(&self, cost: Credits, discount: Discount) -> Option<Money> {
        self.discounted(self.listed(cost)?, discount.percent())
    }

    /// The same for somebody without a plan, rounded up to a minor unit.
    pub(super) fn listed(&self, cost: Credits) -> Option<Money> {
        let cost = i128::from(cost.get());
        let rate = i128::from(self.usd_rate.get()) * i128::from(self.markup.get());
        // Of `cost`, of the price of a credit, of the rate and of the markup.
        let scale = MILLION * MILLION * MILLION * MILLION / (CREDIT_MICRO_USD * MINOR);
        money(rounded_up(cost.checked_mul(rate)?, scale)?)
    }

    /// A price with so many per cent off, rounded up to a minor unit.
    pub(super) fn discounted(&self, price: Money, percent: u8) -> Option<Money> {
        let left = 100_i128.checked_sub(i128::from(percent)).filter(|left| *left >= 0)?;
        money(rounded_up(i128::from(price.get()) * left, 100)?)
    }

    /// The largest discount of a plan.
    pub fn largest_discount(&self) -> Discount {
        self.plans.iter().map(Discount::of).max().unwrap_or(Discount::NONE)
    }

    /// The Stars that buy this price, to the nano-star, rounded up.
    ///
    /// [`Stars::rounded_up`] makes whole Stars of them, for buttons and invoices.
    pub fn stars(&self, price: Money) -> Option<Stars> {
        let price = i128::from(price.get()) * (MILLION / MINOR) * NANO;
        let stars = rounded_up(price, i128::from(self.star.buys.get()))?;
        i64::try_from(stars).ok().map(Stars::new)
    }

    /// What so many whole Stars buy, rounded down to a minor unit: what a payment is worth here.
    pub fn bought(&self, stars: u32) -> Option<Money> {
        let bought = i128::from(stars) * i128::from(self.star.buys.get()) * MINOR;
        money(bought / MILLION)
    }

    /// What a pack gives on top of what its Stars buy, rounded down to a minor unit.
    pub fn bonus(&self, pack: &Pack) -> Option<Money> {
        let bought = i128::from(self.bought(pack.stars)?.get());
        money(bought * i128::from(pack.bonus) / 100)
    }

    /// What a price brings when it is paid in Stars, in millionths of a US dollar, rounded down.
    pub fn net_micro_usd(&self, price: Money) -> Option<i64> {
        let price = i128::from(price.get()) * (MILLION / MINOR);
        let net = price.checked_mul(i128::from(self.star.pays_out.get()))?;
        i64::try_from(net / i128::from(self.star.buys.get())).ok()
    }

    /// So many millionths of a US dollar in the wallet's currency, rounded down.
    pub fn of_micro_usd(&self, micro_usd: i64) -> Option<Money> {
        let sum = i128::from(micro_usd) * i128::from(self.usd_rate.get()) * MINOR;
        money(sum.div_euclid(MILLION * MILLION))
    }

    /// The credits of KIE that what a price brings would buy, rounded down.
    pub fn net_credits(&self, price: Money) -> Option<Credits> {
        let net = i128::from(self.net_micro_usd(price)?) * MILLION / CREDIT_MICRO_USD;
        i64::try_from(net).ok().map(Credits::new)
    }

    /// Whether a price is above a cost: after the largest discount of a plan and paid in Stars, it
    /// brings so much that the cost is at most 80 % of it.
    pub fn is_above_cost(&self, price: Money, cost: Credits) -> bool {
        self.is_above_cost_with(self.largest_discount().percent(), price, cost)
    }

    /// The same with a discount of so many per cent.
    pub(super) fn is_above_cost_with(&self, discount: u8, price: Money, cost: Credits) -> bool {
        let price = self.discounted(price, discount);
        price.is_some_and(|price| self.brings(price, cost, MOST_COST_PERCENT) == Some(true))
    }

    /// Whether a cost is at most so many per cent of what a price brings, without any rounding.
    pub(super) fn brings(&self, price: Money, cost: Credits, percent: i128) -> Option<bool> {
        // cost / million x credit <= percent / 100 x price / minor x million x pays out / buys
        let cost = i128::from(cost.get()).checked_mul(CREDIT_MICRO_USD * 100 * MINOR)?;
        let cost = cost.checked_mul(i128::from(self.star.buys.get()))?;
        let net = i128::from(price.get()).checked_mul(percent * MILLION * MILLION)?;
        Some(cost <= net.checked_mul(i128::from(self.star.pays_out.get()))?)
    }
}

/// A quotient rounded up, of a number that is not negative.
fn rounded_up(number: i128, by: i128) -> Option<i128> {
    if number < 0 || by < 1 {
        return None;
    }
    Some(number / by + i128::from(number % by > 0))
}

fn money(units: i128) -> Option<Money> {
    i64::try_from(units).ok().map(Money::new)
}
