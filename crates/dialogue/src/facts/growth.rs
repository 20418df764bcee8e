//! What is looked up about promo codes, campaigns and numbers.

use domain::ledger::Purse;
use domain::promo::{Promo, PromoCode};
use domain::stats::{Campaign, Span, Stats};

use super::Then;

/// A question about how the bot grows, with what follows from its answer.
pub enum Growth<'a> {
    /// This code, locked with the accounts of the person who wants to use it; none if there is no such code.
    Promo(PromoCode, Then<'a, Option<PromoFacts>>),
    /// This code, locked, for an admin.
    PromoCard(PromoCode, Then<'a, Option<Promo>>),
    /// The newest codes.
    Promos(Then<'a, PromoList>),
    /// The campaigns by which most came.
    Campaigns(Then<'a, CampaignList>),
    /// So many of the last days or weeks.
    Stats(Span, u32, Then<'a, Stats>),
}

/// What the use of a code looks at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PromoFacts {
    /// The code, locked until the step is written.
    pub promo: Promo,
    /// The person has used it.
    pub is_used_by_them: bool,
    /// Their accounts, locked after it.
    pub purse: Purse,
}

/// The newest promo codes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PromoList {
    /// The first of them.
    pub promos: Vec<Promo>,
    /// How many there are.
    pub all: u64,
}

/// The campaigns by which most came.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CampaignList {
    /// The first of them.
    pub campaigns: Vec<Campaign>,
    /// How many there are.
    pub all: u64,
}

impl PromoList {
    /// So many are listed.
    pub const PAGE: i64 = 8;
}

impl CampaignList {
    /// So many are listed.
    pub const PAGE: i64 = 8;
}
