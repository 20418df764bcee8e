//! People who type anything at all: whatever they do is answered, and with valid HTML.

use dialogue::{Action, GenerationAction, Html, MediaKind, State, Tap};
use domain::catalogue::Kind;
use domain::{GenerationId, Language, ModelKey};
use proptest::prelude::{Strategy, any, prop, prop_oneof, proptest};

use crate::person::{Talker, random, seen};
use crate::shop::sent;
use crate::{shop, strict};

/// Texts of every length, rich in what HTML, JSON and Telegram treat specially.
fn texts() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        any::<char>().prop_map(String::from),
        prop::sample::select(vec![
            "<",
            ">",
            "&",
            "\"",
            "</blockquote>",
            "<b>",
            "&lt;",
            "&#0;",
            "{ $name }",
            "\u{0}",
            "\u{202E}",
            "\r\n",
            "\u{1D11E}",
            "\u{1F469}\u{200D}\u{1F680}",
            "е\u{301}",
            "word ",
        ])
        .prop_map(str::to_owned),
    ];
    let many = prop::collection::vec(piece.clone(), 0..40).prop_map(|pieces| pieces.concat());
    // Long texts are made by repeating, or most of the time would go into drawing characters.
    let long = (prop::collection::vec(piece, 1..9), 300..5000_usize)
        .prop_map(|(pieces, times)| pieces.concat().repeat(times).chars().take(times).collect());
    prop_oneof![many, long]
}

fn languages() -> impl Strategy<Value = Language> {
    prop::sample::select(&Language::ALL[..])
}

/// What is shown of a text, by the rule and not by the code: no marks that cannot be seen.
fn fit_to_be_shown(text: &str) -> String {
    let unseen = |c: char| {
        (c.is_control() && c != '\n')
            || ('\u{2028}'..='\u{202E}').contains(&c)
            || ('\u{2066}'..='\u{2069}').contains(&c)
    };
    text.replace('\t', " ").replace(unseen, "")
}

proptest! {
    #![proptest_config(random(128))]

    #[test]
    fn any_text_is_escaped_to_what_it_was(text in texts()) {
        let html = Html::escaped(&text);

        assert!(!html.as_str().contains(['<', '>']));
        assert_eq!(strict::parse(html.as_str()), Ok(fit_to_be_shown(&text)));
    }

    #[test]
    fn a_quotation_is_a_beginning_of_the_text_within_its_limit(
        text in texts(),
        units in 0..4096_usize,
    ) {
        let html = Html::quoted(&text, units);

        let shown = strict::parse(html.as_str()).unwrap();
        assert!(html.units() <= units);
        assert_eq!(html.units(), shown.encode_utf16().count());
        let whole = fit_to_be_shown(&text);
        let cut = shown.strip_suffix('…').is_some_and(|beginning| whole.starts_with(beginning));
        assert!(shown == whole || cut || units == 0, "{shown}");
    }

    #[test]
    fn any_text_is_answered_with_html_that_telegram_takes(
        language in languages(),
        first in texts(),
        second in texts(),
    ) {
        let mut talker = Talker::new(language);
        for text in [first, second] {
            let step = talker.says(&text);
            let tags = seen(&step).text.as_str().matches('<').count();
            assert!(tags <= 8, "only our own tags: {}", seen(&step).text.as_str());
            for tap in crate::person::taps(seen(&step)) {
                let mut looking = talker.clone();
                seen(&looking.taps(&tap.encode()));
            }
        }
    }

    #[test]
    fn any_caption_is_answered(language in languages(), caption in texts()) {
        let mut talker = Talker::new(language);

        seen(&talker.does(Action::SentMedia(sent(MediaKind::Photo, Some(caption)))));
    }

    #[test]
    fn any_name_is_greeted(language in languages(), name in texts()) {
        let mut talker = Talker { name, ..Talker::new(language) };

        seen(&talker.says("/start"));
    }

    #[test]
    fn any_data_of_a_button_is_answered(language in languages(), data in texts(), text in texts()) {
        let mut talker = Talker::new(language);
        for state in ["", &talker.says(&text).state.to_text()] {
            let mut talker = Talker { state: state.to_owned(), ..Talker::new(language) };

            seen(&talker.taps(&data));
        }
    }

    #[test]
    fn any_mark_on_a_button_is_answered(language in languages(), mark in any::<u32>()) {
        let mut talker = Talker::new(language);
        seen(&talker.says("a cat"));
        for word in ["image", "video", "sound", "again"] {
            let data = format!("offer:{word}:{mark:08x}");
            assert!(Tap::decode(&data).is_some(), "{data}");

            let step = talker.taps(&data);

            assert!(seen(&step).text.as_str().contains("<blockquote>a cat</blockquote>"));
        }
    }

    #[test]
    fn any_words_are_looked_for(language in languages(), words in texts()) {
        let mut talker = Talker::new(language);
        seen(&talker.taps(&Tap::Search.encode()));

        seen(&talker.says(&words));
    }

    #[test]
    fn any_number_of_a_generation_is_answered(language in languages(), id in 1_i64..) {
        for action in GenerationAction::ALL {
            let mut talker = Talker::new(language);
            let step = talker.taps(&Tap::Generation(GenerationId::new(id), action).encode());

            seen(&step);
            let is_theirs = shop::generation(GenerationId::new(id)).is_some();
            assert!(is_theirs || step.effects.len() == 1, "nothing but words: {step:?}");
        }
    }

    #[test]
    fn any_page_and_any_key_is_answered(
        language in languages(),
        page in any::<u8>(),
        far in any::<u16>(),
        kind in prop::sample::select(Kind::ALL),
        key in "[a-z0-9-]{2,24}",
    ) {
        let key = ModelKey::new(&key).unwrap();
        let taps = [
            Tap::Models(kind, page),
            Tap::Past(far),
            Tap::Model(key.clone()),
            Tap::Favour(key.clone(), page % 2 == 0),
            Tap::Order(key.clone()),
            Tap::Example(key.clone(), page),
            Tap::Skip(key.clone(), "prompt".to_owned()),
            Tap::Answer(key, "prompt".to_owned(), "1".to_owned()),
        ];
        for tap in taps {
            seen(&Talker::new(language).taps(&tap.encode()));
        }
    }

    #[test]
    fn any_words_of_an_admin_are_answered(language in languages(), words in texts()) {
        let mut admin = Talker::admin(language);
        for typed in [format!("/admin {words}"), format!("/admin adjust 8 1 {words}")] {
            let step = admin.says(&typed);
            for tap in crate::person::taps(seen(&step)) {
                let mut looking = admin.clone();
                seen(&looking.taps(&tap.encode()));
            }
        }
    }

    #[test]
    fn any_mark_of_a_correction_is_answered(language in languages(), mark in any::<u32>()) {
        for mut talker in [Talker::new(language), Talker::admin(language)] {
            seen(&talker.says("/admin adjust 8 1 why"));
            for word in ["confirm", "cancel"] {
                seen(&talker.clone().taps(&format!("adjust:{word}:{mark:08x}")));
            }
        }
    }

    #[test]
    fn any_stored_text_is_some_state(text in texts()) {
        let state = State::from_text(&text);

        assert_eq!(State::from_text(&state.to_text()), state);
    }
}
