//! WebP: chunks, of which some say how large the canvas or a frame is.
//!
//! ```text
//!   RIFF ── Chunk ── Head (its first bytes) ── rest skipped ──> Chunk
//! ```

use super::picture;
use crate::Measured;
use crate::bits::{little, little32};
use crate::length::larger;
use crate::tape::{Walk, Want};

#[derive(Debug, Default, Clone, Copy)]
enum State {
    #[default]
    Riff,
    Chunk,
    /// The head of a chunk of this name, and what is behind it.
    Head([u8; 4], u64),
    Skipped,
}

/// The walk.
#[derive(Debug, Default)]
pub(crate) struct WebP {
    state: State,
    pixels: Option<(u32, u32)>,
}

/// The size that the head of a chunk says.
fn sides(name: [u8; 4], head: &[u8]) -> Option<(u32, u32)> {
    Some(match &name {
        b"VP8X" => (little32(head, 4, 3) + 1, little32(head, 7, 3) + 1),
        b"ANMF" => (little32(head, 6, 3) + 1, little32(head, 9, 3) + 1),
        b"VP8 " if head.get(3..6) == Some(b"\x9d\x01\x2a") => {
            (little32(head, 6, 2) & 0x3FFF, little32(head, 8, 2) & 0x3FFF)
        }
        b"VP8L" if head.first() == Some(&0x2F) => {
            let bits = little32(head, 1, 4);
            ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
        }
        _ => return None,
    })
}

impl Walk for WebP {
    fn begin(&self) -> Want {
        Want::Read(12)
    }

    fn step(&mut self, _at: u64, bytes: &[u8]) -> Want {
        match self.state {
            State::Riff | State::Skipped => {
                self.state = State::Chunk;
                Want::Read(8)
            }
            State::Chunk => {
                let size = little(bytes, 4, 4);
                let head = if size < 12 { size } else { 12 };
                let name = bytes.first_chunk().copied().unwrap_or_default();
                self.state = State::Head(name, size + size % 2 - head);
                Want::Read(usize::try_from(head).unwrap_or_default())
            }
            State::Head(name, rest) => {
                if let Some(sides) = sides(name, bytes) {
                    self.pixels = larger(self.pixels, sides);
                }
                self.state = State::Skipped;
                Want::Skip(rest)
            }
        }
    }

    fn finish(&mut self, _total: u64, _whole: bool) -> Measured {
        picture(self.pixels)
    }
}
