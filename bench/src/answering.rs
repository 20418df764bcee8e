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

use std::time::Duration;

use anyhow::{Result, ensure};

/// For the pages: that the limits are not those of a real bot.
pub(crate) const RAISED: &str =
    "limits: raised out of the way (TELEGRAM_RATE, TELEGRAM_CHAT_RATE, PERSON_RATE 100000/s)";

/// How much is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Plan {
    pub(crate) length: Duration,
    pub(crate) rounds: u32,
}

impl Plan {
    pub(crate) fn of((seconds, rounds): (u32, u32)) -> Result<Self> {
        ensure!((1..=600).contains(&seconds), "--seconds is from 1 to 600");
        ensure!((1..=100).contains(&rounds), "--rounds is from 1 to 100");
        Ok(Self { length: Duration::from_secs(seconds.into()), rounds })
    }
}
