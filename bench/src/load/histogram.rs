//! How long things took: counts in buckets that grow with the value.
//!
//! ```text
//!   microseconds   0 1 2 .. 127 | 128 .. 255 | 256 258 .. 510 | 512 516 .. 1020 | ...
//!   bucket width   1            | 1          | 2              | 4               | doubles
//! ```
//!
//! A percentile is at most one part in 128 above what was measured; the maximum is exact. The memory
//! is the same for ten samples and for ten million. What is longer than the last bucket counts as
//! the last bucket, and the maximum still tells.

use std::time::Duration;

/// Buckets per doubling.
const FINENESS: u64 = 128;
const FINENESS_BITS: u32 = FINENESS.trailing_zeros();
/// Doublings beyond the first buckets: values up to 2^32 microseconds, more than an hour.
const DOUBLINGS: u32 = 32 - FINENESS_BITS;
const BUCKETS: usize = (FINENESS * (DOUBLINGS as u64 + 1)) as usize;

/// Durations, counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Histogram {
    counts: Vec<u64>,
    total: u64,
    /// In microseconds.
    max: u64,
}

impl Default for Histogram {
    fn default() -> Self {
        Self { counts: vec![0; BUCKETS], total: 0, max: 0 }
    }
}

impl Histogram {
    pub(crate) fn record(&mut self, took: Duration) {
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        if let Some(count) = self.counts.get_mut(bucket(micros)) {
            *count += 1;
        }
        self.total += 1;
        self.max = self.max.max(micros);
    }

    /// Takes the counts of another one in.
    pub(crate) fn add(&mut self, other: &Self) {
        for (count, more) in self.counts.iter_mut().zip(&other.counts) {
            *count += more;
        }
        self.total += other.total;
        self.max = self.max.max(other.max);
    }

    pub(crate) fn len(&self) -> u64 {
        self.total
    }

    /// The nearest-rank percentile in milliseconds; without samples it is not a number.
    pub(crate) fn percentile(&self, share: f64) -> f64 {
        let rank = ((share * self.total as f64).ceil() as u64).max(1);
        let mut seen = 0;
        for (index, count) in self.counts.iter().enumerate() {
            seen += count;
            if seen >= rank {
                return millis(highest(index).min(self.max));
            }
        }
        f64::NAN
    }

    pub(crate) fn p50(&self) -> f64 {
        self.percentile(0.50)
    }

    pub(crate) fn p99(&self) -> f64 {
        self.percentile(0.99)
    }

    /// The longest, in milliseconds; without samples it is not a number.
    pub(crate) fn max(&self) -> f64 {
        if self.total == 0 { f64::NAN } else { millis(self.max) }
    }
}

fn millis(micros: u64) -> f64 {
    micros as f64 / 1_000.0
}

/// The bucket of a value.
fn bucket(micros: u64) -> usize {
    if micros < FINENESS {
        return micros as usize;
    }
    let shift = micros.ilog2() - FINENESS_BITS;
    let index = FINENESS * (u64::from(shift) + 1) + ((micros >> shift) - FINENESS);
    (index as usize).min(BUCKETS - 1)
}

/// The highest value of a bucket.
fn highest(index: usize) -> u64 {
    let index = index as u64;
    if index < FINENESS {
        return index;
    }
    let shift = index / FINENESS - 1;
    ((index % FINENESS + FINENESS + 1) << shift) - 1
}

#[cfg(test)]
mod tests {
    use super::{BUCKETS, Duration, Histogram, bucket, highest};

    fn of(micros: impl IntoIterator<Item = u64>) -> Histogram {
        let mut histogram = Histogram::default();
        micros.into_iter().for_each(|value| histogram.record(Duration::from_micros(value)));
        histogram
    }

    #[test]
    fn each_bucket_begins_where_the_last_one_ended() {
        for index in 0..BUCKETS - 1 {
            assert_eq!(bucket(highest(index)), index);
            assert_eq!(bucket(highest(index) + 1), index + 1);
        }
    }

    #[test]
    fn a_percentile_is_never_below_and_at_most_one_part_in_128_above() {
        let values = (1..=100_000_u64).map(|step| step * 37);
        let histogram = of(values);

        for share in [0.01, 0.5, 0.9, 0.99, 0.999] {
            let exact = (share * 100_000.0_f64).ceil() * 37.0 / 1_000.0;
            let shown = histogram.percentile(share);
            assert!(shown >= exact && shown <= exact * (1.0 + 1.0 / 128.0), "{share}: {shown}");
        }
    }

    #[test]
    fn the_maximum_is_exact_and_bounds_every_percentile() {
        let histogram = of([5, 1_000_003]);

        assert_eq!([histogram.max(), histogram.percentile(1.0)], [1000.003; 2]);
        assert_eq!([histogram.p50(), histogram.p99()], [0.005, 1000.003]);
    }

    #[test]
    fn two_histograms_together_are_as_one_of_all_values() {
        let mut left = of(0..500);
        left.add(&of(500..9_000));

        assert_eq!(left, of(0..9_000));
        assert_eq!(left.len(), 9_000);
    }

    #[test]
    fn a_value_beyond_the_last_bucket_is_counted_and_nothing_has_no_percentile() {
        let endless = of([u64::MAX]);
        let nothing = Histogram::default();

        assert_eq!(endless.len(), 1);
        assert!(endless.p50() > 4_000_000.0);
        assert!(nothing.p50().is_nan() && nothing.max().is_nan());
    }
}
