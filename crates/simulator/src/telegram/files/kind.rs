//! What a file was sent as, and the words for it.

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
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
    /// The field of a message that holds it, and the word of an album for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Photo => "photo",
            Self::Video => "video",
            Self::Audio => "audio",
            Self::Voice => "voice",
            Self::Document => "document",
            Self::Animation => "animation",
        }
    }

    pub(crate) fn named(word: &str) -> Option<Self> {
        let all =
            [Self::Photo, Self::Video, Self::Audio, Self::Voice, Self::Document, Self::Animation];
        all.into_iter().find(|kind| kind.word() == word)
    }

    /// As Telegram writes it in refusals.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::Photo => "Photo",
            Self::Video => "Video",
            Self::Audio => "Audio",
            Self::Voice => "VoiceNote",
            Self::Document => "Document",
            Self::Animation => "Animation",
        }
    }

    /// The folder that paths of `getFile` begin with, and the ending of a nameless file.
    pub(super) fn shelf(self) -> (&'static str, &'static str) {
        match self {
            Self::Photo => ("photos", "jpg"),
            Self::Video => ("videos", "mp4"),
            Self::Audio => ("music", "mp3"),
            Self::Voice => ("voice", "oga"),
            Self::Document => ("documents", "bin"),
            Self::Animation => ("animations", "gif"),
        }
    }
}
