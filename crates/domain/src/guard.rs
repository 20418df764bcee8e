//! The words that orders must not hold: three lists, as the settings have them and as admins changed them.
//!
//! ```text
//!   built in, or [guard] of offers.toml ──> lists ── with(changes of admins) ──> what counts now
//! ```
//!
//! What is on `always` is refused by itself; a word of `minors` and one of `sexual` are refused together.

use std::collections::BTreeSet;
use std::fmt;

use crate::reading::words;

words! {
    /// A list of words.
    pub enum GuardList {
        /// Refused by itself.
        Always = "always",
        /// A minor.
        Minors = "minors",
        /// Something sexual.
        Sexual = "sexual",
    }
}

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

/// What an admin changed of a list; of several changes of one word the last counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GuardChange {
    /// Which list.
    pub list: GuardList,
    /// Which word.
    pub word: GuardWord,
    /// It stands there from then on, or no longer.
    pub is_listed: bool,
}

/// The lists.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Guard {
    always: BTreeSet<GuardWord>,
    minors: BTreeSet<GuardWord>,
    sexual: BTreeSet<GuardWord>,
}

impl Guard {
    /// What stands on a list.
    pub const fn list(&self, list: GuardList) -> &BTreeSet<GuardWord> {
        match list {
            GuardList::Always => &self.always,
            GuardList::Minors => &self.minors,
            GuardList::Sexual => &self.sexual,
        }
    }

    /// The first list that has a word.
    pub fn list_of(&self, word: &GuardWord) -> Option<GuardList> {
        GuardList::ALL.iter().copied().find(|list| self.list(*list).contains(word))
    }

    /// Whether something on a list means a word in small letters.
    pub fn means(&self, list: GuardList, word: &str) -> bool {
        self.list(list).iter().any(|entry| entry.means(word))
    }

    /// Puts words on a list.
    pub fn add(&mut self, list: GuardList, words: impl IntoIterator<Item = GuardWord>) {
        self.list_mut(list).extend(words);
    }

    /// The same with these changes, one after the other.
    #[must_use]
    pub fn with(&self, changes: impl IntoIterator<Item = GuardChange>) -> Self {
        let mut lists = self.clone();
        for GuardChange { list, word, is_listed } in changes {
            let words = lists.list_mut(list);
            if is_listed {
                words.insert(word);
            } else {
                words.remove(&word);
            }
        }
        lists
    }

    const fn list_mut(&mut self, list: GuardList) -> &mut BTreeSet<GuardWord> {
        match list {
            GuardList::Always => &mut self.always,
            GuardList::Minors => &mut self.minors,
            GuardList::Sexual => &mut self.sexual,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Guard, GuardChange, GuardList, GuardWord};

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

    #[test]
    fn of_several_changes_of_a_word_the_last_counts_and_a_removed_word_stays_removed() {
        let word = |text| GuardWord::read(text).unwrap();
        let mut built_in = Guard::default();
        built_in.add(GuardList::Minors, [word("kid"), word("teen")]);
        let change = |list, text, is_listed| GuardChange { list, word: word(text), is_listed };

        let now = built_in.with([
            change(GuardList::Minors, "kid", false),
            change(GuardList::Always, "bomb*", true),
            change(GuardList::Always, "knife", true),
            change(GuardList::Always, "knife", false),
        ]);

        assert!(!now.means(GuardList::Minors, "kid") && now.means(GuardList::Minors, "teen"));
        assert!(now.means(GuardList::Always, "bombs") && !now.means(GuardList::Always, "knife"));
        assert_eq!(now.list_of(&word("teen")), Some(GuardList::Minors));
        assert_eq!(now.list_of(&word("kid")), None);
    }
}
