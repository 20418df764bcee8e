//! What a text or a file is met with.

use domain::Language;

use crate::event::{Deed, MediaKind};
use crate::example::{Somebody, only_screen, taps_of, text_of};
use crate::html::MESSAGE_UNITS;
use crate::state::{Mark, Prompt, State};
use crate::step::Effect;
use crate::tap::{Craft, Tap};

fn mark(text: &str) -> Mark {
    Prompt::from_person(text).unwrap().mark()
}

fn offers(text: &str) -> Vec<Tap> {
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
        assert_eq!(step.state, State::OfferedPrompt(Prompt::from_person(&text).unwrap()));
    }
}

#[test]
fn every_offer_answers_with_the_text_and_leads_back() {
    for language in Language::ALL {
        let somebody = Somebody::with_text(language, "a cat");
        for craft in Craft::ALL {
            let step = somebody.taps(Tap::Offer(craft, mark("a cat")));

            assert!(text_of(&step).contains("<blockquote>a cat</blockquote>"));
            assert_eq!(taps_of(&step), [Tap::OfferAgain(mark("a cat")), Tap::Home]);
            assert_eq!(step.state, somebody.state);
        }
        let back = somebody.taps(Tap::OfferAgain(mark("a cat")));
        assert_eq!(taps_of(&back), offers("a cat"));
        assert!(matches!(back.effects[..], [Effect::Show(_)]));
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
fn a_file_is_answered_and_changes_nothing() {
    let kinds = [
        MediaKind::Photo,
        MediaKind::Video,
        MediaKind::Animation,
        MediaKind::VideoNote,
        MediaKind::Audio,
        MediaKind::Voice,
        MediaKind::Document,
        MediaKind::Sticker,
    ];
    for language in Language::ALL {
        let somebody = Somebody::with_text(language, "a cat");
        for kind in kinds {
            for caption in [None, Some(" \n".to_owned())] {
                let step = somebody.does(Deed::SentMedia(kind, caption));

                assert_eq!(taps_of(&step), [Tap::Home]);
                assert_eq!(step.state, somebody.state);
            }
        }
    }
}

#[test]
fn the_caption_of_a_file_is_offered_like_a_text() {
    let caption = Some("make it <b>blue</b>".to_owned());
    let step = Somebody::new(Language::Russian).does(Deed::SentMedia(MediaKind::Photo, caption));

    assert!(text_of(&step).contains("<blockquote>make it &lt;b&gt;blue&lt;/b&gt;</blockquote>"));
    assert_eq!(taps_of(&step), offers("make it <b>blue</b>"));
}

#[test]
fn a_text_of_nothing_is_answered_too() {
    let step = Somebody::with_text(Language::English, "a cat").says("\u{0}\u{202E}");

    assert_eq!(taps_of(&step), [Tap::Home]);
    assert_eq!(step.state, Somebody::with_text(Language::English, "a cat").state);
}
