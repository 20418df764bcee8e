//! What admins are shown of how the bot does: days and weeks in numbers, models that fail, campaigns.
//!
//! ```text
//!   people who came, and came back ──┐
//!   Stars in, money captured ────────┼──> a Period: one day or week of the operator's time zone
//!   what KIE charged ────────────────┘
//! ```
//!
//! Every sum is one of the books. A margin is what was captured of bought money, as Telegram pays it out, less what
//! KIE charged: what was given and not bought brings nothing.

use crate::money::{Credits, Money, Stars};
use crate::offers::Offers;

/// How long a period is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Span {
    /// A day.
    Day,
    /// A week, from Monday on.
    Week,
}

impl Span {
    /// Both of them.
    pub const ALL: [Self; 2] = [Self::Day, Self::Week];

    /// Its name on buttons and in queries.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Day => "day",
            Self::Week => "week",
        }
    }

    /// The span of that name.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|span| span.word() == word)
    }
}

/// One day or week in numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Period {
    /// Its first day, ready to be shown.
    pub begins: String,
    /// People who said `/start` for the first time.
    pub came: u32,
    /// Those of them who have paid since.
    pub paid: u32,
    /// Those of them who ordered something in the period after.
    pub returned: u32,
    /// Everybody who ordered something in it.
    pub active: u32,
    /// Stars that came in, less those that went back; below zero when more went back.
    pub stars: Stars,
    /// Money that came by bank transfer.
    pub transferred: Money,
    /// What was captured for generations, less what was given back for them.
    pub revenue: Money,
    /// The part of it that people had bought.
    pub bought: Money,
    /// What KIE charged.
    pub cost: Credits,
}

impl Period {
    /// What KIE charged, in the wallet's currency, rounded up.
    pub fn cost_in(&self, offers: &Offers) -> Option<Money> {
        let micro_usd = self.cost.micro_usd()?;
        Money::ZERO.minus(offers.of_micro_usd(micro_usd.checked_neg()?)?)
    }

    /// What stays of what was captured, in the wallet's currency, rounded against us.
    pub fn margin_in(&self, offers: &Offers) -> Option<Money> {
        let brings = offers.of_micro_usd(offers.net_micro_usd(self.bought)?)?;
        brings.minus(self.cost_in(offers)?)
    }
}

/// How often a model failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failing {
    /// Its key.
    pub model: String,
    /// Generations that came to nothing.
    pub failed: u32,
    /// All that ended.
    pub ended: u32,
}

/// The last days or weeks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stats {
    /// How long each is.
    pub span: Span,
    /// One after the other, the present one last.
    pub periods: Vec<Period>,
    /// The models that failed in this time, the one that failed most first.
    pub failing: Vec<Failing>,
}

/// What a campaign brought.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Campaign {
    /// What it is called in its link.
    pub name: String,
    /// People whose first link it was.
    pub came: u32,
    /// Those of them who ordered for the first time after they came.
    pub ordered: u32,
    /// Those of them who paid for the first time after they came.
    pub paid: u32,
    /// What those paid since, less what went back.
    pub stars: Stars,
    /// The same in the wallet's currency, as it was credited.
    pub income: Money,
}

#[cfg(test)]
mod tests {
    use super::{Period, Span};
    use crate::money::{Credits, Money, Stars};
    use crate::offers::Offers;

    fn period(bought: i64, cost: &str) -> Period {
        Period {
            begins: String::new(),
            came: 0,
            paid: 0,
            returned: 0,
            active: 0,
            stars: Stars::ZERO,
            transferred: Money::ZERO,
            revenue: Money::ZERO,
            bought: Money::new(bought),
            cost: Credits::parse(cost).unwrap(),
        }
    }

    #[test]
    fn a_margin_is_what_telegram_pays_out_less_what_kie_charged() {
        let offers = Offers::built_in().unwrap();

        // 120.00 buys 100 Stars, which pay out 1.30 dollars: 104 roubles. 100 credits are half a dollar: 40.
        let good = period(12_000, "100");
        assert_eq!(good.cost_in(&offers), Some(Money::new(4_000)));
        assert_eq!(good.margin_in(&offers), Some(Money::new(6_400)));
        let given = period(0, "100");
        assert_eq!(given.margin_in(&offers), Some(Money::new(-4_000)));
        let little = period(0, "0.000001");
        assert_eq!(little.cost_in(&offers), Some(Money::new(1)), "a started kopeck is a whole one");
        let back = period(-12_000, "0");
        assert_eq!(back.margin_in(&offers), Some(Money::new(-10_400)));
        assert_eq!(period(0, "0").margin_in(&offers), Some(Money::ZERO));
    }

    #[test]
    fn a_span_is_known_by_its_word() {
        for span in Span::ALL {
            assert_eq!(Span::from_word(span.word()), Some(span));
        }
        assert_eq!(Span::from_word("year"), None);
    }
}
