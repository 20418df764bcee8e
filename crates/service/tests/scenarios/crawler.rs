//! Every button of every screen, pressed by a person, in both languages.
//!
//! Buttons that differ only in the model, the value or the quote they carry are one kind, of which some are
//! pressed: the crawler of `dialogue` presses them all. The one that starts the work has scenarios of its own.

use std::collections::{BTreeMap, VecDeque};

use simulator::telegram::{Bubble, Event, Person};
use simulator::world::{PATIENCE, World};
use testbed::wait;

use crate::path::program;

/// What a person can type to get somewhere.
const BEGINNINGS: [&str; 15] = [
    "/start",
    "/menu",
    "/help",
    "/settings",
    "/language",
    "/support",
    "/paysupport",
    "/terms",
    "/privacy",
    "/balance",
    "/invite",
    "/history",
    "/free",
    "/cancel",
    "a cat in a spacesuit",
];

/// So many buttons of one kind are pressed.
const OF_A_KIND: usize = 2;

#[tokio::test]
async fn every_button_of_every_screen_leads_somewhere_in_both_languages() {
    let world =
        World::build(program()).instances(1).variable("SUPPORT_CONTACT", "@help").start().await;
    for language in ["ru", "en"] {
        let person = world.speaker("Ann <b>& Bob", language);
        let mut crawl =
            Crawl { world: &world, person, seen: BTreeMap::new(), todo: VecDeque::new() };
        for beginning in BEGINNINGS {
            crawl.begins_with(beginning).await;
            while let Some(data) = crawl.todo.pop_front() {
                crawl.begins_with(beginning).await;
                crawl.taps(&data).await;
            }
        }
        println!("{language}: {} buttons", crawl.seen.len());
        assert!(crawl.seen.len() >= 15, "the bot has more buttons than {:?}", crawl.seen);
    }
    world.ends_well().await;
}

struct Crawl<'a> {
    world: &'a World,
    person: Person,
    /// By kind, the buttons that were found.
    seen: BTreeMap<String, Vec<String>>,
    todo: VecDeque<String>,
}

impl Crawl<'_> {
    /// Types something and looks at the answer.
    async fn begins_with(&mut self, text: &str) {
        let before = newest(&self.person);
        self.person.says(text).await;
        let answered = |bubble: &Bubble| bubble.is_from_bot() && bubble.message_id > before;
        let screen = self.person.waits_for(answered, PATIENCE).await;
        self.looks_at(&screen);
    }

    /// Taps a button of the newest message: answered at once, and something changes or comes.
    async fn taps(&mut self, data: &str) {
        let chat = self.person.chat();
        let screen = chat.iter().rev().find(|bubble| bubble.is_from_bot()).unwrap().clone();
        let before = newest(&self.person);

        let tap = self.person.taps_on(screen.message_id, data).await;

        tap.answered().await;
        let shown = wait::until("a screen", PATIENCE, async || {
            let chat = self.person.chat();
            let changed = chat.iter().rev().find(|bubble| {
                let edited = bubble.message_id == screen.message_id && bubble.edits > screen.edits;
                bubble.is_from_bot() && (edited || bubble.message_id > before)
            });
            changed.cloned().or_else(|| self.stays(&screen).then(|| screen.clone()))
        });
        let shown = shown.await.unwrap_or_else(|error| panic!("{data}: {error}"));
        self.looks_at(&shown);
    }

    /// A screen that leads to itself stays as it is, which Telegram does not call an edit.
    fn stays(&self, screen: &Bubble) -> bool {
        self.world.telegram.journal().iter().rev().take(20).any(|entry| match &entry.event {
            Event::Called { method, applied: false, params, chat, .. } => {
                method == "editMessageText"
                    && *chat == Some(self.person.id())
                    && params["message_id"] == screen.message_id
            }
            _ => false,
        })
    }

    /// A screen has words and a way on; an invoice has words, and its way on is Telegram's own.
    fn looks_at(&mut self, screen: &Bubble) {
        if let Some(invoice) = screen.raw.get("invoice") {
            assert!(invoice["title"].as_str().is_some_and(|title| !title.is_empty()), "{screen:?}");
            return;
        }
        assert!(!screen.text.trim().is_empty(), "an empty screen: {screen:?}");
        let buttons: Vec<_> = screen.buttons.iter().flatten().collect();
        assert!(!buttons.is_empty(), "a dead end: {}", screen.text);
        for button in buttons {
            assert!(!button.text.trim().is_empty(), "a button without words: {screen:?}");
            let Some(data) = &button.data else { continue };
            assert!(data.len() <= 64, "{data} is too long");
            if data.starts_with("go:") {
                continue;
            }
            let seen = self.seen.entry(kind(data)).or_default();
            if seen.len() < OF_A_KIND && !seen.contains(data) {
                seen.push(data.clone());
                self.todo.push_back(data.clone());
            }
        }
    }
}

/// What a button is about, without the model, the value or the quote it carries.
fn kind(data: &str) -> String {
    let mut parts = data.split(':');
    let (subject, detail) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    match subject {
        "menu" | "help" | "settings" | "language" | "offer" | "list" => {
            format!("{subject}:{detail}")
        }
        _ => subject.to_owned(),
    }
}

fn newest(person: &Person) -> i64 {
    person.chat().iter().map(|bubble| bubble.message_id).max().unwrap_or_default()
}
