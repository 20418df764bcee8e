//! A balance of the old bot, read digit by digit.
//!
//! The old bot reckoned in binary fractions, and what it wrote down shows it: `12.570000000000002`. Whoever reads that
//! as 12.57 decides something, so it is read only when it is asked for, and then to the nearest minor unit.
//!
//! ```text
//!   "12.5"                ──> 12.50
//!   "12.570000000000002"  ──> too fine; 12.57 is the nearest
//!   "-1", "1e300", "NaN"  ──> what is wrong with it
//! ```

use std::fmt;

use domain::Money;

use crate::requests::importing::MOST;

/// No balance is written with more digits than a binary fraction has.
const LONGEST: usize = 400;

/// Why an amount is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wrong {
    NoNumber,
    BelowZero,
    TooLarge,
    /// It has more decimals than the currency; this is the nearest amount that has not.
    TooFine(Money),
}

impl fmt::Display for Wrong {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(match self {
            Self::NoNumber => "the balance is no number",
            Self::BelowZero => "the balance is below zero",
            Self::TooLarge => "the balance is too large to be true",
            Self::TooFine(_) => "the balance has more decimals than the currency",
        })
    }
}

/// Reads a JSON number exactly; `digits` decimals make a minor unit.
pub(super) fn read(text: &str, digits: u32) -> Result<Money, Wrong> {
    let (is_minus, number) = match text.strip_prefix('-') {
        Some(number) => (true, number),
        None => (false, text),
    };
    let (mantissa, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, "0"));
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let exponent: i64 =
        exponent.strip_prefix('+').unwrap_or(exponent).parse().map_err(|_| Wrong::NoNumber)?;
    if !is_number(whole) || !is_number(fraction) || mantissa.len() > LONGEST {
        return Err(Wrong::NoNumber);
    }
    let all = format!("{whole}{fraction}");
    let significant = all.trim_start_matches('0');
    if significant.is_empty() {
        return Ok(Money::ZERO);
    }
    if is_minus {
        return Err(Wrong::BelowZero);
    }
    // By so many places the point stands to the right of the last digit that counts.
    let fraction = i64::try_from(fraction.len()).unwrap_or(i64::MAX);
    let shift = exponent.saturating_sub(fraction).saturating_add(i64::from(digits));
    scaled(significant, shift)
}

/// The digits, moved by so many places: to the left with zeros behind them, to the right by cutting them off.
fn scaled(digits: &str, shift: i64) -> Result<Money, Wrong> {
    let length = i64::try_from(digits.len()).unwrap_or(i64::MAX);
    if length.saturating_add(shift) > 18 {
        return Err(Wrong::TooLarge);
    }
    if shift >= 0 {
        let zeros = usize::try_from(shift).unwrap_or_default();
        return bounded(&format!("{digits}{:0>zeros$}", ""));
    }
    // With a zero before them there is always a digit that is kept.
    let cut = usize::try_from(shift.unsigned_abs()).unwrap_or(usize::MAX).min(LONGEST * 2);
    let padded = format!("{:0>width$}", digits, width = cut + 1);
    let (kept, rest) = padded.split_at(padded.len() - cut);
    let amount = bounded(kept)?;
    if rest.bytes().all(|digit| digit == b'0') {
        return Ok(amount);
    }
    let up = i64::from(rest.as_bytes().first().is_some_and(|digit| *digit >= b'5'));
    Err(Wrong::TooFine(Money::new(amount.get() + up)))
}

fn bounded(digits: &str) -> Result<Money, Wrong> {
    let amount = digits.parse().map(Money::new).map_err(|_| Wrong::TooLarge)?;
    if amount > MOST { Err(Wrong::TooLarge) } else { Ok(amount) }
}

#[cfg(test)]
mod tests {
    use domain::Money;

    use super::{Wrong, read};

    #[test]
    fn a_number_is_read_to_its_last_digit() {
        let table = [
            ("0", 0),
            ("-0.0", 0),
            ("0e99", 0),
            ("50.0", 5_000),
            ("12.5", 1_250),
            ("0.07", 7),
            ("12.3400000", 1_234),
            ("1e2", 10_000),
            ("1.5E+2", 15_000),
            ("250e-2", 250),
            ("1000000000", 100_000_000_000),
        ];
        for (text, minor) in table {
            assert_eq!(read(text, 2), Ok(Money::new(minor)), "{text}");
        }
    }

    #[test]
    fn what_is_finer_than_the_currency_names_the_nearest_amount() {
        let table = [
            ("12.570000000000002", 1_257),
            ("12.569999999999999", 1_257),
            ("0.005", 1),
            ("0.004", 0),
            ("1e-05", 0),
            ("1e-300", 0),
            ("99.995", 10_000),
        ];
        for (text, minor) in table {
            assert_eq!(read(text, 2), Err(Wrong::TooFine(Money::new(minor))), "{text}");
        }
    }

    #[test]
    fn what_cannot_be_a_balance_is_none() {
        let table = [
            ("-0.01", Wrong::BelowZero),
            ("-5e9", Wrong::BelowZero),
            ("1000000000.01", Wrong::TooLarge),
            ("1e300", Wrong::TooLarge),
            ("1e9223372036854775807", Wrong::TooLarge),
            ("99999999999999999999999999", Wrong::TooLarge),
            ("1e99999999999999999999", Wrong::NoNumber),
            ("", Wrong::NoNumber),
            ("NaN", Wrong::NoNumber),
            ("null", Wrong::NoNumber),
            ("true", Wrong::NoNumber),
            ("1,5", Wrong::NoNumber),
            (".5", Wrong::NoNumber),
            ("{}", Wrong::NoNumber),
        ];
        for (text, wrong) in table {
            assert_eq!(read(text, 2), Err(wrong), "{text}");
        }
    }
}
