//! Questions of people passed on to operators, and their answers passed back.
//!
//! ```text
//!   a question ──> kept ── a card for every place where operators read, its file after it ── copies known by row
//!   an answer ───> kept ── the letter to who asked, its file after it ── known by row as well: a reply goes on
//! ```
//!
//! On failure: everything is rolled back with the transaction.

use dialogue::{Event, MediaKind, Passed, SupportAnswer, SupportCard, support_card, support_file};
use domain::{ChatId, PersonId, SupportTopic};
use store::outbox::Line;
use store::support::SupportMessage;
use store::{LeaderTx, Priority, StoreError};
use telegram::request::{Keyboard, Request};

use crate::inbox::Inbox;
use crate::inbox::facts::{last_payments, orders, plans};
use crate::operators::desks;
use crate::render;

/// So many payments are shown with a question.
const PAYMENTS: i64 = 5;

/// And so many orders.
const ORDERS: i64 = 3;

/// Passes a question on; the chats in which something is to be said.
pub(super) async fn ask(
    active: &Inbox,
    tx: &mut LeaderTx<'_>,
    event: &Event,
    topic: SupportTopic,
    question: &Passed,
) -> Result<Vec<ChatId>, StoreError> {
    let (person, offers) = (event.person.id, &active.prices.offers);
    let name = event.person.name.replace('\0', "");
    let number = tx.people().ask_support(person, topic, &name, kept(question)).await?;
    let balance = tx.books().balance(person).await?;
    let payments = last_payments(tx, person, PAYMENTS, &offers.time_zone).await?;
    let orders = orders(tx, person, ORDERS, &offers.time_zone).await?;
    let plans = plans(tx, person, &offers.time_zone).await?;
    let open = tx.people().unclosed_of(person).await?;
    let card = SupportCard {
        number,
        topic,
        person,
        name: &name,
        words: &question.words,
        balance: balance.available(),
        owed: balance.owed(),
        payments: &payments,
        orders: &orders,
        plans: &plans,
        open: &open,
    };
    let mut chats = Vec::new();
    for desk in desks(&active.bot, offers.default_language, tx).await? {
        let screen = support_card(desk.language, offers, &card);
        let said = desk.say(tx, render::message(desk.chat, &screen)).await?;
        tx.people().keep_support_copy(number, desk.chat, said, false).await?;
        let caption = support_file(desk.language, number);
        if let Some(file) = file(desk.chat, question, caption.as_str()) {
            let said = desk.say(tx, file).await?;
            tx.people().keep_support_copy(number, desk.chat, said, false).await?;
        }
        chats.push(desk.chat);
    }
    Ok(chats)
}

/// Passes an answer back; the chat in which it is said.
pub(super) async fn answer(
    tx: &mut LeaderTx<'_>,
    admin: PersonId,
    answer: &SupportAnswer,
) -> Result<ChatId, StoreError> {
    let SupportAnswer { case, person, answer, screen } = answer;
    tx.people().answer_support(*case, admin, kept(answer)).await?;
    let chat = ChatId::new(person.get());
    let messages = [Some(render::message(chat, screen)), file(chat, answer, "")];
    for message in messages.iter().flatten() {
        let saying = render::saying(chat, Line::Answers, Priority::Result, message);
        let said = tx.outbox().say(&saying).await?;
        tx.people().keep_support_copy(*case, chat, said, true).await?;
    }
    Ok(chat)
}

fn kept(passed: &Passed) -> SupportMessage<'_> {
    let file = passed.file.as_ref().map(|(kind, file)| (word(*kind), file.as_str()));
    SupportMessage { words: &passed.words, file }
}

pub(super) const fn word(kind: MediaKind) -> &'static str {
    match kind {
        MediaKind::Photo => "photo",
        MediaKind::Video => "video",
        MediaKind::Animation => "animation",
        MediaKind::VideoNote => "video-note",
        MediaKind::Audio => "audio",
        MediaKind::Voice => "voice",
        MediaKind::Document => "document",
        MediaKind::Sticker => "sticker",
    }
}

/// The file of what is passed on, as it was sent to us.
fn file(chat: ChatId, passed: &Passed, caption: &str) -> Option<Request> {
    let (kind, id) = passed.file.as_ref()?;
    Some(render::file(chat, *kind, id, caption, &Keyboard::NONE))
}
