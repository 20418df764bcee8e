//! The worked examples of `CONTRIBUTING.md` apply to this tree, touch as few files as they say, and compile.
//!
//! An example that is only read goes stale with the first rename. So the tree is copied, the examples are
//! applied to the copy, and the compiler checks the bot. What did not change keeps its time, so the compiler
//! looks again only at what did; the copy has a version of its own, so that cargo does not take it for the
//! tree.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::tree::{self, Tree};

/// The most files that each example may touch: a conversation, and a fact.
const MOST: [usize; 2] = [4, 3];

/// One file of an example: what is found in it, and what stands there afterwards.
#[derive(Debug, PartialEq)]
struct Change {
    path: String,
    hunks: Vec<(String, String)>,
}

/// The examples of a document: each block of changes.
fn examples(text: &str) -> Vec<Vec<Change>> {
    let blocks = text.split("\n```diff\n").skip(1);
    blocks.map(|block| changes(block.split("\n```\n").next().unwrap_or(block))).collect()
}

fn changes(block: &str) -> Vec<Change> {
    let mut changes: Vec<Change> = Vec::new();
    for line in block.lines() {
        if let Some(path) = line.strip_prefix("+++ ") {
            changes.push(Change { path: path.to_owned(), hunks: Vec::new() });
            continue;
        }
        if line.starts_with("--- ") {
            continue;
        }
        let Some(change) = changes.last_mut() else {
            panic!("a line before the first file: {line}")
        };
        if line == "@@" {
            change.hunks.push(<(String, String)>::default());
            continue;
        }
        let Some((old, new)) = change.hunks.last_mut() else { panic!("a line before @@: {line}") };
        let (mark, rest) = line.split_at(1);
        for (side, other) in [(old, "+"), (new, "-")] {
            if mark != other {
                side.push_str(rest);
                side.push('\n');
            }
        }
    }
    changes
}

/// A text with a change made: each hunk must fit at exactly one place.
fn changed(mut text: String, change: &Change) -> String {
    for (old, new) in &change.hunks {
        let places =
            if old.is_empty() { usize::from(text.is_empty()) } else { text.matches(old).count() };
        assert!(places == 1, "{}: {places} places for\n{old}", change.path);
        text = if old.is_empty() { new.clone() } else { text.replacen(old, new, 1) };
    }
    text
}

/// Puts a text at a place, unless it is there already.
fn put(path: &Path, text: &[u8]) {
    if fs::read(path).is_ok_and(|there| there == text) {
        return;
    }
    fs::create_dir_all(path.parent().expect("a file has a folder")).expect("a folder can be made");
    fs::write(path, text).expect("the copy can be written");
}

/// Copies what the compiler reads, and takes away what an earlier copy had and this tree has not.
fn copy(tree: &Tree, copy: &Path, examples: &[Vec<Change>]) {
    let made: Vec<&str> = examples.iter().flatten().map(|change| change.path.as_str()).collect();
    for path in &tree.files {
        // What an example changes is written once, as it is in the end.
        if made.contains(&path.as_str()) || path.starts_with("docs/") {
            continue;
        }
        let mut bytes = fs::read(tree::root().join(path)).expect("a file of the tree can be read");
        if path == "Cargo.toml" {
            let text = String::from_utf8(bytes).expect("the manifest is text");
            bytes = text.replacen("\nversion = \"", "\nversion = \"9", 1).into_bytes();
        }
        if path != "Cargo.lock" || !copy.join(path).exists() {
            put(&copy.join(path), &bytes);
        }
    }
}

#[track_caller]
fn check(copy: &Path, target: &Path) {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| env!("CARGO").into());
    let mut command = Command::new(cargo);
    // What a test is told about its own package would have other crates built anew.
    let told = std::env::vars_os().filter(|(name, _)| {
        let name = name.to_string_lossy();
        name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_")
    });
    told.for_each(|(name, _)| {
        command.env_remove(name);
    });
    let answer = command
        .args(["check", "--quiet", "--offline", "--package", "trt", "--lib"])
        .current_dir(copy)
        .env("CARGO_TARGET_DIR", target)
        .output()
        .expect("cargo can be started");
    assert!(answer.status.success(), "{}", String::from_utf8_lossy(&answer.stderr));
    assert!(answer.stderr.is_empty(), "{}", String::from_utf8_lossy(&answer.stderr));
}

#[test]
fn a_hunk_is_found_and_changed_wherever_it_stands() {
    let change = &changes("--- a\n+++ a\n@@\n one\n-two\n+three\n")[0];

    assert_eq!(changed("zero\none\ntwo\n".to_owned(), change), "zero\none\nthree\n");
}

#[test]
fn a_new_conversation_and_a_new_fact_touch_few_files_and_compile() {
    let examples = examples(&tree::read("CONTRIBUTING.md"));
    assert_eq!(examples.len(), MOST.len());
    for (example, most) in examples.iter().zip(MOST) {
        assert!(example.len() <= most, "{} files, at most {most}", example.len());
    }
    let target: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR")).join("..");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("worked-example");
    copy(&Tree::walk(), &folder, &examples);

    let mut texts = std::collections::BTreeMap::<&str, String>::new();
    for change in examples.iter().flatten() {
        let from_tree = || fs::read_to_string(tree::root().join(&change.path)).unwrap_or_default();
        let text = texts.remove(change.path.as_str()).unwrap_or_else(from_tree);
        texts.insert(&change.path, changed(text, change));
    }
    for (path, text) in &texts {
        put(&folder.join(path), text.as_bytes());
    }
    check(&folder, &target);
}
