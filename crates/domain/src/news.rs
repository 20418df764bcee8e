//! What operators are told without asking: a closed list, and how often each is told at most.
//!
//! ```text
//!   something happens ── a row of its kind ──> its kind was told a pause ago or more ──> one notice with a count
//! ```
//!
//! The words stand in rows and in `docs/notices.md`, so they are never used for anything else.

use std::time::Duration;

use crate::reading::words;

words! {
    /// A kind of thing that operators are to know.
    pub enum News {
        /// Somebody paid.
        Sale = "sale",
        /// A payment went back.
        Refund = "refund",
        /// Telegram refused to give a payment back.
        RefundRefused = "refund-refused",
        /// Telegram refused a link or a change of a subscription.
        CallRefused = "call-refused",
        /// Telegram has not answered a call about money for long.
        CallWaiting = "call-waiting",
        /// Somebody who wanted to pay was refused before Telegram took anything.
        PaymentRefused = "payment-refused",
        /// Somebody wants to spend faster than one person may.
        SpendLimit = "spend-limit",
        /// An admin wants to give back more payments than may go back in that time.
        RefundLimit = "refund-limit",
        /// A payment or a refund that cannot be booked.
        Unbooked = "unbooked",
        /// An update was set aside, and its person got an apology.
        DeadUpdate = "dead-update",
        /// Something to be said was set aside.
        DeadSend = "dead-send",
        /// KIE refuses our key, is busy or cannot be reached, for longer than a moment.
        KieTrouble = "kie-trouble",
        /// KIE's credits run out within a day at the present pace.
        CreditsLow = "credits-low",
        /// KIE charged a day's budget without a result.
        LossesSpent = "losses-spent",
        /// Something can no longer be ordered.
        Closed = "closed",
        /// What was closed is open again by itself.
        Opened = "opened",
        /// The role was taken from a holder that had died or fallen silent.
        Takeover = "takeover",
        /// More than one clean hand-over within an hour.
        Handovers = "handovers",
        /// Telegram delivers elsewhere, or cannot deliver to us.
        Webhook = "webhook",
        /// An invariant of the books does not hold.
        AuditFinding = "audit-finding",
        /// A payment was learned from Telegram's list, and credited.
        PaymentLearned = "payment-learned",
        /// A refund was learned from Telegram's list, and taken back.
        RefundLearned = "refund-learned",
        /// The books differ from what Telegram or KIE says.
        Difference = "difference",
    }
}

const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(3600);

impl News {
    /// It is told at most once in so long.
    pub const fn pause(self) -> Duration {
        match self {
            // Good news can wait to be summed up.
            Self::Sale => HOUR,
            Self::Refund
            | Self::RefundRefused
            | Self::CallRefused
            | Self::CallWaiting
            | Self::PaymentRefused
            | Self::SpendLimit
            | Self::RefundLimit
            | Self::Unbooked
            | Self::DeadUpdate
            | Self::DeadSend
            | Self::KieTrouble
            | Self::CreditsLow
            | Self::LossesSpent
            | Self::Closed
            | Self::Opened
            | Self::Takeover
            | Self::Handovers
            | Self::Webhook
            | Self::AuditFinding
            | Self::PaymentLearned
            | Self::RefundLearned
            | Self::Difference => MINUTE,
        }
    }
}
