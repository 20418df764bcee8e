//! Amounts of money: how a person reads them, and how an admin types them.
//!
//! ```text
//! 1234.50   ->  "1 234,50 ₽" in Russian, "1,234.50 ₽" in English    (no line breaks inside)
//! 12.00     ->  "12 ₽"
//! -3.05     ->  "−3,05 ₽"
//! "-50,25"  ->  -50.25;  "1,000" and "1e3" are no amounts
//! a price   ->  "12 ₽ · 10 ⭐" in Russian, "10 ⭐ · 12 ₽" in English: the same price twice, the Stars rounded up
//! ```
//!
//! Everything is whole minor units and digits of text; no fraction is ever computed. Reading is
//! strict: what could mean two things, such as `1,000`, means nothing.

use std::fmt::Display;

use domain::money::parse_decimal;
use domain::offers::{Currency, Offers};
use domain::{Language, Money, Stars};

/// Keeps an amount and its sign on one line.
const NO_BREAK: char = '\u{A0}';

/// The sign of what is taken away; a hyphen would be lost between digits.
const MINUS: char = '\u{2212}';

/// Why a text is no amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoAmount {
    /// It is no decimal number, or has more decimals than the currency.
    Malformed,
    /// It is more than can be counted.
    TooLarge,
}

/// An amount as it stands in a sentence.
pub(crate) fn shown(language: Language, currency: Currency, amount: Money) -> String {
    let sign = if amount < Money::ZERO { String::from(MINUS) } else { String::new() };
    format!("{sign}{}{NO_BREAK}{}", digits(language, currency, amount), currency.symbol())
}

/// A price in both units: in the wallet's currency and in whole Stars.
pub(crate) fn priced(language: Language, offers: &Offers, price: Money) -> String {
    match offers.stars(price).map(Stars::rounded_up) {
        Some(stars) => in_both(language, offers.currency, price, stars),
        // More Stars than can be counted: the amount alone is still the price.
        None => shown(language, offers.currency, price),
    }
}

/// The same where there is little room: in the unit that this language reckons in.
pub(crate) fn briefly(language: Language, offers: &Offers, price: Money) -> String {
    match offers.stars(price).map(Stars::rounded_up) {
        Some(stars) if !offers.currency.is_of(language) => counted(stars),
        _ => shown(language, offers.currency, price),
    }
}

/// An amount and the Stars for it, the one that this language reckons in first.
pub(crate) fn in_both(
    language: Language,
    currency: Currency,
    amount: Money,
    stars: impl Display,
) -> String {
    let (money, stars) = (shown(language, currency, amount), counted(stars));
    if currency.is_of(language) {
        format!("{money} · {stars}")
    } else {
        format!("{stars} · {money}")
    }
}

/// A price in the unit that this language reckons in, where there is room for one only.
pub(crate) fn in_one(language: Language, offers: &Offers, price: Money) -> String {
    match offers.stars(price).map(Stars::rounded_up) {
        Some(stars) if !offers.currency.is_of(language) => counted(stars),
        _ => shown(language, offers.currency, price),
    }
}

/// So many whole Stars.
pub(crate) fn counted(stars: impl Display) -> String {
    format!("{stars}{NO_BREAK}⭐")
}

/// A change: the same, with a plus where something is added.
pub(crate) fn signed(language: Language, currency: Currency, change: Money) -> String {
    let plus = if change.is_positive() { "+" } else { "" };
    format!("{plus}{}", shown(language, currency, change))
}

/// An amount for the records of operators: always the same form, with every decimal.
pub fn recorded(currency: Currency, amount: Money) -> String {
    let (whole, minor) = parts(currency, amount);
    let sign = if amount < Money::ZERO { "-" } else { "" };
    format!("{sign}{whole}.{minor} {currency}")
}

/// Reads an amount that somebody typed: `100`, `+0.5`, `-50,25`.
pub(crate) fn read(currency: Currency, text: &str) -> Result<Money, NoAmount> {
    let minus = text.strip_prefix(['-', MINUS]);
    let number = minus.or_else(|| text.strip_prefix('+')).unwrap_or(text).replace(',', ".");
    let (whole, fraction) = number.split_once('.').unwrap_or((&number, "0"));
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let places = u32::try_from(fraction.len()).unwrap_or(u32::MAX);
    if !is_number(whole) || !is_number(fraction) || places > currency.digits() {
        return Err(NoAmount::Malformed);
    }
    let units = parse_decimal(&number, currency.digits()).ok_or(NoAmount::TooLarge)?;
    Ok(Money::new(if minus.is_some() { -units } else { units }))
}

/// The number without its sign, in the manner of a language.
fn digits(language: Language, currency: Currency, amount: Money) -> String {
    let (group, point) = match language {
        Language::Russian => (NO_BREAK, ','),
        Language::English => (',', '.'),
    };
    let (whole, minor) = parts(currency, amount);
    let mut number = String::new();
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place).is_multiple_of(3) {
            number.push(group);
        }
        number.push(digit);
    }
    if minor.bytes().any(|digit| digit != b'0') {
        number.push(point);
        number.push_str(&minor);
    }
    number
}

/// The whole units and the decimals, without the sign.
fn parts(currency: Currency, amount: Money) -> (String, String) {
    let places = currency.digits() as usize;
    let all = format!("{:0>width$}", amount.get().unsigned_abs(), width = places + 1);
    let (whole, minor) = all.split_at(all.len() - places);
    (whole.to_owned(), minor.to_owned())
}

#[cfg(test)]
mod tests {
    use domain::offers::{Currency, Offers};
    use domain::{Language, Money};
    use proptest::prelude::{any, prop, proptest};

    use super::{NoAmount, priced, read, recorded, shown, signed};
    use crate::example::random;

    const RUB: Currency = Currency::Rub;

    #[test]
    fn an_amount_is_written_as_its_language_writes_it() {
        let table = [
            (0, "0 ₽", "0 ₽"),
            (5, "0,05 ₽", "0.05 ₽"),
            (50, "0,50 ₽", "0.50 ₽"),
            (1_200, "12 ₽", "12 ₽"),
            (123_450, "1 234,50 ₽", "1,234.50 ₽"),
            (100_000_000, "1 000 000 ₽", "1,000,000 ₽"),
            (-305, "−3,05 ₽", "−3.05 ₽"),
        ];
        for (units, russian, english) in table {
            let amount = Money::new(units);
            let written = |language| shown(language, RUB, amount).replace('\u{A0}', " ");

            assert_eq!(written(Language::Russian), russian);
            assert_eq!(written(Language::English), english);
        }
    }

    #[test]
    fn an_amount_never_breaks_over_two_lines() {
        for language in Language::ALL {
            assert!(!shown(language, RUB, Money::new(123_456_789)).contains(' '));
        }
    }

    #[test]
    fn a_price_is_shown_in_both_units_and_the_stars_are_whole() {
        let offers = Offers::built_in().unwrap();
        let price =
            |language, units| priced(language, &offers, Money::new(units)).replace('\u{A0}', " ");

        assert_eq!(price(Language::Russian, 1_200), "12 ₽ · 10 ⭐");
        assert_eq!(price(Language::Russian, 64), "0,64 ₽ · 1 ⭐");
        assert_eq!(price(Language::English, 1_200), "10 ⭐ · 12 ₽");
        assert_eq!(price(Language::English, 1_201), "11 ⭐ · 12.01 ₽");
        assert_eq!(price(Language::English, 0), "0 ⭐ · 0 ₽");
    }

    #[test]
    fn who_speaks_the_currencys_language_reads_it_first_and_everybody_else_the_stars() {
        let mut offers = Offers::built_in().unwrap();
        for currency in Currency::ALL {
            offers.currency = *currency;
            for language in Language::ALL {
                let price = priced(language, &offers, Money::new(1_200));

                assert_eq!(price.ends_with('⭐'), currency.is_of(language), "{price}");
                assert!(price.contains(currency.symbol()), "{price}");
            }
            assert_eq!(Language::ALL.iter().filter(|one| currency.is_of(**one)).count(), 1);
        }
    }

    #[test]
    fn a_change_shows_which_way_it_went() {
        let change = |units| signed(Language::English, RUB, Money::new(units));

        assert_eq!(change(100), "+1\u{A0}₽");
        assert_eq!(change(-100), "−1\u{A0}₽");
        assert_eq!(change(0), "0\u{A0}₽");
    }

    #[test]
    fn records_have_one_form() {
        assert_eq!(recorded(RUB, Money::new(10_000)), "100.00 RUB");
        assert_eq!(recorded(Currency::Usd, Money::new(-5)), "-0.05 USD");
        assert_eq!(recorded(RUB, Money::new(i64::MIN)), "-92233720368547758.08 RUB");
    }

    #[test]
    fn an_amount_is_read_as_people_type_it() {
        let table = [
            ("100", 10_000),
            ("+100", 10_000),
            ("-50.25", -5_025),
            ("−50,2", -5_020),
            ("0.00", 0),
            ("007", 700),
            ("92233720368547758.07", i64::MAX),
        ];
        for (text, units) in table {
            assert_eq!(read(RUB, text), Ok(Money::new(units)), "{text}");
        }
    }

    #[test]
    fn what_could_mean_two_things_is_no_amount() {
        let texts = [
            "", "-", "+", ".", "1.", ".5", "1.005", "1,000", "1.000", "1,000.50", "1 000", "--1",
            "+-1", "1e3", "0x1", "10₽", "ten", "٣", "NaN", "∞",
        ];
        for text in texts {
            assert_eq!(read(RUB, text), Err(NoAmount::Malformed), "{text}");
        }
        for text in ["92233720368547758.08", "99999999999999999999", &"9".repeat(4096)] {
            assert_eq!(read(RUB, text), Err(NoAmount::TooLarge), "{text}");
        }
    }

    proptest! {
        #![proptest_config(random())]

        #[test]
        fn what_is_shown_is_the_whole_amount_and_nothing_else(
            units in any::<i64>(),
            language in prop::sample::select(&Language::ALL[..]),
            currency in prop::sample::select(Currency::ALL),
        ) {
            let text = shown(language, currency, Money::new(units));

            let (number, symbol) = text.rsplit_once('\u{A0}').unwrap();
            assert_eq!(symbol, currency.symbol());
            let (group, point) = match language {
                Language::Russian => ('\u{A0}', ","),
                Language::English => (',', "."),
            };
            // Every group but the first has three digits.
            let whole = number.split(point).next().unwrap_or_default().trim_start_matches('−');
            let groups: Vec<&str> = whole.split(group).collect();
            assert!((1..=3).contains(&groups[0].len()), "{text}");
            assert!(groups[1..].iter().all(|digits| digits.len() == 3), "{text}");
            let plain = if language == Language::English {
                number.replace(',', "")
            } else {
                number.replace('\u{A0}', "")
            };
            // One number has no opposite and is never read, only shown.
            if units != i64::MIN {
                assert_eq!(read(currency, &plain), Ok(Money::new(units)), "{text}");
            }
        }

        #[test]
        fn what_is_recorded_is_read_back(units in (i64::MIN + 1)..=i64::MAX) {
            let text = recorded(RUB, Money::new(units));

            let number = text.strip_suffix(" RUB").unwrap();
            assert_eq!(read(RUB, number), Ok(Money::new(units)));
        }

        #[test]
        fn no_text_at_all_makes_the_reader_fall(text in any::<String>()) {
            if let Ok(amount) = read(RUB, &text) {
                assert!(text.chars().all(|c| c.is_ascii_digit() || "+-−.,".contains(c)), "{amount:?}");
            }
        }
    }
}
