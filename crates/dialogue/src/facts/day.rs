//! What a day came to, as admins see it.

use domain::{Credits, Money, Stars};

/// What a day came to: money is what the books say of it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DayFacts {
    /// The day, as `2026-03-01`.
    pub day: String,
    /// It is not over.
    pub is_today: bool,
    /// How many payments in Stars.
    pub payments: u32,
    /// What they came to.
    pub stars: Stars,
    /// What went back.
    pub stars_back: Stars,
    /// What came by bank transfers.
    pub transferred: Money,
    /// What people spent: what was captured, less what was paid back.
    pub spent: Money,
    /// The part of it that they had bought.
    pub bought: Money,
    /// What KIE charged, or probably did.
    pub cost: Credits,
    /// People who came for the first time.
    pub new: u32,
    /// People who did something.
    pub active: u32,
    /// People who paid.
    pub paying: u32,
    /// Orders that were delivered.
    pub delivered: u32,
    /// Orders that failed.
    pub failed: u32,
    /// The models that failed most, with how often.
    pub failing: Vec<(String, u32)>,
    /// How often the role was taken from a dead or silent holder.
    pub takeovers: u32,
    /// Differences of the books that wait for somebody.
    pub differences: u32,
    /// What was set aside and waits for somebody.
    pub dead: u32,
    /// What KIE has left for us, as far as it said.
    pub credits: Option<Credits>,
    /// What a day takes of it at the present pace.
    pub daily_use: Option<Credits>,
}
