//! A file that a person is about to send.

use bytes::Bytes;

use super::{Content, Looks, MediaKind, picture};

/// What the app of a person says of a picture whose size it cannot read.
const UNREAD: (u32, u32) = (800, 600);

#[derive(Debug, Clone)]
#[must_use = "a file that is not sent is not seen"]
pub struct Parcel {
    pub(crate) kind: MediaKind,
    pub(crate) content: Content,
    pub(crate) looks: Looks,
    pub(crate) caption: String,
}

impl Parcel {
    /// A picture, shown as one; its size is read from its bytes.
    pub fn photo(bytes: &[u8]) -> Self {
        let parcel = Self::new(MediaKind::Photo, bytes);
        parcel.sized(picture::look(bytes).map_or(UNREAD, |seen| (seen.width, seen.height)))
    }

    pub fn document(name: &str, mime: &str, bytes: &[u8]) -> Self {
        Self::new(MediaKind::Document, bytes).named(name, mime)
    }

    pub fn video(bytes: &[u8], seconds: u32, pixels: (u32, u32)) -> Self {
        Self::new(MediaKind::Video, bytes)
            .named("video.mp4", "video/mp4")
            .lasting(seconds)
            .sized(pixels)
    }

    pub fn audio(bytes: &[u8], seconds: u32) -> Self {
        Self::new(MediaKind::Audio, bytes).named("audio.mp3", "audio/mpeg").lasting(seconds)
    }

    pub fn voice(bytes: &[u8], seconds: u32) -> Self {
        let mut parcel = Self::new(MediaKind::Voice, bytes).lasting(seconds);
        parcel.looks.mime = Some("audio/ogg".to_owned());
        parcel
    }

    pub fn captioned(self, caption: &str) -> Self {
        Self { caption: caption.to_owned(), ..self }
    }

    pub fn named(mut self, name: &str, mime: &str) -> Self {
        self.looks.name = Some(name.to_owned());
        self.looks.mime = Some(mime.to_owned());
        self
    }

    /// The same, said to be so many bytes long; what is missing is zeros.
    pub fn claiming(mut self, length: u64) -> Self {
        self.content = Content::claimed(length);
        self
    }

    fn new(kind: MediaKind, bytes: &[u8]) -> Self {
        let content = Content::of(Bytes::copy_from_slice(bytes));
        Self { kind, content, looks: Looks::default(), caption: String::new() }
    }

    fn lasting(mut self, seconds: u32) -> Self {
        self.looks.seconds = Some(seconds);
        self
    }

    fn sized(mut self, pixels: (u32, u32)) -> Self {
        self.looks.pixels = Some(pixels);
        self
    }
}
