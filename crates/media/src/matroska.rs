//! Matroska and `WebM`: elements in elements, each with a number, a size and a content.
//!
//! ```text
//!   EBML header ── Segment ┬ Info (scale, duration)
//!                          ├ Tracks ── TrackEntry ... ── [`track::Track`]
//!                          └ Cluster (its time) ┬ SimpleBlock ──> counted with its track
//!                                               └ BlockGroup ── Block, BlockDuration
//!
//!   Id ── Tail (rest of the number, first byte of the size) ── Size ──> Leaf or down or skip
//! ```
//!
//! Sizes that are not known (live recordings) end where an element of a higher level begins. On
//! failure: anything that is no element, an element larger than the one around it, unknown
//! elements, or a second segment make the file unmeasurable; players look for the next cluster there,
//! and how much they find is not known. A file that ends early counts as far as it goes, if what is
//! cut off is small.

mod element;
mod track;

use crate::bits::{big, fraction};
use crate::length::{CUT, Longest, is_small, larger, picoseconds};
use crate::tape::{LONGEST, Walk, Want};
use crate::{Kind, Measured};
use element::{Header, Id};
use track::{Block, Track};

/// The most tracks that are kept apart.
const TRACKS: usize = 64;

/// Nanoseconds of a second.
const NANOSECONDS: u64 = 1_000_000_000;

/// The deepest nesting that files have is six.
const DEPTH: usize = 12;

/// The beginning of a block, as much as any codec needs of it.
const BLOCK: u64 = 24;

#[derive(Debug, Default)]
enum State {
    #[default]
    Id,
    Tail,
    Size,
    /// The content of an element, and where that ends.
    Leaf(Id, u64),
    Skipped,
}

/// The walk.
#[derive(Debug, Default)]
pub(crate) struct Matroska {
    state: State,
    header: Header,
    /// The elements around this place, and where each ends; none when that is not known.
    around: Vec<(Id, Option<u64>)>,
    tracks: Vec<Track>,
    /// Nanoseconds of a unit of time.
    scale: Option<u64>,
    duration: Option<Vec<u8>>,
    cluster: u64,
    block: Option<(Block, Option<u64>)>,
    segments: u32,
    /// Bytes of unknown elements, where clusters could be.
    unknown: u64,
    /// Where the last element began.
    began: u64,
    tail: Option<u64>,
    is_broken: bool,
}

impl Matroska {
    /// The next element, after closing those that end here.
    fn next(&mut self, at: u64) -> Want {
        while let Some((id, Some(end))) = self.around.last() {
            if *end > at {
                break;
            }
            let id = *id;
            self.around.pop();
            self.closed(id);
        }
        self.state = State::Id;
        self.began = at;
        self.header = Header::default();
        Want::Read(1)
    }

    fn closed(&mut self, id: Id) {
        if id == Id::BlockGroup {
            self.end_block();
        }
    }

    fn break_off(&mut self) -> Want {
        self.is_broken = true;
        Want::Rest
    }

    fn on_element(&mut self, at: u64) -> Want {
        let (mut id, size) = (self.header.id(), self.header.size());
        while let Some((around, None)) = self.around.last() {
            if !id.ends(*around) {
                break;
            }
            self.around.pop();
        }
        if self.around.is_empty() && !matches!(id, Id::Ebml | Id::Segment | Id::Void) {
            // Behind the segment: a tail, unless there is another file in it.
            self.tail = Some(at);
            return Want::Rest;
        }
        if !id.belongs_into(self.around.last().map(|(around, _)| *around)) {
            id = Id::Other;
        }
        let end = size.and_then(|size| at.checked_add(size));
        let room = self.around.iter().rev().find_map(|(_, end)| *end);
        let overruns = end.is_some_and(|end| room.is_some_and(|room| end > room));
        let is_endless = end.is_none() && !matches!(id, Id::Segment | Id::Cluster);
        if overruns || is_endless || self.around.len() >= DEPTH {
            return self.break_off();
        }
        if id.is_around() {
            self.opened(id);
            self.around.push((id, end));
            return self.next(at);
        }
        let end = end.unwrap_or(at);
        if matches!(id, Id::Other | Id::Ebml | Id::Void | Id::Beside) {
            let is_among_blocks =
                matches!(self.around.last(), Some((Id::Segment | Id::Cluster | Id::BlockGroup, _)));
            if id == Id::Other && is_among_blocks {
                self.unknown = self.unknown.saturating_add(end - at);
            }
            self.state = State::Skipped;
            return Want::Skip(end - at);
        }
        let wanted = match id {
            Id::Block | Id::SimpleBlock => (end - at).min(BLOCK),
            Id::CodecPrivate => (end - at).min(LONGEST as u64),
            _ => (end - at).min(64),
        };
        self.state = State::Leaf(id, end);
        Want::Read(usize::try_from(wanted).unwrap_or_default())
    }

    fn opened(&mut self, id: Id) {
        match id {
            Id::Segment => {
                self.segments += 1;
                self.is_broken |= self.segments > 1;
            }
            Id::TrackEntry if self.tracks.len() < TRACKS => self.tracks.push(Track::default()),
            Id::TrackEntry => self.is_broken = true,
            Id::Cluster => self.cluster = 0,
            Id::BlockGroup => self.block = None,
            _ => {}
        }
    }

    fn on_leaf(&mut self, id: Id, content: &[u8], length: u64) {
        let number = || if content.len() <= 8 { big(content, 0, content.len()) } else { u64::MAX };
        match id {
            Id::TimestampScale => {
                self.is_broken |= self.scale.replace(number()).is_some_and(|old| old != number());
            }
            Id::Duration => self.duration = Some(content.to_vec()),
            Id::Timestamp => self.cluster = number(),
            Id::SimpleBlock => {
                self.block = Block::read(content, length).map(|block| (block, None));
                self.is_broken |= self.block.is_none();
                self.end_block();
            }
            Id::Block => {
                self.is_broken |= self.block.is_some();
                self.block = Block::read(content, length).map(|block| (block, None));
                self.is_broken |= self.block.is_none();
            }
            Id::BlockDuration => {
                if let Some((_, duration)) = &mut self.block {
                    *duration = Some(number());
                }
            }
            _ => match self.tracks.last_mut() {
                Some(track) => track.describe(id, content, length),
                None => self.is_broken = true,
            },
        }
    }

    /// Counts a block with its track. A track that is described elsewhere may yet be found by a
    /// player that seeks.
    fn end_block(&mut self) {
        let Some((block, duration)) = self.block.take() else { return };
        match self.tracks.iter_mut().find(|track| track.number == block.track) {
            Some(track) => track.count(&block, self.cluster, duration),
            None => self.is_broken = true,
        }
    }

    fn length(&mut self) -> Longest {
        let mut longest = Longest::default();
        let scale = self.scale.unwrap_or(1_000_000);
        if let Some(told) = self.duration.as_ref().map(|bytes| fraction(bytes, scale)) {
            longest.at_least(told.and_then(|time| picoseconds(time, NANOSECONDS)));
        }
        for track in &self.tracks {
            for time in track.times(scale) {
                longest.at_least(time);
            }
        }
        if scale == 0 {
            longest.spoil();
        }
        longest
    }
}

impl Walk for Matroska {
    fn begin(&self) -> Want {
        Want::Read(1)
    }

    fn step(&mut self, at: u64, bytes: &[u8]) -> Want {
        let after = at + bytes.len() as u64;
        match self.state {
            State::Id => match self.header.on_first(bytes) {
                Some(more) => {
                    self.state = State::Tail;
                    Want::Read(more)
                }
                None if self.around.is_empty() => {
                    self.tail = Some(at);
                    Want::Rest
                }
                None => self.break_off(),
            },
            State::Tail => match self.header.on_tail(bytes) {
                Some(0) => self.on_element(after),
                Some(more) => {
                    self.state = State::Size;
                    Want::Read(more)
                }
                None => self.break_off(),
            },
            State::Size => {
                self.header.on_size(bytes);
                self.on_element(after)
            }
            State::Leaf(id, end) => {
                self.on_leaf(id, bytes, end - at);
                self.state = State::Skipped;
                Want::Skip(end.saturating_sub(after))
            }
            State::Skipped => self.next(at),
        }
    }

    fn finish(&mut self, total: u64, whole: bool) -> Measured {
        self.end_block();
        // In an element that is longer than the file players look for others.
        self.is_broken |= !whole && total.saturating_sub(self.began) > CUT;
        self.is_broken |= self.unknown > CUT;
        let mut length = self.length();
        let tail = self.tail.map_or(0, |tail| total.saturating_sub(tail));
        if self.is_broken || !is_small(tail, total) {
            length.spoil();
        }
        let is_of = |kind| self.tracks.iter().any(|track| track.kind() == Some(kind));
        let kind = [Kind::Video, Kind::Audio].into_iter().find(|kind| is_of(*kind));
        let pixels = self.tracks.iter().fold(None, |all, track| larger(all, track.pixels()));
        Measured { kind, milliseconds: length.milliseconds(), pixels }
    }
}
