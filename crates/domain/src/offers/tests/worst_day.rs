//! What a day can cost at most, by the settings.

use super::{BUILT_IN, Offers};
use crate::catalogue::Catalogue;
use crate::offers::WorstDay;

/// The built-in settings with one line of the offers changed.
fn with(what: &str, by: &str) -> WorstDay {
    assert!(BUILT_IN.contains(what), "the offers have no {what}");
    let offers = Offers::read("offers.toml", &BUILT_IN.replacen(what, by, 1)).unwrap();
    WorstDay::of(&offers, &Catalogue::built_in().unwrap())
}

fn whole(credits: crate::Credits) -> i64 {
    credits.get() / 1_000_000
}

#[test]
fn the_built_in_settings_cost_ten_dollars_at_worst_and_are_no_warning() {
    let worst = with("markup", "markup");

    assert_eq!((whole(worst.credits), worst.micro_usd()), (2_000, 10_000_000));
    assert!(!worst.is_over());
    assert_eq!(whole(worst.overcharged), 20_000);
    let parts: Vec<i64> = worst.parts.iter().map(|part| whole(part.credits)).collect();
    assert_eq!(parts, [500, 735, 2_000, whole(worst.dearest.unwrap().1)]);
}

#[test]
fn a_day_that_may_cost_more_than_the_limit_is_over_it() {
    assert!(with("most = \"2000\"", "most = \"2001\"").is_over());
    assert!(with("warn_usd = \"10\"", "warn_usd = \"9.99\"").is_over());
}

#[test]
fn a_day_costs_at_least_the_dearest_order_that_can_be_made() {
    let small = "daily_budget = \"10\"\nmost = \"20\" #";
    let worst = with(
        "daily_budget = \"1000\"               # in a day; then nothing is free, and what \
                      caused it closes\nmost",
        small,
    );

    assert_eq!(worst.credits, worst.dearest.as_ref().unwrap().1);
    assert!(whole(worst.credits) > 20);
    assert_eq!(whole(worst.parts[0].credits), 10, "free use stops with the budget of losses");
}
