//! A variation at once, and the same from another model.

use domain::catalogue::{ModelKey, Value};
use domain::generation::{Brief, Failure};
use domain::{GenerationId, InboxId, Language, Money};

use super::{record, text, with, words};
use crate::draft::Given;
use crate::event::Action;
use crate::example::{Needs, Somebody, facts, facts_with, only_screen, taps_of};
use crate::facts::{FreeUsed, GenerationRecord, GenerationStatus, OrderFacts};
use crate::state::State;
use crate::step::{ConfirmedOrder, Effect, Step};
use crate::tap::{JobTap, Tap};

const IMAGEN: &str = "imagen-4";

/// A picture that somebody has, of a model that always costs something.
fn picture() -> GenerationRecord {
    let values = [("prompt", text("a cat on the moon")), ("aspect_ratio", text("16:9"))];
    let values = values.map(|(name, value)| (name.to_owned(), value)).to_vec();
    GenerationRecord {
        model: IMAGEN.to_owned(),
        brief: Brief { values, files: Vec::new() }.to_text(),
        price: Money::new(640),
        ..record(GenerationStatus::Delivered)
    }
}

fn vary(price: i64) -> Tap {
    Tap::Job(JobTap::Vary(GenerationId::new(17), Money::new(price)))
}

#[track_caller]
fn begun(step: &Step) -> &ConfirmedOrder {
    let [Effect::Begin(order, _)] = &step.effects[..] else { panic!("nothing begins: {step:?}") };
    order
}

/// The price on the button that makes a variation.
fn named(step: &Step) -> Money {
    let price = taps_of(step).into_iter().find_map(|tap| match tap {
        Tap::Job(JobTap::Vary(_, price)) => Some(price),
        _ => None,
    });
    price.unwrap()
}

#[test]
fn at_the_price_on_the_button_it_starts_at_once() {
    for language in Language::ALL {
        let somebody = Somebody { update: 7, ..with(language, picture()) };
        let step = somebody.taps(vary(640));

        let order = begun(&step);
        assert_eq!((order.quote, order.price), (InboxId::new(7), Money::new(640)));
        assert_eq!((order.model.as_str(), order.is_free), (IMAGEN, false));
        assert_eq!(order.repeats, Some(GenerationId::new(17)));
        let brief = Brief::from_text(&order.brief).unwrap();
        let ratio = brief.values.iter().find(|(name, _)| name == "aspect_ratio");
        assert_eq!(ratio.unwrap().1, Value::Text("16:9".to_owned()));
        assert_eq!(step.state, somebody.state, "whoever is at another order goes on with it");
    }
}

#[test]
fn of_many_taps_one_begins_it() {
    let somebody = Somebody { is_repeated: true, ..with(Language::English, picture()) };

    let step = somebody.taps(vary(640));

    assert_eq!((step.effects, step.state), (Vec::new(), somebody.state));
}

#[test]
fn at_another_price_the_new_one_is_said_before_anything_starts() {
    let somebody = with(Language::English, picture());
    let cheaper = Somebody { facts: facts_with(10_000, &["pro"]), ..somebody.clone() };
    for (somebody, tapped) in [(somebody.clone(), 639), (somebody, 0), (cheaper, 640)] {
        let step = somebody.taps(vary(tapped));

        assert!(matches!(step.effects[..], [Effect::Say(_)]), "in a message of its own: {step:?}");
        assert!(matches!(step.state, State::Ordering(_)), "the confirmation: {step:?}");
        assert!(taps_of(&step).iter().any(|tap| matches!(tap, Tap::Go(_))));
    }
}

#[test]
fn what_stands_against_an_order_stands_against_a_variation() {
    let somebody = with(Language::English, picture());
    let busy = OrderFacts { generations: 99, ..facts(10_000) };
    for facts in [busy, facts(639)] {
        let step = Somebody { facts, ..somebody.clone() }.taps(vary(640));
        assert!(matches!(step.effects[..], [Effect::Say(_)]), "{step:?}");
        assert!(matches!(step.state, State::Ordering(_)), "{step:?}");
    }
    let key = ModelKey::new(IMAGEN).unwrap();
    for facts in [
        OrderFacts { closed: vec![key], ..facts(10_000) },
        OrderFacts { is_paused: true, ..facts(10_000) },
    ] {
        let step = Somebody { facts, ..somebody.clone() }.taps(vary(640));
        assert!(matches!(step.effects[..], [Effect::Say(_)]), "{step:?}");
        assert_eq!(step.state, State::Menu);
    }
}

#[test]
fn a_free_one_is_free_as_long_as_it_was_said_to_be() {
    let somebody = with(Language::English, record(GenerationStatus::Delivered));
    let free = somebody.taps(vary(0));
    assert_eq!((begun(&free).is_free, begun(&free).price), (true, Money::ZERO));

    let used = FreeUsed { today: 99, model_today: 99, ..FreeUsed::default() };
    let used = OrderFacts { free: used, ..facts(10_000) };
    let step = Somebody { facts: used, ..somebody }.taps(vary(0));
    assert!(matches!(step.state, State::Ordering(_)), "{step:?}");
}

#[test]
fn the_price_on_a_receipt_is_the_one_at_which_it_starts() {
    for plans in [&[][..], &["light"], &["pro"]] {
        let somebody =
            Somebody { facts: facts_with(10_000, plans), ..with(Language::English, picture()) };
        let receipt = somebody.taps(super::tap(crate::tap::GenerationAction::Receipt));
        let price = named(&receipt);
        assert_eq!(begun(&somebody.taps(vary(price.get()))).price, price, "{plans:?}");
    }
}

#[test]
fn another_model_is_ordered_with_the_words_and_what_fits() {
    let failed =
        GenerationRecord { status: GenerationStatus::Failed(Failure::Provider), ..picture() };
    let key = ModelKey::new("z-image").unwrap();
    let instead = Tap::Job(JobTap::Instead(GenerationId::new(17), key.clone()));
    let step = with(Language::English, failed.clone()).taps(instead.clone());

    let State::Ordering(draft) = &step.state else { panic!("no order: {step:?}") };
    assert_eq!(draft.model, key);
    for (name, value) in [("prompt", "a cat on the moon"), ("aspect_ratio", "16:9")] {
        assert_eq!(draft.given(name), Some(&Given::Value(text(value))), "{name}");
    }
    assert!(draft.quote.is_some(), "at its confirmation");
    assert!(matches!(step.effects[..], [Effect::Say(_)]), "{step:?}");
    assert!(words(&step).contains("a cat on the moon"));
    assert!(only_screen(&step).keyboard[0][0].text.chars().count() <= 32);

    let action = Action::Tapped { data: instead.encode(), message: None };
    let needs = with(Language::English, failed).needs(action);
    assert_eq!(needs, Needs::Reorder(GenerationId::new(17), Some(key)));
}

#[test]
fn somebody_elses_is_neither_made_again_nor_by_another_model() {
    for tap in [
        vary(640),
        Tap::Job(JobTap::Recall(GenerationId::new(17))),
        Tap::Job(JobTap::Instead(GenerationId::new(17), ModelKey::new("z-image").unwrap())),
    ] {
        let step = Somebody::new(Language::English).taps(tap);
        assert!(matches!(step.effects[..], [Effect::Say(_)]), "nothing but words: {step:?}");
    }
}
