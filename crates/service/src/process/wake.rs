//! Hints that something new is there, within the process and across to the active instance.
//!
//! Everybody who works also looks by itself several times a second; a lost hint costs that long and
//! nothing else.

use std::sync::Arc;
use std::time::Duration;

use domain::ChatId;
use parking_lot::Mutex;
use store::Intake;
use tokio::sync::Notify;
use tracing::debug;

use crate::status::Board;

/// Between two rings at most one goes out.
const RING_PAUSE: Duration = Duration::from_millis(50);

/// More chats than this are not remembered one by one; the sender then looks at all of them.
const MOST_CHATS: usize = 4_096;

/// The hints of this process; cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct Wake {
    inner: Arc<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    inbox: Notify,
    bell: Notify,
    outbox: Notify,
    orders: Notify,
    files: Notify,
    looks: Notify,
    news: Notify,
    chats: Mutex<Vec<ChatId>>,
}

impl Wake {
    /// Updates were stored here.
    pub fn inbox(&self) {
        self.inner.inbox.notify_one();
        self.inner.bell.notify_one();
    }

    /// Waits until updates were stored.
    pub async fn inbox_news(&self) {
        self.inner.inbox.notified().await;
    }

    /// Something is to be said in these chats.
    pub fn outbox(&self, chats: &[ChatId]) {
        let mut waiting = self.inner.chats.lock();
        let room = MOST_CHATS.saturating_sub(waiting.len());
        waiting.extend(chats.iter().take(room));
        drop(waiting);
        self.inner.outbox.notify_one();
    }

    /// Waits until something is to be said, and tells where.
    pub async fn outbox_news(&self) -> Vec<ChatId> {
        self.inner.outbox.notified().await;
        let mut waiting = self.inner.chats.lock();
        std::mem::take(&mut *waiting)
    }

    pub fn orders(&self) {
        self.inner.orders.notify_one();
        self.inner.files.notify_one();
    }

    /// The files of an order are where they must be.
    pub fn brought(&self) {
        self.inner.orders.notify_one();
    }

    /// Waits until something was ordered that may have files.
    pub async fn files_news(&self) {
        self.inner.files.notified().await;
    }

    /// Waits until something was ordered, or can be made by now.
    pub async fn orders_news(&self) {
        self.inner.orders.notified().await;
    }

    /// Something may have been made.
    pub fn looks(&self) {
        self.inner.looks.notify_one();
    }

    /// KIE rang here: the active instance is to look, whichever it is.
    pub fn doorbell(&self) {
        self.looks();
        self.inner.bell.notify_one();
    }

    /// Waits until something may have been made.
    pub async fn looks_news(&self) {
        self.inner.looks.notified().await;
    }

    /// Operators are to be told something.
    pub fn news(&self) {
        self.inner.news.notify_one();
    }

    /// Waits until operators are to be told something.
    pub async fn news_to_tell(&self) {
        self.inner.news.notified().await;
    }

    /// Rings for the active instance whenever updates were stored and it is not this one.
    pub async fn ring(&self, intake: &Intake, board: &Board) {
        loop {
            self.inner.bell.notified().await;
            if !board.leader_numbers().active {
                if let Err(error) = intake.ring().await {
                    debug!("[QUEUE] the bell could not be rung: {error}");
                }
                tokio::time::sleep(RING_PAUSE).await;
            }
        }
    }
}
