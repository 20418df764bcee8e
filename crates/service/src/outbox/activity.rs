//! What a chat says is being done while a file is on its way there: "sends a photo".
//!
//! ```text
//!   a call with files ──┬──> the call itself
//!                       └──> the action, at once and every few seconds until the call ends
//! ```
//!
//! It is worth nothing by itself: it is sent only where leave to send is to spare, its answer is not looked at, it is
//! written down nowhere, and it ends with the call it stands beside.

use std::convert::Infallible;
use std::future::Future;
use std::time::Duration;

use store::Outgoing;
use telegram::request::{ChatAction, Method, Request};

use crate::outbox::Outbox;

/// Telegram shows an action for five seconds.
const AGAIN: Duration = Duration::from_millis(4_500);

/// Such a call takes no longer: nobody waits for it.
const LONGEST: Duration = Duration::from_secs(3);

/// Makes a call, and shows what it brings while it is made.
pub(super) async fn beside<T>(
    active: &Outbox,
    row: &Outgoing,
    request: &Request,
    call: impl Future<Output = T>,
) -> T {
    let Some(action) = action(request) else { return call.await };
    let shown = Request::chat_action(row.chat, action);
    tokio::select! {
        biased;
        outcome = call => outcome,
        never = show(active, row, &shown) => match never {},
    }
}

async fn show(active: &Outbox, row: &Outgoing, action: &Request) -> Infallible {
    loop {
        if let Some(turn) = active.throttle.turn_to_spare(row.chat)
            && let Ok(permit) = active.term.permit(LONGEST)
        {
            let _ = permit.run(active.telegram.call(turn, action)).await;
        }
        tokio::time::sleep(AGAIN).await;
    }
}

/// What the chat says while this is sent; nothing for what carries no bytes.
fn action(request: &Request) -> Option<ChatAction> {
    if request.attachments().is_empty() {
        return None;
    }
    Some(match request.method() {
        Method::SendPhoto => ChatAction::Photo,
        Method::SendVideo => ChatAction::Video,
        Method::SendAudio | Method::SendVoice => ChatAction::Voice,
        Method::SendMediaGroup => request.album_action(),
        _ => ChatAction::Document,
    })
}

#[cfg(test)]
mod tests {
    use domain::ChatId;
    use telegram::request::{AlbumItem, AlbumKind, ChatAction, File, Keyboard, Request};

    use super::action;

    const CHAT: ChatId = ChatId::new(7);

    #[test]
    fn the_chat_says_what_kind_of_file_comes() {
        let file = File::Attached("f0".to_owned());
        let photo = Request::send_photo(CHAT, &file, "", &Keyboard::NONE);
        let item = |kind| AlbumItem { kind, file: file.clone(), caption_html: String::new() };
        let album = |kind| Request::send_media_group(CHAT, &[item(kind), item(kind)]);

        assert_eq!(action(&photo), Some(ChatAction::Photo));
        assert_eq!(action(&photo.as_document().unwrap()), Some(ChatAction::Document));
        assert_eq!(
            action(&Request::send_audio(CHAT, &file, "", &Keyboard::NONE)),
            Some(ChatAction::Voice)
        );
        assert_eq!(action(&album(AlbumKind::Audio)), Some(ChatAction::Voice));
        assert_eq!(action(&album(AlbumKind::Photo)), Some(ChatAction::Photo));
    }

    #[test]
    fn what_carries_nothing_is_sent_without_a_word_about_it() {
        let known = Request::send_photo(CHAT, &File::Id("x".to_owned()), "", &Keyboard::NONE);
        for request in [known, Request::send_message(CHAT, "hello", &Keyboard::NONE)] {
            assert_eq!(action(&request), None);
        }
    }
}
