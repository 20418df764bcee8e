//! JPEG: segments, and between them coded dots in which a marker cannot hide.
//!
//! ```text
//!   Scan ── FF ──> Code ── a marker alone ──> Scan
//!                    ├──── a segment ──> Length ── Body ──> Scan
//!                    └──── end of picture ──> over
//! ```

use super::picture;
use crate::Measured;
use crate::bits::big;
use crate::length::larger;
use crate::tape::{Walk, Want};

/// Bytes of a frame header up to its size: precision, height, width.
const FRAME: usize = 5;

#[derive(Debug, Default, Clone, Copy)]
enum State {
    #[default]
    Scan,
    Code,
    Length {
        is_frame: bool,
        high: Option<u8>,
    },
    Body {
        is_frame: bool,
        left: usize,
    },
}

/// The walk.
#[derive(Debug, Default)]
pub(crate) struct Jpeg {
    state: State,
    frame: Vec<u8>,
    pixels: Option<(u32, u32)>,
    is_over: bool,
}

impl Jpeg {
    /// Takes the next bytes in the state it is in; how many of them it used.
    fn part(&mut self, bytes: &[u8]) -> usize {
        let first = bytes.first().copied().unwrap_or_default();
        match self.state {
            State::Scan => {
                let found = bytes.iter().position(|byte| *byte == 0xFF);
                if found.is_some() {
                    self.state = State::Code;
                }
                return found.map_or(bytes.len(), |at| at + 1);
            }
            State::Code => {
                self.is_over = first == 0xD9;
                self.state = match first {
                    0xFF => State::Code,
                    0 | 1 | 0xD0..=0xD9 => State::Scan,
                    code => {
                        let is_frame =
                            matches!(code, 0xC0..=0xCF) && !matches!(code, 0xC4 | 0xC8 | 0xCC);
                        State::Length { is_frame, high: None }
                    }
                };
            }
            State::Length { is_frame, high: None } => {
                self.state = State::Length { is_frame, high: Some(first) };
            }
            State::Length { is_frame, high: Some(high) } => {
                let left = usize::from(u16::from_be_bytes([high, first])).saturating_sub(2);
                self.frame.clear();
                self.state = if left == 0 { State::Scan } else { State::Body { is_frame, left } };
            }
            State::Body { is_frame, left } => {
                let used = left.min(bytes.len());
                if is_frame {
                    let room = (FRAME - self.frame.len()).min(used);
                    self.frame.extend_from_slice(&bytes[..room]);
                }
                let left = left - used;
                self.state = if left == 0 { State::Scan } else { State::Body { is_frame, left } };
                if left == 0 && is_frame && self.frame.len() == FRAME {
                    let side = |at| u32::try_from(big(&self.frame, at, 2)).unwrap_or_default();
                    self.pixels = larger(self.pixels, (side(3), side(1)));
                }
                return used;
            }
        }
        1
    }
}

impl Walk for Jpeg {
    fn begin(&self) -> Want {
        Want::Any
    }

    fn step(&mut self, _at: u64, bytes: &[u8]) -> Want {
        let mut rest = bytes;
        while !rest.is_empty() && !self.is_over {
            let used = self.part(rest);
            rest = rest.get(used..).unwrap_or_default();
        }
        if self.is_over { Want::Rest } else { Want::Any }
    }

    fn finish(&mut self, _total: u64, _whole: bool) -> Measured {
        picture(self.pixels)
    }
}
