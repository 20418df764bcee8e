//! How far a model is trusted: how many failures close it and for how long, and which charge is too high.
//!
//! ```text
//!   5 people within an hour ──> closed 2 min ── a trial fails ──> 4 min ──> ... ──> an hour
//!   2 charges too high within a day, or 1 above three times the cost ──> closed for a day
//! ```
//!
//! Nothing here reads a clock or a table: counts and amounts are given.

use std::time::Duration;

use crate::money::{Credits, Money};
use crate::offers::{Discount, Offers};

/// So many people must have met a failure: one person's own trouble closes nothing for others.
pub const PEOPLE: u32 = 5;

/// A failure counts for so long.
pub const FAILURE_COUNTS: Duration = Duration::from_secs(3_600);

/// So many charges that are too high close a variant.
pub const OVERCHARGES: u32 = 2;

/// Such a charge counts for so long, and closes for as long.
pub const OVERCHARGE_COUNTS: Duration = Duration::from_secs(24 * 3_600);

/// A charge above this many times the cost closes at once.
const OUTRAGEOUS: i64 = 3;

/// So much more than the catalogue says is no overcharge, in per cent.
const TOLERANCE: i64 = 20;

/// How long a model is closed that was closed so many times in a row before.
pub fn closed_for(pauses: u32) -> Duration {
    const FIRST: Duration = Duration::from_secs(2 * 60);
    const LONGEST: Duration = Duration::from_secs(60 * 60);
    (FIRST * 2_u32.pow(pauses.min(10))).min(LONGEST)
}

/// What a charge says about a variant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Charge {
    /// As the catalogue says, or not so much more that it matters.
    Fair,
    /// Too high: once may be a slip.
    High,
    /// So high that the next one is not waited for.
    Outrageous,
}

/// What an order was sold for and should have cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sold {
    /// What the person paid; nothing for a free order.
    pub price: Money,
    /// What the catalogue says that it costs us.
    pub cost: Credits,
    /// What one unit costs us where units are counted: we round them up, and KIE may count them otherwise.
    pub unit: Credits,
}

/// Judges a charge: too high is what the rounding of units does not explain and the price does not bear.
pub fn judge_charge(offers: &Offers, sold: Sold, charged: Credits) -> Charge {
    let (cost, charged_in_full) = (i128::from(sold.cost.get()), i128::from(charged.get()));
    let slack = (cost * i128::from(TOLERANCE) / 100).max(i128::from(sold.unit.get()));
    if charged_in_full <= cost + slack {
        return Charge::Fair;
    }
    if charged_in_full > cost * i128::from(OUTRAGEOUS) {
        return Charge::Outrageous;
    }
    // What somebody with a plan pays less says nothing about the charge.
    let listed = offers.price(sold.cost, Discount::NONE).filter(|_| sold.price.is_positive());
    let price = listed.map_or(sold.price, |listed| listed.max(sold.price));
    if offers.is_above_cost(price, charged) { Charge::Fair } else { Charge::High }
}

#[cfg(test)]
mod tests {
    use super::{
        Charge, Credits, Discount, Duration, Money, Offers, Sold, closed_for, judge_charge,
    };
    use crate::money::Millionths;

    #[test]
    fn a_model_is_closed_for_longer_and_longer_up_to_an_hour() {
        assert_eq!(closed_for(0), Duration::from_secs(120));
        assert_eq!(closed_for(1), Duration::from_secs(240));
        assert_eq!(closed_for(1_000), Duration::from_secs(3600));
    }

    fn credits(text: &str) -> Credits {
        Credits::parse(text).unwrap()
    }

    fn judged(price: Money, cost: &str, unit: &str, charged: &str) -> Charge {
        let sold = Sold { price, cost: credits(cost), unit: credits(unit) };
        judge_charge(&Offers::built_in().unwrap(), sold, credits(charged))
    }

    #[test]
    fn whole_seconds_and_small_differences_are_no_overcharge() {
        let nothing = Money::ZERO;
        // A clip of 4.2 s: five seconds by our count, and KIE may count six.
        assert_eq!(judged(nothing, "50", "10", "60"), Charge::Fair);
        assert_eq!(judged(nothing, "50", "10", "60.000001"), Charge::High);
        assert_eq!(judged(nothing, "100", "0", "120"), Charge::Fair);
        assert_eq!(judged(nothing, "100", "0", "121"), Charge::High);
    }

    #[test]
    fn what_the_price_bears_is_no_overcharge_below_three_times_the_cost() {
        let offers = Offers::built_in().unwrap();
        let dear = Money::new(offers.price(credits("100"), Discount::NONE).unwrap().get() * 10);

        assert_eq!(judged(dear, "100", "0", "200"), Charge::Fair);
        assert_eq!(
            judged(offers.price(credits("100"), Discount::NONE).unwrap(), "100", "0", "200"),
            Charge::High
        );
        assert_eq!(judged(dear, "100", "0", "301"), Charge::Outrageous);
    }

    #[test]
    fn a_charge_is_judged_the_same_for_somebody_with_a_plan() {
        let mut offers = Offers::built_in().unwrap();
        // The price bears a charge of twice the cost, at the largest discount too.
        offers.markup = Millionths::new(offers.markup.get() * 2);
        for discount in [Discount::NONE, offers.largest_discount()] {
            let price = offers.price(credits("100"), discount).unwrap();
            let sold = Sold { price, cost: credits("100"), unit: credits("0") };
            let judged = |charged| judge_charge(&offers, sold, credits(charged));

            assert_eq!(judged("220"), Charge::Fair, "{discount:?}");
            assert_eq!(judged("250"), Charge::High, "{discount:?}");
        }
    }

    #[test]
    fn a_free_order_is_judged_by_the_catalogue_alone() {
        assert_eq!(judged(Money::ZERO, "0.8", "0", "0.8"), Charge::Fair);
        assert_eq!(judged(Money::ZERO, "0.8", "0", "1.6"), Charge::High);
        assert_eq!(judged(Money::ZERO, "0.8", "0", "4"), Charge::Outrageous);
    }
}
