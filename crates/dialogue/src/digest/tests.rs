//! The digest: every figure of a day, on one screen, whatever the figures.

use domain::{Credits, Language, Money, Stars};

use super::{digest, dollars, tenths};
use crate::example::prices;
use crate::facts::DayFacts;

const CREDIT: i64 = 1_000_000;

fn day() -> DayFacts {
    DayFacts {
        day: "2026-03-01".to_owned(),
        payments: 3,
        stars: Stars::whole(640).unwrap(),
        stars_back: Stars::whole(50).unwrap(),
        transferred: Money::new(50_000),
        spent: Money::new(24_000),
        bought: Money::new(12_000),
        cost: Credits::new(100 * CREDIT),
        new: 5,
        active: 20,
        paying: 3,
        delivered: 40,
        failed: 3,
        failing: vec![("z-image".to_owned(), 2), ("imagen-4".to_owned(), 1)],
        takeovers: 1,
        differences: 2,
        dead: 4,
        credits: Some(Credits::new(CREDIT * 145 / 2)),
        daily_use: Some(Credits::new(60 * CREDIT)),
        ..DayFacts::default()
    }
}

fn shown(language: Language, day: &DayFacts) -> String {
    digest(language, &prices().offers, day).text.into_string().replace('\u{A0}', " ")
}

#[test]
fn a_day_is_on_one_screen_with_every_figure() {
    let page = shown(Language::English, &day());
    for figure in [
        "2026-03-01",
        "3 payments, 640 ⭐",
        "50 ⭐",
        "₽500",
        "240",
        "120",
        "100.0 credits, $0.50",
        "$0.80",
        "5 new, 20 active, 3 paying",
        "40 delivered, 3 failed: z-image 2, imagen-4 1",
        "72.5 credits, enough for 29 hours",
    ] {
        let figure = figure.replace("₽500", "500 ₽");
        assert!(page.contains(&figure), "{figure}: {page}");
    }
}

#[test]
fn it_fits_one_screen_whatever_the_figures() {
    let many = DayFacts {
        payments: u32::MAX,
        stars: Stars::new(i64::MAX / 2),
        stars_back: Stars::new(i64::MAX / 2),
        transferred: Money::new(i64::MAX),
        spent: Money::new(i64::MIN + 1),
        bought: Money::new(i64::MAX / 1_000_000_000),
        cost: Credits::new(i64::MAX / 1_000),
        new: u32::MAX,
        active: u32::MAX,
        paying: u32::MAX,
        delivered: u32::MAX,
        failed: u32::MAX,
        failing: vec![("a-very-long-name-of-a-model".to_owned(), u32::MAX); 4],
        takeovers: u32::MAX,
        differences: u32::MAX,
        dead: u32::MAX,
        ..day()
    };
    for language in Language::ALL {
        let page = digest(language, &prices().offers, &many).text.into_string();
        assert!(page.chars().count() <= 900, "{}: {page}", page.chars().count());
    }
}

#[test]
fn a_day_without_anything_says_so_and_what_is_not_known_is_left_out() {
    for language in Language::ALL {
        let page = shown(language, &DayFacts { is_today: true, ..DayFacts::default() });
        assert!(page.contains("$0.00") && !page.contains("KIE:"), "{page}");
    }
}

#[test]
fn sums_are_rounded_against_us() {
    assert_eq!([dollars(1_239_999), dollars(-1), dollars(0)], ["$1.23", "\u{2212}$0.01", "$0.00"]);
    assert_eq!(tenths(Credits::new(72_590_000)), "72.5");
}
