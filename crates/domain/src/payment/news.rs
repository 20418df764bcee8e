//! What operators are told of money: each kind at most once a minute, with how often it happened.

use crate::reading::words;

words! {
    /// Something about money that operators are to know.
    pub enum MoneyNews {
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
        /// A payment or a refund that cannot be booked.
        Unbooked = "unbooked",
    }
}
