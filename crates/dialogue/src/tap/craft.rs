//! What can be made of a text, and which models make it.

use domain::catalogue::Kind;

/// What can be made of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Craft {
    /// A picture.
    Image,
    /// A video.
    Video,
    /// Sound or music.
    Sound,
}

impl Craft {
    /// Every one of them, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::Image, Self::Video, Self::Sound];

    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Image => "image",
            Self::Video => "video",
            Self::Sound => "sound",
        }
    }

    pub(super) fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|craft| craft.word() == word)
    }

    /// What a model makes of a text, if that is what it does.
    pub(crate) const fn of(kind: Kind) -> Option<Self> {
        match kind {
            Kind::TextToImage => Some(Self::Image),
            Kind::TextToVideo => Some(Self::Video),
            Kind::Music | Kind::Sound | Kind::Speech => Some(Self::Sound),
            Kind::ImageEdit
            | Kind::Upscale
            | Kind::BackgroundRemoval
            | Kind::ImageToVideo
            | Kind::VideoToVideo
            | Kind::VideoUpscale
            | Kind::Avatar
            | Kind::LipSync
            | Kind::SpeechToText
            | Kind::Lyrics
            | Kind::AudioTools => None,
        }
    }
}
