//! What every conversation can see: who did what, where the conversation stands, what is sold.
//!
//! Made anew for each update. What is looked up for one conversation only is in [`facts`](crate::facts).

use std::ops::Deref;
use std::sync::Arc;

use domain::catalogue::{FreeLimits, ModelKey};
use domain::guard::Guard;
use domain::offers::{Currency, Offers};
use domain::{Catalogue, InboxId, Language};

use crate::commands::Spoken;
use crate::conversations::leads::follow;
use crate::event::{Action, Event};
use crate::facts::{OrderFacts, SupportCase};
use crate::html::shown_units;
use crate::state::{State, Talk};
use crate::step::Step;

/// From so many UTF-16 units on, a message may have been cut by Telegram: it cuts between words.
const FULL_LENGTH: usize = 4000;

/// What every conversation can see.
#[derive(Debug, Clone)]
pub struct Scene<'a> {
    /// What happened, and to whom.
    pub event: &'a Event,
    /// The language to answer in.
    pub language: Language,
    /// Where the conversation stands.
    pub state: State,
    /// Facts about the bot itself.
    pub bot: BotFacts,
    /// Our number of the stored update: what follows from it happens once.
    pub update: InboxId,
    /// What the person may do.
    pub role: Role,
    /// What is sold and for how much.
    pub prices: Arc<PriceList>,
    /// The question of which the message told that an admin replies to.
    pub case: Option<SupportCase>,
    /// It happened where admins work together.
    pub is_admin_chat: bool,
}

/// What is sold and for how much.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriceList {
    /// What can be ordered.
    pub catalogue: Catalogue,
    /// What it costs.
    pub offers: Offers,
}

impl PriceList {
    /// The same with what admins made free or no longer free: `key per-day per-hour`, by comma. What is no model, or
    /// no number, changes nothing.
    #[must_use]
    pub fn with_free(&self, models: &str) -> Self {
        let catalogue = models.split(',').fold(self.catalogue.clone(), |catalogue, one| {
            let mut words = one.split(' ');
            let key = words.next().and_then(ModelKey::new);
            let mut number = || words.next().and_then(|word| word.parse::<u32>().ok());
            let (Some(key), Some(per_day), Some(per_hour)) = (key, number(), number()) else {
                return catalogue;
            };
            let limits = (per_day > 0).then_some(FreeLimits { per_day, per_hour });
            catalogue.with_free(&key, limits)
        });
        Self { catalogue, offers: self.offers.clone() }
    }
}

/// What a person may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// What everybody may.
    Person,
    /// Change what is somebody else's, with a reason.
    Admin,
    /// Ask for help, and for what is their right.
    Banned,
}

/// What is the same for everybody who talks to this bot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BotFacts {
    /// Its name on Telegram, without `@`; not known before Telegram has answered once.
    pub username: Option<String>,
    /// Where people get help from a human, as the operator wrote it.
    pub support: Option<String>,
    /// Where money can be transferred by hand, as the operator wrote it; none: nowhere.
    pub transfer: Option<String>,
    /// What wallets hold.
    pub currency: Currency,
    /// There is somebody who could answer people.
    pub has_admins: bool,
    /// People can look for their results from any chat.
    pub is_inline: bool,
    /// Words that orders must not hold, as admins added them.
    pub guard: Arc<Guard>,
}

impl Scene<'_> {
    /// Puts the state as what happened finds it: only words that are typed can be the rest of a long text, and
    /// whoever does anything else than write no longer looks for a model. Who goes elsewhere leaves what they were at.
    pub(crate) fn settle(&mut self) {
        if let State::Talking(talk) = &self.state
            && !self.goes_on(talk)
        {
            self.state = State::Menu;
        }
        if self.typed().is_some() {
            return;
        }
        self.state = match std::mem::take(&mut self.state) {
            State::Searching | State::NamingStars | State::NamingPromo
                if !matches!(self.event.action, Action::SentText(_)) =>
            {
                State::Menu
            }
            State::Transfer(talk) if talk.waits_for_words() => State::Menu,
            state => follow(self, state.closed()),
        };
    }

    /// Whether what happened goes to whom the person writes to; after the first file of an album that is only the
    /// rest of it.
    fn goes_on(&self, talk: &Talk) -> bool {
        let album = match talk {
            Talk::Support(_, album) => album.as_deref(),
            Talk::Broadcast(..) => None,
        };
        match (&self.event.action, album) {
            (Action::SentMedia(sent), Some(album)) => sent.album.as_deref() == Some(album),
            (_, Some(_)) => false,
            (Action::Said(_), None) => self.typed().is_some(),
            (Action::SentMedia(_) | Action::SentText(_) | Action::Other, None) => true,
            (Action::Tapped { .. } | Action::Blocked | Action::Returned, None) => false,
        }
    }

    /// A step that leaves the conversation where it is.
    pub(crate) fn stay(&self) -> Step {
        Step::to(self.state.clone())
    }

    /// The words that were typed, unless they are a command.
    pub(crate) fn typed(&self) -> Option<&str> {
        match &self.event.action {
            Action::Said(text) if Spoken::parse(text).is_none() => Some(text),
            _ => None,
        }
    }

    /// Whether the next text may be the rest of this one.
    pub(crate) fn is_cut(&self, text: &str) -> bool {
        self.typed().is_some() && is_full_length(text)
    }
}

/// Whether a text may have been cut by Telegram.
pub(crate) fn is_full_length(text: &str) -> bool {
    shown_units(text) >= FULL_LENGTH
}

/// The scene of an order: with what was looked up for it.
#[derive(Clone, Copy)]
pub(crate) struct OrderScene<'a> {
    scene: &'a Scene<'a>,
    pub(crate) facts: &'a OrderFacts,
}

impl<'a> OrderScene<'a> {
    /// Puts both together.
    pub(crate) const fn new(scene: &'a Scene<'a>, facts: &'a OrderFacts) -> Self {
        Self { scene, facts }
    }
}

impl<'a> Deref for OrderScene<'a> {
    type Target = Scene<'a>;

    fn deref(&self) -> &Scene<'a> {
        self.scene
    }
}
