//! Adding up time, the longest of several accounts, and how much may trail behind a file.
//!
//! Time is added in picoseconds, so that a million packets of any rate add up to the millisecond,
//! and is rounded up to milliseconds once, at the end. What does not fit is unmeasurable.

/// Picoseconds of a second.
pub(crate) const SECOND: u64 = 1_000_000_000_000;

/// Picoseconds of a millisecond.
const MILLISECOND: u64 = SECOND / 1000;

/// The frames of a video that a second holds at most; more frames take more seconds.
pub(crate) const FASTEST: u64 = 120;

/// What may trail behind a file of any size without a meaning to us, and at most behind a large one.
const SMALL: (u64, u64) = (4096, 65_536);

/// The most bytes of a thing that is cut off by the end of the file, where players look for others
/// inside it: a second of the poorest sound.
pub(crate) const CUT: u64 = 1024;

/// How long `units` take when a second has `rate` of them; none when that is no number.
pub(crate) fn picoseconds(units: u64, rate: u64) -> Option<u64> {
    let time = u128::from(units) * u128::from(SECOND);
    u64::try_from(time.checked_div(u128::from(rate))?).ok()
}

/// Whether so many bytes of unknown meaning may stand in a file without hiding anything.
pub(crate) fn is_small(unknown: u64, total: u64) -> bool {
    unknown <= (total / 10).clamp(SMALL.0, SMALL.1)
}

/// The longest of several accounts of one thing; one that cannot be told spoils it.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Longest {
    time: u64,
    is_told: bool,
    is_spoiled: bool,
}

impl Longest {
    /// One more account: at least this long.
    pub(crate) fn at_least(&mut self, time: Option<u64>) {
        match time {
            Some(time) => {
                self.time = self.time.max(time);
                self.is_told = true;
            }
            None => self.is_spoiled = true,
        }
    }

    /// So many units more than it has; for accounts that are sums.
    pub(crate) fn add(&mut self, units: u64, rate: u64) {
        let sum = picoseconds(units, rate).and_then(|time| self.time.checked_add(time));
        self.at_least(sum);
    }

    /// Nothing can be told of it any more.
    pub(crate) fn spoil(&mut self) {
        self.is_spoiled = true;
    }

    /// In picoseconds.
    pub(crate) fn time(self) -> Option<u64> {
        (self.is_told && !self.is_spoiled).then_some(self.time)
    }

    /// In milliseconds, a started one counted.
    pub(crate) fn milliseconds(self) -> Option<u64> {
        Some(self.time()?.div_ceil(MILLISECOND))
    }
}

/// The larger of two pictures.
pub(crate) fn larger(one: Option<(u32, u32)>, other: (u32, u32)) -> Option<(u32, u32)> {
    let area = |(width, height): (u32, u32)| u64::from(width) * u64::from(height);
    match one {
        Some(one) if area(one) >= area(other) => Some(one),
        _ if area(other) == 0 => one,
        _ => Some(other),
    }
}

#[cfg(test)]
mod tests {
    use super::{Longest, is_small, larger};

    #[test]
    fn a_million_packets_add_up_to_the_millisecond() {
        let mut sum = Longest::default();
        (0..441_000).for_each(|_| sum.add(1024, 44_100));
        assert_eq!(sum.milliseconds(), Some(10_240_000));
        sum.add(1, 44_100);
        assert_eq!(sum.milliseconds(), Some(10_240_001));
    }

    #[test]
    fn the_longest_account_counts_and_one_without_a_number_spoils_it() {
        let mut longest = Longest::default();
        assert_eq!(longest.milliseconds(), None);
        for time in [5, 3_000_000_000, 7] {
            longest.at_least(Some(time));
        }
        assert_eq!(longest.milliseconds(), Some(3));
        longest.add(u64::MAX, 1);
        assert_eq!(longest.milliseconds(), None);
    }

    #[test]
    fn a_small_tail_is_a_tenth_between_four_and_sixty_four_kilobytes() {
        assert!(is_small(4096, 5000) && !is_small(4097, 5000));
        assert!(is_small(10_000, 100_000) && !is_small(10_001, 100_000));
        assert!(is_small(65_536, u64::MAX) && !is_small(65_537, u64::MAX));
    }

    #[test]
    fn the_larger_picture_counts_and_one_without_dots_does_not() {
        assert_eq!(larger(None, (0, 5)), None);
        assert_eq!(larger(Some((2, 3)), (1, 7)), Some((1, 7)));
        assert_eq!(larger(Some((2, 3)), (6, 1)), Some((2, 3)));
    }
}
