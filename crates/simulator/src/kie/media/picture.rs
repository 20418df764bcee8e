//! A picture of two colours, words on a ground, as PNG or as JPEG; the words are also text inside.
//!
//! Letters are Latin and Cyrillic; what has no letter is a question mark.

use embedded_graphics::geometry::{OriginDimensions as _, Point};
use embedded_graphics::image::GetPixel as _;
use embedded_graphics::mono_font::MonoFont;
use embedded_graphics::mono_font::iso_8859_5::FONT_6X10;
use embedded_graphics::pixelcolor::BinaryColor;

const FONT: MonoFont<'_> = FONT_6X10;

/// Letters are so many times their size.
const SCALE: usize = 3;

const WIDTH: u16 = 384;
const HEIGHT: u16 = 256;
const INK: [u8; 3] = [255, 255, 255];

#[derive(Debug)]
pub(super) struct Picture {
    words: String,
    dots: Vec<bool>,
    ground: [u8; 3],
}

impl Picture {
    pub(super) fn of(prompt: &str, number: usize) -> Self {
        let (width, height) = (usize::from(WIDTH), usize::from(HEIGHT));
        let [wide, high] = cell().map(|side| side * SCALE);
        let lines = lines(prompt, width / wide, height / high);
        let is_ink = |x: usize, y: usize| {
            let letter = lines.get(y / high).and_then(|line| line.chars().nth(x / wide));
            letter.is_some_and(|letter| is_dot(letter, x % wide / SCALE, y % high / SCALE))
        };
        let dots = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let dots = dots.map(|(x, y)| is_ink(x, y)).collect();
        let words = prompt.chars().take(4000).collect();
        Self { words, dots, ground: colour(prompt, number) }
    }

    pub(super) fn png(&self) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, WIDTH.into(), HEIGHT.into());
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::One);
        encoder.set_palette([self.ground, INK].concat());
        let bits = |dots: &[bool]| dots.iter().fold(0, |bits, dot| bits << 1 | u8::from(*dot));
        let rows: Vec<u8> = self.dots.chunks(8).map(bits).collect();
        let written = encoder
            .add_itxt_chunk("Description".to_owned(), self.words.clone())
            .and_then(|()| encoder.write_header()?.write_image_data(&rows));
        // Writing into memory does not fail.
        written.map(|()| file).unwrap_or_default()
    }

    pub(super) fn jpeg(&self) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = jpeg_encoder::Encoder::new(&mut file, 60);
        let colours = self.dots.iter().flat_map(|dot| if *dot { INK } else { self.ground });
        let colours: Vec<u8> = colours.collect();
        let written = encoder
            .add_app_segment(13, self.words.clone().into_bytes())
            .and_then(|()| encoder.encode(&colours, WIDTH, HEIGHT, jpeg_encoder::ColorType::Rgb));
        // Writing into memory does not fail.
        written.map(|()| file).unwrap_or_default()
    }
}

fn cell() -> [usize; 2] {
    let size = FONT.character_size;
    [size.width, size.height].map(|side| usize::try_from(side).unwrap_or(1))
}

fn is_dot(letter: char, x: usize, y: usize) -> bool {
    let [wide, high] = cell();
    let columns = usize::try_from(FONT.image.size().width).unwrap_or_default() / wide;
    let place = FONT.glyph_mapping.index(letter);
    let [x, y] = [place % columns * wide + x, place / columns * high + y]
        .map(|side| i32::try_from(side).unwrap_or(-1));
    FONT.image.pixel(Point::new(x, y)) == Some(BinaryColor::On)
}

/// Words in lines that are not too long; a longer word is broken, and what does not fit is left out.
fn lines(text: &str, columns: usize, rows: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let most = columns * rows;
    for word in text.chars().take(most).collect::<String>().split_whitespace() {
        let used = lines.last().map_or(0, |line| line.chars().count());
        let length = word.chars().count();
        match lines.last_mut() {
            Some(line) if used == 0 && length <= columns => line.push_str(word),
            Some(line) if used + 1 + length <= columns => {
                line.push(' ');
                line.push_str(word);
            }
            _ => {
                let letters: Vec<char> = word.chars().collect();
                lines.extend(letters.chunks(columns).map(|part| part.iter().collect()));
            }
        }
    }
    lines.retain(|line| !line.is_empty());
    lines.truncate(rows);
    lines
}

/// A dark colour of its own for each picture.
fn colour(prompt: &str, number: usize) -> [u8; 3] {
    let start = u32::try_from(number).unwrap_or_default().wrapping_mul(0x9E37_79B9) ^ 0x811C_9DC5;
    let hash =
        prompt.bytes().fold(start, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    let [red, green, blue, _] = hash.to_be_bytes();
    [red % 150, green % 150, blue % 150]
}

#[cfg(test)]
mod tests {
    use super::{FONT, Picture, lines};

    #[test]
    fn words_are_wrapped_and_broken() {
        assert_eq!(lines("a fox runs", 5, 9), ["a fox", "runs"]);
        assert_eq!(lines("abcdefgh i", 5, 9), ["abcde", "fgh i"]);
        assert_eq!(lines("a b c d e f", 1, 3), ["a", "b"]);
        assert_eq!(lines("", 5, 9), [""; 0]);
    }

    #[test]
    fn a_picture_shows_its_words() {
        let drawn = |text: &str| Picture::of(text, 0).dots.iter().filter(|dot| **dot).count();

        assert_eq!(drawn(""), 0);
        assert!(drawn("I") > 0);
        assert_eq!(drawn("I I"), 2 * drawn("I"));
    }

    #[test]
    fn every_letter_of_both_alphabets_has_a_glyph() {
        let letters = ('a'..='z').chain('0'..='9').chain('\u{430}'..='\u{44F}').chain(['\u{451}']);
        let unknown = FONT.glyph_mapping.index('\u{4E2D}');
        for letter in letters {
            assert_ne!(FONT.glyph_mapping.index(letter), unknown, "{letter}");
            assert_ne!(Picture::of(&letter.to_string(), 0).dots, Picture::of(" ", 0).dots);
        }
    }
}
