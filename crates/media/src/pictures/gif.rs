//! GIF: a screen, and frames on it, which may be larger than the screen says.
//!
//! ```text
//!   Screen ── Block ─ extension ── Label ──┐
//!               ├──── picture ── Frame ── Codes ── Parts (of a length each) ──> Block
//!               └──── end ──> over
//! ```

use super::picture;
use crate::Measured;
use crate::bits::little32;
use crate::length::larger;
use crate::tape::{Walk, Want};

#[derive(Debug, Default, Clone, Copy)]
enum State {
    #[default]
    Screen,
    Skipped,
    Block,
    /// The one byte before the parts of an extension or a picture.
    Before,
    Frame,
    Colours,
    Parts,
    Part,
}

/// The walk.
#[derive(Debug, Default)]
pub(crate) struct Gif {
    state: State,
    pixels: Option<(u32, u32)>,
}

/// Bytes of the table of colours that these flags announce.
fn colours(flags: u8) -> u64 {
    if flags & 0x80 == 0 { 0 } else { 3 << (1 + (flags & 7)) }
}

impl Walk for Gif {
    fn begin(&self) -> Want {
        Want::Read(13)
    }

    fn step(&mut self, _at: u64, bytes: &[u8]) -> Want {
        let first = bytes.first().copied().unwrap_or_default();
        let side = |at| little32(bytes, at, 2);
        let (state, want) = match self.state {
            State::Screen => {
                self.pixels = larger(None, (side(6), side(8)));
                (State::Skipped, Want::Skip(colours(bytes.get(10).copied().unwrap_or_default())))
            }
            State::Skipped => (State::Block, Want::Read(1)),
            State::Block => match first {
                0x21 => (State::Before, Want::Read(1)),
                0x2C => (State::Frame, Want::Read(9)),
                _ => (State::Block, Want::Rest),
            },
            State::Frame => {
                self.pixels = larger(self.pixels, (side(0) + side(4), side(2) + side(6)));
                (State::Colours, Want::Skip(colours(bytes.get(8).copied().unwrap_or_default())))
            }
            State::Colours => (State::Before, Want::Read(1)),
            State::Before | State::Part => (State::Parts, Want::Read(1)),
            State::Parts if first == 0 => (State::Block, Want::Read(1)),
            State::Parts => (State::Part, Want::Skip(u64::from(first))),
        };
        self.state = state;
        want
    }

    fn finish(&mut self, _total: u64, _whole: bool) -> Measured {
        picture(self.pixels)
    }
}
