//! Rule: what `leadership` shows to others changes only with the version that the change asks for.
//!
//! `crates/leadership/api.txt` has a line for everything public of the version in its first line. It
//! is compared with the sources:
//!
//! ```text
//!   a line is gone, or changed ──────────────────────> the version must break: 0.1.3 to 0.2.0
//!   a new variant or field of something complete ────> the same: whoever matched or made it is broken
//!   any other new line ──────────────────────────────> a step is enough: 0.1.3 to 0.1.4
//!   the version is far enough, and the list is old ──> RENEW_API=1 cargo test -p tidy api
//! ```
//!
//! Nobody needs to be trusted with that: the list is renewed only when the version allows it.
//!
//! It reads signatures as they are written, so it does not see that a type of another crate has
//! changed behind the same name, nor which types are `Send`.

mod listing;

use std::collections::BTreeSet;

use toml::Table;

use crate::{assert_none, tree};
use listing::listing;

const CRATE: &str = "crates/leadership";

/// How far a version must go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    Nothing,
    Addition,
    Break,
}

type Version = [u64; 3];

fn version(text: &str) -> Version {
    let mut parts = text.trim().split('.').map(|part| part.parse().expect("a number"));
    std::array::from_fn(|_| parts.next().expect("a version has three numbers"))
}

/// How far apart two versions are, by cargo's rules.
fn step_between(old: Version, new: Version) -> Step {
    let breaks = match (old, new) {
        ([0, 0, _], _) => new > old,
        ([0, minor, _], [0, new_minor, _]) => new_minor > minor,
        ([major, ..], [new_major, ..]) => new_major > major,
    };
    match breaks {
        true => Step::Break,
        false if new > old => Step::Addition,
        false => Step::Nothing,
    }
}

/// What one line asks for that was not there before.
fn step_of_new(line: &str, old: &BTreeSet<&str>) -> Step {
    let (Some(of), true) = (
        line.split(['(', ' ']).nth(1).and_then(|path| path.rsplit_once("::")).map(|(of, _)| of),
        line.starts_with("variant ") || line.starts_with("field "),
    ) else {
        return Step::Addition;
    };
    let of = of.trim_end_matches(':');
    let complete = ["enum", "struct", "variant"].map(|kind| format!("{kind} {of}"));
    let was_complete = complete.iter().any(|line| old.contains(line.as_str()));
    if was_complete { Step::Break } else { Step::Addition }
}

/// Compares the list with what is public now.
fn violations(listed: &str, now: &[String], manifest: Version) -> Vec<String> {
    let (head, rest) = listed.split_once('\n').unwrap_or((listed, ""));
    let listed_version = version(head.rsplit(' ').next().unwrap_or_default());
    let old: BTreeSet<&str> = rest.lines().collect();
    let new: BTreeSet<&str> = now.iter().map(String::as_str).collect();
    let gone = old.difference(&new).map(|line| (Step::Break, format!("gone: {line}")));
    let added = new.difference(&old).map(|line| (step_of_new(line, &old), format!("new: {line}")));
    let changes: Vec<(Step, String)> = gone.chain(added).collect();
    let done = step_between(listed_version, manifest);
    let mut violations: Vec<String> = changes
        .iter()
        .filter(|(asked, _)| *asked > done)
        .map(|(asked, line)| {
            let what = if *asked == Step::Break { "a breaking version" } else { "a new version" };
            format!("{CRATE}/Cargo.toml: {what} after {head} is needed: {line}")
        })
        .collect();
    if violations.is_empty() && (!changes.is_empty() || listed_version != manifest) {
        violations.push(format!(
            "{CRATE}/api.txt: is of {head}; the version allows what has changed, so renew it: \
             RENEW_API=1 cargo test -p tidy api"
        ));
    }
    violations
}

fn manifest_version() -> Version {
    let manifest: Table = tree::read(&format!("{CRATE}/Cargo.toml")).parse().expect("a manifest");
    version(manifest["package"]["version"].as_str().expect("a version of its own"))
}

const OLD: &str =
    "a 0.1.3\nenum a::E\nfn a::f(u8)\nstruct a::S, with private fields\nvariant a::E::One\n";

fn check(change: impl Fn(&mut Vec<String>), manifest: Version) -> Vec<String> {
    let mut now: Vec<String> = OLD.lines().skip(1).map(str::to_owned).collect();
    change(&mut now);
    violations(OLD, &now, manifest)
}

#[test]
fn a_line_that_is_gone_or_changed_asks_for_a_breaking_version() {
    let changed = |now: &mut Vec<String>| now[1] = "fn a::f(u16)".into();

    assert_eq!(check(|_| {}, [0, 1, 3]), [""; 0]);
    let found = check(changed, [0, 1, 4]);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].ends_with("a breaking version after a 0.1.3 is needed: gone: fn a::f(u8)"));
    assert!(check(changed, [0, 2, 0])[0].contains("so renew it"));
}

#[test]
fn a_new_line_asks_for_a_step_and_one_of_something_complete_for_a_breaking_one() {
    let new = |line: &'static str| move |now: &mut Vec<String>| now.push(line.into());

    assert!(check(new("fn a::g()"), [0, 1, 3])[0].contains("a new version after"));
    assert!(check(new("fn a::g()"), [0, 1, 4])[0].contains("so renew it"));
    assert!(check(new("field a::S::x: u8"), [0, 1, 4])[0].contains("so renew it"));
    for line in ["variant a::E::Two(u8)", "field a::E::One::x: u8"] {
        assert!(check(new(line), [0, 1, 4])[0].contains("a breaking version"), "{line}");
    }
}

#[test]
fn versions_are_as_far_apart_as_cargo_says() {
    assert_eq!(step_between([0, 1, 3], [0, 1, 3]), Step::Nothing);
    assert_eq!(step_between([0, 1, 3], [0, 1, 2]), Step::Nothing);
    assert_eq!(step_between([0, 1, 3], [0, 1, 4]), Step::Addition);
    assert_eq!(step_between([0, 1, 3], [0, 2, 0]), Step::Break);
    assert_eq!(step_between([1, 1, 3], [1, 2, 0]), Step::Addition);
    assert_eq!(step_between([1, 1, 3], [2, 0, 0]), Step::Break);
}

#[test]
fn what_leadership_shows_changes_only_with_its_version() {
    let now = listing("leadership", &tree::root().join(CRATE).join("src"));
    let path = tree::root().join(CRATE).join("api.txt");
    let manifest = manifest_version();
    let [major, minor, patch] = manifest;
    let head = format!("leadership {major}.{minor}.{patch}");
    let renewed = format!("{head}\n{}\n", now.join("\n"));
    let listed = std::fs::read_to_string(&path).unwrap_or_else(|_| renewed.clone());
    let found = violations(&listed, &now, manifest);
    let may_renew = found.iter().all(|violation| violation.contains("so renew it"));
    if std::env::var_os("RENEW_API").is_some() && may_renew {
        std::fs::write(&path, renewed).expect("the list can be written");
        return;
    }
    assert!(path.exists(), "there is no {CRATE}/api.txt: RENEW_API=1 cargo test -p tidy api");
    assert_none(&found);
}

#[test]
fn the_changelog_of_leadership_has_its_version() {
    let [major, minor, patch] = manifest_version();
    let heading = format!("\n## {major}.{minor}.{patch}\n");
    assert!(tree::read(&format!("{CRATE}/CHANGELOG.md")).contains(&heading), "no{heading}");
}
