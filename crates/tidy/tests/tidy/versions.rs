//! Rule: one version of each crate, and all of them from crates.io.
//!
//! Two versions of one crate are built twice, and their types do not fit together although they
//! have the same name. A crate from a git address or from another registry can change or vanish
//! under us. Both are visible in `Cargo.lock`, so that is what the rule reads. A double that we
//! cannot remove is put on [`DOUBLED`] with its reason, and leaves the list when it is gone.

use std::collections::BTreeMap;

use toml::{Table, Value};

use crate::{assert_none, tree};

const LOCK: &str = "Cargo.lock";
const CRATES_IO: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// Crates that are allowed to be there in several versions, each with the reason.
const DOUBLED: &[(&str, &str)] = &[
    ("base64", "sqlx is one behind hyper-util"),
    ("block-buffer", SHA),
    ("const-oid", SHA),
    ("cpufeatures", SHA),
    ("crypto-common", SHA),
    ("digest", SHA),
    ("getrandom", "ring, metrics-util and uuid ask for three generations of it"),
    ("hashbrown", "stateright (tests only), sqlx with metrics-util, and indexmap are apart"),
    ("r-efi", "comes with getrandom, for targets we never build for"),
    ("rand", "metrics-util is one behind tokio-postgres"),
    ("rand_core", "comes with rand"),
    ("sha2", SHA),
    ("syn", "some derive macros have not moved to 3 yet"),
    ("synstructure", "rcgen names x509-parser, which is a step behind and which we never build"),
    ("wasi", "mio and whoami ask for different ones, on WebAssembly, which we never build for"),
    ("windows-sys", "ring and tokio ask for different ones, on Windows, which we never build for"),
];

/// One reason for a whole family.
const SHA: &str = "sqlx 0.9 and x509-cert still use the hashes of a generation ago";

/// Checks the text of a lock file.
fn violations(lock: &str, doubled: &[(&str, &str)]) -> Vec<String> {
    let table: Table = lock.parse().expect("Cargo.lock is written by cargo and is valid TOML");
    let packages = table.get("package").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let mut violations = Vec::new();
    let mut versions: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for package in packages {
        let field = |key| package.get(key).and_then(Value::as_str);
        let name = field("name").expect("every package in Cargo.lock has a name");
        versions.entry(name).or_default().extend(field("version"));
        // A member of the workspace has no source at all.
        if let Some(source) = field("source")
            && source != CRATES_IO
        {
            violations.push(format!(
                "{LOCK}:{}: {name} comes from {source}; use a version published on crates.io",
                line_of(lock, name)
            ));
        }
    }
    for (name, versions) in versions.iter().filter(|(_, versions)| versions.len() > 1) {
        if doubled.iter().all(|(allowed, _)| allowed != name) {
            violations.push(format!(
                "{LOCK}:{}: {name} is there in versions {}; find who asks with `cargo tree -i` \
                 and agree on one",
                line_of(lock, name),
                versions.join(" and ")
            ));
        }
    }
    for (name, reason) in doubled {
        if versions.get(name).is_none_or(|versions| versions.len() < 2) {
            violations.push(format!(
                "crates/tidy/tests/tidy/versions.rs: {name} is on DOUBLED ({reason}) and is no \
                 longer doubled; remove it"
            ));
        }
    }
    violations
}

/// The line on which the first package of this name begins.
fn line_of(lock: &str, name: &str) -> usize {
    let wanted = format!("name = \"{name}\"");
    lock.lines().position(|line| line == wanted).map_or(1, |index| index + 1)
}

/// A lock file with these packages: name, version and the rest of the entry.
fn lock(packages: &[(&str, &str, &str)]) -> String {
    let entry = |(name, version, rest): &(&str, &str, &str)| {
        format!("[[package]]\nname = \"{name}\"\nversion = \"{version}\"\n{rest}\n\n")
    };
    format!("version = 4\n\n{}", packages.iter().map(entry).collect::<String>())
}

const PUBLISHED: &str = "source = \"registry+https://github.com/rust-lang/crates.io-index\"";

#[test]
fn single_versions_from_crates_io_and_members_are_fine() {
    let lock = lock(&[("a", "1.0.0", PUBLISHED), ("b", "2.0.0", PUBLISHED), ("room", "0.1.0", "")]);

    assert_eq!(violations(&lock, &[]), [""; 0]);
}

#[test]
fn a_crate_in_two_versions_is_found() {
    let lock =
        lock(&[("a", "1.0.0", PUBLISHED), ("b", "1.0.0", PUBLISHED), ("b", "2.0.0", PUBLISHED)]);

    let found = violations(&lock, &[]);

    assert_eq!(found.len(), 1);
    assert!(found[0].starts_with("Cargo.lock:9: b is there in versions 1.0.0 and 2.0.0;"));
}

#[test]
fn a_listed_double_is_fine_as_long_as_it_is_doubled() {
    let doubled = [("b", "a reason")];
    let double = lock(&[("b", "1.0.0", PUBLISHED), ("b", "2.0.0", PUBLISHED)]);
    let single = lock(&[("b", "2.0.0", PUBLISHED)]);

    assert_eq!(violations(&double, &doubled), [""; 0]);
    assert!(violations(&single, &doubled)[0].contains("b is on DOUBLED (a reason)"));
    assert!(violations(&lock(&[]), &doubled)[0].contains("is no longer doubled"));
}

#[test]
fn a_crate_from_elsewhere_is_found() {
    let sources =
        ["git+https://github.com/a/b#0a1b2c", "registry+https://crates.example.org/index"];
    for source in sources {
        let found = violations(&lock(&[("a", "1.0.0", &format!("source = \"{source}\""))]), &[]);

        assert_eq!(found.len(), 1);
        assert!(found[0].starts_with(&format!("Cargo.lock:4: a comes from {source};")));
    }
}

#[test]
fn each_crate_is_there_once_and_comes_from_crates_io() {
    assert_none(&violations(&tree::read(LOCK), DOUBLED));
}
