//! Texts: their limits, long ones in parts, and what is never passed on.

use domain::Language;

use super::{asking, confirming, draft_of, is_amended, key, ordering};
use crate::event::{Action, MediaKind};
use crate::example::{Somebody, prices, sent, taps_of, text_of};
use crate::state::{MAX_PROMPT, State};
use crate::step::Effect;
use crate::tap::Tap;

/// A text that fills a message.
fn part(letter: char) -> String {
    letter.to_string().repeat(4096)
}

#[test]
fn a_text_that_is_too_long_is_counted_and_not_cut() {
    for (language, words) in [
        (Language::English, "1200 characters, and 1000 fit"),
        (Language::Russian, "1200 знаков, а помещается 1000"),
    ] {
        let somebody = ordering(language, "z-image");

        let step = somebody.says(&"x".repeat(1200));

        assert!(text_of(&step).contains(words), "{}", text_of(&step));
        assert_eq!(asking(&step), Some("prompt"));
        assert_eq!(asking(&somebody.after(&step).says("a cat")), None);
    }
}

#[test]
fn a_text_that_is_too_short_is_asked_again() {
    let step = ordering(Language::English, "seedream-5-lite").says("x");

    assert!(text_of(&step).contains("at least 3 characters"), "{}", text_of(&step));
    assert_eq!(asking(&step), Some("prompt"));
}

#[test]
fn a_text_of_nothing_is_asked_again() {
    let step = ordering(Language::English, "z-image").says("\u{0}\u{202E}");

    assert_eq!(asking(&step), Some("prompt"));
    assert_eq!(draft_of(&step).answers, []);
}

#[test]
fn the_parts_of_a_long_text_are_joined_and_the_last_message_changes() {
    let somebody = ordering(Language::English, "gpt-image-2");
    let first = somebody.says(&part('a'));
    assert!(draft_of(&first).is_open);
    let somebody = somebody.after(&first);

    let second = somebody.says(&part('b'));
    let third = somebody.after(&second).says("the end");
    let fourth = somebody.after(&third).says("another one");

    assert!(is_amended(&second) && is_amended(&third));
    let whole = format!("{}{}the end", part('a'), part('b'));
    assert_eq!(draft_of(&third).words("prompt"), Some(whole.as_str()));
    assert!(!draft_of(&third).is_open);
    // What comes after the end is a text of its own: the new words.
    assert!(matches!(fourth.effects[..], [Effect::Say(_)]));
    assert_eq!(draft_of(&fourth).words("prompt"), Some("another one"));
}

#[test]
fn the_rest_of_a_text_that_is_too_long_is_no_text_of_its_own() {
    let somebody = ordering(Language::English, "z-image");
    let first = somebody.says(&part('a'));

    let second = somebody.after(&first).says("the end");

    assert!(is_amended(&second));
    assert!(text_of(&second).contains("4103 characters"), "{}", text_of(&second));
    assert_eq!(asking(&second), Some("prompt"));
    assert_eq!(asking(&somebody.after(&second).says("a cat")), None);
}

#[test]
fn more_than_any_model_takes_is_never_taken_for_less() {
    let mut somebody = ordering(Language::English, "seedance-25");
    let mut step = somebody.says(&part('a'));
    for _ in 0..9 {
        somebody = somebody.after(&step);
        step = somebody.says(&part('a'));
    }

    assert_eq!(asking(&step), Some("prompt"));
    assert!(text_of(&step).contains("and 30000 fit"), "{}", text_of(&step));
    assert!(draft_of(&step).words("prompt").unwrap().chars().count() <= MAX_PROMPT + 1);
}

#[test]
fn no_model_takes_more_words_than_are_kept() {
    for model in prices().catalogue.models() {
        for input in &model.inputs {
            if let domain::catalogue::Form::Text { max_length, .. } = input.form {
                assert!(max_length as usize <= MAX_PROMPT, "{} of {}", input.name, model.key);
            }
        }
    }
}

#[test]
fn whatever_comes_between_two_texts_separates_them() {
    let somebody = ordering(Language::English, "gpt-image-2");
    let first = somebody.says(&part('a'));
    let somebody = somebody.after(&first);
    for between in [somebody.says("/help"), somebody.taps(Tap::Home), somebody.taps_on("forged")] {
        let step = somebody.after(&between).says("a cat");

        assert_eq!(draft_of(&step).words("prompt"), Some("a cat"));
    }
}

#[test]
fn words_at_the_confirmation_are_the_new_words() {
    let (somebody, before) = confirming(Language::English, "z-image");

    let step = somebody.says("a dog");

    assert_eq!(draft_of(&step).words("prompt"), Some("a dog"));
    let back = Tap::Former(key("z-image"), "prompt".to_owned());
    assert!(taps_of(&step).contains(&back), "the way back to the cat");
    let cat = somebody.after(&step).taps(back.clone());
    assert_eq!(draft_of(&cat).words("prompt"), Some("a cat"));
    let dog = somebody.after(&cat).taps(back);
    assert_eq!(draft_of(&dog).words("prompt"), Some("a dog"));
    assert_eq!(asking(&step), None);
    assert_ne!(super::quote_of(&step).mark(), super::quote_of(&before).mark());
}

#[test]
fn what_is_said_in_passing_at_the_confirmation_changes_nothing() {
    for (language, note) in
        [(Language::English, "kept the description"), (Language::Russian, "оставил прежним")]
    {
        let (somebody, _) = confirming(language, "z-image");
        for said in ["thanks", "Спасибо!", "\u{1F525}\u{1F525}"] {
            let step = somebody.says(said);

            assert_eq!(step.state, somebody.state, "{said}");
            assert!(text_of(&step).contains(note), "{}", text_of(&step));
        }
    }
}

#[test]
fn words_where_a_file_is_needed_are_answered() {
    for language in Language::ALL {
        let step = ordering(language, "recraft-upscale").says("a cat");

        assert_eq!(asking(&step), Some("image"));
        assert!(taps_of(&step).contains(&Tap::Discard));
    }
    let somebody = ordering(Language::English, "recraft-upscale");
    let somebody = somebody.after(&somebody.sends(sent(MediaKind::Photo, "a")));
    assert!(text_of(&somebody.says("bluer")).contains("takes no words"));
}

#[test]
fn what_is_never_passed_on_is_refused_before_there_is_a_price() {
    for (language, text) in
        [(Language::English, "a naked child"), (Language::Russian, "голый ребёнок")]
    {
        let asked = ordering(language, "z-image").says(text);
        let (somebody, _) = confirming(language, "z-image");
        let replaced = somebody.says(text);

        for step in [&asked, &replaced] {
            assert_eq!(asking(step), Some("prompt"));
            assert_eq!(draft_of(step).quote, None);
            assert!(!text_of(step).contains(text), "nothing is echoed");
        }
        assert_eq!(draft_of(&asked).answers, []);
        assert_eq!(draft_of(&replaced).words("prompt"), Some("a cat"), "the draft stays");
    }
}

#[test]
fn parts_that_are_harmless_alone_are_refused_together() {
    let somebody = ordering(Language::English, "gpt-image-2");
    let first = somebody.says(&format!("{} naked ", "a ".repeat(2040)));
    assert!(draft_of(&first).is_open);

    let step = somebody.after(&first).says(" child");

    assert_eq!(draft_of(&step).words("prompt"), None);
    assert_eq!(asking(&step), Some("prompt"));
}

#[test]
fn generate_goes_straight_to_the_confirmation() {
    for language in Language::ALL {
        for typed in ["/generate z-image a cat", "/GENERATE  Z-Image   a cat"] {
            let step = Somebody::new(language).says(typed);

            assert_eq!(asking(&step), None, "{typed}");
            assert_eq!(draft_of(&step).words("prompt"), Some("a cat"));
        }
        let step = Somebody::new(language).says("/generate kling-25-i2v a cat");
        assert_eq!(asking(&step), Some("image_url"));
        let step = Somebody::new(language).says("/generate z-image");
        assert_eq!(asking(&step), Some("prompt"));
    }
}

#[test]
fn generate_without_a_model_says_how_it_is_written() {
    let somebody = Somebody::new(Language::English);
    let model = Tap::Model(key("z-image"));

    assert!(text_of(&somebody.says("/generate")).contains("/generate z-image"));
    assert!(taps_of(&somebody.says("/generate z-imag a cat")).contains(&model));
    let unknown = somebody.says("/generate <b>&quite-something-else a cat");
    assert!(text_of(&unknown).contains("There is no model “&lt;b&gt;&amp;quite"));
    assert_eq!(taps_of(&unknown), [Tap::Home]);
    assert_eq!(unknown.state, State::Menu);
}

#[test]
fn a_text_file_is_a_text_as_a_whole() {
    let file = |text: &str| Action::SentText(text.to_owned());
    let somebody = ordering(Language::English, "gpt-image-2");
    let first = somebody.says(&part('a'));
    assert!(draft_of(&first).is_open);

    // Neither the rest of what came before, nor followed by a rest, nor a command.
    let second = somebody.after(&first).does(file(&part('b')));
    let third = somebody.after(&second).does(file("/start"));

    assert_eq!(draft_of(&second).words("prompt"), Some(part('b').as_str()));
    assert!(!draft_of(&second).is_open);
    assert_eq!(draft_of(&third).words("prompt"), Some("/start"));
}

#[test]
fn a_text_file_out_of_the_blue_is_offered_like_a_text() {
    let somebody = Somebody { state: State::Searching, ..Somebody::new(Language::English) };

    let step = somebody.does(Action::SentText("a cat on a roof".to_owned()));

    assert!(text_of(&step).contains("a cat on a roof"), "{}", text_of(&step));
    assert_eq!(draft_of(&step).words("prompt"), Some("a cat on a roof"));
}
