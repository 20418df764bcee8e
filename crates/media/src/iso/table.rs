//! The tables of an mp4 that are read row by row, so that their length costs no memory.

use crate::bits::big;

/// What the rows of a table are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rows {
    /// `stts`: so many samples take so long each.
    Times,
    /// `elst`: parts of a track, with their length first; its bytes.
    Edits(usize),
    /// `stsz`: the size of a sample.
    Sizes,
    /// `stsc`: from this chunk on, so many samples in each.
    Runs,
    /// `trun`: samples of a fragment, by its flags.
    Samples(u32),
}

/// A table while it is read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Table {
    pub(super) kind: Rows,
    /// Bytes before the first row.
    pub(super) lead: u64,
    /// Rows that are left, and the bytes of each: not none.
    pub(super) rows: u64,
    pub(super) width: usize,
}

impl Table {
    pub(super) fn new(kind: Rows, rows: u64, width: usize) -> Self {
        Self { kind, lead: 0, rows, width: width.max(1) }
    }

    /// A table whose head is a version and the number of its rows.
    pub(super) fn counted(kind: Rows, head: &[u8], width: usize) -> Self {
        Self::new(kind, big(head, 4, 4), width)
    }
}
