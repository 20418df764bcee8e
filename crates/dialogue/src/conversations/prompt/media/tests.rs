//! What a file is met with.

use domain::Language;
use domain::catalogue::ModelKey;

use crate::conversations::prompt::tests::{offers, used};
use crate::draft::Given;
use crate::event::{MediaKind, Sent};
use crate::example::{Somebody, facts, only_screen, sent, taps_of, text_of};
use crate::facts::OrderFacts;
use crate::screen::Press;
use crate::state::{Mark, State};
use crate::step::Effect;
use crate::tap::Tap;

fn of_album(file: &str) -> Sent {
    Sent { album: Some("album".to_owned()), ..sent(MediaKind::Photo, file) }
}

#[test]
fn a_file_is_kept_and_models_that_begin_with_it_are_offered() {
    let video = Sent { milliseconds: Some(5_000), ..sent(MediaKind::Video, "v") };
    let audio = Sent { mime: Some("audio/mpeg".to_owned()), ..sent(MediaKind::Audio, "a") };
    for language in Language::ALL {
        for (file, model) in [
            (sent(MediaKind::Photo, "p"), "recraft-upscale"),
            (video.clone(), "topaz-video"),
            (audio.clone(), "suno-cover"),
        ] {
            let step = Somebody::new(language).sends(file);

            assert!(used(&step).contains(&model.to_owned()), "{model}: {:?}", used(&step));
            let buttons = only_screen(&step).keyboard.iter().flatten();
            let prices = buttons.filter(|button| button.text.contains('⭐')).count();
            assert_eq!(prices, used(&step).len());
            assert!(taps_of(&step).contains(&Tap::Home));
            assert!(matches!(&step.state, State::OfferedFiles(files, None) if files.len() == 1));
        }
    }
}

#[test]
fn the_files_of_an_album_join_in_one_message() {
    let somebody = Somebody::new(Language::Russian);
    let first = somebody.sends(of_album("a"));
    let second = somebody.after(&first).sends(of_album("b"));
    let other = somebody.after(&second).sends(sent(MediaKind::Photo, "c"));
    let next = Sent { album: Some("another".to_owned()), ..of_album("d") };
    let next = somebody.after(&second).sends(next);

    assert!(matches!(first.effects[..], [Effect::Say(_)]));
    assert!(matches!(second.effects[..], [Effect::Amend(_)]));
    assert!(matches!(&second.state, State::OfferedFiles(files, _) if files.len() == 2));
    assert!(matches!(&other.state, State::OfferedFiles(files, _) if files.len() == 1));
    assert!(matches!(other.effects[..], [Effect::Say(_)]));
    assert!(matches!(&next.state, State::OfferedFiles(files, _) if files.len() == 1));
    assert!(matches!(next.effects[..], [Effect::Say(_)]));
}

#[test]
fn files_are_kept_up_to_a_bound() {
    let mut somebody = Somebody::new(Language::English);
    for number in 0..20 {
        let step = somebody.sends(of_album(&number.to_string()));
        somebody = somebody.after(&step);
    }

    assert!(matches!(&somebody.state, State::OfferedFiles(files, _) if files.len() == 16));
}

#[test]
fn a_model_that_is_chosen_gets_the_files_and_the_caption() {
    let caption = Some("make it <b>blue</b>".to_owned());
    let somebody = Somebody::new(Language::English);
    let offered = somebody.sends(Sent { caption, ..of_album("a") });
    assert!(text_of(&offered).contains("<blockquote>make it &lt;b&gt;blue&lt;/b&gt;</blockquote>"));
    let somebody = somebody.after(&offered);
    let offered = somebody.sends(of_album("b"));
    let somebody = somebody.after(&offered);
    let State::OfferedFiles(files, _) = &offered.state else { panic!("{:?}", offered.state) };
    let mark = Mark::of_files(files);
    let chosen = |key: &str| somebody.taps(Tap::Use(ModelKey::new(key).unwrap(), mark));

    let list = chosen("nano-banana-edit");
    let single = chosen("kling-25-i2v");

    let State::Ordering(draft) = &list.state else { panic!("{:?}", list.state) };
    assert_eq!(draft.files_of("image_urls").len(), 2);
    assert_eq!(draft.words("prompt"), Some("make it <b>blue</b>"));
    assert_eq!(draft.asking, None);
    let State::Ordering(draft) = &single.state else { panic!("{:?}", single.state) };
    assert_eq!(draft.files_of("image_url").len(), 1);
    assert!(text_of(&single).contains("the first of the album"));
}

#[test]
fn a_file_that_the_chosen_model_does_not_take_is_asked_for_again() {
    let png = Sent { mime: Some("image/webp".to_owned()), ..sent(MediaKind::Document, "a") };
    let somebody = Somebody::new(Language::English);
    let offered = somebody.sends(png);
    let State::OfferedFiles(files, _) = &offered.state else { panic!("{:?}", offered.state) };
    let tap = Tap::Use(ModelKey::new("kling-25-i2v").unwrap(), Mark::of_files(files));

    let step = somebody.after(&offered).taps(tap);

    assert!(text_of(&step).contains("These do: JPG, PNG"), "{}", text_of(&step));
    let State::Ordering(draft) = &step.state else { panic!("{:?}", step.state) };
    assert_eq!(
        (draft.given("image_url"), draft.asking.as_deref()),
        (None::<&Given>, Some("image_url"))
    );
}

#[test]
fn a_price_that_depends_on_more_says_so() {
    let step = Somebody::new(Language::English).sends(sent(MediaKind::Photo, "p"));
    let label = |key: &str| {
        let is_meant = |press: &Press| match press {
            Press::Data(Tap::Use(used, _)) => used.as_str() == key,
            _ => false,
        };
        let mut buttons = only_screen(&step).keyboard.iter().flatten();
        buttons.find(|button| is_meant(&button.press)).unwrap().text.clone()
    };

    assert!(label("infinitalk").contains("from\u{A0}"), "{}", label("infinitalk"));
    assert!(!label("recraft-upscale").contains("from\u{A0}"));
}

#[test]
fn a_button_of_earlier_files_is_not_taken_for_the_newer_ones() {
    let somebody = Somebody::new(Language::English);
    let first = somebody.sends(sent(MediaKind::Photo, "a"));
    let old = taps_of(&first)[0].clone();
    let newer = somebody.after(&somebody.after(&first).sends(sent(MediaKind::Photo, "b")));

    let step = newer.taps(old.clone());
    let gone = somebody.taps(old);

    assert_eq!(step.state, newer.state);
    assert!(!used(&step).is_empty());
    assert!(taps_of(&gone).contains(&Tap::Help));
}

#[test]
fn a_file_that_cannot_be_used_is_answered_and_changes_nothing() {
    let odd = Sent { mime: Some("application/zip".to_owned()), ..sent(MediaKind::Document, "z") };
    let heavy = Sent { bytes: Some(20 * 1024 * 1024 + 1), ..sent(MediaKind::Video, "v") };
    for language in Language::ALL {
        let somebody = Somebody::with_text(language, "a cat");
        for file in [odd.clone(), heavy.clone(), sent(MediaKind::Sticker, "s")] {
            let blank = Sent { caption: Some(" \n".to_owned()), ..file.clone() };
            for file in [file, blank] {
                let step = somebody.sends(file);

                assert_eq!(taps_of(&step), [Tap::Home]);
                assert_eq!(step.state, somebody.state);
            }
        }
    }
}

#[test]
fn with_everything_closed_a_file_is_still_answered() {
    let facts = OrderFacts { is_paused: true, ..facts(0) };
    let somebody = Somebody { facts, ..Somebody::new(Language::English) };

    let step = somebody.sends(sent(MediaKind::Photo, "a"));

    assert_eq!(taps_of(&step), [Tap::Home]);
    assert!(text_of(&step).contains("nothing open"), "{}", text_of(&step));
}

#[test]
fn the_caption_of_an_odd_file_is_offered_like_a_text() {
    let caption = Some("make it <b>blue</b>".to_owned());
    let file = Sent { caption, ..sent(MediaKind::Sticker, "s") };
    let step = Somebody::new(Language::Russian).sends(file);

    assert!(text_of(&step).contains("<blockquote>make it &lt;b&gt;blue&lt;/b&gt;</blockquote>"));
    assert_eq!(taps_of(&step), offers("make it <b>blue</b>"));
}
