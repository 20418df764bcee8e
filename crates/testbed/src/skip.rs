//! Tests that cannot run on this machine: said aloud and counted, never silently green.
//!
//! A test that lacks a program of the machine (no `PgBouncer`, no browser) calls [`because`] and
//! returns. The line is printed, and added to the file named by `TRT_SKIPPED` if there is one, so
//! that `./dev test` can list and count what was left out. Where `CI` is set a skip is a failure.

use crate::promise::add_line;

/// The variable that names the file of skipped tests.
pub const FILE: &str = "TRT_SKIPPED";

/// Records that the calling test is left out, and why.
pub fn because(reason: impl std::fmt::Display) {
    let thread = std::thread::current();
    let line = format!("skipped {}: {reason}", thread.name().unwrap_or("a test"));
    assert!(std::env::var_os("CI").is_none(), "nothing may be skipped here, but: {line}");
    eprintln!("{line}");
    add_line(std::env::var_os(FILE), &line);
}
