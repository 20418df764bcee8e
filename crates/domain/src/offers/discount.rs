//! What a plan changes for its person: lower prices, and more orders at the same time.
//!
//! ```text
//!   the plans that count for somebody ──┬── the largest discount of them ──> every price they see
//!                                       └── the most orders of them ───────> what goes at the same time
//! ```
//!
//! No price is made without a [`Discount`], so none can be named without saying whose it is. Which plans count
//! is for the books to say. A plan that is gone from the offers gives nothing.

use super::{Offers, Plan, PlanKey};

/// What is taken off every price of somebody, in per cent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Discount(u8);

impl Discount {
    /// Nothing: the price of the list, for somebody without a plan.
    pub const NONE: Self = Self(0);

    /// What a plan takes off.
    pub const fn of(plan: &Plan) -> Self {
        Self(plan.discount)
    }

    /// So many per cent.
    pub const fn percent(self) -> u8 {
        self.0
    }
}

impl Offers {
    /// What is taken off every price of somebody with these plans: the most of them.
    pub fn discount(&self, plans: &[PlanKey]) -> Discount {
        self.cheapest_with(plans).map_or(Discount::NONE, Discount::of)
    }

    /// The one of these plans that lowers prices most, if any does.
    pub fn cheapest_with(&self, plans: &[PlanKey]) -> Option<&Plan> {
        let lowering = self.known(plans).filter(|plan| plan.discount > 0);
        lowering.max_by_key(|plan| plan.discount)
    }

    /// How many generations somebody with these plans may have at the same time.
    pub fn jobs(&self, plans: &[PlanKey]) -> u32 {
        self.busiest_with(plans).and_then(|plan| plan.jobs).unwrap_or(self.jobs_per_person)
    }

    /// The one of these plans that lets most orders go at the same time, if any lets more than everybody's.
    pub fn busiest_with(&self, plans: &[PlanKey]) -> Option<&Plan> {
        let most = |plan: &&Plan| plan.jobs.filter(|jobs| *jobs > self.jobs_per_person);
        self.known(plans).filter(|plan| most(plan).is_some()).max_by_key(most)
    }

    /// Those of these plans that are offered.
    fn known(&self, plans: &[PlanKey]) -> impl Iterator<Item = &Plan> {
        plans.iter().filter_map(|key| self.plan(key))
    }
}

#[cfg(test)]
mod tests {
    use super::{Discount, Offers, PlanKey};
    use crate::money::Credits;

    fn keys<const N: usize>(keys: [&str; N]) -> [PlanKey; N] {
        keys.map(|key| PlanKey::new(key).unwrap())
    }

    #[test]
    fn of_two_plans_at_once_the_larger_discount_counts() {
        let offers = Offers::built_in().unwrap();
        let percent = |plans: &[PlanKey]| offers.discount(plans).percent();

        assert_eq!(percent(&[]), 0);
        assert_eq!(percent(&keys(["light"])), 7);
        assert_eq!(percent(&keys(["light", "pro"])), 15);
        assert_eq!(percent(&keys(["pro", "light"])), 15);
        assert_eq!(percent(&keys(["no-longer-sold"])), 0);
        let both = keys(["light", "pro"]);
        assert_eq!(offers.cheapest_with(&both).map(|plan| plan.key.as_str()), Some("pro"));
    }

    #[test]
    fn as_many_orders_go_at_the_same_time_as_the_best_plan_lets() {
        let mut offers = Offers::built_in().unwrap();

        assert_eq!(offers.jobs(&[]), 3);
        assert_eq!(offers.jobs(&keys(["light"])), 4);
        assert_eq!(offers.jobs(&keys(["light", "pro"])), 6);
        assert_eq!(offers.jobs(&keys(["no-longer-sold"])), 3);
        offers.plans[0].jobs = Some(1);
        assert_eq!(offers.jobs(&keys(["light"])), 3, "nobody has less for having a plan");
        offers.plans[0].jobs = None;
        assert_eq!(offers.jobs(&keys(["light"])), 3);
        assert_eq!(offers.busiest_with(&keys(["light"])), None);
    }

    #[test]
    fn a_price_with_a_discount_is_rounded_up_and_still_above_cost() {
        let offers = Offers::built_in().unwrap();
        for plan in &offers.plans {
            for cost in [1, 999, 400_000, 800_000, 1_250_001, 36_000_000] {
                let cost = Credits::new(cost);
                let full = offers.price(cost, Discount::NONE).unwrap();
                let less = offers.price(cost, Discount::of(plan)).unwrap();

                let exact = i128::from(full.get()) * i128::from(100 - plan.discount);
                let up = i128::from(less.get()) * 100;
                assert!(up >= exact && up - exact < 100, "{full:?} {less:?}");
                assert!(less.is_positive() && less <= full);
                assert!(offers.brings(less, cost, 80).unwrap(), "{less:?} for {cost:?}");
            }
        }
    }
}
