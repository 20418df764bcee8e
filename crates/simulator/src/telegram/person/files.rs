//! What people send besides words: pictures, albums, documents, sounds, videos.
//!
//! An album is one update for each of its files, with the same `media_group_id`, as Telegram does
//! it; the first one carries the caption if the sender wrote one.

use bytes::Bytes;

use super::{Formatted, Person, UpdateHandle, World};
use crate::telegram::{Born, Content, Looks, MediaKind, More, picture};

impl Person {
    pub async fn sends_photo(&self, bytes: &[u8], caption: Option<&str>) -> UpdateHandle {
        self.sends(Parcel::photo(bytes).captioned(caption.unwrap_or_default())).await
    }

    pub async fn sends_document(
        &self,
        name: &str,
        mime: &str,
        bytes: &[u8],
        caption: Option<&str>,
    ) -> UpdateHandle {
        let parcel = Parcel::document(name, mime, bytes);
        self.sends(parcel.captioned(caption.unwrap_or_default())).await
    }

    /// Sends a file that is only said to be so many bytes long.
    pub async fn sends_large_document(&self, name: &str, mime: &str, size: u64) -> UpdateHandle {
        self.sends(Parcel::document(name, mime, &[]).claiming(size)).await
    }

    pub async fn sends_video(
        &self,
        bytes: &[u8],
        seconds: u32,
        pixels: (u32, u32),
        caption: Option<&str>,
    ) -> UpdateHandle {
        let parcel = Parcel::video(bytes, seconds, pixels);
        self.sends(parcel.captioned(caption.unwrap_or_default())).await
    }

    pub async fn sends(&self, parcel: Parcel) -> UpdateHandle {
        self.cause(|world| self.hand_over(world, parcel, None))
    }

    /// Sends files as one album: an update for each, in their order.
    pub async fn sends_album(&self, parcels: &[Parcel]) -> Vec<UpdateHandle> {
        let born: Vec<Born> = self.core.with(|world| {
            let album = world.draws.next().to_string();
            let each = |parcel: &Parcel| self.hand_over(world, parcel.clone(), Some(&album));
            parcels.iter().map(each).collect()
        });
        born.into_iter().map(|born| UpdateHandle::new(&self.core, born)).collect()
    }

    /// Sends a file of an album that comes file by file, as the page does.
    pub(crate) fn adds_to_album(&self, parcel: Parcel, album: &str) -> UpdateHandle {
        self.cause(|world| self.hand_over(world, parcel, Some(album)))
    }

    /// Gives Telegram files without sending them: what each is, and its id.
    pub(crate) fn keeps(&self, parcels: Vec<Parcel>) -> Vec<(MediaKind, String)> {
        let keep = |world: &mut World, Parcel { kind, content, looks, .. }| {
            let number = world.draws.next();
            (kind, world.files.add(number, kind, content, looks).id.clone())
        };
        self.core.with(|world| parcels.into_iter().map(|parcel| keep(world, parcel)).collect())
    }

    fn hand_over(&self, world: &mut World, parcel: Parcel, album: Option<&str>) -> Born {
        let Parcel { kind, content, looks, caption } = parcel;
        let number = world.draws.next();
        let file = world.files.add(number, kind, content, looks);
        let written = Formatted { plain: caption.clone(), entities: Vec::new() };
        self.post(world, |message| {
            message.write(written, &caption, false);
            message.more = Some(More::File(file));
            message.album = album.map(str::to_owned);
        })
    }
}

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

    /// A picture without a caption, which is all that is said.
    pub fn sticker(bytes: &[u8]) -> Self {
        Self { kind: MediaKind::Sticker, ..Self::photo(bytes) }
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
