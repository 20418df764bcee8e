//! A picture of two colours: words on a ground.

use super::font;

/// How many dots a picture has, and how large a letter's dot is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Size {
    /// 384 by 256, letters three times their size.
    Fine,
    /// 96 by 64: the dots become blocks of a JPEG.
    Coarse,
}

/// A cell of a letter: five by seven, and the space around it.
const CELL: (usize, usize) = (6, 9);

/// Dots in two colours, row by row.
#[derive(Debug)]
pub(super) struct Picture {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) dots: Vec<bool>,
    pub(super) ground: [u8; 3],
    pub(super) ink: [u8; 3],
}

impl Picture {
    /// The words of a prompt, as far as they fit.
    pub(super) fn of(prompt: &str, number: usize, size: Size) -> Self {
        let (width, height, scale) = match size {
            Size::Fine => (384, 256, 3),
            Size::Coarse => (96, 64, 1),
        };
        let ground = colour(prompt, number);
        let dots = vec![false; width * height];
        let mut picture = Self { width, height, dots, ground, ink: [255, 255, 255] };
        let columns = width / (CELL.0 * scale);
        let rows = height / (CELL.1 * scale);
        for (row, line) in lines(prompt, columns, rows).iter().enumerate() {
            for (column, letter) in line.chars().enumerate() {
                picture.draw(letter, column * CELL.0 * scale, row * CELL.1 * scale, scale);
            }
        }
        picture
    }

    fn draw(&mut self, letter: char, left: usize, top: usize, scale: usize) {
        for (y, row) in font::glyph(letter).iter().enumerate() {
            for x in (0..5).filter(|x| row >> (4 - x) & 1 == 1) {
                self.fill(left + (x + 1) * scale, top + (y + 1) * scale, scale);
            }
        }
    }

    fn fill(&mut self, left: usize, top: usize, side: usize) {
        for y in top..(top + side).min(self.height) {
            for x in left..(left + side).min(self.width) {
                self.dots[y * self.width + x] = true;
            }
        }
    }
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
    use super::{Picture, Size, lines};

    #[test]
    fn words_are_wrapped_and_broken() {
        assert_eq!(lines("a fox runs", 5, 9), ["a fox", "runs"]);
        assert_eq!(lines("abcdefgh i", 5, 9), ["abcde", "fgh i"]);
        assert_eq!(lines("a b c d e f", 1, 3), ["a", "b"]);
        assert_eq!(lines("", 5, 9), [""; 0]);
    }

    #[test]
    fn a_picture_shows_its_words() {
        let drawn =
            |text: &str| Picture::of(text, 0, Size::Coarse).dots.iter().filter(|dot| **dot).count();

        assert_eq!(drawn(""), 0);
        assert_eq!(drawn("I"), 11);
        assert_eq!(drawn("i I"), 22);
    }
}
