//! A word that orders must not hold, as operators and admins write it down.

use std::fmt;

/// The fewest and the most letters of a word.
const LETTERS: std::ops::RangeInclusive<usize> = 3..=40;

/// A whole word in small letters, or with a star at its end everything that begins so.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GuardWord(String);

impl GuardWord {
    /// Reads it: letters and digits, three of them at least, so that a slip of the finger refuses no ordinary order.
    pub fn read(text: &str) -> Option<Self> {
        let small = text.trim().to_lowercase().replace('ё', "е");
        let plain = small.strip_suffix('*').unwrap_or(&small);
        let is_word =
            plain.chars().all(char::is_alphanumeric) && plain.chars().any(char::is_alphabetic);
        (is_word && LETTERS.contains(&plain.chars().count())).then(|| Self(small.clone()))
    }

    /// As it is written.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether a word in small letters is meant.
    pub fn means(&self, word: &str) -> bool {
        match self.0.strip_suffix('*') {
            Some(beginning) => word.starts_with(beginning),
            None => word == self.0,
        }
    }
}

impl fmt::Display for GuardWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::GuardWord;

    #[test]
    fn a_word_is_read_in_small_letters_and_says_what_it_means() {
        let word = GuardWord::read(" БОМБ* ").unwrap();

        assert_eq!(word.as_str(), "бомб*");
        assert!(word.means("бомбы") && !word.means("абомб"));
        assert!(GuardWord::read("ёлка").unwrap().means("елка"));
        assert!(!GuardWord::read("bomb").unwrap().means("bombs"));
    }

    #[test]
    fn what_would_refuse_everything_or_is_no_word_is_not_read() {
        for text in ["", "*", "a*", "ab", "two words", "a<b>c", "123", "x**", &"a".repeat(41)] {
            assert_eq!(GuardWord::read(text), None, "{text}");
        }
    }
}
