//! Where a screen goes, so that one living menu is left in a chat.
//!
//! ```text
//!   tapped on            the screen is words            it has a sample
//!   nothing              a new message                  a new message with it
//!   words                the words change               it takes the place of the words *
//!   a card with a sample a new message, the card leaves its sample, words and buttons change
//!   a result             a new message                  a new message
//! ```
//!
//! Telegram lets words become a file, and never a file words: then the new message is said and the card leaves, in
//! this order. What a generation made is never touched. (* Unless the words have buttons of a generation: they may be
//! a result as well.) What Telegram no longer lets us edit or delete stays where it is, and the new message is said.

use dialogue::{Sample, SampleKind, Screen};
use domain::{ChatId, MessageId, OutboxId};
use store::{LeaderTx, StoreError};
use telegram::request::{AlbumItem, AlbumKind, File, Keyboard, Request};

use super::{say, tapped};
use crate::inbox::events::{Incoming, Tapped};
use crate::render;

/// What became of a screen that is shown.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shown {
    /// The row that says it.
    pub(super) row: OutboxId,
    /// It is what was tapped that changes.
    pub(super) is_in_place: bool,
}

/// Shows a screen in place of what was tapped.
pub(super) async fn show(
    tx: &mut LeaderTx<'_>,
    incoming: &Incoming,
    screen: &Screen,
) -> Result<Shown, StoreError> {
    let chat = incoming.event.chat.id;
    let (shown, leaves) = shown(incoming, screen);
    let is_in_place = shown.names_message();
    let row = say(tx, chat, incoming.in_place(shown)).await?;
    if let Some(message) = leaves {
        say(tx, chat, Request::delete_message(chat, Some(message))).await?;
    }
    Ok(Shown { row, is_in_place })
}

/// Shows samples together; Telegram takes an album of two at least.
pub(super) async fn album(
    tx: &mut LeaderTx<'_>,
    incoming: &Incoming,
    samples: &[Sample],
) -> Result<(), StoreError> {
    let chat = incoming.event.chat.id;
    let request = match samples {
        [] => return Ok(()),
        [only] => render::with_sample(chat, only, "", &Keyboard::NONE),
        several => {
            let items: Vec<AlbumItem> = several.iter().map(|one| item(one, "")).collect();
            Request::send_media_group(chat, &items)
        }
    };
    say(tx, chat, incoming.in_place(request)).await?;
    Ok(())
}

/// What is said, and the message that leaves with it.
fn shown(incoming: &Incoming, screen: &Screen) -> (Request, Option<MessageId>) {
    let chat = incoming.event.chat.id;
    let new = || render::message(chat, screen);
    let Some(message) = tapped(&incoming.event) else { return (new(), None) };
    match (incoming.tapped, render::sample_of(screen)) {
        (Tapped::Words { .. }, None) => (render::edit(chat, Some(message), screen), None),
        (Tapped::Words { is_of_generation: false } | Tapped::Card, Some(sample)) => {
            (edit(chat, message, sample, screen), None)
        }
        (Tapped::Card, None) => (new(), Some(message)),
        (Tapped::Words { is_of_generation: true }, Some(_)) | (Tapped::Result, _) => (new(), None),
    }
}

fn edit(chat: ChatId, message: MessageId, sample: &Sample, screen: &Screen) -> Request {
    let item = item(sample, screen.text.as_str());
    Request::edit_media(chat, message, &item, &render::keyboard(screen))
}

fn item(sample: &Sample, caption: &str) -> AlbumItem {
    let kind = match sample.kind {
        SampleKind::Photo => AlbumKind::Photo,
        SampleKind::Video => AlbumKind::Video,
        SampleKind::Audio => AlbumKind::Audio,
    };
    AlbumItem { kind, file: File::Id(sample.file.clone()), caption_html: caption.to_owned() }
}
