//! The crowd of a demo: up to two hundred people who write, each message with a number nobody else uses.
//!
//! ```text
//!   wanted 0 ──> nobody writes ── wanted n ──> the first n write in turn ── wanted 0, or five minutes ──> nobody
//! ```
//!
//! They begin with /start, and every eighth time they tap. All together write no faster than an operator's limits
//! let the bot answer, so that after a blow it can catch up. They end by themselves: nobody has to remember them.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{Instant, MissedTickBehavior};

use crate::telegram::page::backstage::MOST_PEOPLE;
use crate::telegram::{Bubble, FakeTelegram, Person};
use crate::world::crowd::nonce;

/// Numbers of people who are nobody else.
const FIRST: i64 = 10_000;

/// The pace of a large crowd; the bot answers 25 messages a second.
const FASTEST: usize = 12;

/// So many people write one message a second together.
const SLOWNESS: usize = 4;

const TAP_EVERY: usize = 8;

/// How long a crowd stays.
const LONGEST: Duration = Duration::from_secs(300);

/// Numbers of messages that somebody is to look out for: the update, and what its reply quotes.
type Numbers = Arc<Mutex<Vec<(i64, String)>>>;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Wish {
    people: usize,
    until: Option<Instant>,
}

#[derive(Debug)]
pub(super) struct Crowd {
    wanted: watch::Sender<Wish>,
    numbers: Numbers,
    task: JoinHandle<()>,
}

impl Crowd {
    pub(super) fn new(telegram: &FakeTelegram) -> Self {
        let people = (0..MOST_PEOPLE).map(|place| {
            let language = if place % 2 == 0 { "ru" } else { "en" };
            let id = FIRST + i64::try_from(place).unwrap_or_default();
            telegram.person(id, &format!("Person {}", place + 1), language)
        });
        let people: Vec<Person> = people.collect();
        let (wanted, wishes) = watch::channel(Wish::default());
        let numbers = Numbers::default();
        let task = tokio::spawn(writes(people, wishes, Arc::clone(&numbers)));
        Self { wanted, numbers, task }
    }

    /// Lets so many people write from now on.
    pub(super) fn becomes(&self, people: usize) {
        let until = (people > 0).then(|| Instant::now() + LONGEST);
        self.wanted.send_replace(Wish { people, until });
    }

    /// How many write, and for how many seconds more.
    pub(super) fn size(&self) -> (usize, u64) {
        let Wish { people, until } = *self.wanted.borrow();
        let left =
            until.map_or(Duration::ZERO, |until| until.saturating_duration_since(Instant::now()));
        if left.is_zero() { (0, 0) } else { (people, left.as_secs() + 1) }
    }

    /// What was written since somebody last asked.
    pub(super) fn numbers(&self) -> Vec<(i64, String)> {
        std::mem::take(&mut self.numbers.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Drop for Crowd {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn writes(people: Vec<Person>, mut wishes: watch::Receiver<Wish>, numbers: Numbers) {
    let (mut turn, mut known) = (0, vec![false; people.len()]);
    while wishes.wait_for(|wish| wish.people > 0).await.is_ok() {
        let Wish { people: size, until } = *wishes.borrow_and_update();
        let end = until.unwrap_or_else(Instant::now);
        let mut ticks = tokio::time::interval(pace(size));
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                changed = wishes.changed() => {
                    if changed.is_err() { return }
                    break;
                }
                () = tokio::time::sleep_until(end) => {
                    // Their time is over: they rest until somebody wants them again.
                    if wishes.changed().await.is_err() { return }
                    break;
                }
                _ = ticks.tick() => {}
            }
            let place = turn % size;
            does(&people[place], &mut known[place], turn, &numbers).await;
            turn += 1;
        }
    }
}

async fn does(person: &Person, is_known: &mut bool, turn: usize, numbers: &Numbers) {
    if !std::mem::replace(is_known, true) {
        person.starts("").await;
        return;
    }
    let is_menu = |bubble: &Bubble| bubble.is_from_bot() && !bubble.buttons.is_empty();
    if turn % TAP_EVERY == TAP_EVERY - 1
        && let Some(menu) = person.chat().iter().rev().find(|bubble| is_menu(bubble))
        && person.try_taps(Some(menu.message_id), "menu:help").is_ok()
    {
        return;
    }
    let nonce = nonce(person.id(), turn);
    let update = person.says(&nonce).await.update_id();
    numbers.lock().unwrap_or_else(PoisonError::into_inner).push((update, nonce));
}

/// The time between two messages of a crowd of this size.
fn pace(size: usize) -> Duration {
    let per_second = (size / SLOWNESS).clamp(1, FASTEST);
    Duration::from_secs(1) / u32::try_from(per_second).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::pace;

    #[test]
    fn a_larger_crowd_is_faster_up_to_what_the_bot_can_answer() {
        assert_eq!(pace(1), Duration::from_secs(1));
        assert_eq!(pace(20), Duration::from_millis(200));
        assert_eq!(pace(200), Duration::from_secs(1) / 12);
    }
}
