//! Promo codes: how they are written, and whether one can be used now.
//!
//! ```text
//!   Open ──┬── its last use ──> UsedUp
//!          ├── its time ──────> Over
//!          └── an admin ──────> Ended
//! ```
//!
//! A code is read as people type it: small letters are capitals, whatever stands around it is cut off.

use std::fmt;

use crate::id::PersonId;
use crate::money::Money;

/// The shortest and the longest code.
const LENGTHS: std::ops::RangeInclusive<usize> = 3..=24;

/// A promo code as it is stored and shown: capitals, digits and hyphens.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PromoCode(String);

impl PromoCode {
    /// The code that somebody typed, if it can be one.
    pub fn read(text: &str) -> Option<Self> {
        let code = text.trim().to_ascii_uppercase();
        let plain = |byte: u8| matches!(byte, b'A'..=b'Z' | b'0'..=b'9' | b'-');
        (LENGTHS.contains(&code.len()) && code.bytes().all(plain)).then_some(Self(code))
    }

    /// As it is shown.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What a use of it by this person is called in the books, behind the word for what was given.
    pub fn cause(&self, person: PersonId) -> String {
        format!("{self}:{person}")
    }
}

impl fmt::Display for PromoCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Whether a code can be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PromoStanding {
    /// By whoever has not used it yet.
    Open,
    /// As many have used it as it had uses.
    UsedUp,
    /// Its time is over.
    Over,
    /// An admin ended it.
    Ended,
}

/// What an admin makes a code for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PromoTerms {
    /// What it is called.
    pub code: PromoCode,
    /// What each person is given.
    pub amount: Money,
    /// So many people can use it.
    pub most_uses: u32,
    /// For so many days from now on.
    pub days: u32,
}

/// A code as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Promo {
    /// Which.
    pub code: PromoCode,
    /// What each person is given.
    pub amount: Money,
    /// So many people can use it.
    pub most_uses: u32,
    /// So many have.
    pub used: u32,
    /// Whether it can be used.
    pub standing: PromoStanding,
    /// Until when, ready to be shown.
    pub until: String,
}

#[cfg(test)]
mod tests {
    use super::PromoCode;
    use crate::id::PersonId;

    #[test]
    fn a_code_is_read_as_people_type_it() {
        for text in ["SPRING-25", " spring-25 ", "Spring-25\n"] {
            assert_eq!(PromoCode::read(text).unwrap().as_str(), "SPRING-25", "{text:?}");
        }
        let code = PromoCode::read("spring-25").unwrap();
        assert_eq!(code.cause(PersonId::new(7)), "SPRING-25:7");
    }

    #[test]
    fn what_cannot_be_a_code_is_none() {
        let long = "A".repeat(25);
        for text in ["", "ab", "a b c", "весна", "a:b:c", "a_b_c", "<b>", &long] {
            assert_eq!(PromoCode::read(text), None, "{text:?}");
        }
    }
}
