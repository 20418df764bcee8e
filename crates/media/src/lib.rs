//! How long and how large a file really is, counted while its bytes pass.
//!
//! ```text
//!   Meter::new ── take(bytes) ── take(bytes) ── ... ── finish ──> Measured
//! ```

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
    steps: u64,
}

impl Meter {
    /// Before the first byte.
    pub fn new() -> Self {
        Self::default()
    }

    /// The next bytes of the file.
    pub fn take(&mut self, bytes: &[u8]) {
        self.steps += bytes.len() as u64;
    }

    /// How many steps the work took so far: a number that must grow no faster than the bytes.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// After the last byte.
    pub fn finish(self) -> Measured {
        Measured::default()
    }
}
