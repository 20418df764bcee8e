//! The file that a message carries.
//!
//! A message has at most one. Telegram repeats an animation as a document for old apps, and a live
//! photo as a photo, so the more special one is looked for first. What has no file (a place, a poll,
//! a contact) is no media. A file that cannot be fetched for want of its id is none either. What the
//! sender's app claims about it (its type, its name, how long it lasts) may be missing or wrong.

use wire::json::Object;

/// One file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Media {
    /// What it was sent as.
    pub kind: MediaKind,
    /// To fetch it or to send it again; only this bot can use it.
    pub file_id: String,
    /// The same for the same file, whoever sends it; empty if it cannot be read.
    pub unique_id: String,
    /// In bytes, if Telegram says.
    pub size: Option<u64>,
    /// As the sender's app claims.
    pub mime: Option<String>,
    /// As the sender's app claims; may contain anything.
    pub file_name: Option<String>,
    /// How long it lasts; Telegram says so in whole seconds.
    pub milliseconds: Option<u32>,
    /// Its width and height.
    pub pixels: Option<(u32, u32)>,
}

/// What a file was sent as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MediaKind {
    /// A picture; of its sizes, the largest.
    Photo,
    /// A file as it is.
    Document,
    /// A video.
    Video,
    /// Music.
    Audio,
    /// A voice message.
    Voice,
    /// A video without sound, shown as a moving picture.
    Animation,
    /// A sticker.
    Sticker,
    /// A file of another kind, such as a round video.
    Other,
}

const KINDS: [(&str, MediaKind); 8] = [
    ("animation", MediaKind::Animation),
    ("document", MediaKind::Document),
    ("video", MediaKind::Video),
    ("audio", MediaKind::Audio),
    ("voice", MediaKind::Voice),
    ("sticker", MediaKind::Sticker),
    ("video_note", MediaKind::Other),
    ("live_photo", MediaKind::Other),
];

impl Media {
    /// The file of a message.
    pub(crate) fn of(message: &Object<'_>) -> Option<Self> {
        let special = KINDS.iter().find_map(|(name, kind)| {
            message.object(name).and_then(|file| Self::read(*kind, &file))
        });
        special.or_else(|| largest_photo(message))
    }

    /// Whether the message has a member that is a file, readable or not.
    pub(super) fn is_there(message: &Object<'_>) -> bool {
        let mut names = KINDS.iter().map(|(name, _)| *name).chain(["photo"]);
        names.any(|name| message.get(name).is_some())
    }

    fn read(kind: MediaKind, file: &Object<'_>) -> Option<Self> {
        Some(Self {
            kind,
            file_id: file.text("file_id")?,
            unique_id: file.text("file_unique_id").unwrap_or_default(),
            size: file.integer("file_size").and_then(|size| u64::try_from(size).ok()),
            mime: file.text("mime_type"),
            file_name: file.text("file_name"),
            milliseconds: whole(file, "duration").and_then(|seconds| seconds.checked_mul(1_000)),
            pixels: whole(file, "width").zip(whole(file, "height")),
        })
    }
}

fn whole(file: &Object<'_>, name: &str) -> Option<u32> {
    file.integer(name).and_then(|number| u32::try_from(number).ok())
}

fn largest_photo(message: &Object<'_>) -> Option<Media> {
    let area = |size: &Object<'_>| {
        let side = |name| size.integer(name).unwrap_or(0).max(0);
        side("width").saturating_mul(side("height"))
    };
    let sizes = message.objects("photo");
    let readable =
        sizes.iter().filter_map(|size| Some((area(size), Media::read(MediaKind::Photo, size)?)));
    readable.max_by_key(|(area, _)| *area).map(|(_, photo)| photo)
}
