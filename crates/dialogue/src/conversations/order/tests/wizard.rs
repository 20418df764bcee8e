//! Which inputs are asked, in which order, and what their buttons do.

use domain::Language;
use domain::catalogue::{Value, Whole};

use super::{asking, confirming, draft_of, key, model, ordering};
use crate::conversations::order::asking::{is_asked, must_ask};
use crate::conversations::order::steps::some_of;
use crate::draft::Given;
use crate::event::MediaKind;
use crate::example::{Somebody, only_screen, prices, sent, taps_of, text_of};
use crate::step::Effect;
use crate::tap::Tap;

#[test]
fn a_picture_from_words_takes_one_step_before_the_confirmation() {
    for language in Language::ALL {
        let asked = Somebody::new(language).taps(Tap::Order(key("z-image")));
        let (_, confirmed) = confirming(language, "z-image");

        assert!(matches!(asked.effects[..], [Effect::Show(_)]));
        assert_eq!(asking(&asked), Some("prompt"));
        assert!(!text_of(&asked).contains("step 1") && !text_of(&asked).contains("шаг 1"));
        assert_eq!(asking(&confirmed), None);
        assert!(text_of(&confirmed).contains("<blockquote>a cat</blockquote>"));
        assert!(taps_of(&confirmed).iter().any(|tap| matches!(tap, Tap::Go(_))));
    }
}

#[test]
fn every_model_asks_only_what_it_cannot_do_without() {
    for model in prices().catalogue.models().iter().filter(|model| model.on) {
        let step = Somebody::new(Language::English).taps(Tap::Order(model.key.clone()));

        let first = model.inputs.iter().find(|input| must_ask(input)).unwrap();
        assert_eq!(asking(&step), Some(first.name.as_str()), "{}", model.key);
        assert!(taps_of(&step).contains(&Tap::Discard), "{}", model.key);
        assert!(taps_of(&step).contains(&Tap::Home), "{}", model.key);
    }
}

#[test]
fn several_steps_are_numbered() {
    let step = ordering(Language::English, "suno-custom").says("la la la");

    assert!(text_of(&step).contains("step 2 of 3"), "{}", text_of(&step));
    assert_eq!(asking(&step), Some("style"));
}

#[test]
fn an_example_is_taken_as_the_words() {
    for language in Language::ALL {
        let somebody = ordering(language, "z-image");
        let tap = Tap::Example(key("z-image"), 1);
        let offered = somebody.taps(Tap::Order(key("z-image")));

        let step = somebody.taps(tap.clone());

        assert!(taps_of(&offered).contains(&tap));
        let example = model("z-image").examples[1].in_language(language).to_owned();
        assert_eq!(draft_of(&step).words("prompt"), Some(example.as_str()));
        assert_eq!(asking(&step), None);
    }
}

#[test]
fn an_example_keeps_the_files_that_were_sent_before() {
    let somebody = ordering(Language::English, "kling-25-i2v");
    let somebody = somebody.after(&somebody.sends(sent(MediaKind::Photo, "photo")));

    let step = somebody.taps(Tap::Example(key("kling-25-i2v"), 0));

    assert_eq!(draft_of(&step).files_of("image_url").len(), 1);
    assert_eq!(asking(&step), None);
}

#[test]
fn every_setting_can_be_changed_and_leads_back_to_the_confirmation() {
    for language in Language::ALL {
        let (somebody, confirmed) = confirming(language, "kling-26-t2v");
        for input in model("kling-26-t2v").inputs.iter().filter(|input| is_asked(input)) {
            let change = Tap::Change(key("kling-26-t2v"), input.name.clone());
            assert!(taps_of(&confirmed).contains(&change), "{change:?}");
            let asked = somebody.taps(change);
            assert_eq!(asking(&asked), Some(input.name.as_str()));

            let back = Tap::Enough(key("kling-26-t2v"), input.name.clone());
            assert!(taps_of(&asked).contains(&back), "{:?}", taps_of(&asked));
            let step = somebody.after(&asked).taps(back);

            assert_eq!(asking(&step), None);
        }
    }
}

#[test]
fn a_choice_shows_what_each_value_costs_and_is_taken() {
    let (somebody, _) = confirming(Language::English, "kling-26-t2v");
    let asked = somebody.taps(Tap::Change(key("kling-26-t2v"), "duration".to_owned()));

    let buttons: Vec<&str> = only_screen(&asked)
        .keyboard
        .iter()
        .flatten()
        .map(|button| button.text.as_str())
        .filter(|text| text.contains('⭐'))
        .collect();
    assert_eq!(buttons.len(), 2, "{buttons:?}");
    assert!(buttons[0].starts_with("5 s · ") && buttons[1].starts_with("10 s · "), "{buttons:?}");

    let ten = Tap::Answer(key("kling-26-t2v"), "duration".to_owned(), "10".to_owned());
    let step = somebody.after(&asked).taps(ten);
    let duration = Given::Value(Value::Text("10".to_owned()));
    assert_eq!(draft_of(&step).given("duration"), Some(&duration));
    assert!(text_of(&step).contains("Length: <b>10 s</b>"), "{}", text_of(&step));
}

#[test]
fn values_of_one_price_are_shown_without_it() {
    let (somebody, _) = confirming(Language::English, "z-image");
    let asked = somebody.taps(Tap::Change(key("z-image"), "aspect_ratio".to_owned()));

    assert!(only_screen(&asked).keyboard.iter().flatten().all(|one| !one.text.contains('₽')));
    assert!(text_of(&asked).contains("Now: 1:1"));
}

#[test]
fn a_value_can_be_typed_by_its_name_or_as_it_is() {
    let (somebody, _) = confirming(Language::English, "kling-26-t2v");
    for (input, typed, wanted) in [
        ("duration", "10", Value::Text("10".to_owned())),
        ("duration", "10 S", Value::Text("10".to_owned())),
        ("sound", "yes", Value::Switch(true)),
    ] {
        let asked = somebody.taps(Tap::Change(key("kling-26-t2v"), input.to_owned()));

        let step = somebody.after(&asked).says(typed);

        assert_eq!(draft_of(&step).given(input), Some(&Given::Value(wanted)), "{typed}");
        assert_eq!(asking(&step), None);
    }
}

#[test]
fn what_is_not_offered_is_not_taken() {
    let (somebody, _) = confirming(Language::English, "happyhorse-1-t2v");
    for (input, typed, words) in
        [("resolution", "9000p", "no such choice"), ("duration", "99", "from 3 to 15")]
    {
        let asked = somebody.taps(Tap::Change(key("happyhorse-1-t2v"), input.to_owned()));

        let step = somebody.after(&asked).says(typed);

        assert!(text_of(&step).contains(words), "{}", text_of(&step));
        assert_eq!(asking(&step), Some(input));
        assert_eq!(draft_of(&step).given(input), None);
    }
}

#[test]
fn settings_that_do_not_go_together_are_not_taken() {
    let (somebody, _) = confirming(Language::English, "runway");
    let answer =
        |input: &str, value: &str| Tap::Answer(key("runway"), input.to_owned(), value.to_owned());
    let long = somebody.after(&somebody.taps(answer("duration", "10")));
    let asked = long.taps(Tap::Change(key("runway"), "quality".to_owned()));

    let step = long.taps(answer("quality", "1080p"));

    assert!(text_of(&asked).contains("Doesn't go with the rest"), "{}", text_of(&asked));
    assert!(!taps_of(&asked).contains(&answer("quality", "1080p")));
    assert!(text_of(&step).contains("don't go together"), "{}", text_of(&step));
    assert_eq!(draft_of(&step).given("quality"), None);
    assert_eq!(draft_of(&step).given("duration"), Some(&Given::Value(Value::Whole(10))));
}

#[test]
fn what_may_be_left_out_is_added_and_taken_away_again() {
    for language in Language::ALL {
        let (somebody, confirmed) = confirming(language, "flux-kontext-pro");
        let image = "inputImage".to_owned();
        let button = only_screen(&confirmed).keyboard.iter().flatten().find(|button| {
            button.press
                == crate::screen::Press::Data(Tap::Change(key("flux-kontext-pro"), image.clone()))
        });
        assert!(button.unwrap().text.starts_with("+ "));

        let asked = somebody.taps(Tap::Change(key("flux-kontext-pro"), image.clone()));
        let skip = Tap::Skip(key("flux-kontext-pro"), image.clone());
        assert!(taps_of(&asked).contains(&skip));
        let skipped = somebody.after(&asked).taps(skip);

        assert_eq!(draft_of(&skipped).given(&image), Some(&Given::Skipped));
        assert_eq!(asking(&skipped), None);
    }
}

#[test]
fn numbers_to_tap_are_few_and_hold_the_ends_and_the_default() {
    let whole = |min, max, step, default| some_of(Whole { min, max, step, default });

    assert_eq!(whole(1, 4, 1, Some(1)), [1, 2, 3, 4]);
    assert_eq!(whole(3, 15, 1, Some(6)), [3, 5, 6, 7, 10, 12, 15]);
    assert_eq!(whole(2, 2, 1, None), [2]);
    assert_eq!(whole(2, 10, 4, None), [2, 6, 10]);
    assert_eq!(whole(i64::MIN, i64::MAX, 1, None).len(), 6);
}
