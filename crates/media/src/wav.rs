//! WAV and RF64: chunks, of which `fmt ` says how sound is stored and `data` holds it.
//!
//! ```text
//!   RIFF header ── chunk ── chunk ── ... ── data ── chunk ── ...
//!                                            └ MP3 inside: [`Frames`] walks the rest of the file
//! ```
//!
//! The bytes of all data chunks are counted, not what any field says of them; the byte rate is not
//! read. A data chunk without a size goes on to the end. Compressed sound other than ADPCM and MPEG
//! is unmeasurable, and so is a second file behind the first.

use crate::bits::little;
use crate::codecs::Sound;
use crate::frames::Frames;
use crate::length::{Longest, is_small};
use crate::tape::{Walk, Want};
use crate::{Kind, Measured};

/// The most bytes of `fmt ` that are read.
const FORMAT: u64 = 40;

#[derive(Debug, Default, Clone, Copy)]
enum State {
    #[default]
    Riff,
    Header,
    /// `fmt `, and where it ends.
    Format(u64),
    /// `ds64`, and where it ends.
    Sizes(u64),
    Body,
}

/// How much a block of compressed sound holds.
#[derive(Debug, Clone, Copy)]
struct Block {
    bytes: u64,
    samples: u64,
    rate: u64,
}

/// The walk.
#[derive(Debug, Default)]
pub(crate) struct Wav {
    state: State,
    is_large: bool,
    large_size: u64,
    sound: Option<Sound>,
    block: Option<Block>,
    is_mpeg: bool,
    inner: Option<Frames>,
    /// Bytes of sound in the chunks that are over, and where the one that is not began and ends.
    data: u64,
    open: Option<(u64, u64)>,
    /// Where the last chunk began.
    chunk: u64,
    tail: Option<u64>,
    is_broken: bool,
}

impl Wav {
    fn on_chunk(&mut self, at: u64, head: &[u8]) -> Want {
        self.chunk = at;
        let (name, size) = (head.get(..4).unwrap_or_default(), little(head, 4, 4));
        let body = at + 8;
        let end = body + size + size % 2;
        match name {
            b"fmt " => {
                self.is_broken |= self.sound.is_some() || size < 16;
                self.state = State::Format(end);
                return Want::Read(usize::try_from(size.min(FORMAT)).unwrap_or_default());
            }
            b"ds64" if self.is_large && size >= 24 => {
                self.state = State::Sizes(end);
                return Want::Read(24);
            }
            b"data" => return self.on_data(body, size),
            b"RIFF" | b"RF64" | b"BW64" => self.is_broken = true,
            name if !name.iter().all(|byte| (0x20..0x7F).contains(byte)) => {
                self.tail = Some(at);
                return Want::Rest;
            }
            _ => {}
        }
        self.state = State::Body;
        Want::Skip(end - body)
    }

    fn on_data(&mut self, body: u64, size: u64) -> Want {
        if self.is_mpeg {
            let inner = self.inner.insert(Frames::default());
            return inner.begin();
        }
        self.is_broken |= self.sound.is_none();
        let size = match size {
            0xFFFF_FFFF if self.is_large && self.large_size > 0 => self.large_size,
            0 | 0xFFFF_FFFF => u64::MAX - body - 1,
            size => size,
        };
        let end = body.saturating_add(size).saturating_add(size % 2);
        self.open = Some((body, body.saturating_add(size)));
        self.state = State::Body;
        Want::Skip(end - body)
    }

    fn on_format(&mut self, format: &[u8]) {
        let tag = match little(format, 0, 2) {
            0xFFFE => little(format, 24, 2),
            tag => tag,
        };
        let (channels, rate) = (little(format, 2, 2), little(format, 4, 4));
        let (block, bits) = (little(format, 12, 2), little(format, 14, 2));
        let packed = |overhead: u64, in_front: u64| {
            let body = block.checked_sub(overhead.checked_mul(channels)?)?;
            let samples = (body * 2).checked_div(channels)? + in_front;
            (rate > 0).then_some(Block { bytes: block, samples, rate })
        };
        self.sound = Some(Sound::Unknown);
        match tag {
            1 | 3 => self.sound = Some(Sound::plain(channels, bits, rate)),
            6 | 7 => self.sound = Some(Sound::plain(channels, 8, rate)),
            2 => self.block = packed(7, 2),
            0x11 => self.block = packed(4, 1),
            0x50 | 0x55 => self.is_mpeg = true,
            _ => {}
        }
    }

    /// Closes the data chunk that is open, at the end of what there is of it.
    fn close(&mut self, at: u64) {
        if let Some((begin, end)) = self.open.take() {
            self.data += at.min(end).saturating_sub(begin);
        }
    }

    fn length(&self) -> Longest {
        let mut sum = Longest::default();
        match (&self.sound, self.block) {
            (_, Some(Block { bytes, samples, rate })) if bytes > 0 => {
                sum.add(self.data.div_ceil(bytes).saturating_mul(samples), rate);
            }
            (Some(Sound::Plain { width, rate }), _) => {
                sum.add(self.data.div_ceil(*width), *rate);
            }
            _ => {}
        }
        sum
    }
}

impl Walk for Wav {
    fn begin(&self) -> Want {
        Want::Read(12)
    }

    fn step(&mut self, at: u64, bytes: &[u8]) -> Want {
        if let Some(inner) = &mut self.inner {
            return inner.step(at, bytes);
        }
        match self.state {
            State::Riff => self.is_large = !bytes.starts_with(b"RIFF"),
            State::Header => return self.on_chunk(at, bytes),
            State::Format(end) => {
                self.on_format(bytes);
                self.state = State::Body;
                return Want::Skip(end.saturating_sub(at + bytes.len() as u64));
            }
            State::Sizes(end) => {
                self.large_size = little(bytes, 8, 8);
                self.state = State::Body;
                return Want::Skip(end.saturating_sub(at + bytes.len() as u64));
            }
            State::Body => self.close(at),
        }
        self.state = State::Header;
        Want::Read(8)
    }

    fn finish(&mut self, total: u64, whole: bool) -> Measured {
        let kind = Some(Kind::Audio);
        if let Some(inner) = &mut self.inner {
            let measured = inner.finish(total, whole);
            let broken = self.is_broken;
            return if broken { Measured { kind, ..Measured::default() } } else { measured };
        }
        if !whole && self.open.is_none() {
            // A chunk that is longer than the file was none.
            self.tail = Some(self.chunk);
        }
        self.close(total);
        let mut length = self.length();
        let tail = self.tail.map_or(0, |tail| total.saturating_sub(tail));
        if self.is_broken || !is_small(tail, total) {
            length.spoil();
        }
        Measured { kind, milliseconds: length.milliseconds(), pixels: None }
    }
}

#[cfg(test)]
mod tests {
    use crate::Meter;

    fn measured(chunks: &[(&[u8], &[u8])]) -> Option<u64> {
        let mut meter = Meter::new();
        meter.take(b"RIFF\x04\0\0\0WAVE");
        for (head, body) in chunks {
            meter.take(head);
            meter.take(body);
        }
        meter.finish().milliseconds
    }

    #[test]
    fn every_data_chunk_is_counted_and_sizes_of_nothing_go_on_to_the_end() {
        // One channel of 8 bits, 1000 a second; the byte rate says 1 000 000.
        let format: (&[u8], &[u8]) =
            (b"fmt \x10\0\0\0", b"\x01\0\x01\0\xe8\x03\0\0\x40\x42\x0f\0\x01\0\x08\0");
        let data: (&[u8], &[u8]) = (b"data\xe8\x03\0\0", &[0x80; 1000]);
        let open: (&[u8], &[u8]) = (b"data\0\0\0\0", &[0x80; 3000]);
        assert_eq!(measured(&[format, data]), Some(1000));
        assert_eq!(measured(&[format, data, (b"LIST\x01\0\0\0", b"a\0"), data]), Some(2000));
        assert_eq!(measured(&[format, open]), Some(3000));
        assert_eq!(measured(&[format, (b"data\xff\xff\xff\xff", &[0; 9])]), Some(9));
        // Sound that the chunk does not own is a tail; without a format nothing is known.
        assert_eq!(measured(&[format, data, (b"", &[0x80; 4000])]), Some(1000));
        assert_eq!(measured(&[format, data, (b"", &[0x80; 5000])]), None);
        assert_eq!(measured(&[data, format]), None);
        assert_eq!(measured(&[format, data, (b"RIFF\0\0\0\0", b"")]), None);
    }
}
