//! Rule: the table of rooms in ARCHITECTURE.md is true.
//!
//! The map of a workspace is which room may depend on which. People read it in the table under
//! the heading `## Rooms`, cargo reads it in the manifests, and this rule holds the two together,
//! in both directions: a dependency that is not in the table is a decision nobody wrote down, and
//! a line without its crate sends a reader to a place that does not exist.
//!
//! ```text
//! | room | folder | one line | depends on | in tests also | never contains |
//! ```
//!
//! A cell of dependencies lists rooms in backticks, separated by commas, or has a single `-`.
//! Crates from elsewhere are not in the table; `depends on` includes build dependencies.

use std::collections::{BTreeMap, BTreeSet};

use crate::markdown::{self, Cell, Row};
use crate::workspace::{self, Room};
use crate::{assert_none, tree};

const MAP: &str = "ARCHITECTURE.md";
const HEADER: &[&str] =
    &["room", "folder", "one line", "depends on", "in tests also", "never contains"];

/// Compares the table of a document with the rooms that cargo knows.
fn violations(map: &str, actual: &BTreeMap<String, Room>) -> Vec<String> {
    let rows = markdown::table_under(map, "Rooms");
    let Some((header, rows)) = rows.split_first() else {
        return vec![format!("{MAP}:1: has no table under a heading `## Rooms`; write one")];
    };
    let top = header.line;
    let titles: Vec<&str> = header.cells.iter().map(|cell| cell.text.as_str()).collect();
    if titles != HEADER {
        return vec![format!("{MAP}:{top}: the header must be | {} |", HEADER.join(" | "))];
    }
    let mut violations = Vec::new();
    let mut seen = BTreeSet::new();
    for Row { line, cells } in rows {
        let (name, room) = match read_row(cells) {
            Ok(row) => row,
            Err(fault) => {
                violations.push(format!("{MAP}:{line}: {fault}"));
                continue;
            }
        };
        let faults = match actual.get(&name) {
            _ if !seen.insert(name.clone()) => vec!["is listed twice; keep one line".into()],
            None => vec!["is no crate of the workspace; remove the line".into()],
            Some(actual) => differences(&room, actual),
        };
        violations
            .extend(faults.iter().map(|fault| format!("{MAP}:{line}: room `{name}` {fault}")));
    }
    let absent = actual.keys().filter(|name| !seen.contains(*name));
    violations.extend(absent.map(|name| format!("{MAP}:{top}: room `{name}` has no line; add it")));
    violations
}

/// The name and the room that one row describes.
fn read_row(cells: &[Cell]) -> Result<(String, Room), String> {
    let [room, folder, _, depends_on, in_tests_also, _] = cells else {
        return Err(format!("the row has {} cells instead of {}", cells.len(), HEADER.len()));
    };
    let single = |cell: &Cell| match cell.names.as_slice() {
        [name] if *name == cell.text => Ok(name.clone()),
        _ => Err(format!("`{}` must be one name in backticks", cell.text)),
    };
    let list = |cell: &Cell| {
        let text: String = cell.text.split_whitespace().collect();
        let is_list = !cell.names.is_empty() && text == cell.names.join(",");
        let names = cell.names.iter().cloned().collect();
        let fault = || format!("`{}` must be names in backticks with commas, or -", cell.text);
        (is_list || text == "-").then_some(names).ok_or_else(fault)
    };
    let (depends_on, in_tests_also) = (list(depends_on)?, list(in_tests_also)?);
    Ok((single(room)?, Room { folder: single(folder)?, depends_on, in_tests_also }))
}

/// What the table says wrongly about a room; each completes the sentence "room `a` ...".
fn differences(said: &Room, actual: &Room) -> Vec<String> {
    let mut faults = Vec::new();
    if said.folder != actual.folder {
        faults.push(format!("is in {}, not in {}; correct the folder", actual.folder, said.folder));
    }
    let columns = [
        ("depends on", &said.depends_on, &actual.depends_on),
        ("in tests also", &said.in_tests_also, &actual.in_tests_also),
    ];
    for (column, said, actual) in columns {
        for name in actual.difference(said) {
            faults.push(format!(
                "uses `{name}`, which `{column}` does not list; remove it from the manifest, or \
                 decide to allow it and list it"
            ));
        }
        for name in said.difference(actual) {
            faults.push(format!("does not use `{name}`, which `{column}` lists; strike it out"));
        }
    }
    faults
}

/// A document whose table has these rows.
fn map(rows: &str) -> String {
    let header = format!("| {} |\n|---|---|---|---|---|---|", HEADER.join(" | "));
    format!("# Map\n\n## Rooms\n\n{header}\n{rows}\n\n## Later\n\n| a |\n|---|\n| b |\n")
}

/// Three rooms as cargo knows them: `shop` builds on `store` and tests with `testbed`.
fn actual() -> BTreeMap<String, Room> {
    let room = |name: &str, depends_on: &[&str], in_tests_also: &[&str]| {
        let set = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let (depends_on, in_tests_also) = (set(depends_on), set(in_tests_also));
        let folder = format!("crates/{name}");
        (name.to_owned(), Room { folder, depends_on, in_tests_also })
    };
    [room("shop", &["store"], &["testbed"]), room("store", &[], &[]), room("testbed", &[], &[])]
        .into()
}

const SHOP: &str = "| `shop` | `crates/shop` | Sells. | `store` | `testbed` | SQL |";
const STORE: &str = "| `store` | `crates/store` | Keeps. | - | - | prices |";
const TESTBED: &str = "| `testbed` | `crates/testbed` | Breaks. | - | - | rules |";

fn check(rows: &[&str]) -> Vec<String> {
    violations(&map(&rows.join("\n")), &actual())
}

#[test]
fn a_true_table_is_fine() {
    assert_eq!(check(&[SHOP, STORE, TESTBED]), [""; 0]);
}

#[test]
fn a_room_that_is_absent_repeated_or_invented_is_found() {
    let invented = "| `attic` | `crates/attic` | - | - | - | - |";

    let absent = check(&[SHOP, STORE]);
    let repeated = check(&[SHOP, STORE, STORE, TESTBED]);
    let invented = check(&[SHOP, STORE, invented, TESTBED]);

    assert_eq!(absent, ["ARCHITECTURE.md:5: room `testbed` has no line; add it"]);
    assert_eq!(repeated, ["ARCHITECTURE.md:9: room `store` is listed twice; keep one line"]);
    assert!(invented[0].starts_with("ARCHITECTURE.md:9: room `attic` is no crate"));
}

#[test]
fn a_wrong_folder_is_found() {
    let moved = STORE.replace("crates/store", "crates/cellar");

    let found = check(&[SHOP, &moved, TESTBED]);

    assert!(found[0].ends_with("is in crates/store, not in crates/cellar; correct the folder"));
}

#[test]
fn a_dependency_that_only_one_side_knows_is_found() {
    let silent = SHOP.replace("| `store` |", "| - |").replace("| `testbed` |", "| - |");
    let boasting = STORE.replace("| - | - |", "| `shop` | `shop`, `testbed` |");

    let silent = check(&[&silent, STORE, TESTBED]);
    let boasting = check(&[SHOP, &boasting, TESTBED]);

    assert!(silent[0].contains("`shop` uses `store`, which `depends on` does not list;"));
    assert!(silent[1].contains("`shop` uses `testbed`, which `in tests also` does not list;"));
    assert!(boasting[0].contains("does not use `shop`, which `depends on` lists;"));
    assert!(boasting[1].contains("does not use `shop`, which `in tests also` lists;"));
    assert!(boasting[2].contains("does not use `testbed`, which `in tests also` lists;"));
}

#[test]
fn a_table_that_cannot_be_read_is_found() {
    let bare = check(&[SHOP, &STORE.replace("| - | - |", "| shop | - |"), TESTBED]);
    let header = violations("## Rooms\n\n| room |\n|---|\n", &actual());
    let none = violations("# Rooms\n\n| room |\n|---|\n", &actual());

    assert!(bare[0].contains(":8: `shop` must be names in backticks with commas, or -"));
    assert!(header[0].contains(":3: the header must be | room | folder |"));
    assert!(none[0].contains("has no table"));
}

#[test]
fn the_rooms_depend_on_each_other_as_architecture_md_says() {
    assert_none(&violations(&tree::read(MAP), &workspace::actual()));
}
