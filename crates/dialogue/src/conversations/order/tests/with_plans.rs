//! Orders of somebody with a plan: what they see, what they are charged, and what a plan's end changes.

use domain::{Language, Money};

use super::{key, ordering, quote_of};
use crate::example::{Somebody, facts_with, only_screen, purse, taps_of, text_of};
use crate::facts::OrderFacts;
use crate::state::State;
use crate::step::{Effect, Step};
use crate::tap::{Bill, Tap};

/// 44 roubles for everybody.
const PAID: &str = "kling-26-t2v";

fn with(language: Language, plans: &[&str]) -> Somebody {
    Somebody { facts: facts_with(10_000, plans), ..ordering(language, PAID) }
}

/// The same person with other plans, who taps the start of what they were quoted.
fn goes(confirmed: (&Somebody, &Step), facts: OrderFacts) -> Step {
    let (somebody, step) = confirmed;
    let somebody = Somebody { facts, ..somebody.after(step) };
    somebody.taps(Tap::Go(quote_of(step).mark()))
}

fn charged(step: &Step) -> Option<Money> {
    step.effects.iter().find_map(|effect| match effect {
        Effect::Begin(order, _) => Some(order.price),
        _ => None,
    })
}

fn plain(step: &Step) -> String {
    text_of(step).replace('\u{A0}', " ")
}

#[test]
fn the_card_the_button_and_the_charge_say_the_same_lower_price() {
    let table = [
        (Language::Russian, "40,92 ₽ · 35 ⭐", "Скидка 7 % с подпиской <b>Лайт</b>"),
        (Language::English, "35 ⭐ · 40.92 ₽", "7 % off with <b>Light</b>"),
    ];
    for (language, price, words) in table {
        let somebody = with(language, &["light"]);
        let card = somebody.taps(Tap::Model(key(PAID)));
        assert!(plain(&card).contains(words) && plain(&card).contains(price), "{}", plain(&card));

        let confirmed = somebody.says("a cat");
        let button = only_screen(&confirmed).keyboard[0][0].text.replace('\u{A0}', " ");
        assert!(button.ends_with(price), "{button}");
        assert!(plain(&confirmed).contains(words), "{}", plain(&confirmed));
        assert_eq!(quote_of(&confirmed).price, Money::new(4_092));

        let begun = goes((&somebody, &confirmed), facts_with(10_000, &["light"]));
        assert_eq!(charged(&begun), Some(Money::new(4_092)));
        assert!(plain(&begun).contains(price), "{}", plain(&begun));
    }
}

#[test]
fn without_a_plan_or_with_one_that_takes_nothing_off_no_discount_is_spoken_of() {
    for plans in [&[][..], &["no-longer-sold"]] {
        let somebody = with(Language::English, plans);
        let confirmed = somebody.says("a cat");

        assert_eq!(quote_of(&confirmed).price, Money::new(4_400));
        for step in [confirmed, somebody.taps(Tap::Model(key(PAID)))] {
            assert!(!plain(&step).contains("% off"), "{}", plain(&step));
        }
    }
}

#[test]
fn while_two_plans_run_the_larger_discount_counts() {
    let confirmed = with(Language::English, &["light", "pro"]).says("a cat");

    assert_eq!(quote_of(&confirmed).price, Money::new(3_740));
    assert!(plain(&confirmed).contains("15 % off with <b>Pro</b>"), "{}", plain(&confirmed));
}

#[test]
fn when_the_plan_ended_meanwhile_the_new_price_is_asked_about_and_nothing_is_charged() {
    let somebody = with(Language::English, &["light"]);
    let confirmed = somebody.says("a cat");

    let step = goes((&somebody, &confirmed), facts_with(10_000, &[]));

    assert_eq!(charged(&step), None);
    assert!(plain(&step).contains("The price has changed"), "{}", plain(&step));
    assert!(plain(&step).contains("37 ⭐ · 44 ₽") && !plain(&step).contains("% off"));
    let again = goes((&somebody, &step), facts_with(10_000, &[]));
    assert_eq!(charged(&again), Some(Money::new(4_400)), "at the price that was tapped");
    let old = Somebody { facts: facts_with(10_000, &[]), ..somebody.after(&step) };
    let old = old.taps(Tap::Go(quote_of(&confirmed).mark()));
    assert_eq!(charged(&old), None, "the button with the old price begins nothing any more");
}

#[test]
fn when_a_plan_began_meanwhile_nobody_pays_the_price_without_it() {
    let somebody = with(Language::English, &[]);
    let confirmed = somebody.says("a cat");

    let step = goes((&somebody, &confirmed), facts_with(10_000, &["pro"]));

    assert_eq!((charged(&step), quote_of(&step).price), (None, Money::new(3_740)));
}

#[test]
fn who_is_short_is_offered_what_is_missing_at_their_own_price() {
    let somebody = Somebody { facts: facts_with(0, &["light"]), ..with(Language::English, &[]) };
    let confirmed = somebody.says("a cat");

    let pay = Tap::Pay(Bill::Stars(35), Some(quote_of(&confirmed).mark()));
    assert!(taps_of(&confirmed).contains(&pay), "{:?}", taps_of(&confirmed));
    let broke = Somebody { purse: Some(purse(0, 0)), ..somebody.after(&confirmed) };
    let step = broke.taps(Tap::Go(quote_of(&confirmed).mark()));
    assert!(plain(&step).contains("<b>35 ⭐ · 40.92 ₽</b> is missing"), "{}", plain(&step));
    let invoice = broke.taps(pay).effects.into_iter().find_map(|effect| match effect {
        Effect::Invoice(offer) => Some(offer.words.description.replace('\u{A0}', " ")),
        _ => None,
    });
    assert!(invoice.is_some_and(|words| words.contains("35 ⭐ · 40.92 ₽")));
}

#[test]
fn as_many_orders_go_at_the_same_time_as_the_plan_says_and_the_refusal_names_it() {
    let table = [
        (&[][..], 3, "You have 3 in work, and no more", Some("With <b>Light</b> up to 4")),
        (&["light"], 4, "with <b>Light</b> no more", Some("With <b>Pro</b> up to 6")),
        (&["light", "pro"], 6, "with <b>Pro</b> no more", None),
    ];
    for (plans, most, words, more) in table {
        let somebody = with(Language::English, plans);
        let confirmed = somebody.says("a cat");
        let with = |generations| OrderFacts { generations, ..facts_with(10_000, plans) };

        assert_eq!(goes((&somebody, &confirmed), with(most - 1)).state, State::Menu);
        let refused = goes((&somebody, &confirmed), with(most));
        assert_eq!(charged(&refused), None);
        let text = plain(&refused);
        assert!(
            text.contains(words) && text.contains(&format!("You have {most} in work")),
            "{text}"
        );
        assert_eq!(text.contains("/subscribe"), more.is_some(), "{text}");
        assert!(more.is_none_or(|more| text.contains(more)), "{text}");
    }
}
