//! People and events for the tests of this room, and the seed of its random ones.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::sync::{Arc, LazyLock};

use domain::ledger::{Account, Purse};
use domain::offers::{Currency, Offers};
use domain::{AccountId, Catalogue, ChatId, InboxId, Language, MessageId, Money, PersonId};
use proptest::test_runner::{Config, RngSeed};

use crate::admin::Correction;
use crate::counter::{Counter, History, JobRecord};
use crate::decide::decide;
use crate::event::{
    BotFacts, Chat, ChatKind, Deed, Event, Known, MediaKind, Person, Role, Sent, Shelf,
};
use crate::needs::{Books, Card, Needs, needs};
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
#[derive(Clone)]
pub(crate) struct Somebody {
    pub(crate) language: Language,
    pub(crate) name: &'static str,
    pub(crate) state: State,
    pub(crate) bot: BotFacts,
    pub(crate) place: ChatKind,
    pub(crate) update: i64,
    pub(crate) role: Role,
    pub(crate) books: Option<Books>,
    pub(crate) card: Option<Card>,
    pub(crate) shelf: Arc<Shelf>,
    pub(crate) counter: Option<Counter>,
    pub(crate) history: Option<History>,
    pub(crate) job: Option<JobRecord>,
}

/// What is sold: the catalogue and the offers that are part of the program.
pub(crate) fn shelf() -> Arc<Shelf> {
    static BUILT_IN: LazyLock<Arc<Shelf>> = LazyLock::new(|| {
        let (catalogue, offers) = (Catalogue::built_in().unwrap(), Offers::built_in().unwrap());
        Arc::new(Shelf { catalogue, offers })
    });
    Arc::clone(&BUILT_IN)
}

/// The accounts of somebody with so much of what was bought, and so much owed.
pub(crate) fn purse(paid: i64, debt: i64) -> Purse {
    Purse { person: PersonId::new(7), ..card(paid, 0, debt).purse }
}

/// What stands on the counter for somebody with so much to spend.
pub(crate) fn counter(available: i64) -> Counter {
    let purse = Some(purse(available, 0));
    Counter { available: Money::new(available), purse, ..Counter::default() }
}

/// A file of some kind, of which nothing more is known than it must be.
pub(crate) fn sent(kind: MediaKind, file: &str) -> Sent {
    Sent {
        kind,
        file: file.to_owned(),
        bytes: Some(1_000),
        mime: None,
        name: None,
        milliseconds: None,
        pixels: None,
        caption: None,
        album: None,
    }
}

impl Default for BotFacts {
    fn default() -> Self {
        Self { username: None, support: None, currency: Currency::Rub }
    }
}

/// The correction that these words ask for, asked by this update.
#[track_caller]
pub(crate) fn correction(words: &str, asked: i64) -> Correction {
    Correction::read(words, Currency::Rub, InboxId::new(asked)).unwrap()
}

/// Somebody else, reachable and Russian, with so much of each kind.
pub(crate) fn card(paid: i64, bonus: i64, debt: i64) -> Card {
    let account = |id: i64, balance| Account {
        id: AccountId::new(1_000 + id),
        balance: Money::new(balance),
        version: 3,
    };
    let purse = Purse {
        person: PersonId::new(8),
        paid: account(1, paid),
        bonus: account(2, bonus),
        held: account(3, 0),
        debt: account(4, debt),
    };
    Card { purse, language: Language::Russian, is_reachable: true }
}

impl Somebody {
    /// Somebody at the menu, in a private chat, with nothing in their books.
    pub(crate) fn new(language: Language) -> Self {
        let username = Some("trt_bot".to_owned());
        let support = Some("@trt_help".to_owned());
        Self {
            language,
            name: "Ann",
            state: State::Menu,
            bot: BotFacts { username, support, currency: Currency::Rub },
            place: ChatKind::Private,
            update: 1,
            role: Role::Person,
            books: Some(Books::default()),
            card: None,
            shelf: shelf(),
            counter: Some(counter(10_000)),
            history: Some(History::default()),
            job: None,
        }
    }

    /// Somebody whose text was just offered back.
    pub(crate) fn with_text(language: Language, text: &str) -> Self {
        let state = Prompt::from_person(text).map_or(State::Menu, State::OfferedPrompt);
        Self { state, ..Self::new(language) }
    }

    /// An admin, who looks at somebody with 100 roubles.
    pub(crate) fn admin(language: Language) -> Self {
        Self { role: Role::Admin, card: Some(card(10_000, 0, 0)), ..Self::new(language) }
    }

    pub(crate) fn event(&self, deed: Deed) -> Event {
        let id = PersonId::new(7);
        let person = Person { id, name: self.name.to_owned(), language_tag: None };
        Event { person, chat: Chat { id: ChatId::new(7), kind: self.place }, deed }
    }

    pub(crate) fn known(&self) -> Known {
        Known {
            language: Some(self.language),
            state: self.state.clone(),
            bot: self.bot.clone(),
            update: InboxId::new(self.update),
            role: self.role,
            books: self.books.clone(),
            card: self.card,
            shelf: Arc::clone(&self.shelf),
            counter: self.counter.clone(),
            history: self.history.clone(),
            job: self.job.clone(),
        }
    }

    pub(crate) fn does(&self, deed: Deed) -> Step {
        decide(&self.event(deed), &self.known())
    }

    pub(crate) fn needs(&self, deed: Deed) -> Needs {
        needs(&self.event(deed), &self.known())
    }

    pub(crate) fn sends(&self, sent: Sent) -> Step {
        self.does(Deed::SentMedia(sent))
    }

    /// The same person after a step, one update later.
    pub(crate) fn after(&self, step: &Step) -> Self {
        Self { state: step.state.clone(), update: self.update + 1, ..self.clone() }
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
            Effect::Show(screen)
            | Effect::Say(screen)
            | Effect::Amend(screen)
            | Effect::Begin(_, screen) => Some(screen),
            Effect::ChooseLanguage(_)
            | Effect::KeepStart(_)
            | Effect::Reachable(_)
            | Effect::Post(_)
            | Effect::Log(_)
            | Effect::Tell(..)
            | Effect::TakeBack(_)
            | Effect::Resend(..)
            | Effect::Favour(..)
            | Effect::FullQuality(_) => None,
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
            Press::Data(tap) => Some(tap.clone()),
            Press::Link(_) => None,
        })
        .collect()
}
