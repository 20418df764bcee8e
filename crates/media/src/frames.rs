//! MP3 and ADTS: frames one after the other, each with a header that says how long it is.
//!
//! ```text
//!   Head ── a header: count it, skip its body ──> Head
//!     ├─── first frame: look for the table of a VBR encoder (Xing, Info, VBRI)
//!     └─── anything else: move on by a byte and look again
//! ```
//!
//! Every frame counts by its own header, so VBR and changes of rate are right. A table of an encoder
//! is a lower bound, and its own frame is not heard. Frames of ADTS inside the body of another count
//! as well. Frames without a length (free format) make the file unmeasurable, and so do more bytes
//! between frames than a small tail. Tags between or behind the frames are such bytes: players look
//! for frames inside them too.

use crate::bits::big;
use crate::codecs::aac;
use crate::length::{CUT, Longest, is_small, picoseconds};
use crate::tape::{Walk, Want};
use crate::{Kind, Measured};

/// Kilobits a second by version and layer: 1/I, 1/II, 1/III, 2/I, 2/II and III.
const BIT_RATES: [[u64; 14]; 5] = [
    [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
    [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
];

/// Bytes of the first frame in which a table of an encoder is looked for.
const TABLE: u64 = 60;

/// One frame, as its header has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Frame {
    pub(crate) length: u64,
    pub(crate) samples: u64,
    pub(crate) rate: u64,
}

/// What four bytes are in the eyes of MPEG.
#[derive(Debug, PartialEq, Eq)]
enum Sync {
    Layer(Frame),
    Free,
    Adts,
    Nothing,
}

fn sync(head: &[u8]) -> Sync {
    let &[0xFF, second, third, ..] = head else { return Sync::Nothing };
    if second & 0xE0 != 0xE0 {
        return Sync::Nothing;
    }
    let (version, layer) = (second >> 3 & 3, second >> 1 & 3);
    if layer == 0 {
        let is_adts = second & 0xF6 == 0xF0 && third >> 2 & 15 < 13;
        return if is_adts { Sync::Adts } else { Sync::Nothing };
    }
    let (bits, rate) = (usize::from(third >> 4), usize::from(third >> 2 & 3));
    let halvings = match version {
        3 => 0,
        2 => 1,
        0 => 2,
        _ => return Sync::Nothing,
    };
    if bits == 15 || rate == 3 {
        return Sync::Nothing;
    }
    let rate = [44_100, 48_000, 32_000][rate] >> halvings;
    let Some(bits) = bits.checked_sub(1) else { return Sync::Free };
    let row = match (halvings, layer) {
        (0, layer) => usize::from(3 - layer),
        (_, 3) => 3,
        _ => 4,
    };
    let (bits, padding) = (BIT_RATES[row][bits] * 1000, u64::from(third >> 1 & 1));
    let (samples, length) = match (layer, halvings) {
        (3, _) => (384, (12 * bits / rate + padding) * 4),
        (1, 1 | 2) => (576, 72 * bits / rate + padding),
        _ => (1152, 144 * bits / rate + padding),
    };
    Sync::Layer(Frame { length, samples, rate })
}

/// The frame that begins here, of MP3 and its sisters.
pub(crate) fn mpeg(head: &[u8]) -> Option<Frame> {
    match sync(head) {
        Sync::Layer(frame) => Some(frame),
        _ => None,
    }
}

/// Whether a file may begin so.
pub(crate) fn begin(head: &[u8]) -> bool {
    sync(head) != Sync::Nothing
}

/// Profile, rate and channels: what the frames of one file have alike.
fn look(head: &[u8]) -> u64 {
    big(head, 2, 2) & 0xFDC0
}

/// The frame of these seven bytes of ADTS.
fn adts(head: &[u8]) -> Option<Frame> {
    let length = big(head, 3, 3) >> 5 & 0x1FFF;
    let rate = *aac::RATES.get(usize::from(head.get(2)? >> 2 & 15))?;
    let blocks = 1 + u64::from(head.get(6)? & 3);
    (length >= 7).then_some(Frame { length, samples: 1024 * blocks, rate })
}

#[derive(Debug, Clone, Copy, Default)]
enum State {
    #[default]
    Head,
    /// The rest of an ADTS header, and then its body, in which others would look like this.
    Adts,
    Body(u64),
    /// The first frame's beginning, behind its header.
    First(Frame),
}

/// The walk.
#[derive(Debug, Default)]
pub(crate) struct Frames {
    state: State,
    head: Vec<u8>,
    sum: Longest,
    table: Option<u64>,
    is_adts: Option<bool>,
    is_free: bool,
    /// Whether the last thing was understood, so that a header stands where one belongs.
    is_lost: bool,
    between: u64,
    /// Where the last bytes that were seen end.
    body: u64,
}

impl Frames {
    fn skip(&mut self, count: u64) -> Want {
        self.state = State::Head;
        self.head.clear();
        self.is_lost = false;
        if count == 0 { Want::Read(4) } else { Want::Skip(count) }
    }

    /// Moves on by `count` bytes, which are no header.
    fn lose(&mut self, count: usize) -> Want {
        self.state = State::Head;
        self.is_lost = true;
        self.between += count as u64;
        self.head.drain(..count);
        Want::Read(4 - self.head.len())
    }

    fn on_head(&mut self) -> Want {
        match sync(&self.head) {
            Sync::Layer(frame) if self.is_adts != Some(true) => self.on_layer(frame),
            Sync::Adts if self.is_adts != Some(false) => {
                self.state = State::Adts;
                Want::Read(3)
            }
            Sync::Free if !self.is_lost && self.is_adts != Some(true) => {
                self.is_free = true;
                Want::Rest
            }
            _ => self.lose(1),
        }
    }

    fn on_layer(&mut self, frame: Frame) -> Want {
        let body = frame.length.saturating_sub(4);
        if self.is_adts.replace(false).is_none() {
            self.state = State::First(frame);
            return Want::Read(usize::try_from(body.min(TABLE)).unwrap_or_default());
        }
        self.sum.add(frame.samples, frame.rate);
        self.skip(body)
    }

    /// An encoder's table stands in the first frame, which is silent then.
    fn on_first(&mut self, frame: Frame, body: &[u8]) -> Want {
        let named = |at: usize, name: &[u8]| body.get(at..at + 4) == Some(name);
        let mut is_table = false;
        for at in [9, 17, 32] {
            if named(at, b"Xing") || named(at, b"Info") {
                is_table = true;
                let has_count = big(body, at + 4, 4) & 1 == 1;
                self.table = has_count.then(|| big(body, at + 8, 4));
            }
        }
        if named(32, b"VBRI") {
            (is_table, self.table) = (true, Some(big(body, 46, 4)));
        }
        if is_table {
            let count = self.table.unwrap_or_default();
            self.table = picoseconds(count.saturating_mul(frame.samples), frame.rate);
        } else {
            self.sum.add(frame.samples, frame.rate);
        }
        self.skip(frame.length.saturating_sub(4 + body.len() as u64))
    }
}

impl Walk for Frames {
    fn begin(&self) -> Want {
        Want::Read(4)
    }

    fn step(&mut self, at: u64, bytes: &[u8]) -> Want {
        self.body = at + bytes.len() as u64;
        match self.state {
            State::Head if bytes.is_empty() => Want::Read(4),
            State::Head => {
                self.head.extend_from_slice(bytes);
                self.on_head()
            }
            State::First(frame) => self.on_first(frame, bytes),
            State::Body(usual) => {
                // Decoders go on in what is left of a body when its sound is over.
                for at in 0..bytes.len().saturating_sub(6) {
                    let head = bytes.get(at..at + 7).unwrap_or_default();
                    let is_hidden = sync(head) == Sync::Adts && look(head) == usual;
                    if let Some(frame) = adts(head).filter(|_| is_hidden) {
                        self.sum.add(frame.samples, frame.rate);
                    }
                }
                self.skip(0)
            }
            State::Adts => {
                self.head.extend_from_slice(bytes);
                match adts(&self.head) {
                    Some(frame) => {
                        self.is_adts = Some(true);
                        self.sum.add(frame.samples, frame.rate);
                        self.state = State::Body(look(&self.head));
                        Want::Read(usize::try_from(frame.length - 7).unwrap_or_default())
                    }
                    None => self.lose(7),
                }
            }
        }
    }

    fn finish(&mut self, total: u64, whole: bool) -> Measured {
        if !whole && matches!(self.state, State::Body(_)) {
            // Nobody looked into it.
            let is_short = total.saturating_sub(self.body) <= CUT;
            self.is_free |= !is_short;
        }
        if let State::First(frame) = self.state {
            // Cut in its first frame: that one counts.
            self.sum.add(frame.samples, frame.rate);
        }
        if let Some(table) = self.table {
            self.sum.at_least(Some(table));
        }
        // A text may begin like a frame; then it is no sound.
        let is_other = self.is_adts.is_none() && !self.is_free || self.between > total / 2;
        if self.is_free || is_other || !is_small(self.between, total) {
            self.sum.spoil();
        }
        let kind = (!is_other).then_some(Kind::Audio);
        Measured { kind, milliseconds: self.sum.milliseconds(), pixels: None }
    }
}

#[cfg(test)]
mod tests {
    use super::{Frame, Sync, adts, sync};

    #[test]
    fn headers_tell_length_samples_and_rate() {
        let frame = |length, samples, rate| Sync::Layer(Frame { length, samples, rate });
        assert_eq!(sync(&[0xFF, 0xFB, 0x90, 0]), frame(417, 1152, 44_100));
        assert_eq!(sync(&[0xFF, 0xFB, 0x92, 0]), frame(418, 1152, 44_100));
        assert_eq!(sync(&[0xFF, 0xF3, 0x10, 0]), frame(26, 576, 22_050));
        assert_eq!(sync(&[0xFF, 0xE3, 0x18, 0]), frame(72, 576, 8000));
        assert_eq!(sync(&[0xFF, 0xFD, 0xC4, 0]), frame(768, 1152, 48_000));
        assert_eq!(sync(&[0xFF, 0xFF, 0x10, 0]), frame(32, 384, 44_100));
        assert_eq!(sync(&[0xFF, 0xFB, 0x00, 0]), Sync::Free);
        for wrong in [[0xFF, 0xEB, 0x90, 0], [0xFF, 0xFB, 0xF0, 0], [0xFF, 0xFB, 0x9C, 0]] {
            assert_eq!(sync(&wrong), Sync::Nothing);
        }
    }

    #[test]
    fn adts_tells_its_own() {
        let head = [0xFF, 0xF1, 0x50, 0x80, 0x02, 0x1F, 0xFC];
        assert_eq!(sync(&head), Sync::Adts);
        assert_eq!(adts(&head), Some(Frame { length: 16, samples: 1024, rate: 44_100 }));
        assert_eq!(adts(&[0xFF, 0xF1, 0x50, 0x80, 0, 0x1F, 0xFC]), None);
    }
}
