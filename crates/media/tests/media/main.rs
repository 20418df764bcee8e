//! What a file says of itself, what is in it, and what is measured: every container, every lie.

#![expect(
    clippy::expect_used,
    clippy::print_stdout,
    reason = "everything here is test code, functions without #[test] included"
)]

mod damage;
mod glued;
mod greed;
mod lies;

use media::{Measured, Meter};

/// Measures a file that comes in pieces of this size.
fn measured(file: &[u8], piece: usize) -> Measured {
    let mut meter = Meter::new();
    file.chunks(piece).for_each(|piece| meter.take(piece));
    meter.finish()
}

#[test]
fn no_file_of_twenty_thousand_damaged_ones_is_too_much() {
    damage::survives(20_000);
}
