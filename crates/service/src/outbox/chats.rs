//! Lines: the order of what is to be said in each, in memory, within a bounded window.
//!
//! ```text
//!   loaded ──> waiting in its line ── head, line free ──> in hand ──┬── ended ──> the next head
//!                                                          ^        ├── reload: read the line anew
//!                     the other line of the chat went on,  │        v
//!                     or a hint: read anew  <──────────────┴── held up by the other line
//! ```
//!
//! A chat has three lines, answers, results and news. A line hands out its head and nothing else until that is
//! settled, and asks nothing of the other one: only an edit of a message that stands in the other line waits
//! until that line goes on. What a loaded line holds is what its rows were when they were read; after each
//! end that changed more than the head, the line is read again instead of being corrected here.
//!
//! Pure: no clock, no database.

use std::collections::{HashMap, VecDeque};

use domain::{ChatId, OutboxId};
use store::outbox::Line;
use store::{Outgoing, Standpoint};

/// So many rows of one line are read at once.
pub(crate) const PER_LINE: usize = 16;

/// At most so many lines are held. Of them the walk fills half: however many people a broadcast
/// waits for, there is room for whoever is owed an answer.
pub(crate) const MOST_LINES: usize = 3_072;
pub(crate) const MOST_WALKED: usize = MOST_LINES / 2;

pub(crate) type Key = (ChatId, Line);

/// The lines that have something to be said in them.
#[derive(Debug, Default)]
pub(crate) struct Chats {
    lines: HashMap<Key, Waiting>,
    /// Lines whose head may be taken.
    ready: VecDeque<Key>,
    /// Lines that must be read before anything is taken from them.
    unread: Vec<Key>,
}

/// What a line hands out.
#[derive(Debug)]
pub(crate) struct Handed {
    pub(crate) key: Key,
    /// None when everything that was read is superfluous: the line is to be read again.
    pub(crate) head: Option<Outgoing>,
    pub(crate) superseded: Vec<OutboxId>,
}

#[derive(Debug, Default)]
struct Waiting {
    rows: VecDeque<Outgoing>,
    standing: Standing,
    /// There was a hint since it was read.
    hinted: bool,
    /// The other line of the chat went on since the head was handed out.
    other_went_on: bool,
}

#[derive(Debug, Default, PartialEq, Eq)]
enum Standing {
    #[default]
    Free,
    Reading,
    InHand,
    HeldUp,
}

impl Chats {
    /// Something is to be said there; says whether that is remembered, among `most` lines.
    pub(crate) fn hint(&mut self, chat: ChatId, most: usize) -> bool {
        // Whoever has something to say does not tell in which line.
        Line::ALL.map(|line| self.hint_line((chat, line), most)) == [true; 3]
    }

    fn hint_line(&mut self, key: Key, most: usize) -> bool {
        let full = self.lines.len() >= most;
        match self.lines.get_mut(&key) {
            Some(line) if line.standing == Standing::HeldUp => self.reload(key),
            Some(line) => line.hinted = true,
            None if full => return false,
            None => {
                let line = Waiting { standing: Standing::Reading, ..Waiting::default() };
                self.lines.insert(key, line);
                self.unread.push(key);
            }
        }
        true
    }

    /// The lines to be read now.
    pub(crate) fn take_unread(&mut self) -> Vec<Key> {
        std::mem::take(&mut self.unread)
    }

    /// What reading these lines brought.
    pub(crate) fn read(&mut self, asked: &[Key], rows: Vec<Outgoing>) {
        for row in rows {
            if let Some(line) = self.lines.get_mut(&(row.chat, row.line)) {
                line.rows.push_back(row);
            }
        }
        for key in asked {
            if let Some(line) = self.lines.get_mut(key) {
                line.standing = Standing::Free;
                self.advance(*key);
            }
        }
    }

    /// Reading failed: it is tried again.
    pub(crate) fn unread(&mut self, asked: &[Key]) {
        self.unread.extend(asked);
    }

    /// Hands out the next head, with the edits that a later one makes superfluous.
    pub(crate) fn next(&mut self) -> Option<Handed> {
        let key = self.ready.pop_front()?;
        let line = self.lines.get_mut(&key)?;
        line.standing = Standing::InHand;
        line.other_went_on = false;
        let superseded = line.supersede();
        Some(Handed { key, head: line.rows.pop_front(), superseded })
    }

    /// The head in hand ended; what comes next is as it was read.
    pub(crate) fn ended(&mut self, key: Key) {
        if let Some(line) = self.lines.get_mut(&key) {
            line.standing = Standing::Free;
            self.advance(key);
        }
        self.went_on(key);
    }

    /// The head in hand did not end, or more than it changed: the line is read again.
    pub(crate) fn reload(&mut self, key: Key) {
        if let Some(line) = self.lines.get_mut(&key) {
            line.rows.clear();
            line.hinted = false;
            line.standing = Standing::Reading;
            self.unread.push(key);
        }
        self.went_on(key);
    }

    /// The head in hand can not be said before the other line has gone on.
    pub(crate) fn held_up(&mut self, key: Key) {
        let Some(line) = self.lines.get_mut(&key) else { return };
        if line.other_went_on || line.hinted {
            return self.reload(key);
        }
        line.rows.clear();
        line.standing = Standing::HeldUp;
    }

    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.lines.len()
    }

    /// Tells the other line of the chat, which may be held up by this one.
    fn went_on(&mut self, (chat, line): Key) {
        let Some(other) = line.other().map(|other| (chat, other)) else { return };
        match self.lines.get_mut(&other) {
            Some(line) if line.standing == Standing::HeldUp => {
                line.hinted = false;
                line.standing = Standing::Reading;
                self.unread.push(other);
            }
            Some(line) => line.other_went_on = true,
            None => {}
        }
    }

    fn advance(&mut self, key: Key) {
        let Some(line) = self.lines.get(&key) else { return };
        if !line.rows.is_empty() {
            self.ready.push_back(key);
        } else if line.hinted {
            self.reload(key);
        } else {
            self.lines.remove(&key);
        }
    }
}

impl Waiting {
    /// Takes out the edits that a later one of the same message makes superfluous: the latest is the one with
    /// the highest revision, wherever it stands.
    fn supersede(&mut self) -> Vec<OutboxId> {
        let mut latest = HashMap::new();
        for row in &self.rows {
            let Some(target) = row.target else { continue };
            let rank = (row.revision, row.id.get());
            let known = latest.entry(target.id).or_insert(rank);
            *known = rank.max(*known);
        }
        let is_superfluous = |row: &Outgoing| {
            let later = row.target.and_then(|target| latest.get(&target.id));
            let is_later = later.is_some_and(|later| *later > (row.revision, row.id.get()));
            row.standpoint == Standpoint::Ready && (row.is_outdated || is_later)
        };
        let superseded = self.rows.iter().filter(|row| is_superfluous(row)).map(|row| row.id);
        let superseded: Vec<OutboxId> = superseded.collect();
        self.rows.retain(|row| !superseded.contains(&row.id));
        superseded
    }
}

#[cfg(test)]
mod tests;
