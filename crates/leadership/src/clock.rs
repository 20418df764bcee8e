//! Moments on a clock that also counts while the machine is suspended.
//!
//! `CLOCK_MONOTONIC`, which `Instant` reads on Linux, stands still during a suspend; the server's
//! timers do not. A holder that trusted such a clock would wake up believing in a term that ended
//! long ago. Where there is no `CLOCK_BOOTTIME` (macOS) the monotonic clock counts through sleep.

use std::time::Duration;

use nix::time::{ClockId, clock_gettime};

#[cfg(any(target_os = "linux", target_os = "android"))]
const CLOCK: ClockId = ClockId::CLOCK_BOOTTIME;
#[cfg(not(any(target_os = "linux", target_os = "android")))]
const CLOCK: ClockId = ClockId::CLOCK_MONOTONIC;

/// A point in time, in whole milliseconds since some fixed one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Moment(u64);

impl Moment {
    /// The moment this many milliseconds after the fixed one.
    pub const fn from_millis(millis: u64) -> Self {
        Self(millis)
    }

    /// The milliseconds since the fixed one.
    pub const fn as_millis(self) -> u64 {
        self.0
    }

    /// The moment `duration` later.
    #[must_use]
    pub fn after(self, duration: Duration) -> Self {
        let millis = u64::try_from(duration.as_millis()).unwrap_or(u64::MAX);
        Self(self.0.saturating_add(millis))
    }

    /// How much later this is than `earlier`; zero if it is not.
    pub fn since(self, earlier: Self) -> Duration {
        Duration::from_millis(self.0.saturating_sub(earlier.0))
    }
}

/// The current moment.
pub(crate) fn now() -> Moment {
    // The clock exists on every system we run on; were it to fail, a moment in the far future
    // makes every deadline due, which is the safe side.
    let Ok(time) = clock_gettime(CLOCK) else { return Moment(u64::MAX) };
    Moment(u64::try_from(Duration::from(time).as_millis()).unwrap_or(u64::MAX))
}
