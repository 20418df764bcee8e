//! The files that tasks give: small and real with the prompt inside for tests, fine ones for people.
//!
//! | kind | for tests | for people (see [`fine`]) |
//! | --- | --- | --- |
//! | PNG, JPEG | one colour; the prompt is a text inside | a landscape, or the photo in other colours |
//! | MP4 | two seconds of a test picture; the prompt is the title | a landscape that moves |
//! | MP3 | two seconds of a tone; the prompt is the title | a tune of eight seconds |
//!
//! Films and sounds are templates in `assets/`, without any metadata: the small ones made with `ffmpeg` from its
//! `testsrc` and `sine`, the fine ones by `assets/make`.

pub(crate) mod fine;
mod picture;
mod tagged;

use bytes::Bytes;

use crate::fake;
use picture::Picture;

const FILM: &[u8] = include_bytes!("../../assets/clip.mp4");
const TONE: &[u8] = include_bytes!("../../assets/tone.mp3");

#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    Png,
    #[serde(alias = "jpg")]
    Jpeg,
    Mp4,
    Mp3,
}

impl Kind {
    pub(crate) fn of_name(name: &str) -> Option<Self> {
        fake::named(name.rsplit_once('.')?.1)
    }
}

/// The type that a server derives from a name, as KIE's do.
pub(crate) fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, extension)| extension) {
        Some("png") => "image/png",
        Some("jpeg" | "jpg") => "image/jpeg",
        Some("webp") => "image/webp",
        Some("mp4") => "video/mp4",
        Some("mp3") => "audio/mpeg",
        Some("wav") => "audio/wav",
        Some("ogg") => "audio/ogg",
        Some("txt") => "text/plain",
        _ => "application/octet-stream",
    }
}

/// Makes a file about a prompt. Files of one task differ by their number.
pub(crate) fn make(kind: Kind, prompt: &str, number: usize) -> Bytes {
    let bytes = match kind {
        Kind::Png => Picture::of(prompt, number).png(),
        Kind::Jpeg => Picture::of(prompt, number).jpeg(),
        Kind::Mp4 => tagged::film(FILM, prompt),
        Kind::Mp3 => tagged::sound(TONE, prompt),
    };
    bytes.into()
}

/// What to put behind a file so that it stays one when zeros up to a size follow.
pub(crate) fn padding(kind: Kind, head: &Bytes, size: Option<u64>) -> Bytes {
    match (kind, size) {
        (Kind::Mp4, Some(size)) => tagged::with_free_space(head, size),
        _ => head.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, content_type, make};

    #[test]
    fn files_are_what_they_say_small_and_differ_by_prompt_and_number() {
        let starts: [(Kind, &[u8]); 4] = [
            (Kind::Png, b"\x89PNG\r\n\x1a\n"),
            (Kind::Jpeg, b"\xff\xd8\xff"),
            (Kind::Mp4, b"\0\0\0\x20ftypisom"),
            (Kind::Mp3, b"ID3\x04"),
        ];
        for (kind, start) in starts {
            let file = make(kind, "Лиса в снегу", 0);
            assert!(file.starts_with(start), "{kind:?}");
            assert!(file.len() < 40_000, "{kind:?} has {} bytes", file.len());
            assert_eq!(file, make(kind, "Лиса в снегу", 0));
            assert_ne!(file, make(kind, "Волк в снегу", 0));
            let text = "Лиса в снегу".as_bytes();
            assert!(file.windows(text.len()).any(|window| window == text), "{kind:?}");
        }
        assert_ne!(make(Kind::Png, "a", 0), make(Kind::Png, "a", 1));
    }

    #[test]
    fn a_name_tells_the_kind_and_the_type() {
        assert_eq!(Kind::of_name("a.b.jpeg"), Some(Kind::Jpeg));
        assert_eq!(Kind::of_name("a"), None);
        assert_eq!(content_type("a.mp3"), "audio/mpeg");
    }
}
