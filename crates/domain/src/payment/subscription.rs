//! Subscriptions: a plan that Telegram renews every 30 days.
//!
//! ```text
//!   first payment ──> active ──┬── canceled ──> runs until its date ──> expired
//!                      ^  ^    ├── failed ────> runs until its date and the grace ──> expired
//!                      │  └────┴── renewed, or switched on again
//!                      └── another plan was paid for ──> replaced: cancelled by us, runs until its date
//! ```
//!
//! Only Telegram says until when: its date is taken over, our own clock never extends anything. A date
//! that is earlier than the one we know is that of an older payment and changes nothing.

use std::time::Duration;

use crate::offers::PlanKey;
use crate::payment::InvoiceId;
use crate::reading::words;

/// How long a plan goes on after a renewal that did not come.
pub const GRACE: Duration = Duration::from_secs(3 * 24 * 3600);

words! {
    /// How a subscription stands.
    pub enum SubscriptionState {
        /// It will be renewed.
        Active = "active",
        /// It will not be renewed, and runs until its date.
        Canceled = "canceled",
        /// Telegram could not renew it, and may still.
        Failed = "failed",
        /// The person changed to another plan; it runs until its date.
        Replaced = "replaced",
        /// It is over.
        Expired = "expired",
    }
}

impl SubscriptionState {
    /// Whether Telegram means to renew it.
    pub const fn renews(self) -> bool {
        matches!(self, Self::Active | Self::Failed)
    }

    /// How long it counts after its date.
    pub const fn grace(self) -> Duration {
        if self.renews() { GRACE } else { Duration::ZERO }
    }
}

/// A subscription of a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subscription {
    /// The invoice that every payment of it names.
    pub invoice: InvoiceId,
    /// To what; the plan may be gone from the offers by now.
    pub plan: PlanKey,
    /// How it stands.
    pub state: SubscriptionState,
    /// What it runs until, by Telegram's own date: seconds since 1970.
    pub until: i64,
    /// The charge of its first payment: what Telegram wants to hear when it is cancelled.
    pub first_charge: String,
}
