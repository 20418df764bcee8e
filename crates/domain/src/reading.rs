//! Reading settings files by the names of their fields, with the line of everything.
//!
//! ```text
//! text ──read──> Table ──required, optional, table, tables──> typed values
//!                  └── everything that is wrong: a Mistake at its line, and reading goes on
//! ```
//!
//! TOML's own syntax errors are mistakes like all others; after one of them there is no [`Table`]
//! to read from. Nothing here stops at the first mistake, and nothing panics.

mod field;
mod key;
mod table;
mod word;

use std::cell::RefCell;

use toml::de::DeTable;

pub use self::field::Date;
pub(crate) use self::field::Field;
pub(crate) use self::key::{is_key, keys};
pub(crate) use self::table::Table;
pub(crate) use self::word::{Word, words};
use crate::mistake::Mistake;

/// One file while it is read: the lines of its text and the mistakes so far.
#[derive(Debug)]
pub(crate) struct Page {
    file: String,
    /// Where each line begins.
    starts: Vec<usize>,
    mistakes: RefCell<Vec<Mistake>>,
}

impl Page {
    fn new(file: &str, text: &str) -> Self {
        let starts = text.match_indices('\n').map(|(at, _)| at + 1);
        let starts = std::iter::once(0).chain(starts).collect();
        Self { file: file.to_owned(), starts, mistakes: RefCell::default() }
    }

    /// The number of the line in which this byte of the text is.
    fn line(&self, at: usize) -> usize {
        self.starts.partition_point(|start| *start <= at)
    }

    /// Writes down a mistake in this line.
    pub(crate) fn note(&self, line: usize, what: impl Into<String>) {
        let mistake = Mistake { file: self.file.clone(), line, what: what.into() };
        self.mistakes.borrow_mut().push(mistake);
    }
}

/// Reads one file; `None` when its syntax is wrong.
///
/// What `with` returns is only to be trusted as far as there are no mistakes.
pub(crate) fn read<T>(
    file: &str,
    text: &str,
    with: impl FnOnce(&Table<'_>) -> T,
) -> (Option<T>, Vec<Mistake>) {
    let page = Page::new(file, text);
    let (root, errors) = DeTable::parse_recoverable(text);
    for error in &errors {
        let line = page.line(error.span().unwrap_or_default().start);
        // One slip of the pen confuses the parser for the rest of its line.
        if page.mistakes.borrow().last().is_none_or(|mistake| mistake.line != line) {
            page.note(line, format!("this is not valid TOML: {}", error.message()));
        }
    }
    let result = errors.is_empty().then(|| with(&Table::new(&page, root.get_ref(), 1)));
    (result, page.mistakes.into_inner())
}

/// The whole list, unless one of its items could not be read.
///
/// For lists whose items must all be read before giving up, so that every mistake is found.
pub(crate) fn all<T>(items: Vec<Option<T>>) -> Option<Vec<T>> {
    items.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::{Page, read};

    #[test]
    fn a_place_in_the_text_is_a_line_counted_from_one() {
        let page = Page::new("a.toml", "ab\n\nc\n");

        let lines: Vec<usize> = (0..6).map(|at| page.line(at)).collect();

        assert_eq!(lines, [1, 1, 1, 2, 3, 3]);
    }

    #[test]
    fn wrong_syntax_is_a_mistake_at_its_line_and_nothing_is_read() {
        let (read, mistakes) =
            read("a.toml", "one = 1\ntwo = = 2\nthree = 3\nfour = \"4\n", |_| ());

        assert_eq!(read, None);
        let lines: Vec<usize> = mistakes.iter().map(|mistake| mistake.line).collect();
        assert_eq!(lines, [2, 4], "{mistakes:?}");
        assert!(mistakes[0].to_string().starts_with("a.toml:2: this is not valid TOML: "));
    }

    #[test]
    fn a_field_written_twice_is_a_mistake() {
        let (_, mistakes) = read("a.toml", "one = 1\none = 2\n", |_| ());

        assert_eq!(mistakes[0].to_string(), "a.toml:2: this is not valid TOML: duplicate key");
    }
}
