//! The mp4 family: boxes in boxes, tables of samples, fragments. mp4, mov, m4a, 3gp, HEIC, AVIF.
//!
//! ```text
//!   Head (size, name) ── Large (size of 64 bits) ──> down, or skip, or
//!                                                    Leaf (its first bytes) ── Rows (of a table) ──> Head
//! ```
//!
//! The index (`moov`) may stand before or behind the sound and pictures (`mdat`); these are passed
//! over, since everything is in the index and in the indexes of fragments (`moof`). [`movie::Movie`]
//! understands the boxes; this walk finds them, wherever players look for them.
//!
//! On failure: a box that is larger than the one around it, a cut index, a table with fewer rows
//! than it says, anything twice that players read once: unmeasurable. Bytes at the end of the file
//! that are no boxes are a tail.

mod fragment;
mod movie;
mod sample_entry;
mod table;
mod track;

use crate::bits::{big, big32};
use crate::length::is_small;
use crate::tape::{Walk, Want};
use crate::{Kind, Measured};
use movie::{Leaf, Movie};
use table::Table;

/// The deepest nesting that files have is eight.
const DEPTH: usize = 16;

/// Boxes of notes: they may have loose ends, and players look for tracks in them all the same.
const NOTES: [&Name; 5] = [b"udta", b"meta", b"ilst", b"tref", b"dinf"];

/// Bytes of rows that are asked for at once.
const ROWS: usize = 4096;

/// The name of a box.
type Name = [u8; 4];

#[derive(Debug, Default)]
enum State {
    #[default]
    Head,
    /// The size in 64 bits, of the box that began there.
    Large(Name, u64),
    /// The name of a box whose size is known.
    Half([u8; 4]),
    /// The first bytes of a box that ends there.
    Leaf(Name, u64),
    /// The rows of a table in a box that ends there.
    Rows(Table, u64),
    Skipped,
}

/// The walk.
#[derive(Debug, Default)]
pub(crate) struct Iso {
    state: State,
    /// The boxes around this place, and where each ends.
    around: Vec<(Name, u64)>,
    movie: Movie,
    tail: Option<u64>,
    is_broken: bool,
}

impl Iso {
    fn end_of_room(&self) -> u64 {
        self.around.last().map_or(u64::MAX, |(_, end)| *end)
    }

    fn next(&mut self, at: u64) -> Want {
        while self.around.last().is_some_and(|(_, end)| *end <= at) {
            self.around.pop();
        }
        let room = self.end_of_room() - at;
        if room < 8 {
            // Too little for a box: some end their lists with a zero.
            self.state = State::Skipped;
            return Want::Skip(room);
        }
        self.state = State::Head;
        Want::Read(8)
    }

    /// Something that is no box: a tail at the end of the file, a loose end of a list of notes, and
    /// anywhere else damage.
    fn astray(&mut self, begin: u64, at: u64) -> Want {
        match self.around.last() {
            None => {
                self.tail = Some(begin);
                Want::Rest
            }
            Some((name, end)) if NOTES.contains(&name) => {
                let left = end.saturating_sub(at);
                self.state = State::Skipped;
                Want::Skip(left)
            }
            Some(_) => self.break_off(),
        }
    }

    fn break_off(&mut self) -> Want {
        self.is_broken = true;
        Want::Rest
    }

    fn on_head(&mut self, at: u64, head: &[u8]) -> Want {
        let (size, after) = (big(head, 0, 4), at + 8);
        let Some(name) = head.last_chunk::<4>().copied() else { return self.break_off() };
        let is_named = name.iter().all(|byte| (0x20..0x7F).contains(byte));
        if self.around.is_empty() && !is_named {
            return self.astray(at, after);
        }
        match size {
            0 => self.on_box(name, at, after, self.end_of_room()),
            1 => {
                self.state = State::Large(name, at);
                Want::Read(8)
            }
            size => self.on_box(name, at, after, at.saturating_add(size)),
        }
    }

    fn on_box(&mut self, name: Name, begin: u64, at: u64, end: u64) -> Want {
        if end < at || end > self.end_of_room() {
            return self.astray(begin, at);
        }
        if is_around(name) {
            if self.around.len() >= DEPTH || !self.movie.open(name) {
                return self.break_off();
            }
            self.around.push((name, end));
            return self.next(at);
        }
        if &name == b"meta" {
            self.state = State::Leaf(name, end);
            return Want::Read(if end - at >= 12 { 8 } else { 0 });
        }
        let wanted = usize::try_from(end - at).unwrap_or(usize::MAX).min(first_bytes(name));
        self.state = if wanted == 0 { State::Skipped } else { State::Leaf(name, end) };
        if wanted == 0 { Want::Skip(end - at) } else { Want::Read(wanted) }
    }

    fn on_leaf(&mut self, name: Name, at: u64, end: u64, head: &[u8]) -> Want {
        let after = at + head.len() as u64;
        if &name == b"meta" {
            if self.around.len() >= DEPTH {
                return self.break_off();
            }
            self.around.push((name, end));
            return match head.first_chunk::<8>() {
                // In the older standard a box begins here, in the newer one a version comes first.
                Some(_) if big32(head, 0) != 0 => self.on_head(at, head),
                Some(&[_, _, _, _, a, b, c, d]) => {
                    self.state = State::Half([a, b, c, d]);
                    Want::Read(4)
                }
                None => self.next(after),
            };
        }
        let around = self.around.last().map(|(around, _)| *around);
        match self.movie.leaf(name, around.unwrap_or_default(), head, end - at) {
            Leaf::Known => {}
            Leaf::Broken => return self.break_off(),
            Leaf::Rows(table) => return self.rows(table, after, end),
        }
        self.state = State::Skipped;
        Want::Skip(end - after)
    }

    /// Asks for more rows of a table, or passes over what is behind the last.
    fn rows(&mut self, mut table: Table, at: u64, end: u64) -> Want {
        let left = u128::from(table.rows) * table.width as u128;
        if left + u128::from(table.lead) > u128::from(end - at) {
            return self.break_off();
        }
        if table.lead > 0 {
            let lead = std::mem::take(&mut table.lead);
            self.state = State::Rows(table, end);
            return Want::Skip(lead);
        }
        if left == 0 {
            self.state = State::Skipped;
            return Want::Skip(end - at);
        }
        let most = ROWS - ROWS % table.width;
        let count = usize::try_from(left).map_or(most, |left| left.min(most));
        self.state = State::Rows(table, end);
        Want::Read(count)
    }
}

/// Boxes whose content is boxes. Players look into them wherever they stand.
fn is_around(name: Name) -> bool {
    const AROUND: [&Name; 13] = [
        b"moov", b"trak", b"mdia", b"minf", b"stbl", b"edts", b"mvex", b"moof", b"traf", b"iprp",
        b"ipco", b"cmov", b"rmra",
    ];
    AROUND.contains(&&name) || NOTES.contains(&&name) && &name != b"meta"
}

/// How many bytes of a box are read as a whole.
fn first_bytes(name: Name) -> usize {
    match &name {
        b"mvhd" | b"tkhd" | b"mdhd" | b"hdlr" | b"mehd" | b"trex" | b"tfhd" | b"tfdt" | b"ispe" => {
            112
        }
        b"stsd" => crate::tape::LONGEST,
        b"stts" | b"elst" | b"stsc" | b"stco" | b"co64" => 8,
        b"stsz" | b"stz2" => 12,
        b"trun" => 8,
        _ => 0,
    }
}

impl Walk for Iso {
    fn begin(&self) -> Want {
        Want::Read(8)
    }

    fn step(&mut self, at: u64, bytes: &[u8]) -> Want {
        let after = at + bytes.len() as u64;
        match std::mem::take(&mut self.state) {
            State::Head => self.on_head(at, bytes),
            State::Large(name, begin) => {
                let end = begin.saturating_add(big(bytes, 0, 8));
                self.on_box(name, begin, after, end)
            }
            State::Half(size) => self.on_head(at - 4, &[&size, bytes].concat()),
            State::Leaf(name, end) => self.on_leaf(name, at, end, bytes),
            State::Rows(mut table, end) => {
                for row in bytes.chunks_exact(table.width) {
                    self.movie.row(&table, row);
                }
                table.rows -= (bytes.len() / table.width) as u64;
                self.rows(table, after, end)
            }
            State::Skipped => self.next(at),
        }
    }

    fn finish(&mut self, total: u64, whole: bool) -> Measured {
        // A cut index may have said more.
        let is_cut = |end: u64| end > total && (end < u64::MAX || !whole);
        let in_index = self.around.iter().any(|(name, end)| name == b"moov" && is_cut(*end));
        let (kind, pixels) = self.movie.seen();
        let mut length = self.movie.length();
        let tail = self.tail.map_or(0, |tail| total.saturating_sub(tail));
        if self.is_broken || in_index || !is_small(tail, total) {
            length.spoil();
        }
        match (kind, self.movie.picture()) {
            (None, Some(picture)) => {
                Measured { kind: Some(Kind::Image), milliseconds: None, pixels: Some(picture) }
            }
            _ => Measured { kind, milliseconds: length.milliseconds(), pixels },
        }
    }
}
