//! What becomes of conversations with operators, of broadcasts, and of somebody's news.
//!
//! On failure: everything is rolled back with the transaction.

use dialogue::{StartAt, TalkDeed};
use domain::broadcast::BroadcastState;
use domain::{BroadcastId, ChatId, PersonId};
use store::outbox::Line;
use store::outbox::broadcasts::Begins;
use store::{LeaderTx, Priority, StoreError};

use super::supporting::word;
use crate::broadcasting::letter;
use crate::inbox::Inbox;
use crate::render;

/// Writes it down; the chats in which something is to be said.
pub(super) async fn write(
    active: &Inbox,
    tx: &mut LeaderTx<'_>,
    person: PersonId,
    deed: &TalkDeed,
) -> Result<Vec<ChatId>, StoreError> {
    match deed {
        TalkDeed::CloseCase(number) => {
            tx.people().close_support(*number, person).await?;
        }
        TalkDeed::News(wanted) => tx.people().keep_news(person, *wanted).await?,
        TalkDeed::Begin(id) => tx.broadcasts().begin(*id, person).await?,
        TalkDeed::Say(id, passed, styles) => {
            let file = passed.file.as_ref().map(|(kind, file)| (word(*kind), file.as_str()));
            tx.broadcasts().say(*id, &passed.words, styles, file).await?;
        }
        TalkDeed::To(id, segment) => tx.broadcasts().to(*id, segment).await?,
        TalkDeed::Buttons(id, buttons) => tx.broadcasts().buttons(*id, buttons).await?,
        TalkDeed::Start(id, StartAt::In(minutes)) => {
            tx.broadcasts().starts(*id, Begins::In(i32::from(*minutes))).await?;
        }
        TalkDeed::Start(id, StartAt::At(at)) => {
            let zone = &active.prices.offers.time_zone;
            tx.broadcasts().starts(*id, Begins::At(at, zone)).await?;
        }
        TalkDeed::Turn(id, state) => {
            if *state == BroadcastState::On {
                tx.broadcasts().aim(*id).await?;
            }
            tx.broadcasts().turn(*id, *state).await?;
        }
        TalkDeed::Preview(id) => return preview(active, tx, person, *id).await,
    }
    Ok(Vec::new())
}

/// The very message, for the admin alone.
async fn preview(
    active: &Inbox,
    tx: &mut LeaderTx<'_>,
    admin: PersonId,
    id: BroadcastId,
) -> Result<Vec<ChatId>, StoreError> {
    let zone = &active.prices.offers.time_zone;
    let Some(found) = tx.broadcasts().broadcast(id, zone).await? else { return Ok(Vec::new()) };
    let language = tx.people().acquaintance(admin).await?.map(|met| met.speaks);
    let language = language.unwrap_or(active.prices.offers.default_language);
    let chat = ChatId::new(admin.get());
    let letter = letter(chat, language, &found.body);
    // After the page that says so.
    tx.outbox().say(&render::saying(chat, Line::Answers, Priority::Answer, &letter)).await?;
    Ok(vec![chat])
}
