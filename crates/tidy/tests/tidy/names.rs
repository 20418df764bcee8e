//! Rule: names say what a thing is, and the root folder holds only what was agreed.
//!
//! A file called `utils` has no subject, so everything fits into it and it grows for ever; a
//! thing is put beside the code that owns it instead. `mod.rs` gives many tabs of an editor the
//! same title; a module `a` lives in `a.rs`. The root is the first screen a visitor sees: reports,
//! scratch scripts and second configuration files do not belong on it. To add a name there, add
//! it to [`ROOT`] with its reason.

use crate::assert_none;
use crate::tree::{OUTSIDE, Tree};

const WITHOUT_SUBJECT: &[&str] = &["utils", "util", "common", "helpers", "helper", "misc"];

/// Everything the root may hold, each with its reason.
const ROOT: &[(&str, &str)] = &[
    (".cargo", "how C code of dependencies is built"),
    (".config", "how the test runner runs"),
    ("Cargo.toml", "the workspace: members, versions, lints"),
    ("Cargo.lock", "the exact versions we build with"),
    ("rust-toolchain.toml", "the one compiler everybody uses"),
    ("rustfmt.toml", "cargo fmt looks for it here"),
    ("clippy.toml", "cargo clippy looks for it here"),
    ("README.md", "the first page"),
    ("README.ru.md", "the first page, in Russian"),
    ("ARCHITECTURE.md", "the map of the rooms"),
    ("CONTRIBUTING.md", "how to change the tree"),
    ("LICENSE-APACHE", "one of the two licences, to choose from"),
    ("LICENSE-MIT", "the other one"),
    ("CHANGELOG.md", "what changed for those who run it"),
    (".gitignore", "git looks for it here"),
    (".gitattributes", "git looks for it here"),
    (".dockerignore", "builders of images look for it here"),
    (".github", "what the public forge runs, and when"),
    (".ci", "what is run on every submission"),
    (".sqlx", "checked queries, so that a build needs no database"),
    ("dev", "the one entry point for people"),
    ("crates", "the rooms"),
    ("docs", "texts longer than a page of the README, and decisions"),
    ("migrations", "the schema, step by step"),
    ("locales", "the texts the product says, by language"),
    ("catalogue", "what the product offers, as data"),
    ("console", "the page for operators"),
    ("deploy", "how it is put on machines"),
    ("bench", "load programs and their recorded results"),
];

/// Checks the names of all files and folders of a tree.
fn violations(tree: &Tree) -> Vec<String> {
    let folders = tree.folders.iter().filter(|path| !path.is_empty());
    let mut violations = Vec::new();
    for path in folders.chain(&tree.files) {
        let name = path.rsplit('/').next().unwrap_or(path);
        if let Some(fault) = fault(name) {
            violations.push(format!("{path}: {fault}"));
        }
        let at_root = !path.contains('/');
        let allowed = ROOT.iter().any(|(allowed, _)| *allowed == name) || OUTSIDE.contains(&name);
        if at_root && !allowed {
            violations.push(format!(
                "{path}: is not agreed for the root folder; put it into the room or folder it \
                 belongs to, or add it with a reason to ROOT in crates/tidy/tests/tidy/names.rs"
            ));
        }
    }
    violations
}

/// What is wrong with the last part of a path, whatever the folder.
fn fault(name: &str) -> Option<String> {
    let stem = name.split_once('.').map_or(name, |(stem, _)| stem).to_lowercase();
    if WITHOUT_SUBJECT.contains(&stem.as_str()) {
        return Some(format!("`{stem}` says nothing; name it for what it owns"));
    }
    if name == "mod.rs" {
        return Some("call the module's file by the module's name, beside its folder".into());
    }
    let stem = name.strip_suffix(".rs")?;
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    if stem.starts_with(|c: char| c.is_ascii_lowercase()) && stem.chars().all(plain) {
        return None;
    }
    Some("is not lower snake case; rename it as in `some_name.rs`".into())
}

#[test]
fn names_with_a_subject_are_fine() {
    let tree = Tree::of([
        "Cargo.toml",
        "dev",
        ".ci/run",
        "crates/testbed/src/chaos_proxy.rs",
        "crates/common_sense/src/utilities_of_water.rs",
        "docs/decisions/0001-One.md",
    ]);

    assert_eq!(violations(&tree), [""; 0]);
}

#[test]
fn a_name_without_a_subject_is_found_on_files_and_folders() {
    for name in WITHOUT_SUBJECT {
        let file = format!("crates/a/src/{name}.rs");
        let folder = format!("crates/{name}/src/lib.rs");
        let script = format!("deploy/{name}.sh");

        let found = violations(&Tree::of([file, folder, script]));

        assert_eq!(found.len(), 3, "{found:?}");
        assert!(found.iter().all(|violation| violation.contains("says nothing")));
    }
}

#[test]
fn a_mod_rs_is_found() {
    let found = violations(&Tree::of(["crates/a/src/b/mod.rs"]));

    assert_eq!(found.len(), 1);
    assert!(found[0].starts_with("crates/a/src/b/mod.rs: call the module's file"));
}

#[test]
fn a_source_that_is_not_snake_case_is_found() {
    for name in ["ChaosProxy.rs", "chaos-proxy.rs", "2fa.rs", "a.b.rs", ".rs"] {
        let found = violations(&Tree::of([format!("crates/a/src/{name}")]));

        assert!(found[0].contains("is not lower snake case"), "{name}");
    }
}

#[test]
fn a_stranger_in_the_root_folder_is_found() {
    let found = violations(&Tree::of(["REPORT.md", "scripts/run.sh", "crates/a/REPORT.md"]));

    assert_eq!(found.len(), 2);
    assert!(found[0].starts_with("scripts: is not agreed for the root"));
    assert!(found[1].starts_with("REPORT.md: is not agreed for the root"));
}

#[test]
fn names_say_what_a_thing_is_and_the_root_holds_only_what_was_agreed() {
    assert_none(&violations(&Tree::walk()));
}
