//! Rule: decision records are numbered without gaps and fit on a page.
//!
//! Each file in `docs/decisions` is called `NNNN-title.md`, with numbers from 0001 upwards, none
//! missing and none twice, and has at most 80 lines. A gap means that a decision was deleted
//! instead of being superseded; a record longer than a page is a design document and is not read
//! when the question comes up again.

use crate::tree::Tree;
use crate::{assert_none, tree};

const FOLDER: &str = "docs/decisions/";
const MAX_LINES: usize = 80;

/// Checks the decision records, given by file name and number of lines, in order of their names.
fn violations<'a>(records: impl IntoIterator<Item = (&'a str, usize)>) -> Vec<String> {
    let mut violations = Vec::new();
    let mut last = 0;
    for (name, lines) in records {
        match number(name) {
            None => violations.push(format!(
                "{FOLDER}{name}: is not named NNNN-title.md in lower case; rename it"
            )),
            Some(number) => {
                if number != last + 1 {
                    violations.push(format!(
                        "{FOLDER}{name}: follows number {last:04}; give it {:04}",
                        last + 1
                    ));
                }
                last = number;
            }
        }
        if lines > MAX_LINES {
            violations.push(format!(
                "{FOLDER}{name}:{lines}: is longer than {MAX_LINES} lines; keep context, choice, \
                 what was rejected and the consequence"
            ));
        }
    }
    violations
}

/// The number of a record with a proper name.
fn number(name: &str) -> Option<u32> {
    let (number, title) = name.strip_suffix(".md")?.split_once('-')?;
    let digits = number.len() == 4 && number.chars().all(|c| c.is_ascii_digit());
    let word = |word: &str| {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
        !word.is_empty() && word.chars().all(plain)
    };
    if digits && title.split('-').all(word) { number.parse().ok() } else { None }
}

#[test]
fn records_in_order_are_fine() {
    let records = [("0001-one-database.md", 80), ("0002-no-orm.md", 12)];

    assert_eq!(violations(records), [""; 0]);
    assert_eq!(violations([]), [""; 0]);
}

#[test]
fn a_wrong_name_is_found() {
    let wrong =
        ["1-short.md", "0001_title.md", "0001-Title.md", "0001-.md", "README.md", "x/0001-a.md"];

    for name in wrong {
        assert!(violations([(name, 1)])[0].contains("is not named NNNN-title.md"), "{name}");
    }
}

#[test]
fn a_gap_a_repeat_and_a_wrong_start_are_found() {
    let gap = violations([("0001-a.md", 1), ("0003-b.md", 1), ("0004-c.md", 1)]);
    let repeat = violations([("0001-a.md", 1), ("0001-b.md", 1)]);
    let start = violations([("0000-a.md", 1)]);

    assert_eq!(gap, ["docs/decisions/0003-b.md: follows number 0001; give it 0002"]);
    assert_eq!(repeat, ["docs/decisions/0001-b.md: follows number 0001; give it 0002"]);
    assert_eq!(start, ["docs/decisions/0000-a.md: follows number 0000; give it 0001"]);
}

#[test]
fn a_record_longer_than_a_page_is_found() {
    assert!(violations([("0001-a.md", 81)])[0].contains("0001-a.md:81: is longer than 80 lines"));
}

#[test]
fn decision_records_are_numbered_without_gaps_and_fit_on_a_page() {
    let tree = Tree::walk();
    let records = tree.files.iter().filter_map(|path| {
        let name = path.strip_prefix(FOLDER)?;
        Some((name, tree::read(path).lines().count()))
    });
    assert_none(&violations(records));
}
