//! What can no longer be ordered: closed in the books of the shop, and the admins told, once.
//!
//! ```text
//!   open ── closed ──> one ERROR line, one message to the chat of the admins, or to every admin
//!   closed ── closed again ──> nothing; nor while it only opens and closes again
//! ```

use std::sync::atomic::Ordering;
use std::time::Duration;

use dialogue::Screen;
use dialogue::trouble::closed_notice;
use domain::generation::Cause;
use domain::{ChatId, Language};
use store::closures::EVERYTHING;
use store::outbox::Line;
use store::{LeaderTx, OnDoubt, Priority, Reach, Saying, StoreError};
use telegram::request::Request;
use tracing::{debug, error};

use super::Undone;
use crate::active::Active;
use crate::config::AdminChat;
use crate::effects::keyboard;

/// How long everything is closed unless KIE takes us back before.
const CLOSED: Duration = Duration::from_secs(3_600);

/// Something that was closed; others learn it once that is committed.
#[derive(Debug)]
#[must_use = "nobody learns it"]
pub(super) struct Closed {
    subject: String,
    cause: Cause,
    told: Vec<ChatId>,
}

impl Closed {
    /// It is committed: one line for the operators, and what the admins are told goes out.
    pub(super) fn announce(self, active: &Active) {
        let (subject, cause) = (self.subject, self.cause.word());
        if subject == EVERYTHING && active.closings.fetch_add(1, Ordering::Relaxed) > 0 {
            debug!(cause, "[KIE] closed again");
            return;
        }
        error!(subject, cause, "[KIE] closed");
        active.wake.outbox(&self.told);
    }
}

/// KIE serves nobody of ours: everything is closed, until it answers again.
pub(super) async fn close_everything(active: &Active, cause: Cause) -> Result<(), Undone> {
    close(active, EVERYTHING, CLOSED, cause).await
}

/// Closes a subject for a while, in a transaction of its own.
pub(super) async fn close(
    active: &Active,
    subject: &str,
    pause: Duration,
    cause: Cause,
) -> Result<(), Undone> {
    let mut tx = active.store.begin(&active.term).await?;
    let closed = close_within(active, &mut tx, subject, Some(pause), cause).await?;
    tx.commit().await?;
    if let Some(closed) = closed {
        closed.announce(active);
    }
    Ok(())
}

/// Closes a subject within a transaction, until an operator says otherwise if there is no pause. None if it
/// had been closed.
pub(super) async fn close_within(
    active: &Active,
    tx: &mut LeaderTx<'_>,
    subject: &str,
    pause: Option<Duration>,
    cause: Cause,
) -> Result<Option<Closed>, StoreError> {
    if !tx.close_subject(subject, pause, cause.word()).await? {
        return Ok(None);
    }
    // If it opened because KIE said that there were credits, and nothing was made since, it is no news.
    let is_news = subject != EVERYTHING || active.closings.load(Ordering::Relaxed) == 0;
    let notice = |language| closed_notice(language, subject, cause);
    let told = if is_news { tell_admins(active, tx, notice).await? } else { Vec::new() };
    Ok(Some(Closed { subject: subject.to_owned(), cause, told }))
}

/// Tells the admins, in their chat or each of them; where that is.
pub(crate) async fn tell_admins(
    active: &Active,
    tx: &mut LeaderTx<'_>,
    words: impl Fn(Language) -> Screen,
) -> Result<Vec<ChatId>, StoreError> {
    let notice = |chat: ChatId, language: Language| {
        let screen = words(language);
        Request::send_message(chat, screen.text.as_str(), &keyboard(&screen))
    };
    let mut notices = Vec::new();
    if let Some(AdminChat { chat, topic }) = active.bot.admin_chat {
        let chat = ChatId::new(chat);
        let message = notice(chat, active.shelf.offers.default_language);
        let message = match topic {
            Some(topic) => message.in_thread(topic.into()),
            None => message,
        };
        notices.push((chat, message));
    } else {
        for admin in &active.bot.admins {
            // Telegram lets us write only to those who have written to us.
            let met = tx.acquaintance(*admin).await?;
            let Some(met) = met.filter(|met| met.reach == Reach::Reachable) else { continue };
            let chat = ChatId::new(admin.get());
            notices.push((chat, notice(chat, met.speaks)));
        }
    }
    let saying = |(chat, message): &(ChatId, Request)| Saying {
        chat: *chat,
        line: Line::Answers,
        priority: Priority::Result,
        on_doubt: OnDoubt::Again,
        edits: None,
        revision: 0,
        generation: None,
        body: message.to_bytes(),
    };
    tx.say_all(&notices.iter().map(saying).collect::<Vec<_>>()).await?;
    Ok(notices.into_iter().map(|(chat, _)| chat).collect())
}
