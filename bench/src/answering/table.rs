//! The table of waits on the pages: medians over the rounds, and the range of the 99th percentile.

use std::fmt::Write;

use anyhow::Result;

use crate::load::histogram::Histogram;
use crate::samples::Samples;

/// The line above the others.
pub(crate) fn header(text: &mut String) -> Result<()> {
    let columns = ("", "p50", "p99", "low-high", "max", "samples");
    let (name, p50, p99, spread, max, samples) = columns;
    writeln!(text, "\n{name:<20} {p50:>8} {p99:>8} {spread:>17} {max:>8} {samples:>9}")?;
    Ok(())
}

/// Writes a line from the rounds; returns the median of its 99th percentiles.
pub(crate) fn line<'a>(
    text: &mut String,
    name: &str,
    rounds: impl IntoIterator<Item = &'a Histogram>,
) -> Result<f64> {
    let rounds: Vec<&Histogram> = rounds.into_iter().collect();
    let of = |part: fn(&Histogram) -> f64| rounds.iter().map(|one| part(one)).collect::<Samples>();
    let (p50, p99, max) = (of(Histogram::p50), of(Histogram::p99), of(Histogram::max));
    let spread = format!("{:.2}-{:.2}", p99.percentile(0.0), p99.max());
    let samples: u64 = rounds.iter().map(|round| round.len()).sum();
    writeln!(
        text,
        "{name:<20} {:>8.2} {:>8.2} {spread:>17} {:>8.2} {samples:>9}",
        p50.p50(),
        p99.p50(),
        max.max(),
    )?;
    Ok(p99.p50())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Histogram, header, line};

    #[test]
    fn a_line_has_the_medians_of_the_rounds_and_the_worst_of_all() {
        let rounds = [10, 90, 20].map(|millis| {
            let mut round = Histogram::default();
            round.record(Duration::from_millis(millis));
            round
        });
        let mut text = String::new();

        header(&mut text).unwrap();
        let p99 = line(&mut text, "reply", &rounds).unwrap();

        assert_eq!(p99, 20.0);
        assert!(text.contains("10.00-90.00") && text.contains(" 90.00         3"), "{text}");
        let widths: Vec<usize> = text.trim().lines().map(str::len).collect();
        assert_eq!(
            text.lines().nth(1).unwrap().len(),
            text.lines().nth(2).unwrap().len(),
            "{widths:?}"
        );
    }
}
