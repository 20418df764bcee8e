//! From costs to prices, Stars and what they bring.

use proptest::prelude::*;

use super::built_in;
use crate::catalogue::tests::random;
use crate::money::{Credits, Millionths, Money, Stars};

/// The price of so many credits, in kopecks.
fn price(credits: &str) -> i64 {
    built_in().listed(Credits::parse(credits).unwrap()).unwrap().get()
}

#[test]
fn a_price_is_cost_times_rate_times_markup_rounded_up_once() {
    // A credit is 0.005 dollars, 0.40 roubles, and sells for 0.80.
    assert_eq!(price("0"), 0);
    assert_eq!(price("0.000001"), 1);
    assert_eq!(price("0.8"), 64);
    assert_eq!(price("0.98"), 79);
    assert_eq!(price("12"), 960);
    assert_eq!(price("104.5"), 8360);
    assert_eq!(built_in().listed(Credits::new(i64::MAX)), Some(Money::new(737_869_762_948_383)));
    assert_eq!(built_in().listed(Credits::new(-1)), None);
}

#[test]
fn a_discount_is_taken_off_in_favour_of_the_house() {
    let offers = built_in();
    let discounted = |price, percent| offers.discounted(Money::new(price), percent).map(Money::get);

    assert_eq!(discounted(1000, 27), Some(730));
    assert_eq!(discounted(1, 99), Some(1));
    assert_eq!(discounted(333, 10), Some(300));
    assert_eq!(discounted(333, 0), Some(333));
    assert_eq!(discounted(333, 101), None);
    assert_eq!(offers.largest_discount().percent(), 15);
}

#[test]
fn a_price_is_shown_in_stars_and_a_star_buys_money() {
    let offers = built_in();

    assert_eq!(offers.stars(Money::new(1200)), Stars::whole(10));
    assert_eq!(offers.stars(Money::new(64)), Some(Stars::new(533_333_334)));
    assert_eq!(offers.stars(Money::new(64)).unwrap().rounded_up(), 1);
    assert_eq!(offers.stars(Money::new(i64::MAX)), None);
    assert_eq!(offers.bought(10), Some(Money::new(1200)));
    assert_eq!(offers.bonus(&offers.packs[5]), Some(Money::new(24_000)));
    assert_eq!(offers.bonus(&offers.packs[0]), Some(Money::ZERO));
}

#[test]
fn a_price_brings_what_its_stars_pay_out() {
    let offers = built_in();

    assert_eq!(offers.net_micro_usd(Money::new(1200)), Some(130_000));
    assert_eq!(offers.net_micro_usd(Money::new(64)), Some(6_933));
    assert_eq!(offers.net_micro_usd(Money::ZERO), Some(0));
}

#[test]
fn above_cost_means_a_fifth_is_left_after_the_largest_discount() {
    let mut offers = built_in();
    let cost = Credits::parse("1000").unwrap();
    // The cost is 5 dollars, so 6.25 must come in: 480.77 Stars, 576.93 roubles.
    offers.plans.clear();
    assert!(offers.is_above_cost(Money::new(57_693), cost));
    assert!(!offers.is_above_cost(Money::new(57_692), cost));

    let mut offers = built_in();
    offers.plans[0].discount = 27;
    assert!(offers.is_above_cost(Money::new(79_031), cost));
    assert!(!offers.is_above_cost(Money::new(79_029), cost));
}

#[test]
fn what_cannot_be_reckoned_is_not_above_cost() {
    let mut offers = built_in();
    offers.star.pays_out = Millionths::new(1_000_000_000_000);

    assert!(offers.is_above_cost(Money::new(1), Credits::new(1)));
    assert!(!offers.is_above_cost(Money::new(i64::MAX), Credits::new(1)));
}

proptest! {
    #![proptest_config(random())]

    #[test]
    fn a_price_never_falls_when_the_cost_rises(one in 0..i64::MAX / 2, more in 0..i64::MAX / 2) {
        let offers = built_in();
        let low = offers.listed(Credits::new(one)).unwrap();
        let high = offers.listed(Credits::new(one + more)).unwrap();
        prop_assert!(low <= high);
    }

    #[test]
    fn every_price_is_above_cost_for_the_default_markup_and_more(
        cost in 1_i64..1_000_000_000_000,
        markup in 2_000_000_i64..20_000_000,
        discount in 0_u8..=27,
    ) {
        let mut offers = built_in();
        offers.markup = Millionths::new(markup);
        offers.plans[0].discount = discount;
        let cost = Credits::new(cost);
        let price = offers.listed(cost).unwrap();
        prop_assert!(offers.is_above_cost(price, cost));
    }

    #[test]
    fn the_stars_of_a_price_buy_it_and_a_nano_star_less_does_not(price in 1_i64..1_000_000_000) {
        let offers = built_in();
        let stars = i128::from(offers.stars(Money::new(price)).unwrap().get());
        // Nano-stars that buy a kopeck: 8,333,333 and a third.
        prop_assert!(stars * 120 >= i128::from(price) * 1_000_000_000);
        prop_assert!((stars - 1) * 120 < i128::from(price) * 1_000_000_000);
    }
}
