//! Closed models, missing knowledge, and buttons of orders that are gone.

use domain::Language;

use super::{confirming, draft_of, key};
use crate::draft::Draft;
use crate::example::{Somebody, taps_of, text_of};
use crate::facts::OrderFacts;
use crate::state::State;
use crate::step::Effect;
use crate::tap::Tap;

#[test]
fn a_model_that_is_closed_takes_no_orders_and_says_so() {
    let closed = vec![key("z-image")];
    for (facts, words) in [
        (OrderFacts { closed, ..OrderFacts::default() }, "takes no orders"),
        (OrderFacts { is_paused: true, ..OrderFacts::default() }, "on a break"),
    ] {
        let somebody = Somebody { facts, ..Somebody::new(Language::English) };

        let step = somebody.taps(Tap::Order(key("z-image")));

        assert!(text_of(&step).contains(words), "{}", text_of(&step));
        assert_eq!(step.state, State::Menu);
        assert!(taps_of(&step).contains(&Tap::Home));
    }
}

#[test]
fn a_button_of_an_earlier_order_changes_nothing() {
    let (somebody, _) = confirming(Language::English, "z-image");
    let (other, input) = (|| key("kling-26-t2v"), || "duration".to_owned());
    for tap in [
        Tap::Answer(other(), input(), "10".to_owned()),
        // It would do for the present model, and is still not its button.
        Tap::Answer(other(), "aspect_ratio".to_owned(), "16:9".to_owned()),
        Tap::Answer(key("z-image"), "aspect_ratio".to_owned(), "7:7".to_owned()),
        Tap::Answer(key("z-image"), "prompt".to_owned(), "sneaked in".to_owned()),
        Tap::Answer(key("z-image"), input(), "10".to_owned()),
        Tap::Skip(key("z-image"), "prompt".to_owned()),
        Tap::Enough(other(), input()),
        Tap::Change(other(), input()),
    ] {
        let step = somebody.taps(tap.clone());

        assert!(text_of(&step).contains("an earlier step"), "{tap:?}: {}", text_of(&step));
        assert_eq!(draft_of(&step).answers, draft_of_state(&somebody.state).answers);
        assert!(matches!(step.effects[..], [Effect::Refresh(_)]), "no new message: {tap:?}");
    }
    let idle = Somebody::new(Language::English).taps(Tap::Change(other(), input()));
    assert_eq!(idle.state, State::Menu);
}

fn draft_of_state(state: &State) -> &Draft {
    let State::Ordering(draft) = state else { panic!("{state:?}") };
    draft
}

#[test]
fn an_order_can_be_put_away() {
    for language in Language::ALL {
        let (somebody, _) = confirming(language, "z-image");

        let step = somebody.taps(Tap::Discard);

        assert_eq!(step.state, State::Menu);
        assert!(taps_of(&step).contains(&Tap::Help));
        assert_eq!(somebody.after(&step).taps(Tap::Discard).state, State::Menu);
    }
}
