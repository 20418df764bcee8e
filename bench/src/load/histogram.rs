//! How long things took: counts in buckets that grow with the value.
//!
//! A percentile is at most one part in 128 above what was measured; the maximum is exact. The
//! memory is the same for ten samples and for ten million. What is longer than an hour counts as the
//! last bucket, and the maximum still tells.

use std::time::Duration;

/// More than an hour, in microseconds.
const LONGEST: u64 = 1 << 32;

/// Durations, counted.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Histogram {
    counts: hdrhistogram::Histogram<u64>,
    /// In microseconds.
    max: u64,
}

impl Default for Histogram {
    #[expect(clippy::expect_used, reason = "the range and the precision are constants")]
    fn default() -> Self {
        let counts = hdrhistogram::Histogram::new_with_max(LONGEST, 2);
        Self { counts: counts.expect("a range of two digits"), max: 0 }
    }
}

impl Histogram {
    pub(crate) fn record(&mut self, took: Duration) {
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        self.counts.saturating_record(micros);
        self.max = self.max.max(micros);
    }

    /// Takes the counts of another one in.
    pub(crate) fn add(&mut self, other: &Self) {
        // Both have the same range.
        let _ = self.counts.add(&other.counts);
        self.max = self.max.max(other.max);
    }

    pub(crate) fn len(&self) -> u64 {
        self.counts.len()
    }

    /// The nearest-rank percentile in milliseconds; without samples it is not a number.
    pub(crate) fn percentile(&self, share: f64) -> f64 {
        if self.len() == 0 {
            return f64::NAN;
        }
        millis(self.counts.value_at_quantile(share).min(self.max))
    }

    pub(crate) fn p50(&self) -> f64 {
        self.percentile(0.50)
    }

    pub(crate) fn p99(&self) -> f64 {
        self.percentile(0.99)
    }

    /// The longest, in milliseconds; without samples it is not a number.
    pub(crate) fn max(&self) -> f64 {
        if self.len() == 0 { f64::NAN } else { millis(self.max) }
    }
}

fn millis(micros: u64) -> f64 {
    micros as f64 / 1_000.0
}

#[cfg(test)]
mod tests {
    use super::{Duration, Histogram};

    fn of(micros: impl IntoIterator<Item = u64>) -> Histogram {
        let mut histogram = Histogram::default();
        micros.into_iter().for_each(|value| histogram.record(Duration::from_micros(value)));
        histogram
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
