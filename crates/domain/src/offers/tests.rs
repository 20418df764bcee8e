//! Tests of the offers: the built-in ones, planted faults, and prices.

mod faults;
mod prices;
mod worst_day;

use super::{BUILT_IN, Offers};

fn built_in() -> Offers {
    Offers::built_in().unwrap()
}

#[test]
fn the_built_in_offers_are_those_of_the_contract() {
    let offers = built_in();

    assert_eq!((offers.currency.word(), offers.currency.symbol()), ("RUB", "₽"));
    assert_eq!((offers.usd_rate.get(), offers.markup.get()), (80_000_000, 2_000_000));
    assert_eq!((offers.star.buys.get(), offers.star.pays_out.get()), (1_200_000, 13_000));
    assert_eq!((offers.free.per_day, offers.jobs_per_person), (5, 3));
    assert_eq!((offers.losses, offers.gift_budget.get()), (super::Losses::DEFAULT, 50_000));
    assert_eq!(
        (offers.time_zone.as_str(), offers.default_language.code()),
        ("Europe/Moscow", "ru")
    );
    assert_eq!(offers.free_channel, None);
}

#[test]
fn packs_and_plans_are_found_by_their_keys() {
    let offers = built_in();

    for pack in &offers.packs {
        assert_eq!(offers.pack(&pack.key), Some(pack));
    }
    for plan in &offers.plans {
        assert_eq!(offers.plan(&plan.key), Some(plan));
    }
    let stars: Vec<u32> = offers.packs.iter().map(|pack| pack.stars).collect();
    assert_eq!(stars, [50, 100, 250, 500, 1000, 2500]);
}
