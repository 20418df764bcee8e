//! Credits, exact to the millionth, from the digits that KIE wrote.
//!
//! KIE bills fractions (0.98, 3.24). They are read from the text of the number, so that no binary
//! fraction ever touches them. KIE's own program may have had one: what stands behind the sixth
//! decimal (`72.61999999999999`) is the noise of that, and is rounded to the nearest millionth.

use domain::Credits;

/// Decimals that count.
const DECIMALS: i32 = 6;

/// No number of KIE is longer.
const LONGEST: usize = 64;

/// Reads a number of JSON as credits; `None` when it is no number or too large to be true.
pub(crate) fn credits(text: &str) -> Option<Credits> {
    let text = text.trim();
    if text.len() > LONGEST {
        return None;
    }
    let (is_negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
        None => (text, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, "0"));
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    if !is_number(whole) || !is_number(fraction) {
        return None;
    }
    let digits = format!("{whole}{fraction}");
    let scale = i32::try_from(fraction.len()).ok()?.checked_sub(exponent)?;
    let units = shifted(&digits, DECIMALS.checked_sub(scale)?)?;
    Some(Credits::new(if is_negative { -units } else { units }))
}

/// These digits with so many zeros appended, or so many digits rounded away.
fn shifted(digits: &str, places: i32) -> Option<i64> {
    let digits = digits.trim_start_matches('0');
    if digits.is_empty() {
        return Some(0);
    }
    let count = usize::try_from(places.unsigned_abs()).ok()?;
    if places >= 0 {
        let factor = 10_i64.checked_pow(places.unsigned_abs())?;
        return digits.parse::<i64>().ok()?.checked_mul(factor);
    }
    let Some(kept) = digits.len().checked_sub(count) else { return Some(0) };
    let (kept, dropped) = digits.split_at(kept);
    let kept = if kept.is_empty() { 0 } else { kept.parse::<i64>().ok()? };
    kept.checked_add(i64::from(dropped.as_bytes().first().is_some_and(|digit| *digit >= b'5')))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Credits, credits};

    #[test]
    fn fractions_are_exact() {
        let table = [
            ("0.98", 980_000),
            ("3.24", 3_240_000),
            ("72.62", 72_620_000),
            ("12", 12_000_000),
            ("0", 0),
            ("0.0", 0),
            ("-1.5", -1_500_000),
            ("1e2", 100_000_000),
            ("2.5E+1", 25_000_000),
            ("4e-2", 40_000),
            ("1e-9", 0),
            ("9223372036854.775807", i64::MAX),
        ];
        for (text, units) in table {
            assert_eq!(credits(text), Some(Credits::new(units)), "{text}");
        }
    }

    #[test]
    fn the_noise_of_a_float_is_rounded_away() {
        for text in ["72.61999999999999", "72.620000000000005", "72.6200004"] {
            assert_eq!(credits(text), Some(Credits::new(72_620_000)), "{text}");
        }
        assert_eq!(credits("0.0000005"), Some(Credits::new(1)));
        assert_eq!(credits("0.9999999"), Some(Credits::new(1_000_000)));
    }

    #[test]
    fn what_is_no_number_is_no_amount() {
        for text in ["", "-", ".5", "1.", "+1", "1,5", "NaN", "1e", "1e99", "9223372036854.775808"]
        {
            assert_eq!(credits(text), None, "{text}");
        }
        assert_eq!(credits(&"1".repeat(65)), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn a_written_amount_is_read_back(units in 0_i64..=i64::MAX) {
            let text = format!("{}.{:06}", units / 1_000_000, units % 1_000_000);
            prop_assert_eq!(credits(&text), Some(Credits::new(units)));
        }

        #[test]
        fn any_text_can_be_looked_at(text: String) {
            let _ = credits(&text);
        }
    }
}
