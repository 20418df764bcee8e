//! The four durations the protocol stands on, checked against each other before anything runs.
//!
//! ```text
//!   beat sent                          trust ends         server may free the lock
//!      |------------- R (trust) ------------|--- C (call) ---|
//!      |---------------------------- T (stale) -----------------------|
//! ```
//!
//! The holder stops starting anything R after it *sent* its last acknowledged beat, and what it had
//! started ends C later. The server ends a silent session not before T after it *received* that beat.
//! With clocks that run at most 1 % wrong, `T (1 - 1 %) >= R (1 + 1 %) + C` keeps the two apart; no
//! clock is ever compared with another.

use std::time::Duration;

/// How wrong a clock may run, in percent.
const CLOCK_ERROR: u32 = 1;
/// Shorter beats are only load.
const SHORTEST_BEAT: Duration = Duration::from_millis(50);

/// Durations that keep the promise; there is no unsafe value of this type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timing {
    heartbeat: Duration,
    trust: Duration,
    call: Duration,
    stale: Duration,
}

/// Durations that would break the promise, with the inequality that fails.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UnsafeTiming {
    /// Trust would run out between two beats.
    #[error(
        "unsafe lock timing: trust {trust:?} must be at least 3 x heartbeat {heartbeat:?} = {:?}",
        *heartbeat * 3
    )]
    TrustTooShort {
        /// How long a beat is trusted.
        trust: Duration,
        /// The time between two beats.
        heartbeat: Duration,
    },
    /// The server could free the lock while the old holder still acts.
    #[error(
        "unsafe lock timing: stale {stale:?} x 0.99 must be at least trust {trust:?} x 1.01 + call \
         {call:?}, that is stale at least {needed:?}"
    )]
    StaleTooShort {
        /// When the server ends a silent session.
        stale: Duration,
        /// How long a beat is trusted.
        trust: Duration,
        /// How long a cancelled call may live.
        call: Duration,
        /// The shortest stale time that would do.
        needed: Duration,
    },
    /// Beats this close together are only load.
    #[error("unsafe lock timing: heartbeat {heartbeat:?} must be at least {SHORTEST_BEAT:?}")]
    BeatTooShort {
        /// The time between two beats.
        heartbeat: Duration,
    },
}

impl Timing {
    /// Checks the durations against each other: H, R, C and T.
    ///
    /// ```
    /// use leadership::Timing;
    ///
    /// let seconds = |all: [u64; 4]| all.map(std::time::Duration::from_secs);
    /// let [h, r, c, t] = seconds([1, 4, 3, 8]);
    /// assert_eq!(Timing::new(h, r, c, t), Ok(Timing::default()));
    ///
    /// // The server would free the lock while the old holder may still act.
    /// let [h, r, c, t] = seconds([1, 4, 3, 7]);
    /// assert!(Timing::new(h, r, c, t).is_err());
    /// ```
    pub fn new(
        heartbeat: Duration,
        trust: Duration,
        call: Duration,
        stale: Duration,
    ) -> Result<Self, UnsafeTiming> {
        if heartbeat < SHORTEST_BEAT {
            return Err(UnsafeTiming::BeatTooShort { heartbeat });
        }
        if trust < heartbeat * 3 {
            return Err(UnsafeTiming::TrustTooShort { trust, heartbeat });
        }
        let activity = trust * (100 + CLOCK_ERROR) / 100 + call;
        if stale * (100 - CLOCK_ERROR) / 100 < activity {
            let exact = activity * 100 / (100 - CLOCK_ERROR);
            // The next whole millisecond: the number is for people who will type it.
            let needed = Duration::from_millis(
                u64::try_from(exact.as_millis()).unwrap_or(u64::MAX).saturating_add(1),
            );
            return Err(UnsafeTiming::StaleTooShort { stale, trust, call, needed });
        }
        Ok(Self { heartbeat, trust, call, stale })
    }

    /// H: the time between two beats.
    pub fn heartbeat(&self) -> Duration {
        self.heartbeat
    }

    /// R: how long a term is trusted after its last acknowledged beat was sent.
    pub fn trust(&self) -> Duration {
        self.trust
    }

    /// C: how long a cancelled call to the outside may live.
    pub fn call(&self) -> Duration {
        self.call
    }

    /// T: when the server ends a silent session.
    pub fn stale(&self) -> Duration {
        self.stale
    }
}

impl Default for Timing {
    fn default() -> Self {
        Self {
            heartbeat: Duration::from_secs(1),
            trust: Duration::from_secs(4),
            call: Duration::from_secs(3),
            stale: Duration::from_secs(8),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Duration, Timing, UnsafeTiming};

    fn millis(h: u64, r: u64, c: u64, t: u64) -> Result<Timing, UnsafeTiming> {
        let [h, r, c, t] = [h, r, c, t].map(Duration::from_millis);
        Timing::new(h, r, c, t)
    }

    #[test]
    fn the_defaults_are_safe() {
        assert_eq!(millis(1_000, 4_000, 3_000, 8_000), Ok(Timing::default()));
    }

    #[test]
    fn a_stale_time_within_reach_of_the_old_holder_is_refused_with_the_inequality() {
        let refusal = millis(1_000, 4_000, 3_000, 7_000).unwrap_err().to_string();

        assert!(refusal.contains("stale 7s x 0.99 must be at least trust 4s x 1.01 + call 3s"));
    }

    #[test]
    fn the_stale_time_that_a_refusal_names_would_do() {
        for (r, c, t) in [(4_000, 3_000, 7_000), (900, 1, 10), (12_345, 678, 100)] {
            let Err(UnsafeTiming::StaleTooShort { needed, .. }) = millis(100, r, c, t) else {
                panic!("{r} {c} {t} is unsafe");
            };
            let needed = u64::try_from(needed.as_millis()).unwrap();
            assert!(millis(100, r, c, needed).is_ok(), "{r} {c}: {needed}");
            assert!(millis(100, r, c, needed - 2).is_err(), "{r} {c}: {needed} is not the least");
        }
    }

    #[test]
    fn trust_must_outlast_two_lost_beats() {
        assert!(millis(1_000, 2_999, 100, 60_000).is_err());
        assert!(millis(1_000, 3_000, 100, 60_000).is_ok());
        assert!(millis(10, 3_000, 100, 60_000).is_err(), "a beat every 10 ms is only load");
    }
}
