//! What a field can hold, and the words for what it should have held.

use std::fmt;
use std::num::NonZeroU32;

use toml::de::DeValue;

use super::Word;
use crate::language::Language;
use crate::money::{Credits, Millionths, Money, parse_decimal};
use crate::spelling::nearest;

/// Something that can be read from the value of a field.
pub(crate) trait Field: Sized {
    /// The value, or the rest of a sentence that begins with the name of the field.
    fn read(value: &DeValue<'_>) -> Result<Self, String>;
}

/// A day of the calendar, as sources are dated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    /// The year.
    pub year: u16,
    /// The month, from 1.
    pub month: u8,
    /// The day of the month, from 1.
    pub day: u8,
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl Field for Date {
    fn read(value: &DeValue<'_>) -> Result<Self, String> {
        let date = value.as_datetime().filter(|at| at.time.is_none() && at.offset.is_none());
        let date = date.and_then(|at| at.date).ok_or("must be a date such as 2026-08-19")?;
        Ok(Self { year: date.year, month: date.month, day: date.day })
    }
}

impl Field for String {
    fn read(value: &DeValue<'_>) -> Result<Self, String> {
        let text = value.as_str().ok_or("must be a text in quotes")?;
        if text.trim().is_empty() { Err("is empty".to_owned()) } else { Ok(text.to_owned()) }
    }
}

impl Field for bool {
    fn read(value: &DeValue<'_>) -> Result<Self, String> {
        value.as_bool().ok_or_else(|| "must be true or false".to_owned())
    }
}

impl Field for i64 {
    fn read(value: &DeValue<'_>) -> Result<Self, String> {
        let number = value.as_integer().map(|number| (number.as_str(), number.radix()));
        let number = number.and_then(|(digits, radix)| Self::from_str_radix(digits, radix).ok());
        number.ok_or_else(|| "must be a whole number without quotes".to_owned())
    }
}

impl Field for u32 {
    fn read(value: &DeValue<'_>) -> Result<Self, String> {
        let number = i64::read(value).ok().and_then(|number| Self::try_from(number).ok());
        number.ok_or_else(|| "must be a whole number from 0 up, without quotes".to_owned())
    }
}

impl Field for NonZeroU32 {
    fn read(value: &DeValue<'_>) -> Result<Self, String> {
        let number = u32::read(value).ok().and_then(Self::new);
        number.ok_or_else(|| "must be a whole number from 1 up, without quotes".to_owned())
    }
}

/// Decimals are in quotes: without them they would be binary fractions to every other reader.
fn decimal(value: &DeValue<'_>, digits: u32) -> Result<i64, String> {
    value.as_str().and_then(|text| parse_decimal(text, digits)).ok_or_else(|| {
        format!(
            "must be a decimal number in quotes, such as \"0.8\", with at most {digits} decimals"
        )
    })
}

impl Field for Credits {
    fn read(value: &DeValue<'_>) -> Result<Self, String> {
        decimal(value, 6).map(Self::new)
    }
}

impl Field for Millionths {
    fn read(value: &DeValue<'_>) -> Result<Self, String> {
        decimal(value, 6).map(Self::new)
    }
}

impl Field for Money {
    fn read(value: &DeValue<'_>) -> Result<Self, String> {
        decimal(value, 2).map(Self::new)
    }
}

impl Field for Language {
    fn read(value: &DeValue<'_>) -> Result<Self, String> {
        let language = value.as_str().and_then(Self::from_code);
        language.ok_or_else(|| "must be \"ru\" or \"en\"".to_owned())
    }
}

impl<W: Word> Field for W {
    fn read(value: &DeValue<'_>) -> Result<Self, String> {
        let words = || W::WORDS.iter().map(|known| known.as_word());
        let expected = || format!("must be one of {}", words().collect::<Vec<_>>().join(", "));
        let word = value.as_str().ok_or_else(expected)?;
        let known = W::WORDS.iter().copied().find(|known| known.as_word() == word);
        known.ok_or_else(|| match nearest(word, words()) {
            Some(near) => format!("is \"{word}\", which is not known; is \"{near}\" meant?"),
            None => format!("is \"{word}\", but {}", expected()),
        })
    }
}

impl<F: Field> Field for Vec<F> {
    fn read(value: &DeValue<'_>) -> Result<Self, String> {
        let items = value.as_array().ok_or("must be a list in [ ]")?;
        let items = items.iter().map(|item| F::read(item.get_ref()));
        items.collect::<Result<_, _>>().map_err(|what| format!("has an item that {what}"))
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use toml::de::DeValue;

    use super::{Date, Field};
    use crate::language::Language;
    use crate::money::{Credits, Money};

    fn read<F: Field>(text: &str) -> Result<F, String> {
        F::read(DeValue::parse(text).unwrap().get_ref())
    }

    #[test]
    fn values_of_the_right_kind_are_read() {
        assert_eq!(read("\"a\""), Ok("a".to_owned()));
        assert_eq!(read("-3"), Ok(-3_i64));
        assert_eq!(read("0x10"), Ok(16_u32));
        assert_eq!(read("true"), Ok(true));
        assert_eq!(read("\"0.8\""), Ok(Credits::new(800_000)));
        assert_eq!(read("\"12.50\""), Ok(Money::new(1250)));
        assert_eq!(read("2026-08-19"), Ok(Date { year: 2026, month: 8, day: 19 }));
        assert_eq!(read("\"ru\""), Ok(Language::Russian));
        assert_eq!(read("[1, 2]"), Ok(vec![1_i64, 2]));
    }

    #[test]
    fn values_of_another_kind_are_refused_with_what_was_expected() {
        assert_eq!(read::<String>("5").unwrap_err(), "must be a text in quotes");
        assert_eq!(read::<String>("\" \"").unwrap_err(), "is empty");
        assert_eq!(read::<i64>("\"5\"").unwrap_err(), "must be a whole number without quotes");
        assert!(read::<i64>("9223372036854775808").is_err());
        assert!(read::<u32>("-1").unwrap_err().contains("from 0 up"));
        assert!(read::<NonZeroU32>("0").unwrap_err().contains("from 1 up"));
        assert!(read::<Credits>("0.8").unwrap_err().contains("in quotes"));
        assert!(read::<Money>("\"0.125\"").unwrap_err().contains("at most 2 decimals"));
        assert!(read::<Date>("2026-08-19T00:00:00Z").unwrap_err().contains("date such as"));
        assert!(read::<Vec<i64>>("[1, \"2\"]").unwrap_err().starts_with("has an item that must"));
    }
}
