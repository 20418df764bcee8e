//! Amounts as an operator reads them: `0.64 ₽ · 1 ⭐`, `0.8 credits`, `0.004 USD`.
//!
//! Digits are cut from whole numbers; no fraction is ever computed.

use domain::offers::Discount;
use domain::{Credits, Millionths, Money, Offers};
use serde_json::{Value, json};

/// A price in both of its forms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Tag {
    pub(super) money: Money,
    /// Whole Stars, the last one begun.
    pub(super) stars: i64,
}

impl Tag {
    /// A price with its Stars, unless there are not that many.
    pub(super) fn of(offers: &Offers, money: Money) -> Option<Self> {
        Some(Self { money, stars: offers.stars(money)?.rounded_up() })
    }

    /// What costs us so much, without a discount.
    pub(super) fn of_cost(offers: &Offers, cost: Credits) -> Option<Self> {
        Self::of(offers, offers.price(cost, Discount::NONE)?)
    }

    /// As on a button: `0.64 ₽ · 1 ⭐`.
    pub(super) fn shown(self, offers: &Offers) -> String {
        let digits = offers.currency.digits();
        let amount = decimal(self.money.get(), digits);
        // Of a currency either no decimals are written or all of them.
        let amount = match amount.split_once('.') {
            Some((whole, minor)) => format!("{whole}.{minor:0<width$}", width = digits as usize),
            None => amount,
        };
        format!("{amount} {} · {} ⭐", offers.currency.symbol(), self.stars)
    }

    pub(super) fn json(self, offers: &Offers) -> Value {
        json!({ "minor": self.money.get(), "stars": self.stars, "shown": self.shown(offers) })
    }
}

/// An amount of the wallet's currency, by its name.
pub(crate) fn wallet(offers: &Offers, money: Money) -> String {
    format!("{} {}", decimal(money.get(), offers.currency.digits()), offers.currency)
}

/// Credits as the price list of KIE writes them.
pub(super) fn credits(credits: Credits) -> String {
    decimal(credits.get(), 6)
}

/// A rate or a factor.
pub(crate) fn millionths(rate: Millionths) -> String {
    decimal(rate.get(), 6)
}

/// Millionths of a dollar, as dollars.
pub(super) fn usd(micro: i64) -> String {
    format!("{} USD", decimal(micro, 6))
}

/// A count of `scale`-th decimal places, without zeros at its end.
pub(super) fn decimal(number: i64, scale: u32) -> String {
    let one = 10_u64.pow(scale);
    let (size, width) = (number.unsigned_abs(), scale as usize);
    let sign = if number < 0 { "-" } else { "" };
    let digits = format!("{sign}{}.{:0width$}", size / one, size % one);
    digits.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use domain::{Credits, Money, Offers};

    use super::{Tag, credits, decimal, usd};

    #[test]
    fn a_price_is_shown_in_both_forms() {
        let offers = Offers::built_in().unwrap();
        let table = [
            (64, "0.64 ₽ · 1 ⭐"),
            (560, "5.60 ₽ · 5 ⭐"),
            (1200, "12 ₽ · 10 ⭐"),
            (1201, "12.01 ₽ · 11 ⭐"),
            (100_000, "1000 ₽ · 834 ⭐"),
        ];
        for (minor, expected) in table {
            assert_eq!(Tag::of(&offers, Money::new(minor)).unwrap().shown(&offers), expected);
        }
        assert_eq!(Tag::of(&offers, Money::new(i64::MAX)), None);
    }

    #[test]
    fn a_decimal_has_no_zeros_at_its_end_and_loses_nothing() {
        assert_eq!(credits(Credits::parse("104.50").unwrap()), "104.5");
        assert_eq!(credits(Credits::new(1)), "0.000001");
        assert_eq!(usd(4_000), "0.004 USD");
        assert_eq!(usd(0), "0 USD");
        assert_eq!(decimal(-1_500_000, 6), "-1.5");
        assert_eq!(decimal(100, 0), "100");
    }
}
