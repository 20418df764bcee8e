//! AAC: the description that an mp4 or a webm holds of it (`AudioSpecificConfig`), in its wrapping.
//!
//! The rate in it is the one of the core that is decoded; sound that is widened afterwards (HE-AAC)
//! keeps the same frames a second, so its higher rate does not count.

use super::Sound;

/// Rates by their number.
pub(crate) const RATES: [u64; 13] = [
    96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000,
    7350,
];

/// Bits of a description, the highest first.
struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Bits<'_> {
    fn take(&mut self, count: usize) -> Option<u64> {
        (0..count).try_fold(0, |number, _| {
            let byte = *self.bytes.get(self.at / 8)?;
            let bit = byte >> (7 - self.at % 8) & 1;
            self.at += 1;
            Some(number << 1 | u64::from(bit))
        })
    }

    fn kind(&mut self) -> Option<u64> {
        match self.take(5)? {
            31 => Some(32 + self.take(6)?),
            kind => Some(kind),
        }
    }

    fn rate(&mut self) -> Option<u64> {
        match self.take(4)? {
            15 => self.take(24),
            number => RATES.get(usize::try_from(number).ok()?).copied(),
        }
    }
}

/// What a description says of its packets.
pub(crate) fn described(config: &[u8]) -> Sound {
    frames(config).map_or(Sound::Unknown, |(samples, rate)| Sound::even(samples, rate))
}

fn frames(config: &[u8]) -> Option<(u64, u64)> {
    let mut bits = Bits { bytes: config, at: 0 };
    let mut kind = bits.kind()?;
    let rate = bits.rate()?;
    bits.take(4)?;
    if matches!(kind, 5 | 29) {
        bits.rate()?;
        kind = bits.kind()?;
    }
    let is_short = bits.take(1)? == 1;
    Some(match (kind, is_short) {
        (1..=4 | 17, false) => (1024, rate),
        (1..=4 | 17, true) => (960, rate),
        (23 | 39, false) => (512, rate),
        (23 | 39, true) => (480, rate),
        _ => return None,
    })
}

/// What the content of an `esds` box says: descriptors in descriptors.
pub(crate) fn wrapped(esds: &[u8]) -> Sound {
    description(esds).map_or(Sound::Unknown, described)
}

fn description(esds: &[u8]) -> Option<&[u8]> {
    let (tag, mut stream) = descriptor(esds.get(4..)?)?;
    if tag == 3 {
        let flags = *stream.get(2)?;
        if flags & 0xE0 != 0 {
            // Dependent streams and streams from elsewhere are nothing that people send.
            return None;
        }
        stream = descriptor_of(4, stream.get(3..)?)?;
    } else if tag != 4 {
        return None;
    }
    let is_aac = matches!(stream.first()?, 0x40 | 0x66..=0x68);
    is_aac.then(|| descriptor_of(5, stream.get(13..)?)).flatten()
}

fn descriptor_of(wanted: u8, bytes: &[u8]) -> Option<&[u8]> {
    let (tag, content) = descriptor(bytes)?;
    (tag == wanted).then_some(content)
}

/// A tag, a length of one to four bytes of seven bits, and so many bytes.
fn descriptor(bytes: &[u8]) -> Option<(u8, &[u8])> {
    let (tag, mut rest) = bytes.split_first()?;
    let mut length = 0;
    for _ in 0..4 {
        let (byte, after) = rest.split_first()?;
        rest = after;
        length = length << 7 | usize::from(byte & 0x7F);
        if byte & 0x80 == 0 {
            break;
        }
    }
    Some((*tag, rest.get(..length)?))
}

#[cfg(test)]
mod tests {
    use super::frames;

    #[test]
    fn descriptions_tell_frames_and_the_rate_of_the_core() {
        // AAC-LC of 44.1 kHz; of 960 samples; HE-AAC of 24 kHz widened to 48; of a rate in full.
        assert_eq!(frames(&[0x12, 0x10]), Some((1024, 44_100)));
        assert_eq!(frames(&[0x12, 0x14]), Some((960, 44_100)));
        assert_eq!(frames(&[0x2B, 0x11, 0x88, 0x00]), Some((1024, 24_000)));
        assert_eq!(frames(&[0x17, 0x80, 0x00, 0x80, 0x08]), Some((1024, 1 << 8)));
        // Others have packets of other lengths.
        assert_eq!(frames(&[0xF9, 0x48, 0x40, 0, 0]), None);
        assert_eq!(frames(&[0x12]), None);
    }
}
