//! The confirmation: what it says, what it costs, when it is for nothing.

use domain::generation::Pace;
use domain::{Credits, Language, Money};

use super::{asking, confirming, draft_of, key, model, ordering, quote_of};
use crate::conversations::order::begin_from;
use crate::conversations::order::terms::{Free, free};
use crate::draft::{Draft, Given, Picked};
use crate::event::MediaKind;
use crate::example::{Somebody, facts, only_screen, prices, sent, taps_of, text_of};
use crate::facts::{FreeModelUsed, FreeUsed, OrderFacts};
use crate::html::MESSAGE_UNITS;
use crate::state::State;
use crate::step::Effect;
use crate::tap::Tap;

fn used(free: FreeUsed) -> Somebody {
    let facts = OrderFacts { free, ..facts(10_000) };
    Somebody { facts, ..ordering(Language::English, "z-image") }
}

#[test]
fn the_price_stands_on_the_button_in_both_units() {
    for (language, label) in [
        (Language::English, "\u{2728} Create · 37 ⭐ · 44 ₽"),
        (Language::Russian, "\u{2728} Создать · 44 ₽ · 37 ⭐"),
    ] {
        let (_, step) = confirming(language, "kling-26-t2v");

        let button = &only_screen(&step).keyboard[0][0];
        assert_eq!(button.text.replace('\u{A0}', " "), label);
        assert_eq!(quote_of(&step).price, Money::new(4_400));
        assert!(!quote_of(&step).is_free);
    }
}

#[test]
fn every_value_is_written_out_with_the_balance_and_the_time() {
    let (somebody, _) = confirming(Language::English, "kling-26-t2v");
    let pace = Some(Pace { usual: 20, slow: 60 });
    let facts = OrderFacts { pace, ..facts(12_345) };
    let somebody = Somebody { facts, ..somebody };

    let step = somebody.says("a <dog>");

    let text = text_of(&step).replace('\u{A0}', " ");
    for line in [
        "<blockquote>a &lt;dog&gt;</blockquote>",
        "Aspect ratio: <b>1:1</b>",
        "Length: <b>5 s</b>",
        "With sound: <b>No</b>",
        "Balance: 123.45 ₽",
        "Usually 20 s – 60 s",
    ] {
        assert!(text.contains(line), "{line} is missing: {text}");
    }
}

#[test]
fn a_very_long_text_is_quoted_cut_and_ordered_whole() {
    let text = "&\u{1D11E}".repeat(1300);
    let step = ordering(Language::Russian, "gpt-image-2").says(&text);

    assert!(only_screen(&step).text.units() < MESSAGE_UNITS);
    assert!(text_of(&step).contains("…</blockquote>"));
    assert_eq!(draft_of(&step).words("prompt"), Some(text.as_str()));
}

#[test]
fn a_free_model_costs_nothing_within_its_limits() {
    for language in Language::ALL {
        let (_, step) = confirming(language, "z-image");

        assert_eq!(quote_of(&step).price, Money::ZERO);
        assert!(quote_of(&step).is_free);
        assert!(!only_screen(&step).keyboard[0][0].text.contains('₽'));
    }
}

#[test]
fn outside_the_free_limits_there_is_the_price_and_the_reason() {
    let limits = model("z-image").free.unwrap();
    let house = prices().offers.free;
    let of_model = |today, hour| {
        let models = vec![FreeModelUsed { model: key("z-image"), today, hour }];
        FreeUsed { models, ..FreeUsed::default() }
    };
    for (free, words) in [
        (of_model(limits.per_day, 0), "Today's free tries"),
        (FreeUsed { today: house.per_day, ..FreeUsed::default() }, "Today's free tries"),
        (of_model(0, limits.per_hour), "free tries of this hour"),
        (FreeUsed { hour: house.per_hour, ..FreeUsed::default() }, "free tries of this hour"),
        (FreeUsed { spent: house.daily_budget, ..FreeUsed::default() }, "for everyone"),
    ] {
        let step = used(free).says("a cat");

        assert!(text_of(&step).contains(words), "{words}: {}", text_of(&step));
        assert!(quote_of(&step).price.is_positive() && !quote_of(&step).is_free);
    }
}

#[test]
fn the_last_of_the_budget_is_not_overdrawn() {
    let (model, offers) = (model("z-image"), &prices().offers);
    let cost = Credits::parse("0.8").unwrap();
    let left = |spent: i64| {
        let spent = Credits::new(offers.free.daily_budget.get() - spent);
        free(offers, &model, &FreeUsed { spent, ..FreeUsed::default() }, cost)
    };

    assert!(matches!(left(800_000), Free::Left(_)));
    assert_eq!(left(799_999), Free::BudgetUsed);
}

#[test]
fn the_quote_stays_the_same_until_something_changes() {
    let (somebody, first) = confirming(Language::English, "z-image");
    let change = |input: &str| Tap::Change(key("z-image"), input.to_owned());
    let asked = somebody.after(&somebody.taps(change("aspect_ratio")));

    let other = Tap::Answer(key("z-image"), "aspect_ratio".to_owned(), "16:9".to_owned());
    let changed = asked.taps(other);
    let stale = somebody.taps(Tap::Go(crate::state::Mark::new(999)));

    assert_ne!(quote_of(&changed).named_at, quote_of(&first).named_at);
    assert_eq!(quote_of(&stale), quote_of(&first));
}

#[test]
fn whoever_has_too_little_sees_how_to_pay_what_is_missing() {
    let facts = facts(100);
    let somebody = Somebody { facts, ..ordering(Language::English, "kling-26-t2v") };

    let step = somebody.says("a cat");

    assert!(taps_of(&step).iter().any(|tap| matches!(tap, Tap::Pay(_, Some(_)))));
}

/// A step of `begin_from`, as another conversation would make it.
fn begun(facts: OrderFacts, key: &str, answers: Vec<(String, Given)>) -> crate::step::Step {
    let somebody = Somebody { facts, ..Somebody::new(Language::English) };
    let event = somebody.event(crate::event::Action::Other);
    begin_from(
        &crate::scene::OrderScene::new(&somebody.scene(&event), &somebody.facts),
        &model(key),
        answers,
    )
}

fn words(text: &str) -> (String, Given) {
    let value = domain::catalogue::Value::Text(text.to_owned());
    ("prompt".to_owned(), Given::Value(value))
}

#[test]
fn an_earlier_order_begins_anew_in_a_new_message() {
    let ratio = domain::catalogue::Value::Text("16:9".to_owned());
    let old = vec![
        words("a cat"),
        ("aspect_ratio".to_owned(), Given::Value(ratio)),
        ("no_longer_there".to_owned(), Given::Skipped),
    ];

    let step = begun(facts(10_000), "z-image", old);
    let closed = OrderFacts { is_paused: true, ..OrderFacts::default() };
    let refused = begun(closed, "z-image", vec![words("a cat")]);

    assert!(matches!(step.effects[..], [Effect::Say(_)]));
    assert_eq!(asking(&step), None);
    assert_eq!(draft_of(&step).answers.len(), 2);
    assert_eq!(refused.state, State::Menu);
}

#[test]
fn an_earlier_order_that_no_longer_fits_is_asked_for_what_does() {
    let bad = domain::catalogue::Value::Text("7:7".to_owned());
    let ratio = ("aspect_ratio".to_owned(), Given::Value(bad));
    let step = begun(facts(1), "z-image", vec![words("a cat"), ratio]);
    assert_eq!(asking(&step), Some("aspect_ratio"));

    // A file whose length is not known has no price.
    let file = Picked {
        file: "a".to_owned(),
        kind: domain::catalogue::MediaKind::Video,
        mime: None,
        bytes: None,
        milliseconds: None,
        pixels: None,
        album: None,
    };
    let step =
        begun(facts(1), "topaz-video", vec![("video_url".to_owned(), Given::Files(vec![file]))]);
    assert_eq!(asking(&step), Some("video_url"));
    assert!(text_of(&step).contains("I can't see how long"));
}

#[test]
fn settings_that_no_longer_go_together_are_set_back() {
    let value = |text: &str| Given::Value(domain::catalogue::Value::Text(text.to_owned()));
    let ten = Given::Value(domain::catalogue::Value::Whole(10));
    let old =
        vec![words("a cat"), ("duration".to_owned(), ten), ("quality".to_owned(), value("1080p"))];

    let step = begun(facts(1), "runway", old);

    assert_eq!(asking(&step), None);
    assert_eq!(draft_of(&step).answers, [words("a cat")]);
    assert!(text_of(&step).contains("don't go together"));
}

#[test]
fn a_draft_whose_model_is_gone_ends_at_the_menu() {
    let state = State::Ordering(Draft::new(key("long-gone")));
    let somebody = Somebody { state, ..Somebody::new(Language::English) };

    for step in [
        somebody.says("a cat"),
        somebody.sends(sent(MediaKind::Photo, "a")),
        somebody.taps(Tap::Change(key("long-gone"), "prompt".to_owned())),
        somebody.taps(Tap::Go(crate::state::Mark::new(1))),
    ] {
        assert_eq!(step.state, State::Menu);
        assert!(taps_of(&step).contains(&Tap::Help));
    }
}
