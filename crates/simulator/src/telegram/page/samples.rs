//! Files at hand: what a person of the page can send by one click, and what is shown as a model's samples.
//!
//! Pictures are painted when they are first asked for; films and sounds are those of the fake KIE.

use std::sync::OnceLock;

use axum::body::Body;
use axum::http::Response;
use bytes::Bytes;
use serde_json::{Value, json};

use crate::art::{self, Wish};
use crate::fake::http::response;
use crate::kie::fine::{self, Kind};
use crate::telegram::Parcel;

/// The name, what it is sent as, the words that it is painted by or found under.
const ALL: [(&str, &str, &str); 8] = [
    ("photo-1", "photo", "a boat on the sea at sunset"),
    ("photo-2", "photo", "a fox in the autumn forest"),
    ("photo-3", "photo", "balloons over the mountains at dawn"),
    ("video", "video", "a city at night"),
    ("sound", "audio", "a walk by the sea"),
    ("voice", "voice", ""),
    ("sticker-1", "sticker", "cat"),
    ("sticker-2", "sticker", "fox"),
];

const VOICE: &[u8] = include_bytes!("../../../assets/voice.ogg");

/// What is painted is painted once.
static BYTES: [OnceLock<Bytes>; ALL.len()] = [const { OnceLock::new() }; ALL.len()];

fn bytes(place: usize) -> &'static Bytes {
    BYTES[place].get_or_init(|| make(place))
}

fn make(place: usize) -> Bytes {
    let (_, kind, words) = ALL[place];
    match kind {
        "photo" => fine::of(Kind::Jpeg, words),
        "video" => fine::of(Kind::Mp4, words),
        "audio" => fine::of(Kind::Mp3, words),
        "voice" => Bytes::from_static(VOICE),
        _ => fine::png(&art::sticker(&Wish::of(words, 0))).unwrap_or_default().into(),
    }
}

fn place(name: &str) -> Option<usize> {
    ALL.iter().position(|(own, ..)| *own == name)
}

/// What the page offers to send.
pub(super) fn list() -> Value {
    ALL.iter().map(|(name, kind, _)| json!({ "name": name, "kind": kind })).collect()
}

/// The bytes of one of them, as its picture on the page.
pub(super) fn show(name: &str) -> Option<Response<Body>> {
    let place = place(name)?;
    let kind = match ALL[place].1 {
        "photo" => "image/jpeg",
        "sticker" => "image/png",
        "video" => "video/mp4",
        "audio" => "audio/mpeg",
        _ => "audio/ogg",
    };
    Some(response(200, kind, bytes(place).clone()))
}

/// One of them, ready to be sent.
pub(crate) fn parcel(name: &str) -> Option<Parcel> {
    let place = place(name)?;
    let bytes = bytes(place);
    Some(match ALL[place].1 {
        "photo" => Parcel::photo(bytes),
        "video" => Parcel::video(bytes, 4, (640, 360)),
        "audio" => Parcel::audio(bytes, 8),
        "voice" => Parcel::voice(bytes, 4),
        _ => Parcel::sticker(bytes),
    })
}

/// A photo, a film and a sound about these words.
pub(crate) fn about(words: &str) -> [Parcel; 3] {
    let film = Parcel::video(&fine::of(Kind::Mp4, words), 4, (640, 360));
    let sound = Parcel::audio(&fine::of(Kind::Mp3, words), 8);
    [Parcel::photo(&fine::of(Kind::Jpeg, words)), film, sound]
}

#[cfg(test)]
mod tests {
    use super::{ALL, parcel, show};
    use crate::telegram::look;

    #[test]
    fn everything_at_hand_can_be_seen_and_sent() {
        for (name, kind, _) in ALL {
            let parcel = parcel(name).unwrap();
            assert_eq!(parcel.kind.word(), kind);
            assert!(parcel.content.length > 1000, "{name} has {} bytes", parcel.content.length);
            let is_picture = look(&parcel.content.kept).is_some();
            assert_eq!(is_picture, ["photo", "sticker"].contains(&kind), "{name}");
            assert_eq!(show(name).unwrap().status(), 200);
        }
        assert!(show("secrets").is_none() && parcel("secrets").is_none());
    }
}
