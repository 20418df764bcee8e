//! What a test does with Stars behind the bot's back, and what it counts: the record of Telegram itself.
//!
//! ```text
//!   next_events(1, Lost) ──> the next event is not told      Late ──> tells_late()
//!   charges ── a payment that nobody was asked about         goes_back ── decided by Telegram
//!   repeats ── an event once more, as another update         runs_short ── renewals that fail
//! ```

use std::sync::Arc;

use super::{Sold, Subscription, Transaction, booking, subscriptions};
use crate::telegram::world::Core;
use crate::telegram::{FakeTelegram, Person, UpdateHandle};

/// What becomes of an event about money.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Telling {
    Told,
    /// The bot never hears of it.
    Lost,
    /// The bot hears of it with [`Stars::tells_late`].
    Late,
}

/// A payment as Telegram's own record has it.
#[derive(Debug, Clone, PartialEq)]
pub struct Charge {
    pub id: String,
    pub person: i64,
    pub payload: String,
    pub stars: i64,
    /// When, in seconds since 1970.
    pub at: u64,
    /// The end of the subscription, as this payment says it.
    pub until: Option<u64>,
    pub is_renewal: bool,
    /// When it went back, if it did.
    pub went_back: Option<u64>,
    pub(super) event: serde_json::Value,
}

/// The Stars of a fake; from [`FakeTelegram::stars`].
#[derive(Debug)]
pub struct Stars {
    core: Arc<Core>,
}

impl FakeTelegram {
    pub fn stars(&self) -> Stars {
        Stars { core: Arc::clone(&self.core) }
    }
}

impl Stars {
    /// Every payment, oldest first.
    pub fn payments(&self) -> Vec<Charge> {
        self.core.look(|world| world.payments.charges.clone())
    }

    pub fn subscriptions(&self) -> Vec<Subscription> {
        self.core.look(|world| world.payments.subscriptions.clone())
    }

    /// What the bot has: all that was paid and neither went back nor out.
    pub fn balance(&self) -> i64 {
        self.core.look(|world| world.payments.balance())
    }

    /// What becomes of the next so many events about money.
    pub fn next_events(&self, times: usize, telling: Telling) {
        self.core.with(|world| world.payments.tellings.extend(vec![telling; times]));
    }

    /// Tells what was held back; returns what was told.
    pub async fn tells_late(&self) -> Vec<UpdateHandle> {
        let born: Vec<_> = self.core.with(|world| {
            let held = std::mem::take(&mut world.payments.held);
            held.into_iter().map(|(kind, content)| self.core.create(world, kind, content)).collect()
        });
        born.into_iter().map(|born| UpdateHandle::new(&self.core, born)).collect()
    }

    /// Tells of a payment once more, as an update with another number.
    pub async fn repeats(&self, charge: &str) -> UpdateHandle {
        let born = self.core.with(|world| {
            let event = world.payments.charge(charge).map(|charge| charge.event.clone());
            let event = event.unwrap_or_else(|| panic!("there is no charge {charge}"));
            self.core.create(world, "message", event)
        });
        UpdateHandle::new(&self.core, born)
    }

    /// A person has paid so many Stars for this payload, and nobody was asked before; the charge.
    pub async fn charges(&self, person: &Person, payload: &str, stars: i64) -> String {
        let sold = Sold {
            title: String::new(),
            description: String::new(),
            payload: payload.to_owned(),
            stars,
            start: String::new(),
            period: None,
        };
        self.core.with(|world| booking::pay(&self.core, world, person.id(), &Arc::new(sold)))
    }

    /// Telegram gives a payment back: a decision of its support, or of the bank.
    pub async fn goes_back(&self, charge: &str) {
        let back = self.core.with(|world| booking::go_back(&self.core, world, charge));
        back.unwrap_or_else(|refusal| panic!("{charge}: {}", refusal.description));
    }

    /// Whether the bot is asked before a renewal is charged. As far as is known Telegram does not ask.
    pub fn asks_before_renewals(&self, asks: bool) {
        self.core.with(|world| world.payments.asks_before_renewals = asks);
    }

    /// The person has no Stars for the next so many tries to renew this.
    pub fn runs_short(&self, person: &Person, payload: &str, times: u32) {
        self.core.with(|world| subscriptions::runs_short(world, person.id(), payload, times));
    }

    /// The owner of the bot takes Stars out.
    pub fn withdraws(&self, stars: i64) {
        let at = self.core.clock.unix();
        self.core.with(|world| {
            let number = world.payments.transactions.len();
            world.payments.transactions.push(Transaction::Withdrawal { number, stars, at });
        });
    }

    /// The bot has given a person something that costs Stars.
    pub fn gives(&self, person: &Person, stars: i64) {
        let (at, person) = (self.core.clock.unix(), person.id());
        self.core.with(|world| {
            let number = world.payments.transactions.len();
            world.payments.transactions.push(Transaction::Gift { number, person, stars, at });
        });
    }
}
