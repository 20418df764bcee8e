//! What is sold and for how much: the file `offers.toml`.
//!
//! Currency, rates, packs and plans in Stars, what people get for nothing, and a few settings of the
//! house. Offers in hand were checked: with them no price is below cost
//! ([`Offers::is_above_cost`]). On any mistake there are no offers, only the list of mistakes, each
//! with its line.

mod discount;
mod guarded;
mod limits;
mod loss;
mod parse;
mod rates;
mod retention;
mod worst_day;

#[cfg(test)]
mod tests;

use crate::catalogue::Texts;
use crate::guard::Guard;
use crate::language::Language;
use crate::mistake::Mistake;
use crate::money::{Credits, Millionths, Money};
use crate::reading::{self, keys, words};

pub use discount::Discount;
pub use limits::{Limit, Limits, Rest, Spent};
pub use retention::Retention;
pub use worst_day::{Part, WorstDay};

/// The offers that are part of the program.
const BUILT_IN: &str = include_str!("../offers.toml");

keys! {
    /// Our name of a pack.
    PackKey,
    /// Our name of a plan.
    PlanKey,
}

words! {
    /// What wallets hold; every one of these has a hundred minor units.
    pub enum Currency {
        /// Russian rouble.
        Rub = "RUB",
        /// US dollar.
        Usd = "USD",
        /// Euro.
        Eur = "EUR",
        /// Kazakh tenge.
        Kzt = "KZT",
        /// Belarusian rouble.
        Byn = "BYN",
        /// Ukrainian hryvnia.
        Uah = "UAH",
    }
}

impl Currency {
    /// Its sign, as it stands behind an amount.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Rub => "₽",
            Self::Usd => "$",
            Self::Eur => "€",
            Self::Kzt => "₸",
            Self::Byn => "Br",
            Self::Uah => "₴",
        }
    }

    /// Whether people who are spoken to in this language reckon in it; others reckon in Stars.
    pub const fn is_of(self, language: Language) -> bool {
        match self {
            Self::Rub | Self::Kzt | Self::Byn | Self::Uah => matches!(language, Language::Russian),
            Self::Usd | Self::Eur => matches!(language, Language::English),
        }
    }

    /// Decimals of an amount.
    pub const fn digits(self) -> u32 {
        2
    }
}

/// What a Star is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StarRates {
    /// What it buys, in the wallet's currency.
    pub buys: Millionths,
    /// What Telegram pays out for it, in US dollars.
    pub pays_out: Millionths,
}

/// Money for the wallet, bought once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pack {
    /// Our name for it.
    pub key: PackKey,
    /// What it costs, in whole Stars.
    pub stars: u32,
    /// Given on top, in per cent.
    pub bonus: u8,
    /// Its name for people.
    pub title: Texts,
}

/// A subscription that is paid every 30 days.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// Our name for it.
    pub key: PlanKey,
    /// What 30 days cost, in whole Stars.
    pub stars: u32,
    /// What is credited with every payment.
    pub included: Money,
    /// Taken off every price while it runs, in per cent.
    pub discount: u8,
    /// Generations of its person at the same time; as many as everybody's if nothing is said.
    pub jobs: Option<u32>,
    /// Its name for people.
    pub title: Texts,
}

/// How much may be used for nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FreeUse {
    /// By one person in a day, over all models.
    pub per_day: u32,
    /// By one person in an hour, over all models.
    pub per_hour: u32,
    /// What a day of everybody's may cost us.
    pub daily_budget: Credits,
}

/// What KIE may charge without income.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Losses {
    /// In a day; when it is spent nothing is free any more, and what caused it closes.
    pub daily_budget: Credits,
    /// In a day, together with everything that is at KIE, by its list; then orders wait.
    pub most: Credits,
    /// A worst day above so many US dollars is worth a warning.
    pub warn_usd: Millionths,
}

impl Losses {
    /// What counts where the file does not say.
    pub const DEFAULT: Self = Self {
        daily_budget: Credits::new(1_000 * 1_000_000),
        most: Credits::new(2_000 * 1_000_000),
        warn_usd: Millionths::new(10 * 1_000_000),
    };
}

/// Everything the file says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offers {
    /// What wallets hold.
    pub currency: Currency,
    /// Units of the currency for one US dollar.
    pub usd_rate: Millionths,
    /// How many times our cost is the price.
    pub markup: Millionths,
    /// What a Star is worth.
    pub star: StarRates,
    /// What can be bought once.
    pub packs: Vec<Pack>,
    /// What can be subscribed to.
    pub plans: Vec<Plan>,
    /// How much may be used for nothing.
    pub free: FreeUse,
    /// What a newcomer is given.
    pub gift: Money,
    /// What all newcomers of a day together are given at most.
    pub gift_budget: Money,
    /// What KIE may charge without income.
    pub losses: Losses,
    /// The words that orders must not hold.
    pub guard: Guard,
    /// How fast money may go.
    pub limits: Limits,
    /// How long what was ordered and made is kept.
    pub retention: Retention,
    /// What somebody gets whose guest pays for the first time.
    pub referral: Money,
    /// Generations of one person at the same time.
    pub jobs_per_person: u32,
    /// Where a day begins, as the IANA names it.
    pub time_zone: String,
    /// For people whose Telegram does not say.
    pub default_language: Language,
    /// The channel whose subscribers alone use models for nothing.
    pub free_channel: Option<String>,
}

impl Offers {
    /// The offers that are part of the program.
    pub fn built_in() -> Result<Self, Vec<Mistake>> {
        Self::read("offers.toml", BUILT_IN)
    }

    /// Reads offers from a file, called `file` in mistakes.
    pub fn read(file: &str, text: &str) -> Result<Self, Vec<Mistake>> {
        let (offers, mut mistakes) = reading::read(file, text, parse::offers);
        mistakes.sort();
        match offers.flatten() {
            Some(offers) if mistakes.is_empty() => Ok(offers),
            _ => Err(mistakes),
        }
    }

    /// The pack with this key.
    pub fn pack(&self, key: &PackKey) -> Option<&Pack> {
        self.packs.iter().find(|pack| pack.key == *key)
    }

    /// The plan with this key.
    pub fn plan(&self, key: &PlanKey) -> Option<&Plan> {
        self.plans.iter().find(|plan| plan.key == *key)
    }
}
