//! What people send besides words: pictures, albums, documents, sounds, videos.
//!
//! An album is one update for each of its files, with the same `media_group_id`, as Telegram does
//! it; the first one carries the caption if the sender wrote one.

use super::{Formatted, Person, UpdateHandle, World};
use crate::telegram::{Born, More, Parcel};

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

    pub async fn sends_audio(
        &self,
        bytes: &[u8],
        seconds: u32,
        caption: Option<&str>,
    ) -> UpdateHandle {
        self.sends(Parcel::audio(bytes, seconds).captioned(caption.unwrap_or_default())).await
    }

    pub async fn sends_voice(&self, bytes: &[u8], seconds: u32) -> UpdateHandle {
        self.sends(Parcel::voice(bytes, seconds)).await
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
