//! One track of a Matroska file, and the beginning of a block.
//!
//! A track has four accounts of its length, of which the longest counts: the times of its blocks,
//! the sound in its packets, its frames by their usual duration, and for a video the fastest that
//! anybody films. A track of sound whose packets cannot be counted has no length.

use super::element::Id;
use crate::Kind;
use crate::bits::{big, fraction};
use crate::codecs::vorbis::Vorbis;
use crate::codecs::{Sound, aac};
use crate::length::{FASTEST, Longest, picoseconds};

/// Nanoseconds of a second.
const NANOSECONDS: u64 = 1_000_000_000;

/// What stands in front of the frames of a block.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) track: u64,
    offset: i64,
    frames: u64,
    is_laced: bool,
    /// The first frame's beginning, and how long all of them are.
    first: Vec<u8>,
    length: u64,
}

impl Block {
    /// Reads a block that begins so and is `length` bytes long in all; none when it is too short.
    pub(super) fn read(head: &[u8], length: u64) -> Option<Self> {
        let count = head.first()?.leading_zeros() as usize;
        if count > 7 {
            return None;
        }
        let track = big(head, 0, count + 1) & !(1_u64 << (7 * (count + 1)));
        let rest = head.get(count + 1..)?;
        let (&[high, low, flags], frame) = rest.split_first_chunk::<3>()?;
        let is_laced = flags & 6 != 0;
        let frames = if is_laced { 1 + u64::from(*frame.first()?) } else { 1 };
        let offset = i64::from(i16::from_be_bytes([high, low]));
        let length = length.saturating_sub(4 + count as u64);
        Some(Self { track, offset, frames, is_laced, first: frame.to_vec(), length })
    }
}

/// The track.
#[derive(Debug, Default)]
pub(super) struct Track {
    pub(super) number: u64,
    kind: u64,
    usual: u64,
    codec: Vec<u8>,
    private: Vec<u8>,
    is_encoded: bool,
    is_unmeasurable: bool,
    rate: Option<u64>,
    channels: Option<u64>,
    bits: u64,
    width: u32,
    height: u32,
    vorbis: Option<Vorbis>,
    sound: Option<Sound>,
    sum: Longest,
    frames: u64,
    /// The earliest begin and the latest end of a block, in units of the file.
    span: Option<(i128, i128)>,
}

impl Track {
    /// Takes one field of its description.
    pub(super) fn describe(&mut self, id: Id, content: &[u8], length: u64) {
        let number = if content.len() <= 8 { big(content, 0, content.len()) } else { u64::MAX };
        let side = u32::try_from(number).unwrap_or(u32::MAX);
        match id {
            Id::TrackNumber => self.number = number,
            Id::TrackType => self.kind = number,
            Id::DefaultDuration => self.usual = number,
            Id::TrackTimestampScale => {
                // A track with a time of its own is nothing that is made today.
                self.is_unmeasurable |= fraction(content, 1_000_000) != Some(1_000_000);
            }
            Id::Codec => self.codec = content.to_vec(),
            Id::CodecPrivate => {
                self.is_unmeasurable |= length > content.len() as u64;
                self.learn(content);
            }
            Id::ContentEncodings => self.is_encoded = true,
            Id::PixelWidth => self.width = side,
            Id::PixelHeight => self.height = side,
            Id::SamplingFrequency => self.rate = fraction(content, 1),
            Id::Channels => self.channels = Some(number),
            Id::BitDepth => self.bits = number,
            _ => {}
        }
    }

    /// Keeps of the codec's own description what its packets need: some dozen bytes, or Vorbis.
    fn learn(&mut self, private: &[u8]) {
        self.private = private.get(..64).unwrap_or(private).to_vec();
        self.vorbis = Vorbis::laced(private);
    }

    /// What its packets are; decided at the first block, when everything is described.
    fn decide(&mut self) -> Sound {
        if self.is_encoded {
            return Sound::Unknown;
        }
        let rate = self.rate.unwrap_or(8000);
        match &self.codec[..] {
            b"A_OPUS" => Sound::Opus,
            b"A_VORBIS" => match self.vorbis.take() {
                Some(vorbis) => Sound::Vorbis(Box::new(vorbis)),
                None => Sound::Unknown,
            },
            b"A_MPEG/L3" | b"A_MPEG/L2" | b"A_MPEG/L1" => Sound::Mpeg,
            b"A_AAC" => aac::described(&self.private),
            codec if codec.starts_with(b"A_PCM/") => {
                Sound::plain(self.channels.unwrap_or(1), self.bits, rate)
            }
            _ => Sound::Unknown,
        }
    }

    /// Adds the frames of a block in the cluster of this time.
    pub(super) fn count(&mut self, block: &Block, cluster: u64, duration: Option<u64>) {
        self.frames = self.frames.saturating_add(block.frames);
        let begin = i128::from(cluster) + i128::from(block.offset);
        let end = begin + i128::from(duration.unwrap_or_default());
        let (first, last) = self.span.unwrap_or((begin, end));
        self.span = Some((first.min(begin), last.max(end)));
        if self.kind != 2 {
            return;
        }
        let mut sound = self.sound.take().unwrap_or_else(|| self.decide());
        match (&sound, block.is_laced) {
            (Sound::Even { samples, rate }, _) => {
                self.sum.add(samples.saturating_mul(block.frames), *rate);
            }
            (Sound::Plain { .. }, _) | (_, false) => {
                sound.count(&block.first, block.length, &mut self.sum);
            }
            // Where the frames of a laced block begin is not known here.
            _ => self.sum.spoil(),
        }
        self.sound = Some(sound);
    }

    pub(super) fn kind(&self) -> Option<Kind> {
        match self.kind {
            1 => Some(Kind::Video),
            2 => Some(Kind::Audio),
            _ => None,
        }
    }

    pub(super) fn pixels(&self) -> (u32, u32) {
        if self.kind == 1 { (self.width, self.height) } else { (0, 0) }
    }

    /// Its accounts, in a file whose unit takes `scale` nanoseconds.
    pub(super) fn times(&self, scale: u64) -> Vec<Option<u64>> {
        let mut times = Vec::new();
        if self.is_unmeasurable {
            times.push(None);
        }
        let Some((begin, end)) = self.span else { return times };
        let usual = |frames: u64| frames.checked_mul(self.usual);
        let span = u64::try_from(end - begin).ok().and_then(|units| units.checked_mul(scale));
        // The last frame takes its usual time as well.
        let span = span.and_then(|span| span.checked_add(usual(1)?));
        times.push(span.and_then(|time| picoseconds(time, NANOSECONDS)));
        times.push(usual(self.frames).and_then(|time| picoseconds(time, NANOSECONDS)));
        match self.kind {
            1 => times.push(picoseconds(self.frames, FASTEST)),
            2 => times.push(self.sum.time()),
            _ => {}
        }
        times
    }
}
