//! Files for people to look at: what is asked for decides their shape, the prompt what is in them.
//!
//! ```text
//!   input ── aspect_ratio, image_size, size ... ──> sides          photo of the input ──> the same, changed
//!   prompt ── words, hash ──> landscape, clip, tune                none, or unreadable ──> a landscape
//! ```

use bytes::Bytes;
use serde_json::Value;

pub(crate) use super::Kind;
use super::tagged;
use crate::art::{self, Look, Pixmap, SIDE, Wish};

const WIDE: [&[u8]; 3] = [
    include_bytes!("../../../assets/wide-1.mp4"),
    include_bytes!("../../../assets/wide-2.mp4"),
    include_bytes!("../../../assets/wide-3.mp4"),
];
const TALL: [&[u8]; 2] =
    [include_bytes!("../../../assets/tall-1.mp4"), include_bytes!("../../../assets/tall-2.mp4")];
const TUNES: [&[u8]; 2] =
    [include_bytes!("../../../assets/tune-0.mp3"), include_bytes!("../../../assets/tune-1.mp3")];

/// How long a tune is, in seconds.
pub(crate) const TUNE: f64 = 8.0;

/// Telegram keeps what is smaller whole; a picture of more bytes becomes a JPEG, whatever its name.
const LARGEST: usize = 900_000;

/// What names the shape of a result.
const SHAPES: [&str; 7] =
    ["aspect_ratio", "aspectRatio", "image_size", "imageSize", "image_resolution", "size", "ratio"];

/// What a file is made of.
#[derive(Debug)]
pub(crate) struct Order {
    pub(crate) prompt: String,
    /// Whether a person has said what is to be seen.
    pub(crate) is_wished: bool,
    pub(crate) model: String,
    pub(crate) number: usize,
    pub(crate) input: Value,
    pub(crate) photo: Option<Bytes>,
}

pub(crate) fn make(kind: Kind, order: &Order) -> Bytes {
    let wish = Wish::of(&order.prompt, order.number);
    let sides = sides(&order.input);
    let bytes = match kind {
        Kind::Mp4 => {
            let clips =
                if sides.is_some_and(|(wide, high)| high > wide) { &TALL[..] } else { &WIDE };
            tagged::film(clips[wish.pick(clips.len())], &order.prompt)
        }
        Kind::Mp3 => {
            // Two songs of one wish are two songs.
            let first = Wish::of(&order.prompt, 0).pick(TUNES.len());
            tagged::sound(TUNES[(first + order.number) % TUNES.len()], &order.prompt)
        }
        Kind::Png | Kind::Jpeg => picture(kind, &drawn(order, &wish, sides)),
    };
    bytes.into()
}

/// A file about these words alone.
pub(crate) fn of(kind: Kind, words: &str) -> Bytes {
    let (prompt, model) = (words.to_owned(), String::new());
    let input = serde_json::json!({ "size": "4:3" });
    make(kind, &Order { prompt, is_wished: true, model, number: 0, input, photo: None })
}

fn drawn(order: &Order, wish: &Wish, sides: Option<(u32, u32)>) -> Pixmap {
    let look = match order.is_wished {
        true => Look::Tinted(wish),
        false if order.model.contains("background") => Look::CutOut,
        false => Look::Kept,
    };
    let photo = order.photo.as_ref().and_then(|photo| art::retouch(photo, look, SIDE));
    photo.unwrap_or_else(|| art::paint(wish, scaled(sides.unwrap_or((1, 1))), 0.0))
}

/// The pixels of a shape; nothing is steeper than one to three.
fn scaled((wide, high): (u32, u32)) -> (u32, u32) {
    let longer = wide.max(high).max(1);
    let side = |part: u32| (SIDE * part / longer).max(SIDE / 3);
    (side(wide), side(high))
}

/// The shape that an input asks for, in any of the ways that models write it.
fn sides(input: &Value) -> Option<(u32, u32)> {
    SHAPES.iter().find_map(|name| {
        let word = input[*name].as_str()?;
        if word.starts_with("square") {
            return Some((1, 1));
        }
        let is_tall = word.starts_with("portrait");
        let named = word.strip_prefix("portrait_").or_else(|| word.strip_prefix("landscape_"));
        let mut numbers = named.unwrap_or(word).split([':', 'x', '*', '_']).map(str::parse::<u32>);
        let (one, other) = (numbers.next()?.ok()?, numbers.next()?.ok()?);
        let is_shape = (1..10_000).contains(&one) && (1..10_000).contains(&other);
        let is_turned = named.is_some() && is_tall == (one > other);
        is_shape.then_some(if is_turned { (other, one) } else { (one, other) })
    })
}

fn picture(kind: Kind, pixmap: &Pixmap) -> Vec<u8> {
    let png = if kind == Kind::Png { png(pixmap) } else { None };
    png.filter(|bytes| bytes.len() <= LARGEST).unwrap_or_else(|| jpeg(pixmap))
}

pub(crate) fn png(pixmap: &Pixmap) -> Option<Vec<u8>> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, pixmap.width(), pixmap.height());
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.write_header().ok()?.write_image_data(pixmap.data()).ok()?;
    Some(file)
}

fn jpeg(pixmap: &Pixmap) -> Vec<u8> {
    let [wide, high] =
        [pixmap.width(), pixmap.height()].map(|side| u16::try_from(side).unwrap_or(u16::MAX));
    let mut file = Vec::new();
    let encoder = jpeg_encoder::Encoder::new(&mut file, 88);
    // Writing into memory does not fail, and the sides are those of the picture.
    let written = encoder.encode(pixmap.data(), wide, high, jpeg_encoder::ColorType::Rgba);
    written.map(|()| file).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use serde_json::json;

    use super::{Kind, Order, Value, make, scaled, sides};
    use crate::telegram::look;

    fn order(prompt: &str, input: Value) -> Order {
        let (prompt, model) = (prompt.to_owned(), "any/model".to_owned());
        Order { prompt, is_wished: true, model, number: 0, input, photo: None }
    }

    #[test]
    fn a_shape_is_read_in_every_spelling() {
        for (field, word, expected) in [
            ("aspect_ratio", "16:9", Some((16, 9))),
            ("aspectRatio", "9:16", Some((9, 16))),
            ("image_size", "portrait_16_9", Some((9, 16))),
            ("image_size", "landscape_4_3", Some((4, 3))),
            ("image_size", "square_hd", Some((1, 1))),
            ("size", "1024x1536", Some((1024, 1536))),
            ("size", "auto", None),
            ("size", "0:1", None),
            ("prompt", "16:9", None),
        ] {
            assert_eq!(sides(&json!({ field: word })), expected, "{field} {word}");
        }
        assert_eq!((scaled((16, 9)), scaled((1, 9))), ((768, 432), (256, 768)));
    }

    #[test]
    fn a_picture_has_the_asked_shape_is_stable_and_small_enough_to_be_kept() {
        for kind in [Kind::Png, Kind::Jpeg] {
            let asked = order("a cat on the moon", json!({ "aspect_ratio": "3:4" }));
            let picture = make(kind, &asked);
            let seen = look(&picture).expect("a picture");
            assert_eq!((seen.width, seen.height), (576, 768));
            assert!(picture.len() < 1 << 20, "{kind:?} has {} bytes", picture.len());
            assert_eq!(make(kind, &asked), picture);
            assert_ne!(make(kind, &Order { number: 1, ..asked }), picture);
            assert_ne!(make(kind, &order("a cat on the sun", json!({}))), picture);
        }
    }

    #[test]
    fn a_photo_is_changed_by_words_kept_without_and_cut_out_for_a_background() {
        let photo = make(Kind::Jpeg, &order("a boat", json!({ "aspect_ratio": "16:9" })));
        let with = |is_wished: bool, model: &str| Order {
            photo: Some(photo.clone()),
            is_wished,
            model: model.to_owned(),
            ..order("at night", json!({ "aspect_ratio": "1:1" }))
        };
        let made =
            [with(true, "any"), with(false, "any/upscale"), with(false, "remove-background")]
                .map(|order| make(Kind::Png, &order));
        for picture in &made {
            let seen = look(picture).expect("a picture");
            assert_eq!((seen.width, seen.height), (768, 432), "it has the sides of the photo");
        }
        assert!(made[0] != made[1] && made[1] != made[2] && made[0] != made[2]);
        let broken = Order { photo: Some("no picture".into()), ..with(true, "any") };
        assert_eq!(look(&make(Kind::Png, &broken)).map(|seen| seen.height), Some(768));
    }

    #[test]
    fn films_and_tunes_are_whole_files_with_the_title_in_them() {
        let tall = json!({ "aspect_ratio": "9:16" });
        for input in [json!({}), tall] {
            let film = make(Kind::Mp4, &order("Лиса", input));
            assert!(film.starts_with(b"\0\0\0\x20ftypisom") && film.ends_with("Лиса".as_bytes()));
        }
        let tune = make(Kind::Mp3, &order("Лиса", json!({})));
        assert!(tune.starts_with(b"ID3\x04"));
        assert_ne!(tune, make(Kind::Mp3, &Order { number: 1, ..order("Лиса", json!({})) }));
    }

    #[test]
    fn a_picture_does_not_take_long_even_without_optimisation() {
        let begun = Instant::now();
        for number in 0..3 {
            make(Kind::Png, &Order { number, ..order("a city at night", json!({})) });
        }
        assert!(begun.elapsed() < testbed::SOON, "three took {:?}", begun.elapsed());
    }
}
