//! How fast money may go: what one person may spend, and how many payments may go back.
//!
//! ```text
//!   what was spent within an hour and within a day, this order added ──┬── within both ──> it goes
//!     (the first one of an hour always goes, however dear)             └── more ─────────> it goes on in so long
//! ```

use std::num::NonZeroU32;
use std::time::Duration;

use crate::money::Money;
use crate::reading::Table;

const HOUR: Duration = Duration::from_secs(3600);
const DAY: Duration = Duration::from_secs(24 * 3600);

/// The limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// What one person may spend within an hour.
    pub spend_per_hour: Money,
    /// And within a day.
    pub spend_per_day: Money,
    /// So many payments of one person may go back within a day by what admins decide.
    pub refunds_per_person: u32,
    /// So many payments may go back within an hour by what one admin decides.
    pub refunds_per_admin: u32,
}

/// Something that was spent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spent {
    /// How much.
    pub amount: Money,
    /// How long ago.
    pub ago: Duration,
}

/// Why something has to wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rest {
    /// Which limit it is.
    pub limit: Limit,
    /// It goes on after so long.
    pub wait: Duration,
}

/// A limit that is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// What one person may spend within an hour.
    SpendPerHour,
    /// And within a day.
    SpendPerDay,
    /// Payments of one person within a day.
    RefundsPerPerson,
    /// Payments by one admin within an hour.
    RefundsPerAdmin,
}

impl Limit {
    /// How long what counts for it counts.
    pub const fn window(self) -> Duration {
        match self {
            Self::SpendPerHour | Self::RefundsPerAdmin => HOUR,
            Self::SpendPerDay | Self::RefundsPerPerson => DAY,
        }
    }
}

impl Limits {
    /// What counts where the file does not say: 20 000 an hour and 60 000 a day of the currency.
    pub const DEFAULT: Self = Self {
        spend_per_hour: Money::new(20_000 * 100),
        spend_per_day: Money::new(60_000 * 100),
        refunds_per_person: 5,
        refunds_per_admin: 20,
    };

    /// Reads the table of that name.
    pub(super) fn read(table: &Table<'_>) -> Option<Self> {
        table.only(&["spend_per_hour", "spend_per_day", "refunds_per_person", "refunds_per_admin"]);
        let usual = Self::DEFAULT;
        let money = |name: &str, usual: Money| {
            let amount = if table.has(name) { table.required(name)? } else { usual };
            if !amount.is_positive() {
                table.note(name, format!("`{name}` must be more than 0"));
            }
            Some(amount)
        };
        let count = |name: &str, usual: u32| {
            if table.has(name) {
                table.required::<NonZeroU32>(name).map(NonZeroU32::get)
            } else {
                Some(usual)
            }
        };
        let per_hour = money("spend_per_hour", usual.spend_per_hour);
        let per_day = money("spend_per_day", usual.spend_per_day);
        let refunds_per_person = count("refunds_per_person", usual.refunds_per_person);
        let refunds_per_admin = count("refunds_per_admin", usual.refunds_per_admin);
        let (spend_per_hour, spend_per_day) = (per_hour?, per_day?);
        if spend_per_hour > spend_per_day {
            table.note("spend_per_hour", "`spend_per_hour` is more than `spend_per_day`");
        }
        Some(Self {
            spend_per_hour,
            spend_per_day,
            refunds_per_person: refunds_per_person?,
            refunds_per_admin: refunds_per_admin?,
        })
    }

    /// The amount of a limit of spending.
    pub const fn amount(&self, limit: Limit) -> Option<Money> {
        match limit {
            Limit::SpendPerHour => Some(self.spend_per_hour),
            Limit::SpendPerDay => Some(self.spend_per_day),
            Limit::RefundsPerPerson | Limit::RefundsPerAdmin => None,
        }
    }

    /// Why something of this price has to wait after what was spent, in any order; the longer wait of the two.
    pub fn rest(&self, spent: &[Spent], price: Money) -> Option<Rest> {
        let rests = [Limit::SpendPerHour, Limit::SpendPerDay].into_iter().filter_map(|limit| {
            let wait = wait(spent, price, self.amount(limit)?, limit.window())?;
            Some(Rest { limit, wait })
        });
        rests.max_by_key(|rest| rest.wait)
    }
}

/// How long until enough of what was spent within the window has left it.
fn wait(spent: &[Spent], price: Money, most: Money, window: Duration) -> Option<Duration> {
    let mut within: Vec<&Spent> = spent.iter().filter(|one| one.ago < window).collect();
    within.sort_by_key(|one| std::cmp::Reverse(one.ago));
    let fits = |left: &[&Spent]| {
        let sum = left.iter().try_fold(price, |sum, one| sum.plus(one.amount));
        left.is_empty() || price == Money::ZERO || sum.is_some_and(|sum| sum <= most)
    };
    let leaving = (0..=within.len()).find(|gone| fits(&within[*gone..]))?;
    let last = within.get(leaving.checked_sub(1)?)?;
    Some(window.saturating_sub(last.ago))
}

#[cfg(test)]
mod tests {
    use super::{DAY, Duration, HOUR, Limit, Limits, Money, Rest, Spent};
    use crate::offers::{BUILT_IN, Offers};

    const LIMITS: Limits = Limits {
        spend_per_hour: Money::new(100),
        spend_per_day: Money::new(250),
        refunds_per_person: 1,
        refunds_per_admin: 1,
    };

    fn spent(amount: i64, minutes: u64) -> Spent {
        Spent { amount: Money::new(amount), ago: Duration::from_secs(minutes * 60) }
    }

    fn rest(spent: &[Spent], price: i64) -> Option<(Limit, u64)> {
        let rest = LIMITS.rest(spent, Money::new(price));
        rest.map(|Rest { limit, wait }| (limit, wait.as_secs() / 60))
    }

    #[test]
    fn what_is_within_the_limits_goes_and_what_is_not_goes_on_when_enough_is_past() {
        assert_eq!(rest(&[], 100), None);
        assert_eq!(rest(&[spent(60, 10)], 40), None);
        assert_eq!(rest(&[spent(60, 10)], 41), Some((Limit::SpendPerHour, 50)));
        assert_eq!(rest(&[spent(30, 1), spent(60, 10)], 41), Some((Limit::SpendPerHour, 50)));
        assert_eq!(rest(&[spent(30, 1), spent(60, 10)], 80), Some((Limit::SpendPerHour, 59)));
        assert_eq!(rest(&[spent(100, 60)], 100), None, "an hour ago");
        let day = [spent(100, 61), spent(100, 200), spent(50, 700)];
        assert_eq!(rest(&day, 1), Some((Limit::SpendPerDay, 24 * 60 - 700)));
        assert_eq!(rest(&day, 0), None, "what costs nothing spends nothing");
    }

    #[test]
    fn one_dear_order_goes_alone_and_nobody_waits_for_ever() {
        assert_eq!(rest(&[], 1_000_000), None);
        assert_eq!(rest(&[spent(1_000_000, 5)], 1), Some((Limit::SpendPerDay, 24 * 60 - 5)));
        assert_eq!(rest(&[spent(i64::MAX, 5), spent(i64::MAX, 5)], i64::MAX).unwrap().1, 1435);
    }

    #[test]
    fn whoever_waits_as_long_as_told_goes_on_and_a_moment_earlier_does_not() {
        let (mut fired, mut seed) = (0, 7_u64);
        let mut roll = |most: u64| {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % most
        };
        for _ in 0..2_000 {
            let spent: Vec<Spent> =
                (0..roll(12)).map(|_| spent(roll(90) as i64 + 1, roll(1_500))).collect();
            let price = Money::new(roll(120) as i64 + 1);
            let Some(Rest { wait, .. }) = LIMITS.rest(&spent, price) else { continue };
            fired += 1;
            let later = |more: Duration| {
                spent.iter().map(|one| Spent { ago: one.ago + more, ..*one }).collect::<Vec<_>>()
            };
            assert!(LIMITS.rest(&later(wait), price).is_none(), "{spent:?} {price:?}");
            let early = wait - Duration::from_secs(1);
            assert!(LIMITS.rest(&later(early), price).is_some(), "{spent:?} {price:?}");
        }
        assert!(fired > 500, "{fired}");
        assert!(HOUR < DAY);
    }

    #[test]
    fn the_limits_are_read_and_a_slip_of_the_pen_is_not() {
        assert_eq!(Offers::built_in().unwrap().limits, Limits::DEFAULT);
        let with = |old: &str, new: &str| {
            let text = BUILT_IN.replace(old, new);
            assert_ne!(text, BUILT_IN);
            Offers::read("offers.toml", &text).map(|offers| offers.limits)
        };

        let day = "spend_per_day = \"60000\"";
        assert_eq!(
            with(day, "spend_per_day = \"20000\"").unwrap().spend_per_day,
            Money::new(2_000_000)
        );
        for wrong in ["spend_per_day = \"0\"", "spend_per_day = \"100\"", "spend_a_day = \"1\""] {
            assert!(with(day, wrong).is_err(), "{wrong}");
        }
        assert!(with("refunds_per_admin = 20", "refunds_per_admin = 0").is_err());
    }
}
