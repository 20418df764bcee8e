//! What the measurements of replies share: people who say `/start` and the bot that answers them.
//!
//! ```text
//!   load ── POST /webhook ──> trt serve ── sendMessage ──> stub ──> journal
//!    └── when each was due ────────────────────────────────────────────┴──> waits
//! ```
//!
//! | module | owns |
//! | --- | --- |
//! | [`journal`] | which replies came, and when |
//! | [`arena`] | PostgreSQL, its databases, and `trt serve` in one of them |
//! | [`waits`] | how long people waited for their replies |
//! | [`table`] | their percentiles on a page |
//!
//! The limits that Telegram sets to a bot are raised out of the way: they would hide what the bot
//! itself takes.

pub(crate) mod arena;
pub(crate) mod journal;
pub(crate) mod table;
pub(crate) mod waits;

/// For the pages: that the limits are not those of a real bot.
pub(crate) const RAISED: &str =
    "limits: raised out of the way (TELEGRAM_RATE, TELEGRAM_CHAT_RATE 100000/s)";
