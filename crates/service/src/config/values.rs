//! Readers for the plain kinds of values: whole numbers, seconds, rates and choices.
//!
//! Seconds are read digit by digit and kept in whole milliseconds: the checks of the lock compare
//! them, and a comparison should not depend on how a fraction is rounded.

use std::ops::RangeInclusive;
use std::time::Duration;

use super::problems::Values;
use super::variables;

/// The most a rate may be; benches stay far below.
const HIGHEST_RATE: u64 = 100_000_000;

/// How often something may happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    /// In thousandths per second, never zero.
    thousandths: u64,
}

impl Rate {
    /// How often within so many seconds; at least once.
    pub fn within(self, seconds: u32) -> u32 {
        let times = self.thousandths.saturating_mul(u64::from(seconds)) / 1000;
        u32::try_from(times).unwrap_or(u32::MAX).max(1)
    }

    /// In times per second.
    pub fn per_second(self) -> f64 {
        self.thousandths as f64 / 1000.0
    }
}

/// Reads what is set, or else the default of the list. What cannot be read is noted, and the default taken.
pub(crate) fn read<T>(
    values: &mut Values,
    name: &str,
    parse: impl Fn(&str) -> Option<T>,
    (wrong, cure): (&str, &str),
) -> Option<T> {
    let set = values.optional(name);
    let read = set.as_deref().and_then(&parse);
    if set.is_some() && read.is_none() {
        values.problem(name, wrong, cure);
    }
    read.or_else(|| parse(variables::default(name)))
}

/// Reads a whole number within `range`.
pub(crate) fn whole(values: &mut Values, name: &str, range: RangeInclusive<u64>) -> u64 {
    let cure = format!("give a number from {} to {}", range.start(), range.end());
    let parse = |text: &str| {
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().filter(|number| digits && range.contains(number))
    };
    let wrong = "is not a whole number in its range";
    read(values, name, parse, (wrong, &cure)).unwrap_or_default()
}

/// Reads seconds, with up to three decimals; the range is in milliseconds.
pub(crate) fn seconds(values: &mut Values, name: &str, range: RangeInclusive<u64>) -> Duration {
    let (least, most) = (shown(*range.start()), shown(*range.end()));
    let cure = format!("give from {least} to {most}, with up to three decimals");
    let parse = |text: &str| thousandths(text).filter(|millis| range.contains(millis));
    let wrong = "is not a number of seconds in its range";
    Duration::from_millis(read(values, name, parse, (wrong, &cure)).unwrap_or_default())
}

/// Reads a rate per second, with up to three decimals.
pub(crate) fn rate(values: &mut Values, name: &str) -> Rate {
    let cure = "give how many per second, above 0, with up to three decimals";
    let parse = |text: &str| thousandths(text).filter(|rate| (1..=HIGHEST_RATE).contains(rate));
    let thousandths = read(values, name, parse, ("is not a rate", cure));
    Rate { thousandths: thousandths.unwrap_or(1) }
}

/// Reads one of several words.
pub(crate) fn choice<T: Copy>(values: &mut Values, name: &str, choices: &[(&str, T)]) -> T {
    let words: Vec<&str> = choices.iter().map(|(word, _)| *word).collect();
    let cure = format!("choose {}", words.join(" or "));
    let find = |text: &str| choices.iter().find(|(word, _)| word.eq_ignore_ascii_case(text));
    let parse = |text: &str| find(text).map(|(_, choice)| *choice);
    read(values, name, parse, ("is none of its words", &cure)).unwrap_or(choices[0].1)
}

/// Milliseconds as seconds, without needless decimals.
pub(crate) fn shown(thousandths: u64) -> String {
    let (whole, rest) = (thousandths / 1000, thousandths % 1000);
    if rest == 0 {
        return whole.to_string();
    }
    format!("{whole}.{rest:03}").trim_end_matches('0').to_owned()
}

/// Reads `12`, `0.5` or `1.250` as thousandths.
fn thousandths(text: &str) -> Option<u64> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(decimals) || decimals.len() > 3 {
        return None;
    }
    let decimals: u64 = format!("{decimals:0<3}").parse().ok()?;
    whole.parse::<u64>().ok()?.checked_mul(1000)?.checked_add(decimals)
}

#[cfg(test)]
mod tests {
    use super::{Duration, Rate, shown, thousandths};

    impl Rate {
        /// The time from one to the next.
        pub(crate) fn period(self) -> Duration {
            Duration::from_nanos(1_000_000_000_000 / self.thousandths)
        }
    }

    #[test]
    fn decimals_are_read_exactly() {
        let table = [
            ("0", Some(0)),
            ("12", Some(12_000)),
            ("0.5", Some(500)),
            ("1.250", Some(1_250)),
            ("1.2505", None),
            ("1.", None),
            (".5", None),
            ("-1", None),
            ("+1", None),
            ("1e3", None),
            ("inf", None),
            ("99999999999999999999", None),
        ];
        for (text, expected) in table {
            assert_eq!(thousandths(text), expected, "{text}");
        }
    }

    #[test]
    fn seconds_are_shown_as_a_person_writes_them() {
        for (millis, text) in [(0, "0"), (8_000, "8"), (500, "0.5"), (7_920, "7.92"), (1, "0.001")]
        {
            assert_eq!(shown(millis), text);
        }
    }

    #[test]
    fn a_rate_knows_the_time_between_two() {
        assert_eq!(Rate { thousandths: 25_000 }.period(), Duration::from_millis(40));
        assert_eq!(Rate { thousandths: 500 }.period(), Duration::from_secs(2));
    }
}
