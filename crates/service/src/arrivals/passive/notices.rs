//! HOLD: somebody is told only when nobody has handled their update and nobody seems to be there.
//!
//! ```text
//!   stored while passive ──> remembered ── 3 s ──> a heartbeat was seen? ── yes ──> wait on
//!                                 │                       │ no
//!                                 │ a minute old,         v
//!                                 v or we are active   still pending, and leave given ──> told
//!                              forgotten
//! ```

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use domain::UpdateId;
use parking_lot::Mutex;
use telegram::update;
use tokio::time::{Instant, MissedTickBehavior};
use tracing::debug;

use super::treatment::{Person, waiting};
use super::{ONCE_IN, Voice};
use crate::metrics::{self, Loop};
use crate::status::Board;

/// More people than this are not remembered.
const MOST: usize = 10_000;

/// So many are looked at together.
const AT_ONCE: usize = 500;

/// Without a heartbeat for this long nobody seems to be there.
const SILENT: Duration = Duration::from_secs(3);

const LOOK: Duration = Duration::from_millis(250);

/// Who waits for an answer; cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct Notices {
    waiting: Arc<Mutex<VecDeque<Waiting>>>,
}

#[derive(Debug, Clone)]
struct Waiting {
    update_id: UpdateId,
    person: Person,
    since: Instant,
}

impl Notices {
    /// Remembers who waits for an answer to an update that was stored just now.
    pub(crate) fn remember(&self, update_id: UpdateId, body: &[u8]) {
        let Some(person) = waiting(&update::read(body)) else { return };
        let mut list = self.waiting.lock();
        if list.len() >= MOST {
            list.pop_front();
        }
        list.push_back(Waiting { update_id, person, since: Instant::now() });
    }

    /// Tells people, as long as this instance is passive and nobody else is there.
    pub(crate) async fn run(&self, voice: &Voice, board: &Board, after: Duration) {
        let mut ticks = tokio::time::interval(LOOK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            metrics::round(Loop::Notices);
            if board.leader_numbers().active {
                self.waiting.lock().clear();
                continue;
            }
            let due = self.due(after);
            if due.is_empty() || !is_silent(board) {
                continue;
            }
            self.tell(voice, board, due).await;
        }
    }

    /// Those who waited long enough; those who waited too long are forgotten.
    fn due(&self, after: Duration) -> Vec<Waiting> {
        let mut list = self.waiting.lock();
        while list.front().is_some_and(|waiting| waiting.since.elapsed() > ONCE_IN) {
            list.pop_front();
        }
        let due = list.iter().take_while(|waiting| waiting.since.elapsed() >= after);
        due.take(AT_ONCE).cloned().collect()
    }

    async fn tell(&self, voice: &Voice, board: &Board, due: Vec<Waiting>) {
        let ids: Vec<UpdateId> = due.iter().map(|waiting| waiting.update_id).collect();
        let pending = match voice.unhandled(&ids).await {
            Ok(pending) => pending,
            // Without the database nobody can be asked for leave either.
            Err(error) => return debug!("[QUEUE] cannot see what is unhandled: {error}"),
        };
        for waiting in due {
            self.forget(waiting.update_id);
            if !pending.contains(&waiting.update_id) {
                continue;
            }
            // The role may have come to us, or to somebody, in the meantime.
            if board.leader_numbers().active || !is_silent(board) {
                return;
            }
            if let Some(notice) = voice.notice(&waiting.person).await {
                voice.say(waiting.person.chat, notice).await;
            }
        }
    }

    fn forget(&self, update_id: UpdateId) {
        self.waiting.lock().retain(|waiting| waiting.update_id != update_id);
    }
}

/// Whether no heartbeat was seen for a while, by one who has watched for that long.
fn is_silent(board: &Board) -> bool {
    let watched = board.instance().started.elapsed() >= SILENT;
    watched && board.leader_numbers().heartbeat_age.is_none_or(|age| age >= SILENT)
}
