//! What a text is met with.

use domain::catalogue::{ModelKey, Value};
use domain::{Language, Money};

use crate::draft::Draft;
use crate::example::{Somebody, facts, only_screen, taps_of, text_of};
use crate::facts::{LastUsed, OrderFacts};
use crate::screen::{Press, Style};
use crate::state::{Mark, Prompt, State};
use crate::step::{Effect, Step};
use crate::tap::{Craft, Tap};

fn mark(text: &str) -> Mark {
    Prompt::from_person(text).unwrap().mark()
}

fn key(key: &str) -> ModelKey {
    ModelKey::new(key).unwrap()
}

/// The order that a step leads to.
#[track_caller]
fn draft(step: &Step) -> &Draft {
    let State::Ordering(draft) = &step.state else { panic!("{:?}", step.state) };
    draft
}

/// The models that a step offers for use.
pub(super) fn used(step: &Step) -> Vec<String> {
    let key = |tap| match tap {
        Tap::Use(key, _) => Some(key.to_string()),
        _ => None,
    };
    taps_of(step).into_iter().filter_map(key).collect()
}

/// Somebody who used these models last, with these aspect ratios.
fn who_used(last: &[(&str, &str)]) -> Somebody {
    let last = last.iter().map(|(model, ratio)| LastUsed {
        model: key(model),
        settings: vec![("aspect_ratio".to_owned(), Value::Text((*ratio).to_owned()))],
    });
    let facts = OrderFacts { last: last.collect(), ..facts(100_000) };
    Somebody { facts, ..Somebody::new(Language::English) }
}

#[test]
fn a_text_is_one_green_button_away_from_a_picture() {
    for language in Language::ALL {
        let step = Somebody::new(language).says("a <cat> & a moon");

        assert!(text_of(&step).contains("<blockquote>a &lt;cat&gt; &amp; a moon</blockquote>"));
        assert!(matches!(step.effects[..], [Effect::Say(_)]));
        let draft = draft(&step);
        assert_eq!(draft.model.as_str(), "z-image", "it is free");
        let first = &only_screen(&step).keyboard[0][0];
        assert_eq!(first.style, Style::Success);
        assert_eq!(first.press, Press::Data(Tap::Go(draft.quote.unwrap().mark())));
        let mark = mark("a <cat> & a moon");
        for tap in [
            Tap::Others(Craft::Image, mark),
            Tap::Offer(Craft::Video, mark),
            Tap::Offer(Craft::Sound, mark),
            Tap::Discard,
            Tap::Home,
        ] {
            assert!(taps_of(&step).contains(&tap), "{tap:?}");
        }
    }
}

#[test]
fn a_text_begins_with_what_was_used_last_and_its_settings() {
    let step = who_used(&[("nano-banana", "9:16"), ("kling-26-t2v", "16:9")]).says("a cat");

    let draft = draft(&step);
    assert_eq!(draft.model.as_str(), "nano-banana");
    assert!(text_of(&step).contains("9:16"), "{}", text_of(&step));
    assert!(draft.quote.unwrap().price > Money::ZERO);
}

#[test]
fn a_text_becomes_a_video_or_a_song_by_one_button() {
    for language in Language::ALL {
        let somebody = Somebody::new(language);
        let somebody = somebody.after(&somebody.says("a song about the sea"));

        let song = somebody.taps(Tap::Offer(Craft::Sound, mark("a song about the sea")));
        let video = somebody.taps(Tap::Offer(Craft::Video, mark("a song about the sea")));

        let kind = |step| {
            somebody.prices.catalogue.model(&draft(step).model).unwrap().kind.word().to_owned()
        };
        assert_eq!(kind(&song), "music", "songs come before sounds");
        assert_eq!(kind(&video), "text-to-video");
        for step in [song, video] {
            assert!(matches!(step.effects[..], [Effect::Show(_)]));
            assert!(draft(&step).quote.is_some());
        }
    }
    let step = who_used(&[("kling-26-t2v", "16:9")]);
    let step = step.after(&step.says("a cat")).taps(Tap::Offer(Craft::Video, mark("a cat")));
    assert_eq!(draft(&step).model.as_str(), "kling-26-t2v");
}

#[test]
fn other_models_are_listed_with_their_prices_and_lead_back() {
    for language in Language::ALL {
        let somebody = Somebody::new(language);
        let somebody = somebody.after(&somebody.says("a cat"));
        for craft in Craft::ALL {
            let step = somebody.taps(Tap::Others(craft, mark("a cat")));

            assert!(text_of(&step).contains("<blockquote>a cat</blockquote>"));
            assert!((1..=6).contains(&used(&step).len()), "{craft:?}");
            assert!(taps_of(&step).ends_with(&[Tap::OfferAgain(mark("a cat")), Tap::Home]));
            assert_eq!(step.state, somebody.state);
        }
        let back = somebody.taps(Tap::OfferAgain(mark("a cat")));
        assert_eq!(back.state, somebody.state);
        assert!(matches!(back.effects[..], [Effect::Show(_)]));
    }
}

#[test]
fn what_is_free_comes_first_and_what_is_closed_not_at_all() {
    let somebody = Somebody::new(Language::English);
    let somebody = somebody.after(&somebody.says("a cat"));
    let list = |facts| {
        let somebody = Somebody { facts, ..somebody.clone() };
        used(&somebody.taps(Tap::Others(Craft::Image, mark("a cat"))))
    };
    assert_eq!(list(facts(0))[0], "z-image");
    let closed = vec![key("z-image")];
    let closed = list(OrderFacts { closed, ..OrderFacts::default() });
    assert!(!closed.is_empty() && !closed.contains(&"z-image".to_owned()));
}

#[test]
fn a_text_that_nothing_takes_is_kept_and_so_it_is_said() {
    let facts = OrderFacts { is_paused: true, ..OrderFacts::default() };
    let somebody = Somebody { facts, ..Somebody::new(Language::English) };

    let step = somebody.says("a cat");

    assert!(text_of(&step).contains("No open model takes it"), "{}", text_of(&step));
    assert_eq!(step.state, State::OfferedPrompt(Prompt::from_person("a cat").unwrap()));
    let later = Somebody { facts: OrderFacts::default(), ..somebody.after(&step) };
    let step = later.taps(Tap::Offer(Craft::Image, mark("a cat")));
    assert_eq!(draft(&step).words("prompt"), Some("a cat"));
}

#[test]
fn a_model_that_cannot_do_without_a_file_is_not_offered_for_words_alone() {
    let somebody = Somebody::new(Language::English);
    let somebody = somebody.after(&somebody.says("a cat"));

    let step = somebody.taps(Tap::Others(Craft::Sound, mark("a cat")));

    assert!(used(&step).contains(&"suno-song".to_owned()));
    assert!(!used(&step).contains(&"suno-cover".to_owned()));
}

#[test]
fn a_text_goes_to_a_model_that_takes_it_whole() {
    let text = "word ".repeat(700);

    let step = Somebody::new(Language::English).says(&text);

    assert_ne!(draft(&step).model.as_str(), "z-image");
    assert_eq!(draft(&step).words("prompt"), Some(text.trim()));
}

#[test]
fn a_model_that_is_chosen_gets_the_text() {
    for language in Language::ALL {
        let somebody = Somebody::new(language);
        let somebody = somebody.after(&somebody.says("a cat"));

        let step = somebody.taps(Tap::Use(key("imagen-4"), mark("a cat")));

        assert_eq!(draft(&step).model.as_str(), "imagen-4");
        assert_eq!((draft(&step).words("prompt"), &draft(&step).asking), (Some("a cat"), &None));
        assert!(matches!(step.effects[..], [Effect::Show(_)]));
    }
}

#[test]
fn the_parts_of_a_long_text_are_joined() {
    let somebody = Somebody::new(Language::English);
    let first = somebody.says(&"a".repeat(4096));
    let somebody = somebody.after(&first);

    let second = somebody.says("the end");
    let apart = somebody.after(&somebody.says("/help")).says("another");

    assert!(matches!(second.effects[..], [Effect::Amend(_)]));
    let whole = format!("{}the end", "a".repeat(4096));
    assert_eq!(draft(&second).words("prompt"), Some(whole.as_str()));
    assert_eq!(draft(&apart).words("prompt"), Some("another"));
}

#[test]
fn what_is_only_said_in_passing_is_no_wish() {
    for language in Language::ALL {
        for said in ["Спасибо!", "thanks", "\u{1F44D}"] {
            let step = Somebody::new(language).says(said);

            assert_eq!(step.state, State::Menu, "{said}");
            assert!(taps_of(&step).contains(&Tap::Help));
        }
    }
}

#[test]
fn words_with_a_card_open_are_for_its_model() {
    let somebody = Somebody::new(Language::English);
    let (written, _) = (somebody.after(&somebody.says("a cat")), ());
    let looking = written.after(&written.taps(Tap::Model(key("kling-26-t2v"))));

    let step = looking.says("waves at night");

    assert_eq!(draft(&step).model.as_str(), "kling-26-t2v", "not the open order's model");
    assert_eq!(draft(&step).words("prompt"), Some("waves at night"));
    let elsewhere = looking.after(&looking.taps(Tap::Home)).says("waves at night");
    assert_eq!(draft(&elsewhere).model.as_str(), "z-image", "the card is closed");
    let linked = somebody.after(&somebody.says("/start m_kling-26-t2v")).says("waves");
    assert_eq!(draft(&linked).model.as_str(), "kling-26-t2v");
}

#[test]
fn an_order_that_was_left_is_taken_up_by_its_own_buttons_only() {
    let somebody = Somebody::new(Language::English);
    let ordered = somebody.says("a cat");
    let go = Tap::Go(draft(&ordered).quote.unwrap().mark());
    let somebody = somebody.after(&ordered);
    for away in [somebody.says("/balance"), somebody.taps(Tap::Home), somebody.taps(Tap::Best)] {
        let away = somebody.after(&away);

        let words = away.says("a dog");
        let taken_up = away.taps(go.clone());

        assert_eq!(draft(&words).words("prompt"), Some("a dog"));
        assert_eq!(draft(&words).former, None, "the cat was left");
        assert!(taken_up.effects.iter().any(|effect| matches!(effect, Effect::Begin(..))));
    }
}

#[test]
fn a_button_of_an_earlier_text_shows_how_things_stand_in_its_own_message() {
    let somebody = Somebody::new(Language::English);
    let somebody = somebody.after(&somebody.says("a dog"));

    for tap in [
        Tap::Offer(Craft::Video, mark("a cat")),
        Tap::Others(Craft::Image, mark("a cat")),
        Tap::Use(key("imagen-4"), mark("a cat")),
    ] {
        let step = somebody.taps(tap);

        assert!(text_of(&step).contains("<blockquote>a dog</blockquote>"));
        assert!(matches!(step.effects[..], [Effect::Refresh(_)]));
        assert_eq!(step.state, somebody.state);
    }
}

#[test]
fn a_button_whose_text_is_gone_leads_to_the_menu() {
    for language in Language::ALL {
        for tap in [Tap::Offer(Craft::Sound, mark("a cat")), Tap::OfferAgain(mark("a cat"))] {
            let step = Somebody::new(language).taps(tap);

            assert!(taps_of(&step).contains(&Tap::Help));
            assert!(matches!(step.effects[..], [Effect::Refresh(_)]));
            assert_eq!(step.state, State::Menu);
        }
    }
}

#[test]
fn a_wish_of_the_greeting_is_as_good_as_a_typed_one() {
    for language in Language::ALL {
        for number in 0..3 {
            let step = Somebody::new(language).taps(Tap::Wish(number));

            assert!(draft(&step).quote.is_some());
            assert!(matches!(step.effects[..], [Effect::Show(_)]));
        }
        let none = Somebody::new(language).taps(Tap::Wish(3));
        assert_eq!(none.state, State::Menu);
    }
}

#[test]
fn a_text_of_nothing_is_answered_too() {
    let step = Somebody::with_text(Language::English, "a cat").says("\u{0}\u{202E}");

    assert_eq!(taps_of(&step), [Tap::Home]);
    assert_eq!(step.state, Somebody::with_text(Language::English, "a cat").state);
}
