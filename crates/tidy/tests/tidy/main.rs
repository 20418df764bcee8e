//! The house rules of this tree, as tests.
//!
//! A rule that nothing checks is forgotten within weeks, and a reviewer's attention is too dear
//! for counting lines. So each rule is one file here, in the same shape:
//!
//! 1. the module doc says what the rule is and why we want it;
//! 2. a pure function turns text into violations, each naming the place, the fault and the cure;
//! 3. small tests prove that the rule fires on bad input and is quiet on good input;
//! 4. one test holds the rule against the real tree and prints all violations at once.
//!
//! A rule that is wrong is changed here, in its own commit; it is not worked around in the tree.

#![expect(
    clippy::disallowed_methods,
    reason = "these tests are synchronous: they read files and run no async code at all"
)]
#![expect(
    clippy::expect_used,
    reason = "everything here is test code, functions without #[test] included"
)]

mod api;
mod bench;
mod capabilities;
mod decisions;
mod docs;
mod markdown;
mod names;
mod paths;
mod rooms;
mod serves_any;
mod shelves;
mod sizes;
mod tree;
mod versions;
mod walks;
mod wording;
mod worked_example;
mod workflows;
mod workspace;

/// Fails when there are violations, and prints all of them: whoever repairs the tree wants the
/// whole list, not one item per run.
#[track_caller]
fn assert_none(violations: &[String]) {
    let count = violations.len();
    assert!(count == 0, "{count} to repair:\n\n{}\n", violations.join("\n"));
}
