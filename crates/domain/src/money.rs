//! Money, in whole numbers of its smallest unit, one type per unit.
//!
//! | type | counts | used for |
//! | --- | --- | --- |
//! | [`Money`] | minor units of the wallet's currency (kopecks) | balances and prices |
//! | [`Stars`] | nano-stars | what Telegram takes and pays out |
//! | [`Credits`] | millionths of a KIE credit | what a generation costs us |
//! | [`Millionths`] | millionths of one | rates and factors |
//!
//! No binary fraction ever touches an amount: decimals are read from text ([`parse_decimal`]), and
//! sums that do not fit are `None`, never a wrapped number. Rounding happens once, where a price is
//! made, and always upwards.

macro_rules! amounts {
    ($($(#[$doc:meta])* $name:ident,)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        pub struct $name(i64);

        impl $name {
            /// Nothing.
            pub const ZERO: Self = Self(0);

            /// So many of the smallest unit.
            pub const fn new(units: i64) -> Self {
                Self(units)
            }

            /// The number of smallest units.
            pub const fn get(self) -> i64 {
                self.0
            }

            /// Whether it is more than nothing.
            pub const fn is_positive(self) -> bool {
                self.0 > 0
            }

            /// The sum, unless it is too large to be true.
            pub const fn plus(self, other: Self) -> Option<Self> {
                match self.0.checked_add(other.0) {
                    Some(sum) => Some(Self(sum)),
                    None => None,
                }
            }

            /// The difference, unless it is too large to be true.
            pub const fn minus(self, other: Self) -> Option<Self> {
                match self.0.checked_sub(other.0) {
                    Some(difference) => Some(Self(difference)),
                    None => None,
                }
            }

            /// So many times this, unless it is too large to be true.
            pub const fn times(self, count: i64) -> Option<Self> {
                match self.0.checked_mul(count) {
                    Some(product) => Some(Self(product)),
                    None => None,
                }
            }
        }
    )*};
}

amounts! {
    /// An amount of the wallet's currency in minor units.
    Money,
    /// An amount of Telegram Stars in nano-stars.
    Stars,
    /// An amount of KIE credits in millionths of a credit.
    Credits,
    /// A rate or factor in millionths of one.
    Millionths,
}

/// Nano-stars in a Star.
const NANO: i64 = 1_000_000_000;

impl Stars {
    /// So many whole Stars, unless there are not that many.
    pub const fn whole(stars: i64) -> Option<Self> {
        Self(NANO).times(stars)
    }

    /// The whole Stars needed to pay this.
    pub const fn rounded_up(self) -> i64 {
        self.0 / NANO + (self.0 % NANO > 0) as i64
    }
}

/// A KIE credit in millionths of a US dollar: KIE sells them at 0.005 dollars each.
///
/// Large top-ups bring a tenth more; prices do not rely on that.
pub(crate) const CREDIT_MICRO_USD: i64 = 5_000;

impl Credits {
    /// What they cost in millionths of a US dollar, rounded up.
    pub fn micro_usd(self) -> Option<i64> {
        let cost = i128::from(self.0) * i128::from(CREDIT_MICRO_USD);
        let (whole, rest) = (cost.div_euclid(1_000_000), cost.rem_euclid(1_000_000));
        i64::try_from(whole + i128::from(rest > 0)).ok()
    }

    /// Reads a decimal number of credits, such as `0.8`.
    pub fn parse(text: &str) -> Option<Self> {
        parse_decimal(text, 6).map(Self)
    }
}

impl Millionths {
    /// One.
    pub const ONE: Self = Self(1_000_000);

    /// Reads a decimal number, such as `1.20`.
    pub fn parse(text: &str) -> Option<Self> {
        parse_decimal(text, 6).map(Self)
    }
}

/// Reads a decimal number that is not negative as a count of its `digits`-th decimal place.
///
/// `None` for anything else: signs, exponents, spaces, more decimals than there is room for.
pub fn parse_decimal(text: &str, digits: u32) -> Option<i64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    if !is_number(whole) || !is_number(fraction) {
        return None;
    }
    let fraction = fraction.trim_end_matches('0');
    let missing = digits.checked_sub(u32::try_from(fraction.len()).ok()?)?;
    let fraction = if fraction.is_empty() { 0 } else { fraction.parse::<i64>().ok()? };
    let scale = 10_i64.checked_pow(digits)?;
    let fraction = fraction.checked_mul(10_i64.checked_pow(missing)?)?;
    whole.parse::<i64>().ok()?.checked_mul(scale)?.checked_add(fraction)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Credits, Money, Stars, parse_decimal};

    #[test]
    fn a_decimal_is_read_exactly() {
        assert_eq!(Credits::parse("0.8"), Some(Credits::new(800_000)));
        assert_eq!(Credits::parse("104.50"), Some(Credits::new(104_500_000)));
        assert_eq!(Credits::parse("3.240000000"), Some(Credits::new(3_240_000)));
        assert_eq!(Credits::parse("41"), Some(Credits::new(41_000_000)));
    }

    #[test]
    fn what_is_no_plain_decimal_is_no_amount() {
        for text in ["", ".", "1.", ".5", "-1", "+1", "1e3", " 1", "1,5", "0.0000001", "٣"] {
            assert_eq!(Credits::parse(text), None, "{text:?}");
        }
        assert_eq!(parse_decimal("9223372036854775807", 0), Some(i64::MAX));
        assert_eq!(parse_decimal("9223372036854775808", 0), None);
        assert_eq!(parse_decimal("9223372036854775807", 6), None);
    }

    #[test]
    fn a_sum_that_does_not_fit_is_none() {
        assert_eq!(Money::new(i64::MAX).plus(Money::new(1)), None);
        assert_eq!(Money::new(i64::MIN).minus(Money::new(1)), None);
        assert_eq!(Stars::whole(i64::MAX), None);
    }

    #[test]
    fn a_credit_is_half_a_cent() {
        assert_eq!(Credits::parse("0.8").unwrap().micro_usd(), Some(4_000));
        assert_eq!(Credits::new(1).micro_usd(), Some(1), "a started millionth is a whole one");
        assert_eq!(Credits::ZERO.micro_usd(), Some(0));
        assert_eq!(Credits::new(i64::MAX).micro_usd(), Some(i64::MAX / 200 + 1));
    }

    #[test]
    fn a_started_star_is_a_whole_star() {
        assert_eq!(Stars::new(0).rounded_up(), 0);
        assert_eq!(Stars::new(1).rounded_up(), 1);
        assert_eq!(Stars::whole(7).unwrap().rounded_up(), 7);
        assert_eq!(Stars::new(7_000_000_001).rounded_up(), 8);
    }

    proptest! {
        #[test]
        fn a_written_amount_is_read_back(units in 0_i64..=i64::MAX) {
            let text = format!("{}.{:06}", units / 1_000_000, units % 1_000_000);
            prop_assert_eq!(parse_decimal(&text, 6), Some(units));
        }
    }
}
