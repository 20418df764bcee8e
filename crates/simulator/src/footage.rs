//! Films, sounds and pictures of any length and size, honest and lying.
//!
//! Every file is written byte by byte here: its frames, packets, boxes and pages have the right
//! sizes and beginnings, so that whoever counts them counts right; what is to be seen in the films
//! is nothing. A file is the same for the same wish. A film has sound as well: 10 frames and 15
//! packets of AAC (or 50 of Opus) a second.
//!
//! A [`Lie`] changes what a file says about itself, and never what is in it.
//!
//! ```
//! use simulator::footage::{self, Container, Lie};
//!
//! let claims_a_second = footage::make(Container::Mp4, 60, Lie::Header);
//! ```

pub(crate) mod mp4;
mod pictures;
mod sounds;
mod webm;

pub use pictures::{Format, picture};

pub const SIDES: (u32, u32) = (320, 240);

/// What a film or a sound is wrapped in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Container {
    /// A film: one index, behind it the samples.
    Mp4,
    /// A film as it is written while it is recorded.
    Fragments,
    /// A film: the samples first, the index behind them; the sound is PCM.
    Mov,
    WebM,
    /// A film of VP8 and Opus whose writer did not know how long it would become.
    LiveWebM,
    M4a,
    /// Sound: frames of MP3, and a table in the first.
    Mp3,
    Aac,
    Wav,
    Ogg,
    Flac,
}

impl Container {
    pub const ALL: [Self; 11] = [
        Self::Mp4,
        Self::Fragments,
        Self::Mov,
        Self::WebM,
        Self::LiveWebM,
        Self::M4a,
        Self::Mp3,
        Self::Aac,
        Self::Wav,
        Self::Ogg,
        Self::Flac,
    ];

    pub fn is_film(self) -> bool {
        matches!(self, Self::Mp4 | Self::Fragments | Self::Mov | Self::WebM | Self::LiveWebM)
    }

    /// How names of such files end, and their type.
    fn words(self) -> [&'static str; 2] {
        match self {
            Self::Mp4 | Self::Fragments => ["mp4", "video/mp4"],
            Self::Mov => ["mov", "video/quicktime"],
            Self::WebM | Self::LiveWebM => ["webm", "video/webm"],
            Self::M4a => ["m4a", "audio/mp4"],
            Self::Mp3 => ["mp3", "audio/mpeg"],
            Self::Aac => ["aac", "audio/aac"],
            Self::Wav => ["wav", "audio/wav"],
            Self::Ogg => ["ogg", "audio/ogg"],
            Self::Flac => ["flac", "audio/flac"],
        }
    }

    pub fn extension(self) -> &'static str {
        self.words()[0]
    }

    pub fn mime(self) -> &'static str {
        self.words()[1]
    }
}

/// What a file says wrongly about itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lie {
    None,
    /// The fields of its headers say one second (a picture: one dot).
    Header,
    /// So do, where there are any, the times of single samples, blocks and pages, and the sizes of
    /// what holds them.
    Samples,
}

impl Lie {
    pub const ALL: [Self; 3] = [Self::None, Self::Header, Self::Samples];

    /// What a header says of this length.
    fn told(self, seconds: u32) -> u32 {
        if self == Self::None { seconds } else { 1 }
    }

    /// How long a sample says it takes: all of them together one second, if it lies about that.
    fn each(self, honest: u32, seconds: u32) -> u32 {
        if self == Self::Samples { honest / seconds.max(1) } else { honest }
    }
}

/// A file that plays for so long.
pub fn make(container: Container, seconds: u32, lie: Lie) -> Vec<u8> {
    film(container, seconds, SIDES, lie)
}

/// A film of this size; a container of sound has none.
pub fn film(container: Container, seconds: u32, sides: (u32, u32), lie: Lie) -> Vec<u8> {
    match container {
        Container::Mp4 | Container::Mov | Container::M4a => {
            mp4::whole(container, seconds, sides, lie)
        }
        Container::Fragments => mp4::fragments(seconds, sides, lie),
        Container::WebM => webm::file(seconds, sides, lie, false),
        Container::LiveWebM => webm::file(seconds, sides, lie, true),
        Container::Mp3 => sounds::mp3(seconds, lie),
        Container::Aac => sounds::aac(seconds, lie),
        Container::Wav => sounds::wav(seconds, lie),
        Container::Ogg => sounds::ogg(seconds, lie),
        Container::Flac => sounds::flac(seconds, lie),
    }
}

/// Bytes that look like nothing in particular.
fn noise(count: usize) -> Vec<u8> {
    // No two of them are a marker of any format that is made here.
    (0..count).map(|place| u8::try_from(place * 7 % 120).unwrap_or_default() + 1).collect()
}

#[cfg(test)]
mod tests {
    use super::{Container, Lie, make};

    #[test]
    fn a_lie_changes_what_a_file_says_and_hardly_its_size() {
        for container in Container::ALL {
            let honest = make(container, 20, Lie::None);
            assert_eq!(honest, make(container, 20, Lie::None));
            for lie in [Lie::Header, Lie::Samples] {
                let lying = make(container, 20, lie);
                assert_ne!(honest, lying, "{container:?} {lie:?}");
                assert!(honest.len().abs_diff(lying.len()) < 100, "{container:?} {lie:?}");
            }
            assert!(honest.len() < 400_000, "{container:?} has {}", honest.len());
        }
    }
}
