//! Chats: the order of what is to be said in each, in memory, within a bounded window.
//!
//! ```text
//!   loaded ──> waiting in its chat ── head, chat free ──> in hand ──┬── ended ──> the next head
//!                                                                   └── reload: read the chat anew
//! ```
//!
//! A chat hands out its head and nothing else until that is settled. What a loaded chat holds is what
//! its rows were when they were read; after each end that changed more than the head, the chat is
//! read again instead of being corrected here.
//!
//! Pure: no clock, no database.

use std::collections::{HashMap, HashSet, VecDeque};

use domain::{ChatId, OutboxId};
use store::{Outgoing, Standpoint};

/// So many rows of one chat are read at once.
pub(crate) const PER_CHAT: usize = 16;

/// At most so many chats are held. Of them the walk fills half: however many people a broadcast
/// waits for, there is room for whoever is owed an answer.
pub(crate) const MOST_CHATS: usize = 1_024;
pub(crate) const MOST_WALKED: usize = MOST_CHATS / 2;

/// The chats that have something to be said in them.
#[derive(Debug, Default)]
pub(crate) struct Chats {
    chats: HashMap<ChatId, Chat>,
    /// Chats whose head may be taken.
    ready: VecDeque<ChatId>,
    /// Chats that must be read before anything is taken from them.
    unread: Vec<ChatId>,
}

#[derive(Debug, Default)]
struct Chat {
    waiting: VecDeque<Outgoing>,
    standing: Standing,
    /// There was a hint since it was read.
    hinted: bool,
}

#[derive(Debug, Default, PartialEq, Eq)]
enum Standing {
    #[default]
    Free,
    Reading,
    InHand,
}

impl Chats {
    /// Something is to be said there; says whether that is remembered, among `most` chats.
    pub(crate) fn hint(&mut self, id: ChatId, most: usize) -> bool {
        let full = self.chats.len() >= most;
        match self.chats.get_mut(&id) {
            Some(chat) => chat.hinted = true,
            None if full => return false,
            None => {
                self.chats.insert(id, Chat { standing: Standing::Reading, ..Chat::default() });
                self.unread.push(id);
            }
        }
        true
    }

    /// The chats to be read now.
    pub(crate) fn take_unread(&mut self) -> Vec<ChatId> {
        std::mem::take(&mut self.unread)
    }

    /// What reading these chats brought.
    pub(crate) fn read(&mut self, asked: &[ChatId], rows: Vec<Outgoing>) {
        for row in rows {
            if let Some(chat) = self.chats.get_mut(&row.chat) {
                chat.waiting.push_back(row);
            }
        }
        for id in asked {
            if let Some(chat) = self.chats.get_mut(id) {
                chat.standing = Standing::Free;
                self.advance(*id);
            }
        }
    }

    /// Reading failed: it is tried again.
    pub(crate) fn unread(&mut self, asked: &[ChatId]) {
        self.unread.extend(asked);
    }

    /// Hands out the next head, with the edits that it makes superfluous.
    pub(crate) fn next(&mut self) -> Option<(Outgoing, Vec<OutboxId>)> {
        let id = self.ready.pop_front()?;
        let chat = self.chats.get_mut(&id)?;
        chat.standing = Standing::InHand;
        let superseded = chat.supersede();
        let head = chat.waiting.pop_front()?;
        Some((head, superseded))
    }

    /// The head in hand ended; what comes next is as it was read.
    pub(crate) fn ended(&mut self, id: ChatId) {
        if let Some(chat) = self.chats.get_mut(&id) {
            chat.standing = Standing::Free;
            self.advance(id);
        }
    }

    /// The head in hand did not end, or more than it changed: the chat is read again.
    pub(crate) fn reload(&mut self, id: ChatId) {
        if let Some(chat) = self.chats.get_mut(&id) {
            chat.waiting.clear();
            chat.hinted = false;
            chat.standing = Standing::Reading;
            self.unread.push(id);
        }
    }

    /// How many chats are held.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.chats.len()
    }

    fn advance(&mut self, id: ChatId) {
        let Some(chat) = self.chats.get(&id) else { return };
        if !chat.waiting.is_empty() {
            self.ready.push_back(id);
        } else if chat.hinted {
            self.reload(id);
        } else {
            self.chats.remove(&id);
        }
    }
}

impl Chat {
    /// Takes out the edits at the front that a later one of the same message makes superfluous.
    fn supersede(&mut self) -> Vec<OutboxId> {
        let mut seen = HashSet::new();
        let mut superseded = Vec::new();
        for row in self.waiting.iter().rev() {
            let (Some(target), Standpoint::Ready) = (row.target, row.standpoint) else { continue };
            if !seen.insert(target.id) {
                superseded.push(row.id);
            }
        }
        self.waiting.retain(|row| !superseded.contains(&row.id));
        superseded
    }
}

#[cfg(test)]
mod tests {
    use domain::{ChatId, OutboxId};
    use store::{OnDoubt, Outgoing, Priority, Standpoint, Target};

    use super::{Chats, MOST_CHATS, MOST_WALKED};

    fn row(chat: i64, id: i64, edits: Option<i64>) -> Outgoing {
        Outgoing {
            id: OutboxId::new(id),
            chat: ChatId::new(chat),
            priority: Priority::Answer,
            on_doubt: OnDoubt::Again,
            standpoint: Standpoint::Ready,
            target: edits.map(|id| Target { id: OutboxId::new(id), message: None }),
            revision: 0,
            attempts: 0,
            wait_ms: 0,
            generation: None,
            body: Vec::new(),
        }
    }

    fn taken(chats: &mut Chats) -> Option<i64> {
        chats.next().map(|(row, _)| row.id.get())
    }

    #[test]
    fn a_chat_hands_out_one_row_at_a_time_in_order() {
        let mut chats = Chats::default();
        let (one, two) = (ChatId::new(1), ChatId::new(2));
        assert!(chats.hint(one, MOST_CHATS) && chats.hint(two, MOST_CHATS));
        let asked = chats.take_unread();
        chats.read(&asked, vec![row(1, 10, None), row(1, 11, None), row(2, 12, None)]);

        assert_eq!((taken(&mut chats), taken(&mut chats)), (Some(10), Some(12)));
        assert_eq!(taken(&mut chats), None, "both heads are in hand");
        chats.ended(one);
        assert_eq!(taken(&mut chats), Some(11));
        chats.ended(one);
        chats.ended(two);
        assert_eq!(chats.len(), 0, "what is empty is forgotten");
    }

    #[test]
    fn a_hint_while_the_head_is_in_hand_is_not_lost() {
        let mut chats = Chats::default();
        let one = ChatId::new(1);
        chats.hint(one, MOST_CHATS);
        let asked = chats.take_unread();
        chats.read(&asked, vec![row(1, 10, None)]);
        assert_eq!(taken(&mut chats), Some(10));

        chats.hint(one, MOST_CHATS);
        assert!(chats.take_unread().is_empty(), "not while its head is in hand");
        chats.ended(one);

        assert_eq!(chats.take_unread(), [one]);
    }

    #[test]
    fn of_several_edits_of_one_message_the_last_is_said() {
        let mut chats = Chats::default();
        let one = ChatId::new(1);
        chats.hint(one, MOST_CHATS);
        let asked = chats.take_unread();
        let rows = vec![
            row(1, 10, Some(5)),
            row(1, 11, Some(6)),
            row(1, 12, Some(5)),
            row(1, 13, Some(5)),
        ];
        chats.read(&asked, rows);

        let (head, superseded) = chats.next().unwrap();
        let superseded: Vec<i64> = superseded.into_iter().map(OutboxId::get).collect();
        assert_eq!((head.id.get(), superseded), (11, vec![12, 10]));
        chats.ended(one);
        assert_eq!(taken(&mut chats), Some(13));
    }

    #[test]
    fn the_window_is_bounded() {
        let mut chats = Chats::default();
        let hinted = (0..5_000).filter(|id| chats.hint(ChatId::new(*id), MOST_WALKED)).count();

        assert_eq!((hinted, chats.len()), (MOST_WALKED, MOST_WALKED));
        assert!(chats.hint(ChatId::new(0), MOST_WALKED), "one that is held needs no room");
        assert!(chats.hint(ChatId::new(-1), MOST_CHATS), "an answer finds room");
    }
}
