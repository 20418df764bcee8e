//! What can no longer be ordered: closed in the books of the shop, and the admins told, once.
//!
//! ```text
//!   open ── closed ──> one ERROR line, one message to every admin
//!   closed ── closed again ──> nothing; nor while it only opens and closes again
//! ```

use std::sync::atomic::Ordering;
use std::time::Duration;

use dialogue::trouble::closed_notice;
use domain::ChatId;
use store::closures::EVERYTHING;
use store::{LeaderTx, OnDoubt, Priority, Reach, Saying, StoreError};
use telegram::request::Request;
use tracing::{debug, error};

use super::Undone;
use crate::active::Active;
use crate::effects::keyboard;

/// How long everything is closed unless KIE takes us back before.
const CLOSED: Duration = Duration::from_secs(3_600);

/// KIE serves nobody of ours: everything is closed, until it answers again.
pub(super) async fn close_everything(active: &Active, reason: &str) -> Result<(), Undone> {
    close(active, EVERYTHING, CLOSED, reason).await
}

/// Closes a subject for a while, in a transaction of its own.
pub(super) async fn close(
    active: &Active,
    subject: &str,
    pause: Duration,
    reason: &str,
) -> Result<(), Undone> {
    let mut tx = active.store.begin(&active.term).await?;
    let told = close_within(active, &mut tx, subject, Some(pause), reason).await?;
    tx.commit().await?;
    active.wake.outbox(&told);
    Ok(())
}

/// Closes a subject within a transaction, until an operator says otherwise if there is no pause. Where
/// the admins are told; nowhere if it had been closed.
pub(super) async fn close_within(
    active: &Active,
    tx: &mut LeaderTx<'_>,
    subject: &str,
    pause: Option<Duration>,
    reason: &str,
) -> Result<Vec<ChatId>, StoreError> {
    if !tx.close_subject(subject, pause, reason).await? {
        return Ok(Vec::new());
    }
    if subject == EVERYTHING && active.closings.fetch_add(1, Ordering::Relaxed) > 0 {
        // It opened because KIE said that there were credits, and nothing was made since: no news.
        debug!(reason, "[KIE] closed again");
        return Ok(Vec::new());
    }
    error!(subject, reason, "[KIE] closed");
    let mut told = Vec::new();
    for admin in &active.bot.admins {
        // Telegram lets us write only to those who have written to us.
        let Some(met) = tx.acquaintance(*admin).await? else { continue };
        if met.reach == Reach::Unreachable {
            continue;
        }
        let chat = ChatId::new(admin.get());
        let screen = closed_notice(met.speaks, subject, reason);
        let message = Request::send_message(chat, screen.text.as_str(), &keyboard(&screen));
        let saying = Saying {
            chat,
            priority: Priority::Result,
            on_doubt: OnDoubt::Again,
            edits: None,
            revision: 0,
            generation: None,
            body: message.to_bytes(),
        };
        tx.say(&saying).await?;
        told.push(chat);
    }
    Ok(told)
}
