//! `/start`: the first thing a person does, and the way out of everything.
//!
//! ```text
//! /start             ->  "Hello, Ann!" [the main menu]      (whatever was going on is over)
//! /start ref_a1b2    ->  the same                           (who invited them is kept, if they are new)
//! /start m_z-image   ->  a greeting and the card of Z-Image (the model they came for is kept)
//! /start m_gone      ->  the same as without it
//! /start c_spring    ->  the same                           (the campaign that led here is kept)
//! /start something   ->  the same
//! a newcomer, any of these, as long as the day has gifts
//!                    ->  and "Here is a gift: 9 ⭐ · 10 ₽"   (once, in the same commit)
//! a newcomer, without a model, where there are samples
//!                    ->  an album of them before everything else
//! ```
//!
//! A newcomer is who was never greeted and has ordered and paid nothing. Only the first link counts: a later one
//! changes nothing. It comes from an address that anybody can write, so it must look like one of ours to be kept.

mod payload;

pub use payload::StartPayload;

use domain::{ModelKey, Money};

use crate::amounts::priced;
use crate::conversations::menu::{greeting, with_menu, with_wishes};
use crate::conversations::shop;
use crate::facts::{Newcomer, Reply, WelcomeFacts};
use crate::html::Html;
use crate::scene::{OrderScene, Scene};
use crate::screen::Screen;
use crate::state::State;
use crate::step::{Effect, Kept, Step, Welcome};
use crate::texts::texts;

texts! { Text<'a>;
    Gift { amount: &'a str } = "menu-gift",
}

/// The person begins, for the first time or again.
pub(crate) fn on_start<'a>(scene: &'a Scene<'a>, payload: &str) -> Reply<'a> {
    let payload = StartPayload::parse(payload);
    let key = payload.as_ref().and_then(model);
    let model = key.clone();
    let then = move |facts: &WelcomeFacts| {
        let gift = facts.newcomer.and_then(|newcomer| gift(scene, newcomer));
        // Words after the card are for its model.
        let card = key.clone().filter(|_| has_card(scene, facts, key.as_ref()));
        let mut step = Step::to(State::Menu.looking_at(card));
        if facts.newcomer.is_some() {
            let code = payload.as_ref().and_then(code);
            step = step.and(Effect::Welcome(Welcome { code, gift }));
        }
        if let Some(payload) = payload {
            step = step.and(Effect::Keep(Kept::Start(payload)));
        }
        // Who came for a model sees it on its card.
        if facts.newcomer.is_some() && facts.order.is_none() && !facts.samples.is_empty() {
            step = step.and(Effect::SayAlbum(facts.samples.clone()));
        }
        step.say(screen(scene, facts, key.as_ref(), gift))
    };
    Reply::WithWelcome(model, Box::new(then))
}

/// What a newcomer is given: nothing, once the gifts of the day are gone.
fn gift(scene: &Scene<'_>, newcomer: Newcomer) -> Option<Money> {
    let gift = scene.prices.offers.gift;
    (gift.is_positive() && gift <= newcomer.gifts_left).then_some(gift)
}

fn screen(
    scene: &Scene<'_>,
    facts: &WelcomeFacts,
    key: Option<&ModelKey>,
    gift: Option<Money>,
) -> Screen {
    let news = gift.map(|gift| news(scene, gift));
    let card =
        facts.order.as_ref().zip(key).and_then(|(order, key)| {
            shop::welcome(&OrderScene::new(scene, order), key, news.as_ref())
        });
    card.unwrap_or_else(|| {
        let words = greeting(scene.language, &scene.event.person.name);
        let words = news.map_or(words.clone(), |news| words.then(&news));
        match facts.newcomer {
            Some(_) => with_wishes(scene.language, words),
            None => with_menu(scene.language, words),
        }
    })
}

/// Whether the greeting is the card of the model that they came for.
fn has_card(scene: &Scene<'_>, facts: &WelcomeFacts, key: Option<&ModelKey>) -> bool {
    let found = facts.order.as_ref().zip(key);
    found.is_some_and(|(order, key)| {
        shop::welcome(&OrderScene::new(scene, order), key, None).is_some()
    })
}

fn news(scene: &Scene<'_>, gift: Money) -> Html {
    let amount = priced(scene.language, &scene.prices.offers, gift);
    Text::Gift { amount: &amount }.html(scene.language)
}

/// The model that somebody came for.
fn model(payload: &StartPayload) -> Option<ModelKey> {
    match payload {
        StartPayload::Model(key) => ModelKey::new(key),
        StartPayload::Referral(_) | StartPayload::Campaign(_) => None,
    }
}

/// The code of whoever invited them.
fn code(payload: &StartPayload) -> Option<String> {
    match payload {
        StartPayload::Referral(code) => Some(code.clone()),
        StartPayload::Model(_) | StartPayload::Campaign(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use domain::{Language, ModelKey, Money};

    use super::StartPayload;
    use crate::conversations::menu::menu_screen;
    use crate::event::Action;
    use crate::example::{Needs, Somebody, only_screen, taps_of, text_of};
    use crate::facts::Newcomer;
    use crate::scene::PriceList;
    use crate::step::{Effect, Kept, Step, Welcome};
    use crate::tap::Tap;

    /// Somebody new, on a day on which so much may still be given.
    fn newcomer(language: Language, gifts_left: i64) -> Somebody {
        let newcomer = Some(Newcomer { gifts_left: Money::new(gifts_left) });
        Somebody { newcomer, ..Somebody::new(language) }
    }

    fn welcome(step: &Step) -> Vec<&Welcome> {
        let effects = step.effects.iter();
        effects
            .filter_map(|effect| match effect {
                Effect::Welcome(welcome) => Some(welcome),
                _ => None,
            })
            .collect()
    }

    #[test]
    fn a_newcomer_is_told_of_exactly_the_gift_that_they_are_given() {
        let given = |code: Option<&str>| Welcome {
            code: code.map(str::to_owned),
            gift: Some(Money::new(1_000)),
        };
        for language in Language::ALL {
            for (words, code, absent) in [
                ("/start", None, "Z-Image"),
                ("/start c_spring", None, "Z-Image"),
                ("/start ref_5f0c", Some("5f0c"), "Z-Image"),
                ("/start m_z-image", None, "Choose a section"),
            ] {
                let step = newcomer(language, 1_000).says(words);

                assert_eq!(welcome(&step), [&given(code)], "{words}");
                let text = text_of(&step).replace('\u{A0}', " ");
                let gift = match language {
                    Language::Russian => "<b>10 ₽ · 9 ⭐</b>",
                    Language::English => "<b>9 ⭐ · 10 ₽</b>",
                };
                assert!(text.contains(gift), "{words}: {text}");
                assert!(text.contains("<b>Ann</b>") && !text.contains(absent), "{text}");
            }
        }
    }

    #[test]
    fn who_is_given_nothing_is_not_told_of_gifts() {
        let mut offers = Somebody::new(Language::English).prices.offers.clone();
        offers.gift = Money::ZERO;
        let catalogue = Somebody::new(Language::English).prices.catalogue.clone();
        let none = Arc::new(PriceList { catalogue, offers });
        for language in Language::ALL {
            let known = Somebody::new(language);
            let stingy = Somebody { prices: Arc::clone(&none), ..newcomer(language, 50_000) };
            for words in ["/start", "/start ref_5f0c", "/start m_z-image"] {
                let plain = known.says(words);
                assert_eq!(welcome(&plain), [] as [&Welcome; 0], "known: no newcomer");
                for late in [newcomer(language, 999), stingy.clone()] {
                    let step = late.says(words);

                    assert_eq!(welcome(&step).len(), 1, "they are new no longer");
                    assert_eq!(welcome(&step)[0].gift, None);
                    assert_eq!(text_of(&step), text_of(&plain), "{words}");
                    let wishes = taps_of(&step).contains(&Tap::Wish(0));
                    assert_eq!(wishes, !words.contains("m_"), "wishes are for who is new");
                }
            }
        }
    }

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
        assert_eq!(step.effects[0], Effect::Keep(Kept::Start(referral)));
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
            assert_eq!(somebody.needs(action), Needs::Welcome(Some(key)));
        }
    }

    #[test]
    fn who_comes_for_a_model_that_is_not_offered_is_greeted_with_the_menu() {
        let somebody = Somebody::new(Language::English);
        let off = somebody.prices.catalogue.models().iter().find(|model| !model.on).unwrap();
        for key in ["no-such-model", off.key.as_str()] {
            let step = somebody.says(&format!("/start m_{key}"));

            assert_eq!(only_screen(&step), &menu_screen(Language::English, "Ann"));
            assert!(matches!(step.effects[0], Effect::Keep(Kept::Start(_))), "{key}");
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
