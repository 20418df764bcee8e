//! A mistake in a settings file, and where it is.
//!
//! Whoever reads such a file collects every mistake before giving up, so that one look at the list
//! is enough to correct them all.

use std::fmt;

/// What is wrong in one place of a settings file.
///
/// Reads as `catalogue/kling.toml:42: ...`, a form in which editors find the place.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mistake {
    /// The file, as its reader called it.
    pub file: String,
    /// The line, counted from one.
    pub line: usize,
    /// What is wrong there, and the cure when there is one.
    pub what: String,
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.what)
    }
}

#[cfg(test)]
mod tests {
    use super::Mistake;

    #[test]
    fn a_mistake_is_written_as_editors_look_it_up() {
        let what = "`kind` is missing".to_owned();
        let mistake = Mistake { file: "catalogue/kling.toml".to_owned(), line: 42, what };

        assert_eq!(mistake.to_string(), "catalogue/kling.toml:42: `kind` is missing");
    }
}
