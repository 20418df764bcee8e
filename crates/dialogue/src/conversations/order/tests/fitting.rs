//! Which files will do, and what is said of those that will not.

use domain::Language;
use domain::catalogue::MediaKind as FileKind;

use super::files::{SINGLE, photo};
use super::{asking, draft_of, ordering};
use crate::conversations::order::fit::{kind_of, picked};
use crate::event::{MediaKind, Sent};
use crate::example::{sent, text_of};

fn document(mime: &str, name: &str) -> Sent {
    let (mime, name) = (Some(mime.to_owned()), Some(name.to_owned()));
    Sent { mime, name, ..sent(MediaKind::Document, "doc") }
}

fn video(seconds: u32) -> Sent {
    Sent { milliseconds: Some(seconds * 1000), ..sent(MediaKind::Video, "video") }
}

#[test]
fn each_thing_that_is_wrong_with_a_file_has_its_own_sentence() {
    let heavy = |bytes: u64| Sent { bytes: Some(bytes), ..document("image/png", "a.png") };
    let large = Sent { pixels: Some((100, 4097)), ..photo("a") };
    let cases = [
        (SINGLE, heavy(20 * 1024 * 1024 + 1), "over 20 MB"),
        (SINGLE, heavy(10 * 1024 * 1024 + 1), "up to 10 MB fit"),
        (SINGLE, video(1), "need a picture"),
        (SINGLE, sent(MediaKind::Voice, "v"), "need a picture"),
        (SINGLE, document("image/webp", "a.webp"), "These do: JPG, PNG."),
        (SINGLE, document("image/unheard-of", "a.png"), "These do: JPG, PNG."),
        (SINGLE, document("application/pdf", "a.pdf"), "can't work with that kind"),
        (SINGLE, document("text/plain", "a.txt"), "can't work with that kind"),
        (SINGLE, sent(MediaKind::Sticker, "s"), "can't work with that kind"),
        ("recraft-background", large, "up to 4096 pixels"),
        ("topaz-video", video(61), "up to 60 s fit"),
        ("topaz-video", document("video/mp4", "a.mp4"), "can't see how long"),
        ("suno-cover", sent(MediaKind::Voice, "v"), "These do: MP3, WAV."),
    ];
    for (model, file, words) in cases {
        for language in Language::ALL {
            let somebody = ordering(language, model);

            let step = somebody.sends(file.clone());

            assert_eq!(step.state, somebody.state, "the draft stays: {file:?}");
            let said = text_of(&step);
            assert!(language == Language::Russian || said.contains(words), "{words}: {said}");
        }
    }
}

#[test]
fn a_text_file_is_asked_for_as_a_message() {
    for file in [document("text/plain", "a"), document("application/octet-stream", "A.TXT")] {
        let step = ordering(Language::English, "z-image").sends(file);

        assert!(text_of(&step).contains("Copy the text into a message"), "{}", text_of(&step));
        assert_eq!(asking(&step), Some("prompt"));
    }
}

#[test]
fn a_file_that_fits_is_taken_however_it_was_sent() {
    let cases = [
        (SINGLE, "image_url", document("image/png", "a.png")),
        (SINGLE, "image_url", document("application/octet-stream", "A.JPEG")),
        (SINGLE, "image_url", Sent { bytes: None, ..photo("a") }),
        ("topaz-video", "video_url", video(60)),
        ("topaz-video", "video_url", Sent { kind: MediaKind::Animation, ..video(5) }),
        ("topaz-video", "video_url", Sent { kind: MediaKind::VideoNote, ..video(5) }),
        ("suno-cover", "uploadUrl", Sent { kind: MediaKind::Audio, ..document("audio/mpeg", "a") }),
        ("suno-cover", "uploadUrl", document("audio/x-wav", "a.wav")),
    ];
    for (model, input, file) in cases {
        let step = ordering(Language::English, model).sends(file.clone());

        assert_eq!(draft_of(&step).files_of(input).len(), 1, "{file:?}: {}", text_of(&step));
    }
}

#[test]
fn what_was_sent_is_told_apart_by_what_is_said_of_it() {
    let kinds = [
        (photo("a"), Some(FileKind::Image), Some("image/jpeg")),
        (sent(MediaKind::Voice, "a"), Some(FileKind::Audio), Some("audio/ogg")),
        (sent(MediaKind::VideoNote, "a"), Some(FileKind::Video), Some("video/mp4")),
        (document("IMAGE/PNG", "x"), Some(FileKind::Image), Some("image/png")),
        (document("", "x.mov"), Some(FileKind::Video), Some("video/quicktime")),
        (document("", "x"), None, None),
        (sent(MediaKind::Sticker, "a"), None, None),
    ];
    for (file, kind, mime) in kinds {
        assert_eq!(kind_of(&file), kind, "{file:?}");
        if let Some(kind) = kind {
            assert_eq!(picked(&file, kind).mime.as_deref(), mime);
        }
    }
}

#[test]
fn the_price_of_a_file_counts_the_rest_of_the_last_second_and_says_that_it_is_the_most() {
    let somebody = ordering(Language::English, "topaz-video");

    let step = somebody.sends(video(7));

    let draft = draft_of(&step);
    assert_eq!(draft.files_of("video_url")[0].milliseconds, Some(7_999));
    let said = text_of(&step);
    assert!(said.contains("won't cost more"), "{said}");
}
