//! Fragments: small indexes between the parts of a file that was written while it was recorded.
//!
//! ```text
//!   moov ── mvex ── trex (defaults of a track)
//!   moof ── traf ── tfhd (track, its own defaults) ── tfdt (begin) ── trun (samples) ...
//! ```

use crate::bits::{big, big32};

/// What a sample takes when nobody says otherwise.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Defaults {
    pub(super) track: u32,
    pub(super) duration: u64,
    pub(super) size: u64,
}

impl Defaults {
    /// From `trex`.
    pub(super) fn of_movie(head: &[u8]) -> Self {
        Self { track: big32(head, 4), duration: big(head, 12, 4), size: big(head, 16, 4) }
    }

    /// From `tfhd`, over those of the movie.
    pub(super) fn of_fragment(head: &[u8], movie: &[Self]) -> Self {
        let flags = big(head, 1, 3);
        let track = big32(head, 4);
        let known = movie.iter().find(|defaults| defaults.track == track).copied();
        let mut defaults = Self { track, ..known.unwrap_or_default() };
        let mut at = 8;
        let fields = [(1, 8), (2, 4), (8, 4), (0x10, 4)];
        for (flag, width) in fields {
            if flags & flag == 0 {
                continue;
            }
            match flag {
                8 => defaults.duration = big(head, at, 4),
                0x10 => defaults.size = big(head, at, 4),
                _ => {}
            }
            at += width;
        }
        defaults
    }
}

/// All fragments of one track.
#[derive(Debug, Default)]
pub(super) struct Fragments {
    samples: u64,
    bytes: u64,
    time: u64,
    /// Where the next sample begins, and the span of all.
    at: u64,
    span: Option<(u64, u64)>,
    is_broken: bool,
}

impl Fragments {
    /// From `tfdt`.
    pub(super) fn begin(&mut self, at: u64) {
        self.at = at;
    }

    /// Adds samples that take so long and so many bytes each.
    pub(super) fn add(&mut self, samples: u64, each: u64, bytes: u64) {
        let added = samples.checked_mul(each).and_then(|time| {
            self.time = self.time.checked_add(time)?;
            let (first, last) = self.span.unwrap_or((self.at, self.at));
            let end = self.at.checked_add(time)?;
            self.span = Some((first.min(self.at), last.max(end)));
            self.at = end;
            self.samples = self.samples.checked_add(samples)?;
            self.bytes = self.bytes.checked_add(samples.checked_mul(bytes)?)?;
            Some(())
        });
        self.is_broken |= added.is_none();
    }

    /// One row of `trun`, whose fields are those of its flags.
    pub(super) fn row(&mut self, flags: u32, row: &[u8], defaults: Defaults) {
        let has_duration = flags & 0x100 != 0;
        let duration = if has_duration { big(row, 0, 4) } else { defaults.duration };
        let at = if has_duration { 4 } else { 0 };
        let size = if flags & 0x200 != 0 { big(row, at, 4) } else { defaults.size };
        self.add(1, duration, size);
    }

    pub(super) fn samples(&self) -> u64 {
        self.samples
    }

    pub(super) fn bytes(&self) -> Option<u64> {
        (!self.is_broken).then_some(self.bytes)
    }

    pub(super) fn time(&self) -> u64 {
        self.time
    }

    pub(super) fn span(&self) -> u64 {
        self.span.map_or(0, |(first, last)| last - first)
    }

    pub(super) fn is_broken(&self) -> bool {
        self.is_broken
    }
}
