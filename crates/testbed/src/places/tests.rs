//! The search, on trees of fake binaries.
#![expect(clippy::disallowed_methods, reason = "tests of a synchronous module")]

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use super::{read_version, search, versions_below};
use crate::account::Account;
use crate::folder::Folder;

fn scratch() -> Folder {
    Folder::throw_away("places", &Account::Own).unwrap()
}

/// A folder with an `initdb` and a `postgres` that says it is `version`.
fn install(folder: &Path, version: &str) -> PathBuf {
    fs::create_dir_all(folder).unwrap();
    fs::write(folder.join("initdb"), "").unwrap();
    let postgres = folder.join("postgres");
    fs::write(&postgres, format!("#!/bin/sh\necho 'postgres (PostgreSQL) {version}'\n")).unwrap();
    fs::set_permissions(&postgres, fs::Permissions::from_mode(0o755)).unwrap();
    folder.to_owned()
}

#[test]
fn every_spelling_of_a_version_is_read() {
    let spelt = [
        ("postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)", Some(15)),
        ("postgres (PostgreSQL) 18.4", Some(18)),
        ("postgres (PostgreSQL) 17beta1", Some(17)),
        ("postgres (PostgreSQL) 19devel", Some(19)),
        ("something else", None),
    ];
    for (text, major) in spelt {
        assert_eq!(read_version(text), major, "{text}");
    }
}

#[test]
fn a_chosen_folder_is_the_only_one_looked_at() {
    let scratch = scratch();
    let good = install(&scratch.path().join("good"), "16.1");
    let empty = scratch.path().join("empty");

    let found = search(Some(empty.clone().into()), &OsString::new(), &[good]);

    let sentence = found.unwrap_err().to_string();
    assert!(sentence.contains(&format!("PG_BIN_DIR={}", empty.display())), "{sentence}");
}

#[test]
fn a_link_in_the_path_leads_to_the_folder_of_the_real_file() {
    let scratch = scratch();
    let real = install(&scratch.path().join("real"), "15.2");
    let linked = scratch.path().join("linked");
    fs::create_dir_all(&linked).unwrap();
    symlink(real.join("postgres"), linked.join("postgres")).unwrap();

    let found = search(None, &linked.into(), &[]).unwrap();

    assert_eq!(found.folder(), fs::canonicalize(real).unwrap());
    assert_eq!(found.major(), 15);
}

#[test]
fn an_old_server_is_passed_over_and_named_in_the_sentence() {
    let scratch = scratch();
    let old = install(&scratch.path().join("old"), "13.9");

    let alone = search(None, &OsString::new(), std::slice::from_ref(&old));
    let sentence = alone.unwrap_err().to_string();
    assert!(sentence.contains("only 13"), "{sentence}");

    let new = install(&scratch.path().join("new"), "17.0");
    assert_eq!(search(None, &OsString::new(), &[old, new]).unwrap().major(), 17);
}

#[test]
fn nothing_found_is_one_sentence_with_the_cure() {
    let sentence = search(None, &OsString::new(), &[]).unwrap_err().to_string();

    assert!(sentence.starts_with("PostgreSQL 15 or later was not found: install it"), "{sentence}");
    assert!(sentence.contains("apt-get install postgresql"), "{sentence}");
    assert_eq!(sentence.lines().count(), 1);
}

#[test]
fn the_highest_version_of_a_pattern_comes_first() {
    let scratch = scratch();
    for name in ["postgresql@9", "postgresql@17", "postgresql@15", "redis"] {
        fs::create_dir_all(scratch.path().join(name)).unwrap();
    }

    let found = versions_below(scratch.path(), "postgresql");

    let names = ["postgresql@17", "postgresql@15", "postgresql@9"];
    assert_eq!(found, names.map(|name| scratch.path().join(name)));
}
