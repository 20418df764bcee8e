//! People and events for the tests of this room, and the seed of its random ones.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

use domain::{ChatId, Language, MessageId, PersonId};
use proptest::test_runner::{Config, RngSeed};

use crate::decide::decide;
use crate::event::{BotFacts, Chat, ChatKind, Deed, Event, Known, Person};
use crate::screen::{Press, Screen};
use crate::state::{Prompt, State};
use crate::step::{Effect, Step};
use crate::tap::Tap;

/// Settings of a random test: `SEED` if it is set, else a new one; printed, to be had again.
pub(crate) fn random() -> Config {
    let seed = std::env::var("SEED").ok().and_then(|text| text.parse().ok());
    let seed = seed.unwrap_or_else(|| RandomState::new().build_hasher().finish());
    println!("SEED={seed}");
    Config { rng_seed: RngSeed::Fixed(seed), failure_persistence: None, ..Config::default() }
}

/// Somebody, of whom only the language is certain.
pub(crate) struct Somebody {
    pub(crate) language: Language,
    pub(crate) name: &'static str,
    pub(crate) state: State,
    pub(crate) bot: BotFacts,
    pub(crate) place: ChatKind,
}

impl Somebody {
    /// Somebody at the menu, in a private chat.
    pub(crate) fn new(language: Language) -> Self {
        let username = Some("trt_bot".to_owned());
        let bot = BotFacts { username, support: Some("@trt_help".to_owned()) };
        Self { language, name: "Ann", state: State::Menu, bot, place: ChatKind::Private }
    }

    /// Somebody whose text was just offered back.
    pub(crate) fn with_text(language: Language, text: &str) -> Self {
        let state = Prompt::from_person(text).map_or(State::Menu, State::OfferedPrompt);
        Self { state, ..Self::new(language) }
    }

    pub(crate) fn does(&self, deed: Deed) -> Step {
        let id = PersonId::new(7);
        let person = Person { id, name: self.name.to_owned(), language_tag: None };
        let chat = Chat { id: ChatId::new(7), kind: self.place };
        let (language, state, bot) = (Some(self.language), self.state.clone(), self.bot.clone());
        decide(&Event { person, chat, deed }, &Known { language, state, bot })
    }

    pub(crate) fn says(&self, text: &str) -> Step {
        self.does(Deed::Said(text.to_owned()))
    }

    pub(crate) fn taps(&self, tap: Tap) -> Step {
        self.taps_on(&tap.encode())
    }

    pub(crate) fn taps_on(&self, data: &str) -> Step {
        self.does(Deed::Tapped { data: data.to_owned(), message: Some(MessageId::new(1)) })
    }
}

/// The one screen of a step.
#[track_caller]
pub(crate) fn only_screen(step: &Step) -> &Screen {
    let screens: Vec<&Screen> = step
        .effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Show(screen) | Effect::Say(screen) => Some(screen),
            Effect::ChooseLanguage(_) | Effect::KeepStart(_) | Effect::Reachable(_) => None,
        })
        .collect();
    let [screen] = screens[..] else { panic!("{} screens: {step:?}", screens.len()) };
    screen
}

/// Its text.
#[track_caller]
pub(crate) fn text_of(step: &Step) -> &str {
    only_screen(step).text.as_str()
}

/// What its buttons say to us, in the order of reading.
#[track_caller]
pub(crate) fn taps_of(step: &Step) -> Vec<Tap> {
    let buttons = only_screen(step).keyboard.iter().flatten();
    buttons
        .filter_map(|button| match &button.press {
            Press::Data(tap) => Some(*tap),
            Press::Link(_) => None,
        })
        .collect()
}
