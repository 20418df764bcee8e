//! How the role is won and kept: the mode, the waiting time and the four times of the protocol.
//!
//! ```text
//!   H  LOCK_HEARTBEAT_SECONDS         a beat every so often
//!   R  LOCK_TRUST_SECONDS             how long a holder trusts its last acknowledged beat
//!   C  LOCK_CALL_SECONDS              how long a cancelled call may live on
//!   T  LOCK_STALE_HEARTBEAT_SECONDS   when the server ends a silent holder's session
//! ```
//!
//! How they depend on each other is [`Timing`]'s business; an unsafe combination is refused with the
//! inequality in the message.

use std::time::Duration;

use leadership::{Timing, UnsafeTiming};
use store::DatabaseUrl;

use super::problems::Values;
use super::{database, values};

/// Times are between this and that, in milliseconds.
const LEAST: u64 = 50;
const MOST: u64 = 3_600_000;

#[derive(Debug, Clone)]
pub struct LockSettings {
    pub mode: LockMode,
    pub wait: Duration,
    /// The times of the protocol, safe together.
    pub timing: Timing,
    /// The direct connection for the lock; none when the data's own is direct.
    pub database_url: Option<DatabaseUrl>,
}

/// Whether a newer instance asks for the role.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LockMode {
    WaitThenPassive,
    /// Asks the active one to hand over after a while.
    WaitThenHandover,
}

pub(super) fn read(values: &mut Values) -> LockSettings {
    let mode = values::choice(
        values,
        "LOCK_MODE",
        &[
            ("wait_then_passive", LockMode::WaitThenPassive),
            ("wait_then_handover", LockMode::WaitThenHandover),
        ],
    );
    let wait = values::seconds(values, "LOCK_WAIT_SECONDS", 0..=MOST * 24);
    let mut time = |name| values::seconds(values, name, LEAST..=MOST);
    let [heartbeat, trust] = [time("LOCK_HEARTBEAT_SECONDS"), time("LOCK_TRUST_SECONDS")];
    let [call, stale] = [time("LOCK_CALL_SECONDS"), time("LOCK_STALE_HEARTBEAT_SECONDS")];
    let timing = Timing::new(heartbeat, trust, call, stale).unwrap_or_else(|refusal| {
        let (variable, cure) = cure(&refusal);
        values.problem(variable, &format!("is refused: {refusal}"), cure);
        Timing::default()
    });
    let database_url = database::read_lock(values);
    LockSettings { mode, wait, timing, database_url }
}

/// Which variable to change, and how.
fn cure(refusal: &UnsafeTiming) -> (&'static str, &'static str) {
    match refusal {
        UnsafeTiming::BeatTooShort { .. } => ("LOCK_HEARTBEAT_SECONDS", "raise it"),
        UnsafeTiming::TrustTooShort { .. } => {
            ("LOCK_TRUST_SECONDS", "raise it, or lower LOCK_HEARTBEAT_SECONDS (H)")
        }
        UnsafeTiming::StaleTooShort { .. } => (
            "LOCK_STALE_HEARTBEAT_SECONDS",
            "raise it, or lower LOCK_TRUST_SECONDS (R) or LOCK_CALL_SECONDS (C)",
        ),
    }
}
