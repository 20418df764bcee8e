//! What is held of a person, sent to them or taken away.
//!
//! ```text
//!   send  ── not within ten minutes ──> a document whose bytes are made when it is sent
//!   leave ── nothing is being made ──> gone, in this very commit; else remembered
//! ```
//!
//! On failure: everything is rolled back with the transaction.

use dialogue::OwnDeed;
use domain::ChatId;
use store::{Conversation, LeaderTx, StoreError};
use telegram::request::{File, Request};

use super::{say, showing};
use crate::inbox::Inbox;
use crate::inbox::events::Incoming;
use crate::leaving;
use crate::outbox::own_data;
use crate::render;

/// Does it; the chat in which something is to be said.
pub(super) async fn act(
    active: &Inbox,
    tx: &mut LeaderTx<'_>,
    incoming: &Incoming,
    conversation: &Conversation,
    deed: &OwnDeed,
) -> Result<ChatId, StoreError> {
    // It is theirs alone, wherever they asked.
    let (person, chat) = (conversation.person, ChatId::new(conversation.person.get()));
    match deed {
        OwnDeed::Send(caption, again) => {
            if tx.people().may_be_told(person).await? {
                let file = File::Attached(own_data::NAME.to_owned());
                let caption = caption.as_str();
                let document =
                    Request::send_document(chat, &file, caption, &render::keyboard(again));
                say(tx, chat, document).await?;
            } else {
                showing::show(tx, incoming, again).await?;
            }
        }
        OwnDeed::Leave(gone, waiting) => {
            let desks = active.bot.operators();
            let is_gone = leaving::leave(&active.prices, tx, conversation, &desks).await?;
            let screen = if is_gone { gone } else { waiting };
            showing::show(tx, incoming, screen).await?;
        }
    }
    Ok(chat)
}
