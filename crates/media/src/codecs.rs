//! How much sound one packet holds, whatever container it came in.
//!
//! ```text
//!   Even     every packet the same: AAC, ALAC
//!   Plain    by bytes: PCM and the like
//!   Opus     the first two bytes of a packet say it
//!   Vorbis   the first byte says it, with the modes of the setup header
//!   Mpeg     each packet is a frame with a header of its own
//!   Unknown  nothing can be told: the length of the file neither
//! ```
//!
//! Containers say as well how long a packet takes, but a decoder plays what is in it; so these are
//! the accounts that a false table of times does not shorten.

pub(crate) mod aac;
pub(crate) mod opus;
pub(crate) mod vorbis;

use crate::frames;
use crate::length::{Longest, picoseconds};
use vorbis::Vorbis;

/// Rates that a sound can have. Faster ones exist to make a file look short.
const RATES: std::ops::RangeInclusive<u64> = 1..=768_000;

/// The sound of one track.
#[derive(Debug, Default)]
pub(crate) enum Sound {
    Even {
        samples: u64,
        rate: u64,
    },
    Plain {
        width: u64,
        rate: u64,
    },
    Opus,
    Vorbis(Box<Vorbis>),
    Mpeg,
    #[default]
    Unknown,
}

impl Sound {
    /// PCM of so many channels, whose samples take `bits` each, in whole bytes.
    pub(crate) fn plain(channels: u64, bits: u64, rate: u64) -> Self {
        match channels.checked_mul(bits.div_ceil(8)) {
            Some(width) if width > 0 && bits <= 64 && RATES.contains(&rate) => {
                Self::Plain { width, rate }
            }
            _ => Self::Unknown,
        }
    }

    /// Packets of so many samples.
    pub(crate) fn even(samples: u64, rate: u64) -> Self {
        if samples > 0 && RATES.contains(&rate) {
            Self::Even { samples, rate }
        } else {
            Self::Unknown
        }
    }

    /// The one whose packets take longer; unknown if one of them is.
    pub(crate) fn or_slower(self, other: Self) -> Self {
        let time = |sound: &Self| match sound {
            Self::Even { samples, rate } => picoseconds(*samples, *rate),
            Self::Plain { width, rate } => picoseconds(1, width.checked_mul(*rate)?),
            _ => None,
        };
        let alike = std::mem::discriminant(&self) == std::mem::discriminant(&other);
        match (time(&self), time(&other)) {
            (Some(one), Some(two)) if alike => {
                if one >= two {
                    self
                } else {
                    other
                }
            }
            _ => Self::Unknown,
        }
    }

    /// Adds a packet that begins so and is `length` bytes long.
    pub(crate) fn count(&mut self, first: &[u8], length: u64, sum: &mut Longest) {
        match self {
            Self::Even { samples, rate } => sum.add(*samples, *rate),
            Self::Plain { width, rate } => {
                sum.add(length, width.saturating_mul(*rate));
            }
            Self::Opus => match opus::samples(first) {
                Some(samples) => sum.add(samples, opus::RATE),
                None => sum.spoil(),
            },
            Self::Vorbis(vorbis) => match vorbis.samples(first) {
                Some(samples) => sum.add(samples, vorbis.rate()),
                None => sum.spoil(),
            },
            Self::Mpeg => match frames::mpeg(first) {
                // More than one frame in a packet is nothing that is made.
                Some(frame) if length <= frame.length => sum.add(frame.samples, frame.rate),
                _ => sum.spoil(),
            },
            Self::Unknown => sum.spoil(),
        }
    }
}
