//! What a text or a file is met with.

use domain::Language;
use domain::catalogue::ModelKey;

use crate::example::{Somebody, only_screen, taps_of, text_of};
use crate::facts::OrderFacts;
use crate::html::MESSAGE_UNITS;
use crate::state::{Mark, Prompt, State};
use crate::step::{Effect, Step};
use crate::tap::{Craft, Tap};

fn mark(text: &str) -> Mark {
    Prompt::from_person(text).unwrap().mark()
}

pub(super) fn offers(text: &str) -> Vec<Tap> {
    let crafts = Craft::ALL.map(|craft| Tap::Offer(craft, mark(text)));
    crafts.into_iter().chain([Tap::Home]).collect()
}

#[test]
fn a_text_is_quoted_and_offered_as_a_prompt() {
    for language in Language::ALL {
        let step = Somebody::new(language).says("a <cat> & a moon");

        assert!(text_of(&step).contains("<blockquote>a &lt;cat&gt; &amp; a moon</blockquote>"));
        assert_eq!(taps_of(&step), offers("a <cat> & a moon"));
        assert!(matches!(step.effects[..], [Effect::Say(_)]));
        let State::OfferedPrompt(prompt) = step.state else { panic!("{:?}", step.state) };
        assert_eq!(prompt.as_str(), "a <cat> & a moon");
    }
}

#[test]
fn a_text_that_does_not_fit_is_kept_whole_and_shown_cut() {
    let text = "&\u{1D11E}".repeat(1365);
    for (language, words) in
        [(Language::English, "2730 characters"), (Language::Russian, "2730 знаков")]
    {
        let step = Somebody::new(language).says(&text);

        let units = only_screen(&step).text.units();
        assert!((MESSAGE_UNITS - 2..=MESSAGE_UNITS).contains(&units), "{units}");
        assert!(text_of(&step).contains("…</blockquote>"));
        assert!(text_of(&step).contains(words), "{}", text_of(&step));
        let kept = Prompt::from_person(&text).unwrap().open_if(true);
        assert!(step.state == State::OfferedPrompt(kept), "the text is kept whole");
    }
}

/// The models that a step offers for use.
pub(super) fn used(step: &Step) -> Vec<String> {
    let key = |tap| match tap {
        Tap::Use(key, _) => Some(key.to_string()),
        _ => None,
    };
    taps_of(step).into_iter().filter_map(key).collect()
}

#[test]
fn every_craft_shows_models_with_their_prices_and_leads_back() {
    for language in Language::ALL {
        let somebody = Somebody::with_text(language, "a cat");
        for craft in Craft::ALL {
            let step = somebody.taps(Tap::Offer(craft, mark("a cat")));

            assert!(text_of(&step).contains("<blockquote>a cat</blockquote>"));
            assert!((1..=6).contains(&used(&step).len()), "{craft:?}");
            assert!(only_screen(&step).keyboard[0][0].text.contains('⭐'));
            assert!(taps_of(&step).ends_with(&[Tap::OfferAgain(mark("a cat")), Tap::Home]));
            assert_eq!(step.state, somebody.state);
        }
        let back = somebody.taps(Tap::OfferAgain(mark("a cat")));
        assert_eq!(taps_of(&back), offers("a cat"));
        assert!(matches!(back.effects[..], [Effect::Show(_)]));
    }
}

#[test]
fn the_cheapest_comes_first_and_what_is_closed_not_at_all() {
    let somebody = Somebody::with_text(Language::English, "a cat");
    let tap = || Tap::Offer(Craft::Image, mark("a cat"));
    let open = somebody.taps(tap());
    assert_eq!(used(&open)[0], "z-image");

    let closed = vec![ModelKey::new("z-image").unwrap()];
    let facts = OrderFacts { closed, ..OrderFacts::default() };
    let step = Somebody { facts, ..somebody.clone() }.taps(tap());
    assert!(!used(&step).contains(&"z-image".to_owned()));

    let facts = OrderFacts { is_paused: true, ..OrderFacts::default() };
    let step = Somebody { facts, ..somebody }.taps(tap());
    assert_eq!(used(&step), [""; 0]);
    assert!(text_of(&step).contains("nothing is open"), "{}", text_of(&step));
}

#[test]
fn a_model_that_cannot_do_without_a_file_is_not_offered_for_words_alone() {
    let somebody = Somebody::with_text(Language::English, "a cat");

    let step = somebody.taps(Tap::Offer(Craft::Sound, mark("a cat")));

    assert!(used(&step).contains(&"suno-song".to_owned()));
    assert!(!used(&step).contains(&"suno-cover".to_owned()));
}

#[test]
fn a_text_is_offered_only_to_models_that_take_it_whole() {
    let text = "word ".repeat(700);
    let somebody = Somebody::with_text(Language::English, &text);

    let step = somebody.taps(Tap::Offer(Craft::Image, mark(&text)));

    assert!(!used(&step).is_empty() && !used(&step).contains(&"z-image".to_owned()));
}

#[test]
fn a_model_that_is_chosen_gets_the_text() {
    for language in Language::ALL {
        let somebody = Somebody::with_text(language, "a cat");
        let key = ModelKey::new("z-image").unwrap();

        let step = somebody.taps(Tap::Use(key, mark("a cat")));

        let State::Ordering(draft) = &step.state else { panic!("{:?}", step.state) };
        assert_eq!((draft.words("prompt"), &draft.asking), (Some("a cat"), &None));
        assert!(matches!(step.effects[..], [Effect::Show(_)]));
    }
}

#[test]
fn the_parts_of_a_long_text_are_joined() {
    let somebody = Somebody::new(Language::English);
    let first = somebody.says(&"a".repeat(4096));
    let somebody = somebody.after(&first);

    let second = somebody.says("the end");
    let third = somebody.after(&second).says("another");
    let apart = somebody.after(&somebody.says("/help")).says("another");

    assert!(matches!(second.effects[..], [Effect::Amend(_)]));
    let State::OfferedPrompt(prompt) = &second.state else { panic!("{:?}", second.state) };
    assert_eq!(prompt.as_str(), format!("{}the end", "a".repeat(4096)));
    for step in [third, apart] {
        assert_eq!(step.state, State::OfferedPrompt(Prompt::from_person("another").unwrap()));
    }
}

#[test]
fn a_button_of_an_earlier_text_is_not_taken_for_the_newer_one() {
    let somebody = Somebody::with_text(Language::English, "a dog");

    for tap in [Tap::Offer(Craft::Image, mark("a cat")), Tap::OfferAgain(mark("a cat"))] {
        let step = somebody.taps(tap);

        assert!(text_of(&step).contains("an earlier text"), "{}", text_of(&step));
        assert!(text_of(&step).contains("<blockquote>a dog</blockquote>"));
        assert_eq!(taps_of(&step), offers("a dog"));
        assert_eq!(step.state, somebody.state);
    }
}

#[test]
fn a_button_whose_text_is_gone_leads_to_the_menu() {
    for language in Language::ALL {
        for tap in [Tap::Offer(Craft::Sound, mark("a cat")), Tap::OfferAgain(mark("a cat"))] {
            let step = Somebody::new(language).taps(tap);

            assert!(taps_of(&step).contains(&Tap::Help));
            assert_eq!(step.state, State::Menu);
        }
    }
}

#[test]
fn a_text_of_nothing_is_answered_too() {
    let step = Somebody::with_text(Language::English, "a cat").says("\u{0}\u{202E}");

    assert_eq!(taps_of(&step), [Tap::Home]);
    assert_eq!(step.state, Somebody::with_text(Language::English, "a cat").state);
}
