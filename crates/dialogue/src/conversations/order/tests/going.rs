//! The start, and everything that can stand against it.

use std::time::Duration;

use domain::generation::Brief;
use domain::offers::{Limit, Spent};
use domain::{Credits, InboxId, Language, Money};

use super::{asking, confirming, draft_of, key, quote_of};
use crate::draft::Draft;
use crate::event::Action;
use crate::example::{Needs, Somebody, facts, prices, purse, taps_of, text_of};
use crate::facts::{FreeUsed, OrderFacts};
use crate::state::{Mark, State};
use crate::step::{ConfirmedOrder, Effect, Step};
use crate::tap::Tap;

const PAID: &str = "kling-26-t2v";

/// By default not at its cheapest.
const DEAR: &str = "seedance-1-lite-t2v";

#[track_caller]
fn begun_by(step: &Step) -> &ConfirmedOrder {
    let [Effect::Begin(generation, _)] = &step.effects[..] else {
        panic!("nothing begins: {step:?}")
    };
    generation
}

/// Taps the start with other facts than those of the quote.
fn goes(language: Language, model: &str, facts: OrderFacts) -> (Step, Step) {
    goes_with(language, model, facts, None)
}

fn goes_with(
    language: Language,
    model: &str,
    facts: OrderFacts,
    purse: Option<domain::ledger::Purse>,
) -> (Step, Step) {
    let (somebody, confirmed) = confirming(language, model);
    let somebody = Somebody { facts, purse, ..somebody };
    let step = somebody.taps(Tap::Go(quote_of(&confirmed).mark()));
    (confirmed, step)
}

#[track_caller]
fn refused(before: &Step, step: &Step, words: &str) {
    assert!(text_of(step).contains(words), "{words}: {}", text_of(step));
    assert!(matches!(step.effects[..], [Effect::Show(_)]), "{step:?}");
    assert_eq!(draft_of(step).answers, draft_of(before).answers, "the draft stays");
}

#[test]
fn what_was_confirmed_begins_with_everything_written_out() {
    for language in Language::ALL {
        let (confirmed, step) = goes(language, PAID, facts(10_000));

        assert_eq!(step.state, State::Menu);
        let (generation, quote) = (begun_by(&step), quote_of(&confirmed));
        assert_eq!(
            (generation.quote, generation.price, generation.cost),
            (quote.named_at, quote.price, quote.cost)
        );
        assert_eq!((&generation.model, generation.is_free), (&key(PAID), false));
        assert!(
            generation.variant.starts_with("kling-26-t2v duration = 5"),
            "{}",
            generation.variant
        );
        let brief = Brief::from_text(&generation.brief).unwrap();
        let names: Vec<&str> = brief.values.iter().map(|(name, _)| name.as_str()).collect();
        for name in ["prompt", "aspect_ratio", "duration", "sound"] {
            assert!(names.contains(&name), "{names:?}");
        }
    }
}

#[test]
fn a_free_one_begins_without_money() {
    let broke = Some(purse(0, -500));

    let (_, step) = goes_with(Language::English, "z-image", facts(0), broke);

    assert!(begun_by(&step).is_free);
    assert_eq!(begun_by(&step).price, Money::ZERO);
}

#[test]
fn a_second_tap_begins_nothing() {
    for language in Language::ALL {
        let (somebody, confirmed) = confirming(language, PAID);
        let go = Tap::Go(quote_of(&confirmed).mark());
        let begun = somebody.taps(go.clone());

        let again = somebody.after(&begun).taps(go);

        assert!(matches!(again.effects[..], [Effect::Refresh(_)]), "no new message");
        assert_eq!(again.state, State::Menu);
        assert!(text_of(&again).contains("/history"));
    }
}

#[test]
fn a_price_of_an_earlier_order_begins_nothing() {
    let (somebody, confirmed) = confirming(Language::English, PAID);
    let old = Tap::Go(quote_of(&confirmed).mark());
    let newer = somebody.after(&somebody.says("a dog"));
    let asked = newer.after(&newer.taps(Tap::Change(key(PAID), "sound".to_owned())));

    for (somebody, at) in [(newer, None), (asked, Some("sound"))] {
        let step = somebody.taps(old.clone());

        assert!(matches!(step.effects[..], [Effect::Refresh(_)]), "{step:?}");
        assert!(text_of(&step).contains("an earlier order"), "{}", text_of(&step));
        assert_eq!(asking(&step), at);
        assert_eq!(draft_of(&step).words("prompt"), Some("a dog"));
    }
}

#[test]
fn too_little_money_is_said_with_what_is_missing_and_how_to_pay_it() {
    for (language, missing) in
        [(Language::English, "29 ⭐ · 34 ₽"), (Language::Russian, "34 ₽ · 29 ⭐")]
    {
        let (confirmed, step) = goes(language, PAID, facts(1_000));

        assert!(text_of(&step).replace('\u{A0}', " ").contains(missing), "{}", text_of(&step));
        let short =
            if language == Language::English { "is missing" } else { "Не хватает" };
        refused(&confirmed, &step, short);
        let mark = quote_of(&confirmed).mark();
        let pays = |tap: &Tap| matches!(tap, Tap::Pay(_, Some(kept)) if *kept == mark);
        assert!(taps_of(&step).iter().any(pays), "{:?}", taps_of(&step));
        assert_eq!(quote_of(&step), quote_of(&confirmed), "the offer still holds");
    }
}

#[test]
fn a_debt_comes_first() {
    let indebted = Some(purse(10_000, -500));

    let (confirmed, step) = goes_with(Language::English, PAID, facts(0), indebted);

    refused(&confirmed, &step, "You owe 5\u{A0}₽");
}

#[test]
fn accounts_that_make_no_sense_begin_nothing() {
    let broken = Some(purse(i64::MIN, 0));

    let (confirmed, step) = goes_with(Language::English, PAID, facts(10_000), broken);

    refused(&confirmed, &step, "can't check your balance");
}

#[test]
fn what_is_closed_meanwhile_begins_nothing() {
    let closed = OrderFacts { closed: vec![key(PAID)], ..facts(10_000) };
    let paused = OrderFacts { is_paused: true, ..facts(10_000) };

    let (confirmed, step) = goes(Language::English, PAID, closed);
    refused(&confirmed, &step, "takes no orders");
    let (confirmed, step) = goes(Language::English, PAID, paused);
    refused(&confirmed, &step, "on a break");
}

#[test]
fn a_variant_that_is_closed_begins_nothing_and_another_one_begins() {
    let (_, step) = goes(Language::English, PAID, facts(10_000));
    let variant = begun_by(&step).variant.clone();
    let closed = |variants: Vec<String>| OrderFacts { closed_variants: variants, ..facts(10_000) };

    let (confirmed, step) = goes(Language::English, PAID, closed(vec![variant.clone()]));
    refused(&confirmed, &step, "takes no orders");
    let (_, step) = goes(Language::English, PAID, closed(vec![format!("{variant}0")]));
    assert_eq!(step.state, State::Menu);
}

#[test]
fn what_the_provider_has_no_credits_for_begins_nothing_and_what_it_has_begins() {
    let (_, step) = goes(Language::English, DEAR, facts(10_000));
    let cost = begun_by(&step).cost;
    let least = prices().catalogue.model(&key(DEAR)).unwrap().cost_range().unwrap().0;
    assert!(least < cost, "something cheaper of it can still be made");
    let at = |ceiling| OrderFacts { ceiling: Some(ceiling), ..facts(10_000) };

    let (confirmed, step) = goes(Language::English, DEAR, at(Credits::new(cost.get() - 1)));
    refused(&confirmed, &step, "An order this large");
    let (_, step) = goes(Language::English, DEAR, at(cost));
    assert_eq!(step.state, State::Menu);
    let (confirmed, step) = goes(Language::English, DEAR, at(Credits::new(least.get() - 1)));
    refused(&confirmed, &step, "takes no orders");
}

#[test]
fn as_many_as_go_at_the_same_time_and_no_more() {
    let most = prices().offers.jobs_per_person;

    let (_, step) =
        goes(Language::English, PAID, OrderFacts { generations: most - 1, ..facts(10_000) });
    assert_eq!(step.state, State::Menu);
    let (confirmed, step) =
        goes(Language::English, PAID, OrderFacts { generations: most, ..facts(10_000) });
    refused(&confirmed, &step, "You already have 3 in work");
}

#[test]
fn nobody_spends_faster_than_one_may_and_hears_when_it_goes_on() {
    let limits = prices().offers.limits;
    let ago = |minutes: u64| Duration::from_secs(minutes * 60);
    let one = |amount, minutes| vec![Spent { amount, ago: ago(minutes) }];
    let goes_after = |language, spent| goes(language, PAID, OrderFacts { spent, ..facts(10_000) });
    for language in Language::ALL {
        for (spent, limit, words) in [
            (one(limits.spend_per_hour, 48), Limit::SpendPerHour, "12"),
            (one(limits.spend_per_day, 61), Limit::SpendPerDay, "23"),
        ] {
            let (confirmed, step) = goes_after(language, spent);

            assert_eq!(step.effects[1], Effect::Limited(limit), "{step:?}");
            assert!(text_of(&step).contains(&format!("{words} ")), "{}", text_of(&step));
            assert_eq!(draft_of(&step), draft_of(&confirmed), "the order is kept");
        }
        let (_, step) = goes_after(language, one(limits.spend_per_hour, 60));
        begun_by(&step);
    }
    let broke = OrderFacts { spent: one(limits.spend_per_day, 1), ..facts(0) };
    let (_, step) = goes_with(Language::English, PAID, broke, Some(purse(0, 0)));
    assert!(text_of(&step).contains("For your safety"), "nobody pays first, and waits then");
}

#[test]
fn another_price_than_the_one_named_is_asked_about() {
    let (somebody, confirmed) = confirming(Language::English, PAID);
    for (price, cost) in [(1, 0), (-1, 0), (0, 1)] {
        let mut quote = quote_of(&confirmed);
        quote.price = Money::new(quote.price.get() + price);
        quote.cost = Credits::new(quote.cost.get() + cost);
        let draft = Draft { quote: Some(quote), ..draft_of(&confirmed).clone() };
        let somebody = Somebody { state: State::Ordering(draft), ..somebody.clone() };

        let step = somebody.taps(Tap::Go(quote.mark()));

        refused(&confirmed, &step, "The price has changed");
        assert_ne!(quote_of(&step).mark(), quote.mark());
        let begun = somebody.after(&step).taps(Tap::Go(quote_of(&step).mark()));
        assert_eq!(begun_by(&begun).price, quote_of(&confirmed).price);
    }
}

#[test]
fn a_free_one_that_is_no_longer_free_is_asked_about() {
    let used = FreeUsed { today: 99, ..FreeUsed::default() };

    let (confirmed, step) =
        goes(Language::English, "z-image", OrderFacts { free: used, ..facts(10_000) });

    refused(&confirmed, &step, "The price has changed");
    assert!(quote_of(&step).price.is_positive());
}

#[test]
fn words_that_are_never_passed_on_do_not_begin_even_if_they_came_another_way() {
    let (somebody, confirmed) = confirming(Language::English, PAID);
    let mut draft = draft_of(&confirmed).clone();
    let quote = draft.quote;
    let words = domain::catalogue::Value::Text("a naked child".to_owned());
    draft.answer("prompt", crate::draft::Given::Value(words));
    let state = State::Ordering(Draft { quote, ..draft });

    let step = Somebody { state, ..somebody }.taps(Tap::Go(quote.unwrap().mark()));

    assert!(text_of(&step).contains("I don't make that"), "{}", text_of(&step));
    assert!(matches!(step.effects[..], [Effect::Show(_)]));
}

#[test]
fn the_accounts_are_locked_only_for_the_quote_in_hand() {
    let (somebody, confirmed) = confirming(Language::English, PAID);
    let needs = |somebody: &Somebody, mark: Mark| {
        let data = Tap::Go(mark).encode();
        somebody.needs(Action::Tapped { data, message: None })
    };
    let mark = quote_of(&confirmed).mark();

    assert_eq!(needs(&somebody, mark), Needs::Checkout(key(PAID)));
    assert_eq!(needs(&somebody, Mark::of(InboxId::new(5))), Needs::OrderFacts(Some(key(PAID))));
    assert_eq!(needs(&Somebody::new(Language::English), mark), Needs::Nothing);
}
