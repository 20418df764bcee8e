//! Files: what the bot has uploaded and people have sent, under ids that stay good.
//!
//! ```text
//!   bytes ── Taking ──> Content ──> File, with an id ──> messages
//!                                     ├─ sent again by its id, as the same kind
//!                                     └─ getFile: a path ──> GET /file/bot<token>/<path>
//! ```
//!
//! Of an upload up to 1 MiB is kept whole, and so is what people send; of a longer upload only its
//! length, its hash and its first 64 KiB. All files together keep 256 MiB; what comes later keeps
//! only its beginning. What is not kept is served as zeros, so lengths are always true.

mod content;
pub(crate) mod picture;
pub(crate) mod serving;

use std::collections::BTreeMap;
use std::sync::Arc;

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

pub(crate) use content::{Content, Taking};

/// What all files together keep.
const KEPT_IN_ALL: u64 = 256 << 20;

/// The longer side of the small size of a photo.
const SMALL: u32 = 90;

/// What the id of the small size of a photo ends with.
const SMALL_ID: &str = "-s";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Media {
    pub kind: MediaKind,
    /// Its id, of a photo that of the largest size.
    pub file_id: String,
    pub file_name: Option<String>,
    pub mime: Option<String>,
    pub title: Option<String>,
    pub length: u64,
    /// The bytes, if they were kept: see the module.
    pub bytes: Option<Bytes>,
    pub pixels: Option<(u32, u32)>,
    pub seconds: Option<u32>,
}

/// What is said of a file besides its bytes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Looks {
    pub(crate) name: Option<String>,
    pub(crate) mime: Option<String>,
    pub(crate) title: Option<String>,
    pub(crate) performer: Option<String>,
    pub(crate) pixels: Option<(u32, u32)>,
    pub(crate) seconds: Option<u32>,
}

#[derive(Debug)]
pub(crate) struct File {
    pub(crate) id: String,
    pub(crate) path: String,
    pub(crate) kind: MediaKind,
    pub(crate) content: Content,
    pub(crate) looks: Looks,
}

impl File {
    /// The fields of a message that show it.
    pub(crate) fn fields(&self) -> Vec<(&'static str, Value)> {
        let own = (self.kind.word(), self.shown());
        match self.kind {
            // Old apps know no animations.
            MediaKind::Animation => vec![own, (MediaKind::Document.word(), self.shown())],
            _ => vec![own],
        }
    }

    fn shown(&self) -> Value {
        let mut shown = self.bare();
        let Looks { name, mime, title, performer, pixels, seconds } = &self.looks;
        let (width, height) = pixels.unwrap_or_default();
        if self.kind == MediaKind::Photo {
            return self.sizes(width, height);
        }
        let is_seen = matches!(self.kind, MediaKind::Video | MediaKind::Animation);
        if self.kind == MediaKind::Sticker {
            shown["type"] = json!("regular");
            (shown["is_animated"], shown["is_video"]) = (json!(false), json!(false));
        }
        if is_seen || self.kind == MediaKind::Sticker {
            shown["width"] = json!(width);
            shown["height"] = json!(height);
        }
        if is_seen || matches!(self.kind, MediaKind::Audio | MediaKind::Voice) {
            shown["duration"] = json!(seconds.unwrap_or_default());
        }
        let words =
            [("file_name", name), ("mime_type", mime), ("title", title), ("performer", performer)];
        for (field, word) in words {
            if let Some(word) = word {
                shown[field] = json!(word);
            }
        }
        shown
    }

    fn bare(&self) -> Value {
        json!({
            "file_id": self.id, "file_unique_id": self.unique_id(),
            "file_size": self.content.length,
        })
    }

    /// A photo as Telegram lists it, from small to large. There is no codec here: the small size
    /// has the bytes of the large one.
    fn sizes(&self, width: u32, height: u32) -> Value {
        let mut large = self.bare();
        large["width"] = json!(width);
        large["height"] = json!(height);
        let longer = width.max(height);
        if longer <= SMALL {
            return json!([large]);
        }
        let scaled = |side: u32| (u64::from(side) * u64::from(SMALL) / u64::from(longer)).max(1);
        let share = u64::from(longer) / u64::from(SMALL);
        let small = json!({
            "file_id": format!("{}{SMALL_ID}", self.id),
            "file_unique_id": format!("{}s", self.unique_id()),
            "file_size": (self.content.length / share.pow(2)).max(1),
            "width": scaled(width), "height": scaled(height),
        });
        json!([small, large])
    }

    /// The same for the same bytes, whoever sends them.
    pub(crate) fn unique_id(&self) -> String {
        format!("u{:016x}", self.content.hash)
    }

    pub(crate) fn media(&self) -> Media {
        Media {
            kind: self.kind,
            file_id: self.id.clone(),
            file_name: self.looks.name.clone(),
            mime: self.looks.mime.clone(),
            title: self.looks.title.clone(),
            length: self.content.length,
            bytes: self.content.whole().cloned(),
            pixels: self.looks.pixels,
            seconds: self.looks.seconds,
        }
    }
}

/// Every file of one fake; as many as were sent.
#[derive(Debug, Default)]
pub(crate) struct Files {
    by_id: BTreeMap<String, Arc<File>>,
    paths: BTreeMap<String, String>,
    kept: u64,
}

impl Files {
    /// Keeps a file under an id made of this number.
    pub(crate) fn add(
        &mut self,
        number: u64,
        kind: MediaKind,
        content: Content,
        looks: Looks,
    ) -> Arc<File> {
        let id = format!("Fake{number:016x}");
        let [_, _, folder, ending] = kind.words();
        let own = looks.name.as_deref().and_then(|name| name.rsplit_once('.'));
        let own = own.map(|(_, ending)| ending).filter(|ending| is_plain(ending));
        let path = format!("{folder}/file_{}.{}", self.by_id.len(), own.unwrap_or(ending));
        let wanted = content.kept_length();
        let fits = self.kept.saturating_add(wanted) <= KEPT_IN_ALL;
        let content = if fits { content } else { content.headless() };
        self.kept += content.kept_length();
        let file = Arc::new(File { id: id.clone(), path: path.clone(), kind, content, looks });
        self.paths.insert(path, id.clone());
        self.by_id.insert(id, Arc::clone(&file));
        file
    }

    /// The file of this id, also of that of its small size.
    pub(crate) fn get(&self, id: &str) -> Option<&Arc<File>> {
        self.by_id.get(id.strip_suffix(SMALL_ID).unwrap_or(id))
    }

    pub(crate) fn at(&self, path: &str) -> Option<&Arc<File>> {
        self.get(self.paths.get(path)?)
    }
}

fn is_plain(ending: &str) -> bool {
    (1..=8).contains(&ending.len()) && ending.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

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
    Sticker,
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
            Self::Sticker => ["sticker", "Sticker", "stickers", "webp"],
        }
    }

    pub fn word(self) -> &'static str {
        self.words()[0]
    }

    pub(crate) fn title(self) -> &'static str {
        self.words()[1]
    }
}

#[cfg(test)]
mod tests;
