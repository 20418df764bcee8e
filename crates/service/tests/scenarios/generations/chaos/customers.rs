//! People with money, and what they order: pictures, films and music, paid for and for nothing.
//!
//! A customer orders and goes on: what becomes of it is looked at after the storm. Every order has a word
//! of its own in its prompt, by which it is found again everywhere.

use std::time::Duration;

use simulator::telegram::{Bubble, Person};
use simulator::world::{PATIENCE, World};
use tokio::time::{Instant, MissedTickBehavior, interval_at};

use super::luck::Luck;
use testbed::draws::Draws;

use super::PACE;

/// How long a price may take: blow after blow may strike one chat.
const LONG: Duration = PATIENCE.saturating_mul(3);

/// Who gives people money.
pub(super) const ADMIN: i64 = 7;

/// What everybody gets, in roubles and in kopecks.
const ROUBLES: i64 = 2_000;
pub(super) const KOPECKS: i64 = ROUBLES * 100;

/// One picture, also for nothing; one picture; six of them; a film; two songs.
const MODELS: [&str; 5] = ["z-image", "imagen-4", "grok-image", "grok-video-t2v", "suno-song"];

/// Somebody who orders.
#[derive(Debug)]
pub(super) struct Customer {
    person: Person,
    draws: Draws,
}

/// What one of them ordered.
#[derive(Debug)]
pub(super) struct Orders {
    pub(super) person: Person,
    /// The word of each order that was begun.
    pub(super) words: Vec<String>,
    /// How many were turned away.
    pub(super) refused: usize,
}

impl Customer {
    /// Somebody who gets money, and no gift as whoever says `/start`.
    pub(super) async fn joins(world: &World, draws: Draws) -> Self {
        let person = world.person("Ann");
        person.says("/menu").await;
        person.waits_for(Bubble::is_from_bot, PATIENCE).await;
        let admin = world.telegram.person(ADMIN, "Ada", "en");
        let gift = format!("/admin adjust {} {ROUBLES} for a storm", person.id());
        let before = newest(&admin);
        admin.says(&gift).await;
        let asks =
            |bubble: &Bubble| bubble.message_id > before && data(bubble, "Confirm").is_some();
        let question = admin.waits_for(asks, PATIENCE).await;
        let confirm = data(&question, "Confirm").unwrap();
        admin.taps_on(question.message_id, &confirm).await.accepted().await;
        person.waits_for(|bubble| bubble.text.contains("Support added"), PATIENCE).await;
        Self { person, draws }
    }

    /// Orders so often, at a steady pace from a moment on.
    pub(super) async fn shops(mut self, orders: usize, first: Instant, luck: &Luck) -> Orders {
        let mut ticks = interval_at(first, PACE);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let (mut words, mut refused) = (Vec::new(), 0);
        for number in 0..orders {
            ticks.tick().await;
            luck.strikes(&mut self.draws);
            let word = format!("fox-{}-{number}-", self.person.id());
            let model = *self.draws.one_of(&MODELS);
            if self.orders(model, &word).await {
                words.push(word);
            } else {
                refused += 1;
            }
        }
        Orders { person: self.person, words, refused }
    }

    /// Orders one; whether it was offered at all.
    async fn orders(&self, model: &str, word: &str) -> bool {
        let before = newest(&self.person);
        self.person.says(&format!("/generate {model} a {word} in the snow")).await;
        let is_offer = |bubble: &Bubble| bubble.text.contains(word) && go(bubble).is_some();
        let is_refusal = |bubble: &Bubble| bubble.message_id > before && is_closed(bubble);
        let answer = |bubble: &Bubble| is_offer(bubble) || is_refusal(bubble);
        let answer = self.person.waits_for(answer, LONG).await;
        match go(&answer) {
            Some(go) => {
                self.person.taps_on(answer.message_id, &go).await.accepted().await;
                true
            }
            None => false,
        }
    }
}

/// Whether a message says that a model takes no orders.
pub(super) fn is_closed(bubble: &Bubble) -> bool {
    bubble.is_from_bot() && bubble.text.contains("takes no orders right now")
}

/// Whether a message tells why the order with this word was not begun when it was tapped.
pub(super) fn is_turned_away(bubble: &Bubble, word: &str) -> bool {
    const REASONS: [&str; 4] = [
        "takes no orders right now",
        "the most I take at once",
        "The price has changed",
        "on a break right now",
    ];
    let gives_a_reason = REASONS.iter().any(|reason| bubble.text.contains(reason));
    bubble.is_from_bot() && gives_a_reason && bubble.text.contains(word)
}

fn go(bubble: &Bubble) -> Option<String> {
    data(bubble, "\u{2728} Create")
}

/// The data of the button that begins with these words.
fn data(bubble: &Bubble, label: &str) -> Option<String> {
    let mut buttons = bubble.buttons.iter().flatten();
    buttons.find(|button| button.text.starts_with(label)).and_then(|button| button.data.clone())
}

fn newest(person: &Person) -> i64 {
    person.chat().iter().map(|bubble| bubble.message_id).max().unwrap_or_default()
}
