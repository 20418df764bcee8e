//! TIFF: directories of tags, each with the place of the next.
//!
//! ```text
//!   Head (order, place) ── skip to it ── Count ── Tags ── Next ──> skip to it, or over
//! ```
//!
//! On failure: a directory before the place where we are cannot be read any more, and the size is
//! not known then.

use super::picture;
use crate::Measured;
use crate::bits::{big, little};
use crate::length::larger;
use crate::tape::{LONGEST, Walk, Want};

/// Bytes of a tag.
const TAG: usize = 12;

#[derive(Debug, Default, Clone, Copy)]
enum State {
    #[default]
    Head,
    There,
    Count,
    Tags,
    Next,
}

/// The walk.
#[derive(Debug, Default)]
pub(crate) struct Tiff {
    state: State,
    is_big: bool,
    pixels: Option<(u32, u32)>,
    is_lost: bool,
}

impl Tiff {
    fn number(&self, bytes: &[u8], at: usize, count: usize) -> u64 {
        if self.is_big { big(bytes, at, count) } else { little(bytes, at, count) }
    }

    fn go(&mut self, place: u64, at: u64) -> Want {
        match place.checked_sub(at) {
            Some(way) => {
                self.state = State::There;
                Want::Skip(way)
            }
            None => {
                self.is_lost |= place != 0;
                Want::Rest
            }
        }
    }

    fn on_tags(&mut self, tags: &[u8]) {
        let (mut width, mut height) = (0, 0);
        for tag in tags.chunks_exact(TAG) {
            let value = match self.number(tag, 2, 2) {
                3 => self.number(tag, 8, 2),
                4 => self.number(tag, 8, 4),
                _ => continue,
            };
            match self.number(tag, 0, 2) {
                256 => width = u32::try_from(value).unwrap_or_default(),
                257 => height = u32::try_from(value).unwrap_or_default(),
                _ => {}
            }
        }
        self.pixels = larger(self.pixels, (width, height));
    }
}

impl Walk for Tiff {
    fn begin(&self) -> Want {
        Want::Read(8)
    }

    fn step(&mut self, at: u64, bytes: &[u8]) -> Want {
        let after = at + bytes.len() as u64;
        match self.state {
            State::Head => {
                self.is_big = bytes.starts_with(b"MM");
                self.go(self.number(bytes, 4, 4), after)
            }
            State::There => {
                self.state = State::Count;
                Want::Read(2)
            }
            State::Count => {
                let length = usize::try_from(self.number(bytes, 0, 2)).unwrap_or_default() * TAG;
                self.state = State::Tags;
                self.is_lost |= length > LONGEST;
                if length > LONGEST { Want::Rest } else { Want::Read(length) }
            }
            State::Tags => {
                self.on_tags(bytes);
                self.state = State::Next;
                Want::Read(4)
            }
            State::Next => self.go(self.number(bytes, 0, 4), after),
        }
    }

    fn finish(&mut self, _total: u64, _whole: bool) -> Measured {
        picture(if self.is_lost { None } else { self.pixels })
    }
}

#[cfg(test)]
mod tests {
    use crate::Meter;

    #[test]
    fn the_largest_directory_counts_and_one_behind_us_is_not_known() {
        let directory = |width: u16, next: u32| {
            let mut bytes = vec![0, 2];
            for (tag, value) in [(256_u16, width), (257, 100)] {
                bytes.extend(tag.to_be_bytes());
                bytes.extend([0, 3, 0, 0, 0, 1]);
                bytes.extend(value.to_be_bytes());
                bytes.extend([0, 0]);
            }
            bytes.extend(next.to_be_bytes());
            bytes
        };
        let measured = |last| {
            let mut meter = Meter::new();
            meter.take(b"MM\0\x2a\0\0\0\x0a..");
            meter.take(&directory(64, 40));
            meter.take(&directory(640, last));
            meter.finish().pixels
        };
        assert_eq!(measured(0), Some((640, 100)));
        assert_eq!(measured(10), None);
    }
}
