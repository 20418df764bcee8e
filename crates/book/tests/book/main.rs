//! The pages of the book, held against each other and against the program.
//!
//! ```text
//! pages ─┬─ summary     every page stands in the table of contents, in both languages
//!        ├─ languages   both languages have the same headings, commands, names and links
//!        ├─ questions   ten answers, each of one screen, linked from the start page
//!        ├─ rendered    both books built for real: every link of every page leads somewhere
//!        ├─ names       what a page names is there: commands, settings, metrics, alerts, words of the bot
//!        └─ written     the page of commands, and Russian tables, written from what they are about
//! ```
//!
//! Each is a pure function from text to violations, small tests that show it red, and one test on the real pages. Paths
//! and links in the sources of the pages are rules of `tidy`.

#![expect(
    clippy::disallowed_methods,
    reason = "these tests are synchronous: they read files and run no async code at all"
)]
#![expect(
    clippy::expect_used,
    reason = "everything here is test code, functions without #[test] included"
)]

mod languages;
mod names;
mod pages;
mod questions;
mod rendered;
mod summary;
mod written;

/// Fails when there are violations, and prints all of them.
#[track_caller]
fn assert_none(violations: &[String]) {
    let count = violations.len();
    assert!(count == 0, "{count} to repair:\n\n{}\n", violations.join("\n"));
}
