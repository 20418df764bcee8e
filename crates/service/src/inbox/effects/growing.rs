//! What a step does about promo codes, and pictures of numbers on their way.
//!
//! A step decides from a locked code, so what it writes finds that code as it was; if it does not, the books and the
//! words disagree: the transaction is rolled back and the update tried again. Two admins who make the same code at once
//! end there too: the second is told that its name is taken.

use dialogue::chart::Chart;
use dialogue::{GrowthDeed, Html};
use domain::{ChatId, PersonId};
use store::outbox::Line;
use store::{LeaderTx, Priority, StoreError};
use telegram::request::{File, Keyboard, Request};

use crate::inbox::events::Incoming;
use crate::pictures;
use crate::render;

/// Writes it down; the chat in which something is to be said, if there is one.
pub(super) async fn write(
    tx: &mut LeaderTx<'_>,
    incoming: &Incoming,
    person: PersonId,
    deed: &GrowthDeed,
) -> Result<Option<ChatId>, StoreError> {
    let is_done = match deed {
        GrowthDeed::UsePromo(code) => tx.books().use_promo(code, person).await?,
        GrowthDeed::MakePromo(terms) => tx.books().make_promo(terms, person).await?,
        GrowthDeed::EndPromo(code) => tx.books().end_promo(code, person).await?,
        GrowthDeed::Picture(chart, words) => {
            return picture(tx, incoming, chart, words).await.map(Some);
        }
        // Seen to before anything is written.
        GrowthDeed::AskChannel => return Err(StoreError::Broken("Telegram was not asked")),
    };
    if is_done { Ok(None) } else { Err(StoreError::Broken("a promo code changed under its lock")) }
}

/// Keeps what is drawn, and the message that will carry it.
async fn picture(
    tx: &mut LeaderTx<'_>,
    incoming: &Incoming,
    chart: &Chart,
    words: &Html,
) -> Result<ChatId, StoreError> {
    let chat = incoming.event.chat.id;
    let number = tx.outbox().keep_chart(&chart.to_text()).await?;
    let file = File::Attached(pictures::name(number));
    let request = Request::send_photo(chat, &file, words.as_str(), &Keyboard::NONE);
    let request = incoming.in_place(request);
    tx.outbox().say(&render::saying(chat, Line::Answers, Priority::Result, &request)).await?;
    Ok(chat)
}
