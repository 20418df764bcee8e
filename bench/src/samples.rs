//! Measured durations and their percentiles, in milliseconds.
//!
//! A percentile is the nearest rank: the smallest sample that at least that share of all samples
//! does not exceed. Nothing is interpolated, so every printed number was really measured.

/// Samples in rising order.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Samples(Vec<f64>);

impl Samples {
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The nearest-rank percentile, `share` from 0 to 1; without samples it is not a number.
    pub(crate) fn percentile(&self, share: f64) -> f64 {
        #[expect(
            clippy::cast_precision_loss,
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "counts of samples are small and positive"
        )]
        let rank = (share * self.0.len() as f64).ceil() as usize;
        let index = rank.clamp(1, self.0.len().max(1)) - 1;
        self.0.get(index).copied().unwrap_or(f64::NAN)
    }

    pub(crate) fn p50(&self) -> f64 {
        self.percentile(0.50)
    }

    pub(crate) fn p95(&self) -> f64 {
        self.percentile(0.95)
    }

    pub(crate) fn p99(&self) -> f64 {
        self.percentile(0.99)
    }

    pub(crate) fn max(&self) -> f64 {
        self.percentile(1.0)
    }

    /// The arithmetic mean; without samples it is not a number.
    pub(crate) fn mean(&self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "counts of samples are small")]
        let count = self.0.len() as f64;
        self.0.iter().sum::<f64>() / count
    }
}

impl FromIterator<f64> for Samples {
    fn from_iter<I: IntoIterator<Item = f64>>(samples: I) -> Self {
        let mut samples: Vec<f64> = samples.into_iter().collect();
        samples.sort_by(f64::total_cmp);
        Self(samples)
    }
}

#[cfg(test)]
mod tests {
    use super::Samples;

    #[test]
    fn a_percentile_is_the_nearest_rank_whatever_the_order_of_the_samples() {
        let samples: Samples = (1..=100).rev().map(f64::from).collect();

        assert_eq!([samples.p50(), samples.p95(), samples.p99()], [50.0, 95.0, 99.0]);
        assert_eq!((samples.max(), samples.mean(), samples.len()), (100.0, 50.5, 100));
    }

    #[test]
    fn with_few_samples_a_high_percentile_is_the_maximum() {
        let ten: Samples = (1..=10).map(f64::from).collect();
        let one: Samples = [7.0].into_iter().collect();

        assert_eq!([ten.p50(), ten.p95(), ten.max()], [5.0, 10.0, 10.0]);
        assert_eq!([one.p50(), one.p99(), one.percentile(0.0)], [7.0; 3]);
    }

    #[test]
    fn no_samples_have_no_percentile_and_meet_no_target() {
        let none = Samples::default();

        assert!(none.p50().is_nan() && none.mean().is_nan());
        assert!(!matches!(none.p95().partial_cmp(&1_000.0), Some(std::cmp::Ordering::Less)));
    }
}
