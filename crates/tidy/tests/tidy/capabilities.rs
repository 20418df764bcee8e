//! Rule: a room can do no more than its invariants say, because it lacks the crate for it.
//!
//! What reaches PostgreSQL, the network or a clock is given by a crate. A room without that crate
//! cannot write around the fence, call out of a handler or wait in one, whatever its code says.
//! Dependencies of tests are free: tests look from outside.
//!
//! The clocks of the standard library need no crate, so there the words are looked for.

use std::collections::{BTreeMap, BTreeSet};

use crate::tree::Tree;
use crate::{assert_none, tree, workspace};

/// A crate, and the rooms that may be built with it.
const GIVEN: [(&str, &[&str]); 4] = [
    ("sqlx", &["store"]),
    ("tokio-postgres", &["bench", "leadership", "store", "testbed"]),
    ("reqwest", &["kie", "telegram", "trt", "wire"]),
    (
        "tokio",
        &["bench", "kie", "leadership", "simulator", "store", "telegram", "testbed", "trt", "wire"],
    ),
];

/// Rooms that read no clock, and the ways to read one.
const TIMELESS: [&str; 3] = ["crates/dialogue/src/", "crates/domain/src/", "crates/media/src/"];
const CLOCKS: [&str; 4] = ["SystemTime", "Instant::", "now_utc", "now_local"];

/// Rooms that are built with a crate they were not given.
fn taken(uses: &BTreeMap<String, BTreeSet<String>>) -> Vec<String> {
    let mut violations = Vec::new();
    for (name, rooms) in GIVEN {
        for (room, uses) in uses {
            if uses.contains(name) && !rooms.contains(&room.as_str()) {
                violations.push(format!(
                    "room `{room}` is built with `{name}`; give it a narrow way through a room that may"
                ));
            }
        }
    }
    violations
}

/// The lines of a text that read a clock.
fn clocks(path: &str, text: &str) -> Vec<String> {
    let reads = |line: &str| CLOCKS.iter().any(|clock| line.contains(clock));
    let lines = text.lines().enumerate().filter(|(_, line)| reads(line));
    lines
        .map(|(at, _)| format!("{path}:{}: reads a clock; take the time as a value", at + 1))
        .collect()
}

#[test]
fn a_crate_in_the_wrong_room_is_found_and_in_the_right_one_is_fine() {
    let room = |name: &str, uses: &str| (name.to_owned(), BTreeSet::from([uses.to_owned()]));

    let fine = taken(&[room("store", "sqlx"), room("trt", "tokio")].into());
    let found = taken(&[room("trt", "sqlx"), room("dialogue", "tokio")].into());

    assert_eq!(fine, [""; 0]);
    assert!(found[0].starts_with("room `trt` is built with `sqlx`"));
    assert!(found[1].starts_with("room `dialogue` is built with `tokio`"));
}

#[test]
fn a_look_at_a_clock_is_found_with_its_line() {
    assert_eq!(clocks("a.rs", "fn at(now: Time) {}\n"), [""; 0]);
    let found = clocks("a.rs", "\nlet now = SystemTime::now();\n");
    assert_eq!(found, ["a.rs:2: reads a clock; take the time as a value"]);
}

#[test]
fn no_room_can_do_more_than_its_invariants_say() {
    let mut violations = taken(&workspace::libraries());
    for path in Tree::walk().ending(".rs") {
        if TIMELESS.iter().any(|room| path.starts_with(room)) {
            violations.extend(clocks(path, &tree::read(path)));
        }
    }
    assert_none(&violations);
}
