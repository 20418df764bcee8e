//! FLAC: frames without a length, found by their headers, each with a checksum of its own.
//!
//! ```text
//!   fLaC ── metadata block ── ... ── last metadata block ── every byte looked at for frame headers
//! ```
//!
//! The last sixteen bytes are kept in one number; a header that begins in the oldest of them is
//! whole then. STREAMINFO says how many samples there are: a lower bound. What looks like a header
//! and has the right checksum counts as one, so that chance makes a file longer, never shorter.

use crate::bits::big;
use crate::length::{Longest, picoseconds};
use crate::tape::{Walk, Want};
use crate::{Kind, Measured};

#[derive(Debug, Default, Clone, Copy)]
enum State {
    #[default]
    Marker,
    Block,
    /// STREAMINFO, and whether it is the last block.
    Info(bool),
    Skipped(bool),
    Sound,
}

/// The walk.
#[derive(Debug, Default)]
pub(crate) struct Flac {
    state: State,
    rate: u64,
    window: u128,
    sum: Longest,
    told: Option<u64>,
}

impl Flac {
    fn after(&mut self, is_last: bool) -> Want {
        self.state = if is_last { State::Sound } else { State::Block };
        if is_last { Want::Any } else { Want::Read(4) }
    }

    fn shift(&mut self, byte: u8) {
        self.window = self.window << 8 | u128::from(byte);
        if self.window >> 113 == 0x7FFC
            && let Some((samples, rate)) = header(&self.window.to_be_bytes(), self.rate)
        {
            self.sum.add(samples, rate);
        }
    }
}

/// Samples and rate of a frame, if its header is one.
pub(crate) fn header(bytes: &[u8], usual: u64) -> Option<(u64, u64)> {
    let &[0xFF, second, sizes, layout, number, ..] = bytes else { return None };
    if second & 0xFE != 0xF8 || layout >> 4 > 10 || layout & 1 == 1 || layout >> 1 & 7 == 3 {
        return None;
    }
    // The number of the frame or of its first sample, coded as UTF-8 codes letters.
    let more = match number.leading_ones() {
        0 => 0,
        ones @ 2..=7 => usize::try_from(ones - 1).ok()?,
        _ => return None,
    };
    let mut at = 5 + more;
    let mut taken = |count: usize| {
        at += count;
        big(bytes, at - count, count)
    };
    let samples = match sizes >> 4 {
        0 => return None,
        1 => 192,
        code @ 2..=5 => 144 << code,
        6 => taken(1) + 1,
        7 => taken(2) + 1,
        code => 1 << code,
    };
    let rate = match sizes & 15 {
        0 => usual,
        code @ 1..=11 => {
            let rates = [
                88_200, 176_400, 192_000, 8000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000,
                96_000,
            ];
            rates[usize::from(code) - 1]
        }
        12 => taken(1) * 1000,
        13 => taken(2),
        14 => taken(2) * 10,
        _ => return None,
    };
    let sum = bytes.get(..at)?.iter().fold(0, |sum, byte| checksum(sum ^ byte));
    (bytes.get(at) == Some(&sum)).then_some((samples, rate))
}

/// Eight steps of the CRC with the polynomial 0x07.
fn checksum(sum: u8) -> u8 {
    (0..8).fold(sum, |sum, _| if sum & 0x80 == 0 { sum << 1 } else { sum << 1 ^ 7 })
}

impl Walk for Flac {
    fn begin(&self) -> Want {
        Want::Read(4)
    }

    fn step(&mut self, _at: u64, bytes: &[u8]) -> Want {
        match self.state {
            State::Marker => self.after(false),
            State::Block => {
                let (is_last, size) = (big(bytes, 0, 1) & 0x80 != 0, big(bytes, 1, 3));
                if big(bytes, 0, 1) & 0x7F == 0 && size == 34 {
                    self.state = State::Info(is_last);
                    return Want::Read(34);
                }
                self.state = State::Skipped(is_last);
                Want::Skip(size)
            }
            State::Info(is_last) => {
                self.rate = big(bytes, 10, 3) >> 4;
                self.told = picoseconds(big(bytes, 13, 5) & 0xF_FFFF_FFFF, self.rate);
                self.after(is_last)
            }
            State::Skipped(is_last) => self.after(is_last),
            State::Sound => {
                bytes.iter().for_each(|byte| self.shift(*byte));
                Want::Any
            }
        }
    }

    fn finish(&mut self, _total: u64, _whole: bool) -> Measured {
        (0..16).for_each(|_| self.shift(0));
        // Without frames, what STREAMINFO says is only a claim.
        if self.sum.time().is_some() {
            self.sum.at_least(self.told);
        }
        let milliseconds = self.sum.milliseconds();
        Measured { kind: Some(Kind::Audio), milliseconds, pixels: None }
    }
}

#[cfg(test)]
mod tests {
    use super::header;

    #[test]
    fn a_header_counts_only_with_its_checksum() {
        // 4096 samples of 44.1 kHz, frame 0, and one with 1000 samples at a rate of 12 345.
        assert_eq!(header(&[0xFF, 0xF8, 0xC9, 0x18, 0, 0xC2], 0), Some((4096, 44_100)));
        assert_eq!(header(&[0xFF, 0xF8, 0xC9, 0x18, 0, 0xC3], 0), None);
        let with_sum = (0..=255).find_map(|sum| {
            header(&[0xFF, 0xF9, 0x7D, 0x18, 0xC2, 0x80, 0x03, 0xE7, 0x30, 0x39, sum], 0)
        });
        assert_eq!(with_sum, Some((1000, 12_345)));
    }
}
