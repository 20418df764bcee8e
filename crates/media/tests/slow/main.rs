//! The damaged files of `tests/media`, ten times as many.

#![expect(clippy::print_stdout, reason = "everything here is test code")]

#[path = "../media/damage.rs"]
mod damage;

#[test]
fn no_file_of_two_hundred_thousand_damaged_ones_is_too_much() {
    damage::survives(200_000);
}
