//! The limits themselves, without a clock: every moment is told as the time since some start.
//!
//! Three of them: one bucket for all messages, one for each chat, and for a group a window of the
//! last minute. A bucket is one moment, the one at which it will be full again; taking from it moves
//! that moment. One whose moment has passed is full and says nothing, so it is forgotten.
//!
//! ```text
//!   full ── take ──> filling ── its moment passes ──> full (forgotten)
//!                       └─ taken too early: refused, with the moment to come back
//! ```
//!
//! An album that is larger than a bucket needs a full one and leaves it in debt. The group's minute
//! is counted exactly: with a bucket twice the limit could pass within one minute. At most
//! [`MOST_CHATS`] chats are remembered; beyond that those that would be forgotten next are, which costs
//! at worst a 429.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use domain::ChatId;

/// How many chats are remembered at most.
pub const MOST_CHATS: usize = 65_536;

/// Full buckets are not looked for before there are this many chats.
const FEW_CHATS: usize = 1_024;

const MINUTE: Duration = Duration::from_secs(60);

/// Telegram has been seen to ask for hours; a whole day is as good as for ever.
const LONGEST_FREEZE: Duration = Duration::from_secs(24 * 60 * 60);

/// What is allowed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rates {
    /// Messages in all, per second; a fifth of a second's worth may come at once.
    pub all_per_second: f64,
    /// Messages in one chat, per second.
    pub chat_per_second: f64,
    /// How many messages may come at once in a chat that was quiet.
    pub chat_burst: u32,
    /// Messages in one group, in any 60 seconds.
    pub group_per_minute: u32,
}

impl Default for Rates {
    fn default() -> Self {
        Self { all_per_second: 25.0, chat_per_second: 1.0, chat_burst: 3, group_per_minute: 18 }
    }
}

/// The state of all limits.
#[derive(Debug)]
pub struct Buckets {
    all: Limit,
    all_full_at: Duration,
    chat: Limit,
    group_per_minute: u32,
    chats: HashMap<ChatId, Chat>,
    /// The number of chats at which full ones are looked for.
    sweep_at: usize,
}

/// Too early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refused {
    /// The chat is not free before this moment.
    Chat(Duration),
    /// The chat is free, but too much was said in all before this moment.
    All(Duration),
}

#[derive(Debug, Clone, Copy)]
struct Limit {
    /// The time in which room for one message comes back.
    each: Duration,
    burst: u32,
}

#[derive(Debug, Default)]
struct Chat {
    full_at: Duration,
    frozen_until: Duration,
    /// When how many messages were sent in the last minute; for groups only.
    minute: VecDeque<(Duration, u32)>,
}

impl Buckets {
    /// Full buckets for these rates. A rate that is no sensible number becomes the nearest one.
    pub fn new(rates: Rates) -> Self {
        let all_each = each(rates.all_per_second);
        let at_once = (Duration::from_millis(200).as_nanos() / all_each.as_nanos().max(1)).max(1);
        Self {
            all: Limit { each: all_each, burst: u32::try_from(at_once).unwrap_or(u32::MAX) },
            all_full_at: Duration::ZERO,
            chat: Limit { each: each(rates.chat_per_second), burst: rates.chat_burst.max(1) },
            group_per_minute: rates.group_per_minute.max(1),
            chats: HashMap::new(),
            sweep_at: FEW_CHATS,
        }
    }

    /// Takes room for `items` messages, or says when to come back.
    pub fn take(&mut self, now: Duration, chat: Option<ChatId>, items: u32) -> Result<(), Refused> {
        let items = items.max(1);
        let chat_ready = chat.map_or(Duration::ZERO, |chat| self.chat_ready_at(now, chat, items));
        if chat_ready > now {
            return Err(Refused::Chat(chat_ready));
        }
        let all_ready = self.all.ready_at(self.all_full_at, items);
        if all_ready > now {
            return Err(Refused::All(all_ready));
        }
        self.all_full_at = self.all.after(self.all_full_at, now, items);
        if let Some(id) = chat {
            let limit = self.chat;
            let chat = self.remembered(now, id);
            chat.full_at = limit.after(chat.full_at, now, items);
            if is_group(id) {
                chat.minute.push_back((now, items));
            }
        }
        Ok(())
    }

    /// Gives back what was taken and not used.
    pub fn give_back(&mut self, chat: Option<ChatId>, items: u32) {
        let items = items.max(1);
        self.all_full_at = self.all.before(self.all_full_at, items);
        let limit = self.chat;
        if let Some(chat) = chat.and_then(|chat| self.chats.get_mut(&chat)) {
            chat.full_at = limit.before(chat.full_at, items);
            if let Some(last) = chat.minute.iter().rposition(|(_, count)| *count == items) {
                chat.minute.remove(last);
            }
        }
    }

    /// Closes a chat for a while; the longest of several counts.
    pub fn freeze(&mut self, now: Duration, chat: ChatId, wait: Duration) {
        let until = now.saturating_add(wait.min(LONGEST_FREEZE));
        let chat = self.remembered(now, chat);
        chat.frozen_until = chat.frozen_until.max(until);
    }

    /// How long a chat is still closed.
    pub fn frozen_for(&self, now: Duration, chat: ChatId) -> Duration {
        let chat = self.chats.get(&chat);
        chat.map_or(Duration::ZERO, |chat| chat.frozen_until.saturating_sub(now))
    }

    /// How many chats are remembered.
    pub fn chats(&self) -> usize {
        self.chats.len()
    }

    fn chat_ready_at(&mut self, now: Duration, id: ChatId, items: u32) -> Duration {
        let Some(chat) = self.chats.get_mut(&id) else { return Duration::ZERO };
        let most = self.group_per_minute;
        let ready = self.chat.ready_at(chat.full_at, items).max(chat.frozen_until);
        ready.max(chat.minute_ready_at(now, items, most))
    }

    /// The chat's entry, for which room is made if need be.
    fn remembered(&mut self, now: Duration, id: ChatId) -> &mut Chat {
        if self.chats.len() >= self.sweep_at && !self.chats.contains_key(&id) {
            self.chats.retain(|_, chat| chat.forgotten_at() > now);
            if self.chats.len() >= MOST_CHATS {
                self.forget_early(MOST_CHATS / 8);
            }
            self.sweep_at = (self.chats.len() * 2).clamp(FEW_CHATS, MOST_CHATS);
        }
        self.chats.entry(id).or_default()
    }

    /// Forgets this many chats, those first whose time is nearest. Many at once, since looking for
    /// them takes a walk through all.
    fn forget_early(&mut self, count: usize) {
        let moment = |(id, chat): (&ChatId, &Chat)| (chat.forgotten_at(), *id);
        let mut moments: Vec<_> = self.chats.iter().map(moment).collect();
        if count < moments.len() {
            moments.select_nth_unstable(count);
        }
        for (_, id) in moments.iter().take(count) {
            self.chats.remove(id);
        }
    }
}

impl Limit {
    /// When there is room. More than fits at once needs all the room there is.
    fn ready_at(self, full_at: Duration, items: u32) -> Duration {
        full_at.saturating_sub(self.time(self.burst - items.min(self.burst)))
    }

    fn after(self, full_at: Duration, now: Duration, items: u32) -> Duration {
        full_at.max(now).saturating_add(self.time(items))
    }

    fn before(self, full_at: Duration, items: u32) -> Duration {
        full_at.saturating_sub(self.time(items))
    }

    fn time(self, items: u32) -> Duration {
        self.each.saturating_mul(items)
    }
}

impl Chat {
    /// When this many more fit into the last minute.
    fn minute_ready_at(&mut self, now: Duration, items: u32, most: u32) -> Duration {
        while self.minute.front().is_some_and(|(at, _)| *at + MINUTE <= now) {
            self.minute.pop_front();
        }
        let mut room = most - items.min(most);
        // From the newest back: the first that does not fit must have left the minute.
        for (at, count) in self.minute.iter().rev() {
            match room.checked_sub(*count) {
                Some(left) => room = left,
                None => return *at + MINUTE,
            }
        }
        Duration::ZERO
    }

    /// When there is nothing left to remember.
    fn forgotten_at(&self) -> Duration {
        let minute = self.minute.back().map_or(Duration::ZERO, |(at, _)| *at + MINUTE);
        self.full_at.max(self.frozen_until).max(minute)
    }
}

/// Groups and channels have negative ids.
fn is_group(chat: ChatId) -> bool {
    chat.get() < 0
}

/// The time for one message at this rate, between a microsecond and an hour.
fn each(per_second: f64) -> Duration {
    let (least, most) = (Duration::from_micros(1), Duration::from_secs(3_600));
    Duration::try_from_secs_f64(1.0 / per_second).map_or(most, |each| each.clamp(least, most))
}

#[cfg(test)]
mod tests;
