//! The operator's own words that orders must not hold.

use crate::guard::GuardWord;
use crate::reading::Table;

/// Reads the table of that name: words with spaces or line breaks between them.
pub(super) fn words(table: &Table<'_>) -> Option<Vec<GuardWord>> {
    table.only(&["refused"]);
    let text = table.required::<String>("refused")?;
    let mut words = Vec::new();
    for one in text.split_whitespace() {
        match GuardWord::read(one) {
            Some(word) => words.push(word),
            None => table.note("refused", format!("`refused` has \"{one}\", which is no word")),
        }
    }
    Some(words)
}

#[cfg(test)]
mod tests {
    use crate::offers::{BUILT_IN, Offers};

    #[test]
    fn the_operators_words_are_read_and_what_is_no_word_is_named() {
        let with = |words: &str| {
            Offers::read("offers.toml", &format!("{BUILT_IN}\n[guard]\nrefused = \"{words}\"\n"))
        };

        let read = with("bomb* казино").unwrap().guard;
        assert_eq!(read.iter().map(|word| word.as_str()).collect::<Vec<_>>(), ["bomb*", "казино"]);
        assert!(with("bomb a*").is_err());
        assert!(Offers::built_in().unwrap().guard.is_empty());
    }
}
