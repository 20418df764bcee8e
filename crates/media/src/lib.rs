//! How long and how large a file really is, counted while its bytes pass.
//!
//! ```text
//!   Meter::new ── take(bytes) ── take(bytes) ── ... ── finish ──> Measured
//!                   │
//!                   └ [`detect`] looks at the first bytes, then one walk sees the rest:
//!                     iso · matroska · frames · wav · ogg · flac · pictures
//! ```
//!
//! The map:
//!
//! | module | owns |
//! | --- | --- |
//! | [`tape`] | handing a walk exactly the bytes it asks for, whatever the pieces are |
//! | [`detect`] | which walk a file needs |
//! | [`length`] | adding up time, the longest of several, how much may trail behind a file |
//! | [`iso`] | mp4, mov, m4a, 3gp, and the pictures HEIC and AVIF |
//! | [`matroska`] | mkv and webm |
//! | [`frames`] | MP3 and ADTS, frame by frame |
//! | [`wav`], [`ogg`], [`flac`] | the containers of these names |
//! | [`codecs`] | how much sound one packet holds: AAC, Opus, Vorbis, PCM and others |
//! | [`pictures`] | PNG, JPEG, WebP, GIF, BMP, TIFF |
//!
//! Whoever sends a file may have written every byte of it. So a length is counted from what a
//! decoder would play, the longest of all accounts counts, and what cannot be told is none: a
//! damaged, cut or unusual file is never shorter than it plays. Nothing here does IO, waits, panics
//! or keeps more than some tens of kilobytes.

mod bits;
mod codecs;
mod detect;
mod flac;
mod frames;
mod iso;
mod length;
mod matroska;
mod ogg;
mod pictures;
mod tape;
mod wav;

/// What a file turned out to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Measured {
    /// What it is; none when it is nothing that is known here.
    pub kind: Option<Kind>,
    /// How long it plays, in thousandths of a second, a started one counted; none when that cannot be told.
    pub milliseconds: Option<u64>,
    /// Its width and height; none when that cannot be told.
    pub pixels: Option<(u32, u32)>,
}

/// What a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A picture.
    Image,
    /// A video, with or without sound.
    Video,
    /// Sound alone.
    Audio,
}

/// Counts while the bytes of one file pass.
#[derive(Debug, Default)]
pub struct Meter {
    tape: tape::Tape,
}

impl Meter {
    /// Before the first byte.
    pub fn new() -> Self {
        Self::default()
    }

    /// The next bytes of the file.
    pub fn take(&mut self, bytes: &[u8]) {
        self.tape.take(bytes);
    }

    /// How many steps the work took so far: a number that must grow no faster than the bytes.
    pub fn steps(&self) -> u64 {
        self.tape.steps()
    }

    /// After the last byte.
    pub fn finish(self) -> Measured {
        self.tape.finish()
    }
}
