//! Rule: every test of the tree is run by `./dev test`.
//!
//! The script names the test programs of each shelf, so that each has its budget. A program that it
//! does not name compiles, is never run, and is believed to be green.

use crate::assert_none;
use crate::tree::{self, Tree};

/// The name of a test program, from the path of its first file.
fn program(path: &str) -> Option<&str> {
    let (crate_folder, file) = path.split_once("/tests/")?;
    let is_crate = crate_folder.starts_with("crates/") && !crate_folder.contains("/src");
    let name = file.strip_suffix("/main.rs").or_else(|| file.strip_suffix(".rs"))?;
    (is_crate && !name.contains('/')).then_some(name)
}

fn violations(paths: &[&str], script: &str) -> Vec<String> {
    let words: Vec<&str> = script.split_whitespace().collect();
    let is_run = |name: &str| words.windows(2).any(|pair| pair == ["--test", name]);
    let missing = paths.iter().filter(|path| program(path).is_some_and(|name| !is_run(name)));
    missing.map(|path| format!("{path}: `./dev test` never runs it; name it in a step")).collect()
}

#[test]
fn a_program_that_no_step_names_is_reported() {
    let paths = ["crates/kie/tests/kie/main.rs", "crates/kie/tests/kie/client.rs"];

    assert!(violations(&paths, "step rooms 60 tests --test kie\n").is_empty());
    assert_eq!(violations(&paths, "step rooms 60 tests --test kiev --lib").len(), 1);
    assert_eq!(program("crates/a/tests/one.rs"), Some("one"));
    assert_eq!(program("crates/a/src/tests/main.rs"), None);
}

#[test]
fn every_test_program_is_run() {
    let tree = Tree::walk();
    let paths: Vec<&str> = tree.files.iter().map(String::as_str).collect();
    assert_none(&violations(&paths, &tree::read("dev")));
}
