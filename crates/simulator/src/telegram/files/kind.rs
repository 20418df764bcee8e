//! What a file was sent as, and the words for it.

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MediaKind {
    Photo,
    Video,
    Audio,
    Voice,
    Document,
    /// A moving picture: what Telegram makes of a GIF that is sent as a document.
    Animation,
}

impl MediaKind {
    /// The field of a message that holds it, its name in refusals, the folder that its paths of
    /// `getFile` begin with, and the ending of a nameless file.
    pub(crate) fn words(self) -> [&'static str; 4] {
        match self {
            Self::Photo => ["photo", "Photo", "photos", "jpg"],
            Self::Video => ["video", "Video", "videos", "mp4"],
            Self::Audio => ["audio", "Audio", "music", "mp3"],
            Self::Voice => ["voice", "VoiceNote", "voice", "oga"],
            Self::Document => ["document", "Document", "documents", "bin"],
            Self::Animation => ["animation", "Animation", "animations", "gif"],
        }
    }

    pub fn word(self) -> &'static str {
        self.words()[0]
    }

    pub(crate) fn title(self) -> &'static str {
        self.words()[1]
    }
}
