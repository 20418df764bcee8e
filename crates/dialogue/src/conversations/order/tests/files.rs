//! Files: how many, albums, captions.

use domain::Language;

use super::{asking, confirming, draft_of, is_amended, key, ordering};
use crate::draft::Given;
use crate::event::{MediaKind, Sent};
use crate::example::{Somebody, sent, taps_of, text_of};
use crate::step::{Effect, Step};
use crate::tap::Tap;

const LIST: &str = "nano-banana-edit";
pub(super) const SINGLE: &str = "kling-25-i2v";

pub(super) fn photo(file: &str) -> Sent {
    sent(MediaKind::Photo, file)
}

fn of_album(file: &str) -> Sent {
    Sent { album: Some("album".to_owned()), ..photo(file) }
}

#[test]
fn a_single_file_leads_on_at_once() {
    for language in Language::ALL {
        let step = ordering(language, SINGLE).sends(photo("a"));

        assert_eq!(asking(&step), Some("prompt"));
        assert_eq!(draft_of(&step).files_of("image_url")[0].file, "a");
    }
}

#[test]
fn files_of_a_list_add_up_until_it_is_enough() {
    for (language, words) in [(Language::English, "2 of 10"), (Language::Russian, "2 из 10")] {
        let somebody = ordering(language, LIST);
        let one = somebody.sends(photo("a"));
        let somebody = somebody.after(&one);
        let two = somebody.sends(photo("b"));

        assert!(text_of(&two).contains(words), "{}", text_of(&two));
        assert_eq!(asking(&two), Some("image_urls"));
        let enough = Tap::Enough(key(LIST), "image_urls".to_owned());
        assert!(taps_of(&two).contains(&enough));
        let next = somebody.after(&two).taps(enough);
        assert_eq!(asking(&next), Some("prompt"));
        assert_eq!(draft_of(&next).files_of("image_urls").len(), 2);
    }
}

#[test]
fn a_list_can_be_begun_anew() {
    let somebody = ordering(Language::English, LIST);
    let somebody = somebody.after(&somebody.sends(photo("a")));

    let step = somebody.taps(Tap::Skip(key(LIST), "image_urls".to_owned()));

    assert_eq!(asking(&step), Some("image_urls"));
    assert_eq!(draft_of(&step).given("image_urls"), None);
}

#[test]
fn the_files_of_an_album_change_one_message() {
    let mut somebody = ordering(Language::English, LIST);
    let mut steps: Vec<Step> = Vec::new();
    for file in ["a", "b", "c"] {
        let step = somebody.sends(of_album(file));
        somebody = somebody.after(&step);
        steps.push(step);
    }

    assert!(matches!(steps[0].effects[..], [Effect::Say(_)]));
    assert!(is_amended(&steps[1]) && is_amended(&steps[2]));
    assert_eq!(draft_of(&steps[2]).files_of("image_urls").len(), 3);
    assert!(matches!(somebody.sends(photo("d")).effects[..], [Effect::Say(_)]));
}

#[test]
fn more_files_than_fit_are_left_out() {
    let mut somebody = ordering(Language::English, LIST);
    for number in 0..10 {
        let step = somebody.sends(of_album(&number.to_string()));
        somebody = somebody.after(&step);
    }

    let step = somebody.sends(of_album("one too many"));

    assert!(is_amended(&step));
    assert!(text_of(&step).contains("At most 10 files fit"), "{}", text_of(&step));
    assert_eq!(draft_of(&step).files_of("image_urls").len(), 10);
}

#[test]
fn where_one_file_is_needed_the_first_of_an_album_is_taken_and_that_is_said() {
    for (language, words) in
        [(Language::English, "the first of the album"), (Language::Russian, "первый из альбома")]
    {
        let somebody = ordering(language, SINGLE);
        let somebody = somebody.after(&somebody.sends(of_album("a")));

        let second = somebody.sends(of_album("b"));
        let third = somebody.after(&second).sends(of_album("c"));

        for step in [&second, &third] {
            assert!(is_amended(step));
            assert!(text_of(step).contains(words), "{}", text_of(step));
            assert_eq!(draft_of(step).files_of("image_url")[0].file, "a");
            assert_eq!(draft_of(step).given("tail_image_url"), None);
        }
    }
}

#[test]
fn an_album_fills_two_inputs_that_are_both_asked() {
    let somebody = ordering(Language::English, "pixverse-6-frames");
    let somebody = somebody.after(&somebody.sends(of_album("first")));

    let step = somebody.sends(of_album("last"));

    assert_eq!(draft_of(&step).files_of("last_frame_image_url")[0].file, "last");
    assert!(is_amended(&step));
    assert_eq!(asking(&step), Some("prompt"));
}

#[test]
fn a_caption_becomes_the_words_if_there_are_none() {
    let caption = Some("make it <blue>".to_owned());
    let with_caption = Sent { caption: caption.clone(), ..photo("a") };

    let step = ordering(Language::English, SINGLE).sends(with_caption.clone());
    assert_eq!(draft_of(&step).words("prompt"), Some("make it <blue>"));
    assert_eq!(asking(&step), None);

    let bad = Sent { caption: Some("a naked child".to_owned()), ..photo("a") };
    let step = ordering(Language::English, SINGLE).sends(bad);
    assert_eq!(draft_of(&step).words("prompt"), None);
}

#[test]
fn an_image_that_is_offered_while_words_are_asked_is_taken() {
    let step = ordering(Language::English, "flux-kontext-pro").sends(photo("a"));

    assert_eq!(draft_of(&step).files_of("inputImage").len(), 1);
    assert_eq!(asking(&step), Some("prompt"));
}

#[test]
fn a_file_nobody_asked_for_is_answered() {
    let (somebody, _) = confirming(Language::English, "z-image");

    for file in [sent(MediaKind::Sticker, "s"), sent(MediaKind::Document, "zip")] {
        let step = somebody.sends(file);

        assert_eq!(draft_of(&step).answers.len(), 1);
        assert!(taps_of(&step).iter().any(|tap| matches!(tap, Tap::Go(_))));
    }
}

#[test]
fn another_file_takes_the_place_of_the_one_before() {
    let somebody = ordering(Language::English, SINGLE);
    let somebody = somebody.after(&somebody.sends(photo("a")));
    let change = Tap::Change(key(SINGLE), "image_url".to_owned());
    let somebody: Somebody = somebody.after(&somebody.taps(change));

    let step = somebody.sends(photo("b"));

    let Some(Given::Files(files)) = draft_of(&step).given("image_url") else { panic!("{step:?}") };
    assert_eq!(files.iter().map(|file| file.file.as_str()).collect::<Vec<_>>(), ["b"]);
}

#[test]
fn a_late_file_of_an_album_does_not_take_the_place_of_its_first() {
    let somebody = ordering(Language::English, SINGLE);
    let somebody = somebody.after(&somebody.sends(of_album("a")));
    let change = Tap::Change(key(SINGLE), "image_url".to_owned());
    let somebody = somebody.after(&somebody.taps(change));

    let step = somebody.sends(of_album("b"));

    assert_eq!(draft_of(&step).files_of("image_url")[0].file, "a");
    assert!(text_of(&step).contains("the first of the album"), "{}", text_of(&step));
}
