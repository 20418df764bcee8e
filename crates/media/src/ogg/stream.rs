//! One logical stream of an Ogg file: what it is, its packets, its last granule.
//!
//! ```text
//!   first packet ── what it is ──> header packets ──> packets, counted one by one
//! ```
//!
//! | codec | a packet counts by | the granule is |
//! | --- | --- | --- |
//! | Opus | its first two bytes | samples of 48 kHz, with what is left out in front |
//! | Vorbis | its first byte and the modes of the setup header | samples |
//! | FLAC | its frame header | samples |
//! | Speex | the header's frames | samples |
//! | Theora | one frame | two numbers in one, not read |
//!
//! On failure: a stream that is none of these has no length, and the file then neither; one that
//! is not to be heard or seen (Skeleton) does not count.

use crate::Kind;
use crate::bits::{big, little};
use crate::codecs::vorbis::Vorbis;
use crate::codecs::{Sound, opus};
use crate::flac;
use crate::length::{FASTEST, Longest, picoseconds};

/// The most bytes of a header packet that are kept.
const HEADER: usize = 32_768;

#[derive(Debug, Default)]
enum Codec {
    #[default]
    New,
    Opus,
    /// Vorbis, with its identification header until the setup header is there.
    VorbisHead(Vec<u8>),
    Vorbis(Box<Vorbis>),
    Flac,
    Speex(u64),
    /// Theora: frames in `.1` seconds are `.0`.
    Theora(u64, u64),
    /// Nothing to hear or see.
    Index,
    Unknown,
}

/// The stream.
#[derive(Debug, Default)]
pub(super) struct Stream {
    codec: Codec,
    rate: u64,
    skipped: u64,
    granule: u64,
    /// What is known of the packet that goes on in the next page: all of a header, else its start.
    packet: Vec<u8>,
    is_open: bool,
    packets: u64,
    sum: Longest,
    pixels: Option<(u32, u32)>,
}

impl Stream {
    /// Takes the packets of one page.
    pub(super) fn page(&mut self, is_continued: bool, granule: u64, table: &[u8], body: &[u8]) {
        if self.is_open && !is_continued {
            self.end_packet();
        }
        let mut rest = body;
        for segment in table {
            let (part, after) = rest.split_at_checked(usize::from(*segment)).unwrap_or((rest, &[]));
            rest = after;
            let room = self.room().saturating_sub(self.packet.len());
            self.packet.extend_from_slice(part.get(..room).unwrap_or(part));
            self.is_open = true;
            if *segment < 255 {
                self.end_packet();
            }
        }
        if granule != u64::MAX {
            self.granule = self.granule.max(granule);
        }
    }

    /// How much of a packet is worth keeping.
    fn room(&self) -> usize {
        if matches!(self.codec, Codec::New | Codec::VorbisHead(_)) { HEADER } else { 32 }
    }

    fn end_packet(&mut self) {
        let packet = std::mem::take(&mut self.packet);
        self.is_open = false;
        self.packets += 1;
        match &mut self.codec {
            Codec::New => self.begin(&packet),
            Codec::Opus if self.packets == 2 => {}
            Codec::Opus => Sound::Opus.count(&packet, 0, &mut self.sum),
            Codec::VorbisHead(identification) if self.packets == 3 => {
                self.codec = match Vorbis::new(identification, &packet) {
                    Some(vorbis) => Codec::Vorbis(Box::new(vorbis)),
                    None => Codec::Unknown,
                };
            }
            Codec::VorbisHead(_) => {}
            Codec::Vorbis(vorbis) => match vorbis.samples(&packet) {
                Some(samples) => self.sum.add(samples, vorbis.rate()),
                None => self.sum.spoil(),
            },
            Codec::Flac if packet.first() == Some(&0xFF) => {
                match flac::header(&packet, self.rate) {
                    Some((samples, rate)) => self.sum.add(samples, rate),
                    None => self.sum.spoil(),
                }
            }
            Codec::Speex(samples) if self.packets > 2 => self.sum.add(*samples, self.rate),
            Codec::Theora(frames, seconds)
                if packet.first().is_none_or(|byte| byte & 0x80 == 0) =>
            {
                // A frame without bytes is the last one again.
                self.sum.add(*seconds, *frames);
            }
            Codec::Flac | Codec::Speex(_) | Codec::Theora(..) | Codec::Index | Codec::Unknown => {}
        }
    }

    fn begin(&mut self, packet: &[u8]) {
        let starts = |name: &[u8]| packet.starts_with(name);
        self.codec = if starts(b"OpusHead") {
            (self.rate, self.skipped) = (opus::RATE, little(packet, 10, 2));
            Codec::Opus
        } else if starts(b"\x01vorbis") {
            self.rate = little(packet, 12, 4);
            Codec::VorbisHead(packet.get(..30).unwrap_or(packet).to_vec())
        } else if starts(b"\x7fFLAC") {
            self.rate = big(packet, 27, 3) >> 4;
            Codec::Flac
        } else if starts(b"Speex   ") {
            self.rate = little(packet, 36, 4);
            let frames = little(packet, 64, 4).clamp(1, 100);
            Codec::Speex(little(packet, 56, 4).saturating_mul(frames))
        } else if starts(b"\x80theora") {
            self.theora(packet)
        } else if starts(b"fishead\0") {
            Codec::Index
        } else {
            Codec::Unknown
        };
    }

    fn theora(&mut self, packet: &[u8]) -> Codec {
        let side = |at| u32::try_from(big(packet, at, 2) * 16).unwrap_or_default();
        self.pixels = crate::length::larger(None, (side(10), side(12)));
        let (frames, seconds) = (big(packet, 22, 4), big(packet, 26, 4));
        if frames == 0 || seconds == 0 {
            return Codec::Unknown;
        }
        // Faster than anybody films is a lie about the rate.
        if frames / seconds > FASTEST {
            Codec::Theora(FASTEST, 1)
        } else {
            Codec::Theora(frames, seconds)
        }
    }

    pub(super) fn kind(&self) -> Option<Kind> {
        match self.codec {
            Codec::Theora(..) => Some(Kind::Video),
            Codec::New | Codec::Index | Codec::Unknown => None,
            _ => Some(Kind::Audio),
        }
    }

    /// Whether there is anything of it to hear or see.
    pub(super) fn counts(&self) -> bool {
        !matches!(self.codec, Codec::Index)
    }

    pub(super) fn pixels(&self) -> Option<(u32, u32)> {
        self.pixels
    }

    pub(super) fn time(&self) -> Option<u64> {
        let mut longest = self.sum;
        match self.codec {
            Codec::Opus | Codec::Vorbis(_) | Codec::Flac | Codec::Speex(_) => {
                let granule = self.granule.saturating_sub(self.skipped);
                longest.at_least(picoseconds(granule, self.rate));
            }
            Codec::Theora(..) => {}
            _ => longest.spoil(),
        }
        longest.time()
    }
}

#[cfg(test)]
mod tests {
    use super::Stream;

    #[test]
    fn packets_of_vorbis_count_whatever_the_granule_says() {
        let mut identification = b"\x01vorbis\0\0\0\0\x01\x80\xbb\0\0".to_vec();
        identification.resize(30, 0);
        identification[28] = 0xB8;
        // One mode, a long one: the number of modes, less one, in six bits, then the mode, then the
        // framing bit.
        let setup = [&b"\x05vorbis"[..], &[0x55; 8], &[1 << 6, 0, 0, 0, 0, 1 << 7]].concat();
        let mut stream = Stream::default();
        stream.page(false, 0, &[30], &identification);
        let table = [9, u8::try_from(setup.len()).unwrap()];
        stream.page(false, 0, &table, &[b"\x03vorbis..", &setup[..]].concat());
        for _ in 0..10 {
            stream.page(false, 1, &[2; 48], &[0; 96]);
        }
        // 479 of 1024 samples each: the first one only begins.
        assert_eq!(stream.time().map(|time| time / 1_000_000_000), Some(10_218));
    }
}
