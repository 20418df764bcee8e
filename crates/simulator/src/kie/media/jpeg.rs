//! JPEG in its simplest form: every dot of a picture is a block of eight by eight of one colour.
//!
//! A block of one colour has no waves in it, only a level, so there is nothing to transform: each
//! level is written as the difference to the one before, and "no waves" is one bit.

use super::picture::Picture;

/// Dots of a block's side.
const SIDE: usize = 8;

/// How many codes of each length there are for the sizes of differences: the table of the standard.
const LENGTHS: [u8; 16] = [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0];

/// Writes a picture, with its words as a comment.
pub(super) fn write(picture: &Picture, words: &str) -> Vec<u8> {
    let mut file = vec![0xFF, 0xD8];
    segment(&mut file, 0xE0, b"JFIF\0\x01\x01\0\0\x01\0\x01\0\0");
    let comment: String = words.chars().take(4000).collect();
    segment(&mut file, 0xFE, comment.as_bytes());
    // Levels are eight times what they seem, and this divides them again.
    segment(&mut file, 0xDB, &[&[0][..], &[8; 64]].concat());
    let [height, width] = [picture.height, picture.width]
        .map(|dots| u16::try_from(dots * SIDE).unwrap_or(u16::MAX).to_be_bytes());
    let parts = [3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0];
    segment(&mut file, 0xC0, &[&[8][..], &height, &width, &parts].concat());
    let sizes: Vec<u8> = (0..LENGTHS.iter().sum()).collect();
    segment(&mut file, 0xC4, &[&[0][..], &LENGTHS, &sizes].concat());
    let mut waves = [0; 18];
    // Class one, table nought; one code of one bit, which means that the block is over.
    (waves[0], waves[1]) = (0x10, 1);
    segment(&mut file, 0xC4, &waves);
    segment(&mut file, 0xDA, &[3, 1, 0, 2, 0, 3, 0, 0, 63, 0]);
    file.extend(blocks(picture));
    file.extend([0xFF, 0xD9]);
    file
}

fn segment(file: &mut Vec<u8>, name: u8, content: &[u8]) {
    file.extend([0xFF, name]);
    file.extend(u16::try_from(content.len() + 2).unwrap_or(u16::MAX).to_be_bytes());
    file.extend(content);
}

fn blocks(picture: &Picture) -> Vec<u8> {
    let (ground, ink) = (levels(picture.ground), levels(picture.ink));
    let (mut bits, mut last) = (Bits::default(), [0; 3]);
    for dot in &picture.dots {
        let colour = if *dot { ink } else { ground };
        for (level, before) in colour.into_iter().zip(&mut last) {
            bits.difference(level - *before);
            *before = level;
            bits.push(0, 1);
        }
    }
    bits.end()
}

/// Brightness and the two differences of colour, around zero.
fn levels([red, green, blue]: [u8; 3]) -> [i32; 3] {
    let [red, green, blue] = [red, green, blue].map(i32::from);
    let bright = (299 * red + 587 * green + 114 * blue) / 1000 - 128;
    let blueness = (-169 * red - 331 * green + 500 * blue) / 1000;
    let redness = (500 * red - 419 * green - 81 * blue) / 1000;
    [bright, blueness, redness]
}

/// Bits on their way into bytes.
#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    pending: u32,
    count: u32,
}

impl Bits {
    fn push(&mut self, value: u32, length: u32) {
        self.pending = self.pending << length | value;
        self.count += length;
        while self.count >= 8 {
            self.count -= 8;
            let byte = u8::try_from(self.pending >> self.count & 0xFF).unwrap_or_default();
            self.bytes.push(byte);
            if byte == 0xFF {
                // So that it is not taken for the beginning of a segment.
                self.bytes.push(0);
            }
        }
        self.pending &= (1 << self.count) - 1;
    }

    /// The size of a difference by its code, then the difference in so many bits.
    fn difference(&mut self, value: i32) {
        let size = u32::BITS - value.unsigned_abs().leading_zeros();
        let (code, length) = match size {
            0 => (0b00, 2),
            1..=5 => (0b010 + size - 1, 3),
            _ => ((1 << (size - 2)) - 2, size - 2),
        };
        self.push(code, length);
        let own = if value < 0 { value - 1 } else { value };
        self.push(own.cast_unsigned() & ((1 << size) - 1), size);
    }

    fn end(mut self) -> Vec<u8> {
        self.push(0x7F, 7);
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::Bits;

    fn written(values: &[i32]) -> String {
        let mut bits = Bits::default();
        values.iter().for_each(|value| bits.difference(*value));
        let whole: String = bits.bytes.iter().map(|byte| format!("{byte:08b}")).collect();
        let rest: String =
            (0..bits.count).rev().map(|place| (bits.pending >> place & 1).to_string()).collect();
        whole + &rest
    }

    #[test]
    fn differences_have_the_codes_of_the_standard() {
        assert_eq!(written(&[0]), "00");
        assert_eq!(written(&[1]), "0101");
        assert_eq!(written(&[-1]), "0100");
        assert_eq!(written(&[-3]), "01100");
        assert_eq!(written(&[31]), "11011111");
        assert_eq!(written(&[32]), "1110100000");
        assert_eq!(written(&[255]), format!("111110{}", "1".repeat(8)));
    }
}
