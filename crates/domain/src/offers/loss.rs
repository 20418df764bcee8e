//! Whether what is sold brings more than it costs, whatever is bought with it.
//!
//! Prices are proportional to cost and only ever rounded up, so one large cost stands for all:
//!
//! * a price, with the discount of any plan off, must be above cost as [`Offers::is_above_cost`] says;
//! * money that was given on top (the bonus of a pack, or more in a plan than its Stars buy) must not
//!   let us sell below cost: what was really paid has to cover the cost itself.
//!
//! The catalogue is checked row by row as well; here the line in `offers.toml` is found.

use super::{Offers, Plan};
use crate::money::{Credits, Money};
use crate::reading::Table;

/// A million credits: so many that rounding does not matter.
const MANY: Credits = Credits::new(1_000_000_000_000);

/// Notes everything with which we would sell below cost.
pub(super) fn note(offers: &Offers, root: &Table<'_>, packs: &[Table<'_>], plans: &[Table<'_>]) {
    let is_fine = |discount: u8| {
        let price = offers.listed(MANY);
        price.is_some_and(|price| offers.is_above_cost_with(discount, price, MANY))
    };
    if !is_fine(0) {
        root.note("markup", "with these rates and this `markup` prices are not above cost");
        return;
    }
    for (plan, table) in offers.plans.iter().zip(plans) {
        if !is_fine(plan.discount) {
            let most = (0..100).take_while(|discount| is_fine(*discount)).last().unwrap_or(0);
            let what = "with this `discount` prices are not above cost; it can be at most";
            table.note("discount", format!("{what} {most} %"));
        } else if !covers(offers, plan.discount, plan_shares(offers, plan)) {
            let what =
                "`included` is so much more than the Stars buy that we would sell below cost";
            table.note("included", what);
        }
    }
    for (pack, table) in offers.packs.iter().zip(packs) {
        let shares = (100, 100 + i64::from(pack.bonus));
        if !covers(offers, offers.largest_discount().percent(), Some(shares)) {
            let what =
                "with this `bonus` and the largest discount of a plan we would sell below cost";
            table.note("bonus", what);
        }
    }
}

/// Of the money a plan gives, what was paid and all of it.
fn plan_shares(offers: &Offers, plan: &Plan) -> Option<(i64, i64)> {
    let bought = offers.bought(plan.stars)?.get();
    Some((bought, bought.max(plan.included.get())))
}

/// Whether the paid part of a discounted price covers the cost, when of all money only a share was
/// paid for.
fn covers(offers: &Offers, discount: u8, shares: Option<(i64, i64)>) -> bool {
    let covers = || {
        let price = offers.discounted(offers.listed(MANY)?, discount)?;
        let (paid, all) = shares?;
        let paid = i128::from(price.get()) * i128::from(paid) / i128::from(all.max(1));
        offers.brings(Money::new(i64::try_from(paid).ok()?), MANY, 100)
    };
    covers() == Some(true)
}
