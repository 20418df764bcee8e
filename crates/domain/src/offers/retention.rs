//! How long what people ordered, and what was made for them, is kept.

use std::num::NonZeroU32;

use crate::reading::Table;

/// A lifetime in days: more is a slip of the pen.
const MOST_DAYS: u32 = 36_500;

/// How long what people ordered is kept; the books are kept for ever.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retention {
    /// The words of orders, and what came of them as text.
    pub words_days: i32,
    /// Telegram's ids of files that were made, and where they are.
    pub files_days: i32,
}

impl Retention {
    /// What counts where the file does not say.
    pub const DEFAULT: Self = Self { words_days: 365, files_days: 365 };

    /// Reads the table of that name.
    pub(super) fn read(table: &Table<'_>) -> Option<Self> {
        table.only(&["words_days", "files_days"]);
        let words_days = days(table, "words_days", Self::DEFAULT.words_days);
        let files_days = days(table, "files_days", Self::DEFAULT.files_days);
        Some(Self { words_days: words_days?, files_days: files_days? })
    }
}

/// A number of days, or what counts without it.
fn days(table: &Table<'_>, name: &str, usual: i32) -> Option<i32> {
    if !table.has(name) {
        return Some(usual);
    }
    let days = table.required::<NonZeroU32>(name)?.get();
    let days = i32::try_from(days).ok().filter(|_| days <= MOST_DAYS);
    if days.is_none() {
        table.note(name, format!("`{name}` must be a number of days up to {MOST_DAYS}"));
    }
    days
}

#[cfg(test)]
mod tests {
    use super::Retention;
    use crate::offers::{BUILT_IN, Offers};

    #[test]
    fn the_days_are_read_and_a_slip_of_the_pen_is_not() {
        let built_in = Offers::built_in().unwrap();
        assert_eq!(built_in.retention, Retention::DEFAULT);
        let with = |line: &str| {
            let text = BUILT_IN.replace("words_days = 365", line);
            assert_ne!(text, BUILT_IN);
            Offers::read("offers.toml", &text).map(|offers| offers.retention.words_days)
        };

        assert_eq!(with("words_days = 30"), Ok(30));
        for wrong in ["words_days = 0", "words_days = -1", "words_days = 40000", "word_days = 3"] {
            assert!(with(wrong).is_err(), "{wrong}");
        }
    }
}
