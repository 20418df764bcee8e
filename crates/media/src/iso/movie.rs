//! The index of an mp4: what its boxes say, gathered by track.
//!
//! On failure: a second index, a box twice in a track, more tracks than files have, fragments of a
//! track that was not announced, or an index that is itself compressed are [`Leaf::Broken`]: players
//! disagree about such files.

use super::fragment::Defaults;
use super::sample_entry;
use super::table::{Rows, Table};
use super::track::{Track, known};
use crate::Kind;
use crate::bits::{big, big32};
use crate::length::{Longest, larger, picoseconds};

/// The most tracks that are kept apart.
const TRACKS: usize = 64;

/// What became of a box.
#[derive(Debug)]
pub(super) enum Leaf {
    Known,
    /// Its rows follow.
    Rows(Table),
    Broken,
}

/// The index.
#[derive(Debug, Default)]
pub(super) struct Movie {
    is_there: bool,
    timescale: u64,
    duration: u64,
    fragmented: u64,
    tracks: Vec<Track>,
    defaults: Vec<Defaults>,
    /// The defaults of the fragment's track that is read.
    fragment: Option<Defaults>,
    picture: Option<(u32, u32)>,
}

/// A field of a box with two versions: where it is in each, and how wide.
fn field(head: &[u8], short: usize, long: usize) -> u64 {
    if is_long(head) { big(head, long, 8) } else { big(head, short, 4) }
}

fn is_long(head: &[u8]) -> bool {
    head.first() == Some(&1)
}

impl Movie {
    /// Goes into a box of boxes; says whether that can be.
    pub(super) fn open(&mut self, name: [u8; 4]) -> bool {
        match &name {
            b"moov" => !std::mem::replace(&mut self.is_there, true),
            b"trak" => {
                self.tracks.push(Track::default());
                self.tracks.len() <= TRACKS
            }
            b"moof" => self.is_there,
            b"traf" => {
                self.fragment = None;
                true
            }
            b"cmov" | b"rmra" => false,
            _ => true,
        }
    }

    /// Takes the first bytes of a box of `size` bytes.
    pub(super) fn leaf(&mut self, name: [u8; 4], around: [u8; 4], head: &[u8], size: u64) -> Leaf {
        match &name {
            b"ispe" => {
                self.picture = larger(self.picture, (big32(head, 4), big32(head, 8)));
                Leaf::Known
            }
            b"mvhd" if self.timescale > 0 => Leaf::Broken,
            b"mvhd" => {
                self.timescale = if is_long(head) { big(head, 20, 4) } else { big(head, 12, 4) };
                self.duration = known(field(head, 16, 24), is_long(head));
                if self.timescale == 0 { Leaf::Broken } else { Leaf::Known }
            }
            b"mehd" => {
                self.fragmented = self.fragmented.max(known(field(head, 4, 4), is_long(head)));
                Leaf::Known
            }
            b"trex" => {
                self.defaults.push(Defaults::of_movie(head));
                if self.defaults.len() > TRACKS { Leaf::Broken } else { Leaf::Known }
            }
            b"tfhd" => {
                self.fragment = Some(Defaults::of_fragment(head, &self.defaults));
                if self.fragment_track().is_some() { Leaf::Known } else { Leaf::Broken }
            }
            b"tfdt" => match self.fragment_track() {
                Some((track, _)) => {
                    track.fragments.begin(field(head, 4, 4));
                    Leaf::Known
                }
                None => Leaf::Broken,
            },
            b"trun" => self.on_run(head),
            b"hdlr" if &around != b"mdia" => Leaf::Known,
            _ => match self.tracks.last_mut() {
                Some(track) if !track.seen.contains(&name) => {
                    track.seen.push(name);
                    on_track(track, name, head, size)
                }
                _ => Leaf::Broken,
            },
        }
    }

    fn fragment_track(&mut self) -> Option<(&mut Track, Defaults)> {
        let defaults = self.fragment?;
        let track = self.tracks.iter_mut().find(|track| track.id == defaults.track)?;
        Some((track, defaults))
    }

    fn on_run(&mut self, head: &[u8]) -> Leaf {
        let (flags, samples) = (big32(head, 0) & 0x00FF_FFFF, big(head, 4, 4));
        let Some((track, defaults)) = self.fragment_track() else { return Leaf::Broken };
        let fields = |mask: u32| 4 * (flags & mask).count_ones();
        let width = fields(0xF00) as usize;
        if width == 0 {
            track.fragments.add(samples, defaults.duration, defaults.size);
            return Leaf::Known;
        }
        let table = Table::new(Rows::Samples(flags), samples, width);
        Leaf::Rows(Table { lead: u64::from(fields(5)), ..table })
    }

    /// Takes one row of a table.
    pub(super) fn row(&mut self, table: &Table, row: &[u8]) {
        if let Rows::Samples(flags) = table.kind {
            if let Some((track, defaults)) = self.fragment_track() {
                track.fragments.row(flags, row, defaults);
            }
            return;
        }
        let Some(track) = self.tracks.last_mut() else { return };
        match table.kind {
            Rows::Times => track.times(big(row, 0, 4), big(row, 4, 4)),
            Rows::Edits(width) => track.edit(known(big(row, 0, width), width == 8)),
            Rows::Sizes => track.size(big(row, 0, 4)),
            Rows::Runs => track.run(big(row, 0, 4), big(row, 4, 4)),
            Rows::Samples(_) => {}
        }
    }

    /// What it shows: its kind and its largest picture.
    pub(super) fn seen(&self) -> (Option<Kind>, Option<(u32, u32)>) {
        let is_of = |kind| self.tracks.iter().any(|track| track.kind() == Some(kind));
        let kind = [Kind::Video, Kind::Audio].into_iter().find(|kind| is_of(*kind));
        let videos = self.tracks.iter().filter(|track| track.kind() == Some(Kind::Video));
        let pixels = videos.filter_map(|track| track.pixels).fold(None, larger);
        (kind, pixels)
    }

    /// The largest item of a picture file.
    pub(super) fn picture(&self) -> Option<(u32, u32)> {
        self.picture
    }

    pub(super) fn length(&mut self) -> Longest {
        let mut longest = Longest::default();
        for units in [self.duration, self.fragmented] {
            if units > 0 {
                longest.at_least(picoseconds(units, self.timescale));
            }
        }
        for track in &mut self.tracks {
            track.measure(self.timescale, &mut longest);
        }
        longest
    }
}

fn on_track(track: &mut Track, name: [u8; 4], head: &[u8], size: u64) -> Leaf {
    match &name {
        b"tkhd" => {
            track.id = big32(head, if is_long(head) { 20 } else { 12 });
            track.shown = known(field(head, 20, 28), is_long(head));
            let at = if is_long(head) { 88 } else { 76 };
            let side = |at| u32::try_from(big(head, at, 4) >> 16).unwrap_or_default();
            track.pixels = larger(track.pixels, (side(at), side(at + 4)));
        }
        b"mdhd" => {
            track.timescale = if is_long(head) { big(head, 20, 4) } else { big(head, 12, 4) };
            track.media = known(field(head, 16, 24), is_long(head));
        }
        b"hdlr" => track.handler = big32(head, 8).to_be_bytes(),
        b"stsd" => {
            let (sound, pixels) = sample_entry::read(head, size);
            track.sound = sound;
            track.pixels = pixels.map_or(track.pixels, |pixels| larger(track.pixels, pixels));
        }
        b"stts" => return Leaf::Rows(Table::counted(Rows::Times, head, 8)),
        b"elst" => {
            let (duration, width) = if is_long(head) { (8, 20) } else { (4, 12) };
            return Leaf::Rows(Table::counted(Rows::Edits(duration), head, width));
        }
        b"stsc" => return Leaf::Rows(Table::counted(Rows::Runs, head, 12)),
        b"stco" | b"co64" => track.chunks = track.chunks.max(big(head, 4, 4)),
        b"stz2" => {
            if track.sized > 0 {
                return Leaf::Broken;
            }
            track.sized = big(head, 8, 4);
        }
        b"stsz" => return on_sizes(track, head),
        _ => {}
    }
    Leaf::Known
}

fn on_sizes(track: &mut Track, head: &[u8]) -> Leaf {
    let (size, samples) = (big(head, 4, 4), big(head, 8, 4));
    if track.sized > 0 {
        return Leaf::Broken;
    }
    track.sized = samples;
    track.bytes = Some(size.saturating_mul(samples));
    if size > 0 { Leaf::Known } else { Leaf::Rows(Table::new(Rows::Sizes, samples, 4)) }
}
