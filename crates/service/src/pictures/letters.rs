//! Letters as outlines: a picture needs no font where it is drawn, and no room of it knows fonts.
//!
//! The outlines are those of a free font, in a file beside this one with its licence. A letter that is not among them
//! is left out.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::LazyLock;

/// How high a letter is in the units of its outline.
const UNITS: f32 = 2048.0;

/// A letter: how far the next one is, and its outline.
struct Letter {
    advance: f32,
    path: &'static str,
}

static LETTERS: LazyLock<HashMap<char, Letter>> = LazyLock::new(|| {
    let lines = include_str!("glyphs.txt").lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(read).collect()
});

fn read(line: &'static str) -> Option<(char, Letter)> {
    let (letter, rest) = line.split_once(' ')?;
    let letter = char::from_u32(u32::from_str_radix(letter, 16).ok()?)?;
    let (advance, path) = rest.split_once(' ').unwrap_or((rest, ""));
    Some((letter, Letter { advance: advance.parse().ok()?, path }))
}

/// Where a text stands relative to its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// How wide a text is at this height.
pub(super) fn width(text: &str, size: f32) -> f32 {
    let advances = text.chars().filter_map(|letter| LETTERS.get(&plain(letter)));
    advances.map(|letter| letter.advance).sum::<f32>() * size / UNITS
}

/// Draws a text with its baseline at this place.
pub(super) fn write(
    svg: &mut String,
    text: &str,
    (x, y): (f32, f32),
    size: f32,
    (anchor, colour): (Anchor, &str),
) {
    let x = match anchor {
        Anchor::Start => x,
        Anchor::Middle => x - width(text, size) / 2.0,
        Anchor::End => x - width(text, size),
    };
    let scale = size / UNITS;
    // A drawing has its y downwards, an outline upwards.
    let _ = write!(
        svg,
        "<g fill=\"{colour}\" transform=\"translate({x:.1} {y:.1}) scale({scale:.5} -{scale:.5})\">"
    );
    let mut along = 0.0;
    for letter in text.chars().filter_map(|letter| LETTERS.get(&plain(letter))) {
        if !letter.path.is_empty() {
            let path = letter.path;
            let _ = write!(svg, "<path transform=\"translate({along} 0)\" d=\"{path}\"/>");
        }
        along += letter.advance;
    }
    svg.push_str("</g>");
}

/// A space that does not break is as wide as any other.
const fn plain(letter: char) -> char {
    if letter == '\u{A0}' { ' ' } else { letter }
}

#[cfg(test)]
mod tests {
    use super::{LETTERS, width};

    #[test]
    fn every_letter_of_both_languages_has_an_outline() {
        let letters = "ABCXYZabcxyz0123456789.,:%()/-АБЯабяЁё−·";
        for letter in letters.chars() {
            assert!(LETTERS.contains_key(&letter), "{letter}");
            assert!(!LETTERS[&letter].path.is_empty(), "{letter}");
        }
        assert!(width("Люди", 20.0) > width("Лю", 20.0));
        assert!(width("\u{1F600}", 20.0).abs() < f32::EPSILON, "what is not there is left out");
    }
}
