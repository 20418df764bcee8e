//! One track of an mp4: what its tables say, and how long that is.
//!
//! | account | from | holds for |
//! | --- | --- | --- |
//! | times | `stts`, and `trun` of fragments | every track |
//! | sound | samples times what a packet holds, or bytes | sound |
//! | frames | samples, at most 120 a second | pictures |
//! | headers | `mdhd`, `tkhd`, `elst` | every track, as lower bounds |
//!
//! The longest counts. How many samples there are is said twice as well, by their sizes and by the
//! chunks they are in; the larger number counts, since players differ in which they believe.

use super::fragment::Fragments;
use crate::Kind;
use crate::codecs::Sound;
use crate::length::{FASTEST, Longest, picoseconds};

/// Sizes and numbers that fill all their bits say "not known".
pub(super) fn known(duration: u64, is_long: bool) -> u64 {
    let unknown = if is_long { u64::MAX } else { u64::from(u32::MAX) };
    if duration == unknown { 0 } else { duration }
}

/// The track.
#[derive(Debug, Default)]
pub(super) struct Track {
    pub(super) id: u32,
    pub(super) handler: [u8; 4],
    pub(super) timescale: u64,
    /// By `mdhd`, in its own time; by `tkhd` and by `elst`, in the movie's.
    pub(super) media: u64,
    pub(super) shown: u64,
    pub(super) edits: u64,
    /// By `stts`: samples, their time, and the time of the last.
    timed: u64,
    time: u64,
    last: u64,
    /// By `stsz`: samples and bytes; none of the bytes when they are not told.
    pub(super) sized: u64,
    pub(super) bytes: Option<u64>,
    /// By `stsc`: samples in the runs that are over, and the last run's first chunk and samples.
    in_runs: u64,
    run: (u64, u64),
    pub(super) chunks: u64,
    pub(super) sound: Sound,
    pub(super) pixels: Option<(u32, u32)>,
    pub(super) fragments: Fragments,
    /// Boxes that were there, to find those that are there twice.
    pub(super) seen: Vec<[u8; 4]>,
    is_broken: bool,
}

impl Track {
    pub(super) fn times(&mut self, samples: u64, each: u64) {
        let time = samples.checked_mul(each).and_then(|time| self.time.checked_add(time));
        self.is_broken |= time.is_none();
        self.time = time.unwrap_or_default();
        self.timed = self.timed.saturating_add(samples);
        self.last = each;
    }

    pub(super) fn edit(&mut self, duration: u64) {
        self.edits = self.edits.saturating_add(duration);
    }

    pub(super) fn size(&mut self, bytes: u64) {
        self.bytes = self.bytes.and_then(|sum| sum.checked_add(bytes));
    }

    pub(super) fn run(&mut self, first: u64, samples: u64) {
        let (begin, each) = self.run;
        // Chunks are counted from one, upwards.
        self.is_broken |= first <= begin;
        self.in_runs =
            self.in_runs.saturating_add(first.saturating_sub(begin).saturating_mul(each));
        self.run = (first, samples);
    }

    fn samples(&self) -> u64 {
        let (begin, each) = self.run;
        let last = (self.chunks + 1).saturating_sub(begin).saturating_mul(each);
        let in_chunks = if begin == 0 { 0 } else { self.in_runs.saturating_add(last) };
        self.sized.max(in_chunks).max(self.timed)
    }

    pub(super) fn kind(&self) -> Option<Kind> {
        match &self.handler {
            b"vide" | b"pict" => Some(Kind::Video),
            b"soun" => Some(Kind::Audio),
            _ => None,
        }
    }

    /// Adds its accounts, in a movie whose second has `movie` units.
    pub(super) fn measure(&mut self, movie: u64, longest: &mut Longest) {
        let samples = self.samples();
        let missing = samples - self.timed;
        // Players go on with the last time where the table ends early; with none they guess.
        if missing > 0 && self.timed == 0 || self.is_broken || self.fragments.is_broken() {
            longest.spoil();
        }
        self.times(missing, self.last);
        let all = samples.saturating_add(self.fragments.samples());
        let in_its_time = [self.time, self.media, self.fragments.time(), self.fragments.span()];
        for units in
            in_its_time.into_iter().chain([self.time.saturating_add(self.fragments.time())])
        {
            if units > 0 || all > 0 {
                longest.at_least(picoseconds(units, self.timescale));
            }
        }
        for units in [self.shown, self.edits] {
            if units > 0 {
                longest.at_least(picoseconds(units, movie));
            }
        }
        if all > 0 {
            match self.kind() {
                Some(Kind::Video) => longest.at_least(picoseconds(all, FASTEST)),
                Some(Kind::Audio) => longest.at_least(self.heard(all)),
                _ => {}
            }
        }
    }

    /// How long the sound in its packets is.
    fn heard(&self, packets: u64) -> Option<u64> {
        match self.sound {
            Sound::Even { samples, rate } => picoseconds(packets.checked_mul(samples)?, rate),
            Sound::Plain { width, rate } => {
                let bytes = self.bytes?.checked_add(self.fragments.bytes()?)?;
                picoseconds(packets.max(bytes.div_ceil(width)), rate)
            }
            _ => None,
        }
    }
}
