//! Vorbis: packets are short or long, and the first byte of a packet says which.
//!
//! The identification header says how long short and long are; which mode is which stands at the
//! very end of the setup header, behind tables of a length that only a decoder knows. So it is read
//! backwards, as players do that seek in such files: modes follow each other until their number
//! stands before them.

use crate::bits::little;

/// Bits of one mode: a flag, a window, a transform, a mapping.
const MODE: usize = 41;

/// What one stream's packets mean.
#[derive(Debug)]
pub(crate) struct Vorbis {
    rate: u64,
    blocks: [u64; 2],
    /// Whether a mode is long, a bit for each.
    long: u64,
    modes: u32,
    last: Option<u64>,
}

impl Vorbis {
    /// From the identification and the setup header.
    pub(crate) fn new(identification: &[u8], setup: &[u8]) -> Option<Self> {
        if !identification.starts_with(b"\x01vorbis") || !setup.starts_with(b"\x05vorbis") {
            return None;
        }
        let rate = little(identification, 12, 4);
        let sizes = *identification.get(28)?;
        let blocks = [1 << (sizes & 15), 1 << (sizes >> 4)];
        let (modes, long) = modes(setup)?;
        (rate > 0).then_some(Self { rate, blocks, long, modes, last: None })
    }

    /// From the three headers as Matroska keeps them.
    pub(crate) fn laced(private: &[u8]) -> Option<Self> {
        let (2, mut rest) = private.split_first().map(|(count, rest)| (*count, rest))? else {
            return None;
        };
        let mut lengths = [0; 2];
        for length in &mut lengths {
            loop {
                let (byte, after) = rest.split_first()?;
                rest = after;
                *length += usize::from(*byte);
                if *byte < 255 {
                    break;
                }
            }
        }
        Self::new(rest.get(..lengths[0])?, rest.get(lengths[0] + lengths[1]..)?)
    }

    pub(crate) fn rate(&self) -> u64 {
        self.rate
    }

    /// How many samples a packet adds: it overlaps with the one before.
    pub(crate) fn samples(&mut self, packet: &[u8]) -> Option<u64> {
        let Some(first) = packet.first() else { return Some(0) };
        if first & 1 == 1 {
            // A header: nothing to hear.
            return Some(0);
        }
        let bits = u32::BITS - (self.modes - 1).leading_zeros();
        let mode = u32::from(first >> 1) & ((1 << bits) - 1);
        if mode >= self.modes {
            return None;
        }
        let block = self.blocks[usize::from(self.long >> mode & 1 == 1)];
        let last = self.last.replace(block);
        Some(last.map_or(0, |last| (last + block) / 4))
    }
}

/// How many modes there are, and which of them are long.
fn modes(setup: &[u8]) -> Option<(u32, u64)> {
    let bit = |at: usize| setup.get(at / 8).is_some_and(|byte| byte >> (at % 8) & 1 == 1);
    // Reading backwards meets the highest bit of a number first.
    let number = |end: usize, count: usize| {
        (1..=count).fold(0_u64, |number, back| number << 1 | u64::from(bit(end - back)))
    };
    let all = setup.len() * 8;
    // The framing bit is the last one that is set.
    let mut end = (all.saturating_sub(64)..all).rev().find(|at| bit(*at))?;
    let (mut found, mut long, mut count) = (None, 0, 0);
    while end >= 56 + MODE + 6 && count < 63 {
        let is_mode = number(end, 8) < 64 && number(end - 8, 32) == 0;
        if !is_mode {
            break;
        }
        // The modes are met from the last to the first.
        long = long << 1 | number(end - 40, 1);
        end -= MODE;
        count += 1;
        if number(end, 6) + 1 == u64::from(count) {
            found = Some((count, long));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::Vorbis;

    #[test]
    fn modes_are_read_from_the_end_and_packets_overlap() {
        // Two modes, short and long, behind tables of no meaning here.
        let mut bits = vec![true; 40];
        let mut put = |number: u64, count: usize| {
            bits.extend((0..count).map(|place| number >> place & 1 == 1));
        };
        put(1, 6);
        for flag in [0, 1] {
            for (number, count) in [(flag, 1), (0, 16), (0, 16), (flag, 8)] {
                put(number, count);
            }
        }
        put(1, 1);
        let bytes = bits
            .chunks(8)
            .map(|bits| bits.iter().rev().fold(0_u8, |byte, bit| byte << 1 | u8::from(*bit)));
        let setup: Vec<u8> = b"\x05vorbis".iter().copied().chain(bytes).collect();
        let mut identification = b"\x01vorbis\0\0\0\0\x02\x44\xac\0\0".to_vec();
        identification.resize(30, 0);
        identification[28] = 0xB8;

        let mut vorbis = Vorbis::new(&identification, &setup).unwrap();

        let heard = [0b10, 0b00, 0b00, 0b10, 0b10].map(|first| vorbis.samples(&[first]));
        assert_eq!(heard, [0, 576, 128, 576, 1024].map(Some));
        assert_eq!(
            (vorbis.rate(), vorbis.samples(&[1]), vorbis.samples(&[])),
            (44_100, Some(0), Some(0))
        );
    }
}
