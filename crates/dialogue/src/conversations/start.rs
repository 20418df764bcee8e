//! `/start`: the first thing a person does, and the way out of everything.
//!
//! ```text
//! /start             ->  "Hello, Ann!" [the main menu]      (whatever was going on is over)
//! /start ref_a1b2    ->  the same                           (who invited them is kept)
//! /start m_z-image   ->  a greeting and the card of Z-Image (the model they came for is kept)
//! /start m_gone      ->  the same as without it
//! /start c_spring    ->  the same                           (the campaign that led here is kept)
//! /start something   ->  the same
//! ```
//!
//! What a deep link carries is only kept here: it is used once there is something to use it for. It
//! comes from an address that anybody can write, so it must look like one of ours to be kept.

mod payload;

pub use payload::StartPayload;

use domain::ModelKey;

use crate::conversations::menu::menu_screen;
use crate::conversations::shop;
use crate::facts::Reply;
use crate::scene::Scene;
use crate::state::State;
use crate::step::{Effect, Step};

/// The person begins, for the first time or again.
pub(crate) fn on_start<'a>(scene: &'a Scene<'a>, payload: &str) -> Reply<'a> {
    let step = Step::to(State::Menu);
    let greeting = || menu_screen(scene.language, &scene.event.person.name);
    let Some(payload) = StartPayload::parse(payload) else {
        return Reply::Now(step.say(greeting()));
    };
    let key = model(&payload);
    let step = step.and(Effect::KeepStart(payload));
    let Some(key) = key else { return Reply::Now(step.say(greeting())) };
    Reply::ordering_from(scene, key, move |scene, key| {
        let card = shop::welcome(scene, key);
        step.say(card.unwrap_or_else(greeting))
    })
}

/// The model that somebody came for.
fn model(payload: &StartPayload) -> Option<ModelKey> {
    match payload {
        StartPayload::Model(key) => ModelKey::new(key),
        StartPayload::Referral(_) | StartPayload::Campaign(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use domain::{Language, ModelKey};

    use super::StartPayload;
    use crate::conversations::menu::menu_screen;
    use crate::event::Action;
    use crate::example::{Needs, Somebody, only_screen, taps_of, text_of};
    use crate::step::Effect;
    use crate::tap::Tap;

    #[test]
    fn a_person_is_greeted_with_the_menu() {
        for language in Language::ALL {
            let step = Somebody::new(language).says("/start");

            assert_eq!(step.effects, [Effect::Say(menu_screen(language, "Ann"))]);
        }
    }

    #[test]
    fn what_the_deep_link_carried_is_kept() {
        let step = Somebody::new(Language::English).says("/start ref_A-1_b");

        let referral = StartPayload::Referral("A-1_b".to_owned());
        assert_eq!(step.effects[0], Effect::KeepStart(referral));
        assert_eq!(only_screen(&step), &menu_screen(Language::English, "Ann"));
    }

    #[test]
    fn who_comes_for_a_model_is_greeted_with_its_card() {
        for language in Language::ALL {
            let somebody = Somebody::new(language);
            let step = somebody.says("/start m_z-image");

            assert!(text_of(&step).contains("<b>Ann</b>"), "{}", text_of(&step));
            assert!(text_of(&step).contains("<b>Z-Image</b>"), "{}", text_of(&step));
            let key = ModelKey::new("z-image").unwrap();
            assert!(taps_of(&step).contains(&Tap::Order(key.clone())));
            assert!(taps_of(&step).contains(&Tap::Home));
            let action = Action::Said("/start m_z-image".to_owned());
            assert_eq!(somebody.needs(action), Needs::OrderFacts(Some(key)));
        }
    }

    #[test]
    fn who_comes_for_a_model_that_is_not_offered_is_greeted_with_the_menu() {
        let somebody = Somebody::new(Language::English);
        let off = somebody.prices.catalogue.models().iter().find(|model| !model.on).unwrap();
        for key in ["no-such-model", off.key.as_str()] {
            let step = somebody.says(&format!("/start m_{key}"));

            assert_eq!(only_screen(&step), &menu_screen(Language::English, "Ann"));
            assert!(matches!(step.effects[0], Effect::KeepStart(_)), "{key}");
        }
    }

    #[test]
    fn a_payload_that_is_not_ours_is_ignored() {
        for payload in ["hello", "ref_", "ref_a b", "ref_<b>", "m_Z"] {
            let step = Somebody::new(Language::English).says(&format!("/start {payload}"));

            assert_eq!(step.effects.len(), 1, "{payload}");
        }
    }

    #[test]
    fn a_name_with_markup_is_shown_as_it_is_written() {
        let name = "<a href=\"x\">Bob & Co</a>";
        let step = Somebody { name, ..Somebody::new(Language::Russian) }.says("/start");

        let shown = "<b>&lt;a href=&quot;x&quot;&gt;Bob &amp; Co&lt;/a&gt;</b>";
        assert!(text_of(&step).contains(shown), "{}", text_of(&step));
    }

    #[test]
    fn a_person_without_a_name_is_greeted_without_one() {
        let step =
            Somebody { name: " \u{202E}\0 ", ..Somebody::new(Language::English) }.says("/start");

        assert!(text_of(&step).starts_with("Hello!"), "{}", text_of(&step));
    }
}
