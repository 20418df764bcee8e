//! Ogg: pages of logical streams, each page with a table of the packets in it.
//!
//! ```text
//!   Page (27 bytes) ── Table (its segments) ── Body ──> Page ...
//!     └ no page here: move on by a byte and look again
//!
//!   link 1: streams that begin together    link 2: begins when a stream begins after data
//!   length = longest stream of link 1      + longest stream of link 2 + ...
//! ```
//!
//! What a stream is stands in its first packet; [`stream::Stream`] counts its packets and remembers
//! the last granule. More bytes between pages than a small tail make the file unmeasurable, and so
//! does a page that is cut off or has a wrong checksum: players do not believe its length, and look
//! for pages inside.

mod stream;

use crate::bits::little;
use crate::length::{Longest, is_small};
use crate::tape::{Walk, Want};
use crate::{Kind, Measured};
use stream::Stream;

/// The most streams at once.
const STREAMS: usize = 8;

#[derive(Debug, Default, Clone, Copy)]
enum State {
    #[default]
    Page,
    Table,
    Body,
}

/// What the header of a page says.
#[derive(Debug, Default, Clone, Copy)]
struct Page {
    is_continued: bool,
    is_first: bool,
    granule: u64,
    serial: u64,
    /// The checksum that it should have, and the one of what was read of it.
    told: u64,
    sum: u32,
}

/// The remainders of the checksum's polynomial, by byte.
const REMAINDERS: [u32; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut sum = (byte as u32) << 24;
        let mut bit = 0;
        while bit < 8 {
            sum = if sum >> 31 == 1 { sum << 1 ^ 0x04C1_1DB7 } else { sum << 1 };
            bit += 1;
        }
        table[byte] = sum;
        byte += 1;
    }
    table
};

fn checksum(sum: u32, bytes: &[u8]) -> u32 {
    bytes.iter().fold(sum, |sum, byte| {
        let [first, ..] = sum.to_be_bytes();
        sum << 8 ^ REMAINDERS[usize::from(first ^ byte)]
    })
}

/// The walk.
#[derive(Debug, Default)]
pub(crate) struct Ogg {
    state: State,
    head: Vec<u8>,
    page: Page,
    table: Vec<u8>,
    streams: Vec<(u64, Stream)>,
    has_data: bool,
    /// The links that are over, and what was in all of them.
    links: Longest,
    kind: Option<Kind>,
    pixels: Option<(u32, u32)>,
    is_broken: bool,
    between: u64,
}

impl Ogg {
    fn on_head(&mut self) -> Want {
        if !self.head.starts_with(b"OggS\0") {
            self.between += 1;
            self.head.remove(0);
            // All of what cannot begin a page goes at once.
            let next = self.head.iter().position(|byte| *byte == b'O').unwrap_or(self.head.len());
            self.between += next as u64;
            self.head.drain(..next);
            return Want::Read(27 - self.head.len());
        }
        let flags = self.head[5];
        let told = little(&self.head, 22, 4);
        self.head[22..26].fill(0);
        self.page = Page {
            told,
            sum: checksum(0, &self.head),
            is_continued: flags & 1 != 0,
            is_first: flags & 2 != 0,
            granule: little(&self.head, 6, 8),
            serial: little(&self.head, 14, 4),
        };
        let segments = usize::from(self.head[26]);
        self.head.clear();
        self.table.clear();
        self.state = State::Table;
        Want::Read(segments)
    }

    fn on_page(&mut self, body: &[u8]) {
        let page = self.page;
        if page.is_first {
            if self.has_data {
                self.close();
            }
            if self.streams.len() == STREAMS {
                self.is_broken = true;
                return;
            }
            // The same number again is another stream all the same.
            self.streams.push((page.serial, Stream::default()));
        } else {
            self.has_data = true;
        }
        let mut streams = self.streams.iter_mut().rev();
        let Some((_, stream)) = streams.find(|(serial, _)| *serial == page.serial) else {
            // Its beginning is missing: no player knows what it is.
            self.between += body.len() as u64;
            return;
        };
        stream.page(page.is_continued, page.granule, &self.table, body);
    }

    /// Ends a link: its longest stream counts.
    fn close(&mut self) {
        let mut longest = Longest::default();
        for (_, stream) in self.streams.drain(..) {
            match stream.kind() {
                Some(Kind::Audio) if self.kind == Some(Kind::Video) => {}
                Some(kind) => self.kind = Some(kind),
                None => {}
            }
            self.pixels = stream.pixels().or(self.pixels);
            if stream.counts() {
                longest.at_least(stream.time());
            }
        }
        match longest.time() {
            Some(time) => self.links.add(time, crate::length::SECOND),
            None => self.links.spoil(),
        }
        self.has_data = false;
    }
}

impl Walk for Ogg {
    fn begin(&self) -> Want {
        Want::Read(27)
    }

    fn step(&mut self, _at: u64, bytes: &[u8]) -> Want {
        match self.state {
            State::Page => {
                self.head.extend_from_slice(bytes);
                self.on_head()
            }
            State::Table => {
                self.table.extend_from_slice(bytes);
                self.page.sum = checksum(self.page.sum, bytes);
                self.state = State::Body;
                Want::Read(bytes.iter().map(|segment| usize::from(*segment)).sum())
            }
            State::Body => {
                self.page.sum = checksum(self.page.sum, bytes);
                self.is_broken |= self.page.told != u64::from(self.page.sum);
                self.on_page(bytes);
                self.state = State::Page;
                Want::Read(27)
            }
        }
    }

    fn finish(&mut self, total: u64, _whole: bool) -> Measured {
        self.close();
        self.is_broken |= !matches!(self.state, State::Page);
        if self.is_broken || !is_small(self.between, total) {
            self.links.spoil();
        }
        Measured { kind: self.kind, milliseconds: self.links.milliseconds(), pixels: self.pixels }
    }
}
