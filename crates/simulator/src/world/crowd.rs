//! Many people who write at a steady pace, each message with a number nobody else uses.
//!
//! The bot quotes what it is told, so that number comes back in the reply: a reply can be counted
//! without knowing anything of how the bot works.

use std::time::{Duration, Instant};

use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::MissedTickBehavior;

use super::World;
use crate::telegram::{Bubble, Person, UpdateHandle};

/// Every so many messages somebody taps instead.
const TAP_EVERY: usize = 8;

/// Before anybody writes, everybody has a menu to tap on.
const MENU: Duration = Duration::from_secs(60);

#[derive(Debug)]
pub struct Crowd {
    stop: watch::Sender<bool>,
    turns: watch::Receiver<usize>,
    task: JoinHandle<Talk>,
}

#[derive(Debug, Default)]
pub struct Talk {
    pub said: Vec<Said>,
    pub taps: Vec<UpdateHandle>,
}

#[derive(Debug, Clone)]
pub struct Said {
    pub person: i64,
    /// What the reply must quote.
    pub nonce: String,
    pub update: UpdateHandle,
    pub at: Instant,
}

/// Somebody, and the message with their menu.
struct Member {
    person: Person,
    menu: i64,
}

impl World {
    /// Lets so many people say hello, then write together at this pace until they are stopped.
    pub async fn crowd(&self, people: usize, per_second: u32) -> Crowd {
        let mut crowd = Vec::with_capacity(people);
        for number in 0..people {
            let language = if number % 2 == 0 { "ru" } else { "en" };
            crowd.push(self.speaker(&format!("Person {number}"), language));
        }
        for person in &crowd {
            person.starts("").await;
        }
        let mut members = Vec::with_capacity(people);
        for person in crowd {
            let is_menu = |bubble: &Bubble| bubble.is_from_bot() && !bubble.buttons.is_empty();
            let menu = person.waits_for(is_menu, MENU).await.message_id;
            members.push(Member { person, menu });
        }
        let (stop, stopped) = watch::channel(false);
        let (turn, turns) = watch::channel(0);
        let pace = Duration::from_secs(1) / per_second.max(1);
        let task = tokio::spawn(talk(members, pace, turn, stopped));
        Crowd { stop, turns, task }
    }
}

impl Crowd {
    /// Waits until they have written so many times more; the crowd goes on.
    pub async fn writes(&mut self, times: usize) {
        let goal = *self.turns.borrow() + times;
        let reached = self.turns.wait_for(|turns| *turns >= goal).await;
        assert!(reached.is_ok(), "the crowd stopped too early");
    }

    pub async fn stops(self) -> Talk {
        let _ = self.stop.send(true);
        self.task.await.unwrap_or_else(|error| panic!("the crowd: {error}"))
    }
}

async fn talk(
    people: Vec<Member>,
    pace: Duration,
    count: watch::Sender<usize>,
    mut stopped: watch::Receiver<bool>,
) -> Talk {
    let mut talk = Talk::default();
    let mut ticks = tokio::time::interval(pace);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Burst);
    for turn in 0_usize.. {
        tokio::select! {
            _ = stopped.changed() => break,
            _ = ticks.tick() => {}
        }
        let Member { person, menu } = &people[turn % people.len()];
        if turn % TAP_EVERY == TAP_EVERY - 1 {
            talk.taps.push(person.taps_on(*menu, "menu:help").await);
        } else {
            let nonce = nonce(person.id(), turn);
            let update = person.says(&nonce).await;
            talk.said.push(Said { person: person.id(), nonce, update, at: Instant::now() });
        }
        count.send_replace(turn + 1);
    }
    talk
}

/// A word that appears nowhere else, and is no part of another one.
pub fn nonce(person: i64, turn: usize) -> String {
    format!("nonce-{person}-{turn}-")
}

/// The words of this kind in a text.
pub fn nonces_in(text: &str) -> Vec<&str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-';
    text.split(|c| !is_part(c)).filter(|word| word.starts_with("nonce-")).collect()
}

#[cfg(test)]
mod tests {
    use super::{nonce, nonces_in};

    #[test]
    fn a_number_is_found_in_what_quotes_it() {
        let (one, two) = (nonce(7, 1), nonce(7, 11));
        let text = format!("<b>You wrote</b>\n<blockquote>{one}</blockquote> and {two}.");

        assert_eq!(nonces_in(&text), [one.as_str(), two.as_str()]);
        assert!(nonces_in("nothing of the kind: announce-7").is_empty());
    }
}
