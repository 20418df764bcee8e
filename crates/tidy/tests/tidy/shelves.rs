//! Rule: every test of the tree is run by `./dev test`.
//!
//! The script names the test programs of each shelf, so that each has its budget. A program that it
//! does not name compiles, is never run, and is believed to be green.
//!
//! And: whatever the scripts build for people or for tests they build for the whole workspace, beside a test. Cargo
//! gives a crate other features when it builds it for fewer rooms, or without their tests, and builds it anew:
//! whoever has run the tests would wait for the demo once more.

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

/// Builds of a script that would not share their work with the tests.
fn lonely(path: &str, script: &str) -> Vec<String> {
    let is_build = |line: &&str| {
        let line = line.trim_start();
        !line.starts_with('#') && line.contains("cargo build ") && !line.contains("--release")
    };
    let is_shared = |line: &str| {
        line.contains("$BUILT") || (line.contains("--workspace") && line.contains("--test "))
    };
    let lines = script.lines().enumerate().filter(|(_, line)| is_build(line) && !is_shared(line));
    lines
        .map(|(at, _)| format!("{path}:{}: builds alone; say --workspace and a --test", at + 1))
        .collect()
}

#[test]
fn a_build_of_its_own_is_reported() {
    let shared = "cargo build --quiet --workspace --bin trt --test testbed\ncargo build $BUILT\n";

    assert!(lonely("dev", shared).is_empty());
    assert!(lonely("dev", "    cargo build --release --package trt\n").is_empty());
    assert_eq!(lonely("dev", "cargo build --package trt\n").len(), 1);
    assert_eq!(lonely("dev", "x || cargo build --workspace --bins\n").len(), 1);
}

#[test]
fn what_is_built_for_the_demo_is_what_the_tests_have_built() {
    let scripts = ["dev", "crates/testbed/machine.sh"];
    let found: Vec<String> =
        scripts.iter().flat_map(|path| lonely(path, &tree::read(path))).collect();
    assert_none(&found);
    let built = tree::read("dev");
    let line = built.lines().find(|line| line.starts_with("BUILT=")).unwrap_or_default();
    assert!(line.contains("--workspace") && line.contains("--test testbed"), "{line}");
}
