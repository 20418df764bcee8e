//! Any bytes, whole and in pieces: no panic, the same measure, steps linear in bytes.

#![no_main]

use libfuzzer_sys::fuzz_target;
use media::Meter;

fuzz_target!(|input: (u8, &[u8])| {
    let (piece, file) = input;
    let mut meter = Meter::new();
    file.chunks(usize::from(piece) + 1).for_each(|piece| meter.take(piece));
    assert!(meter.steps() <= 4 * file.len() as u64 + 64);
    let mut whole = Meter::new();
    whole.take(file);
    assert_eq!(meter.finish(), whole.finish());
});
