//! What the buttons below a result and on a receipt ask for.

/// What can be done about a generation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GenerationAction {
    /// Look at its receipt.
    Receipt,
    /// Order the same again.
    Again,
    /// Order a variation: the same words, everything else as it comes. Only buttons of old say so.
    Vary,
    /// Change the words and order again.
    Reword,
    /// Make its picture larger.
    Upscale,
    /// Make a video of its picture.
    Animate,
    /// Send it as a file.
    File,
    /// Send it once more.
    Resend,
    /// Take it back.
    Cancel,
    /// Show it to everybody as a sample.
    Sample,
    /// No longer show it.
    Unsample,
}

impl GenerationAction {
    /// Every one of them.
    pub const ALL: [Self; 11] = [
        Self::Receipt,
        Self::Again,
        Self::Vary,
        Self::Reword,
        Self::Upscale,
        Self::Animate,
        Self::File,
        Self::Resend,
        Self::Cancel,
        Self::Sample,
        Self::Unsample,
    ];

    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Receipt => "receipt",
            Self::Again => "again",
            Self::Vary => "vary",
            Self::Reword => "reword",
            Self::Upscale => "upscale",
            Self::Animate => "animate",
            Self::File => "file",
            Self::Resend => "resend",
            Self::Cancel => "cancel",
            Self::Sample => "sample",
            Self::Unsample => "unsample",
        }
    }
}
