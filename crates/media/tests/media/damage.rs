//! Damaged files: cut, flipped, spliced, with lengths blown up. None may panic, keep much, take
//! more than linear work, or be measured differently in other pieces.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

use media::Meter;
use simulator::footage::{self, Container, Format, Lie};

/// The most memory that a file may take.
const MEMORY: u64 = 1 << 20;

/// The most steps for a byte.
const STEPS: u64 = 4;

/// Chance, by a seed.
pub(crate) struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, count: usize) -> usize {
        usize::try_from(self.roll() >> 11).unwrap_or_default() % count.max(1)
    }
}

/// Whole files, small ones, of every kind.
fn whole() -> Vec<Vec<u8>> {
    let mut files = Vec::new();
    for container in Container::ALL {
        let seconds = if matches!(container, Container::Mov | Container::Wav) { 1 } else { 2 };
        files.extend(Lie::ALL.map(|lie| footage::make(container, seconds, lie)));
    }
    for format in Format::ALL {
        files.push(footage::picture(format, (640, 480), Lie::Header));
    }
    files
}

/// Damages a file, in one of the ways that files are damaged.
fn damage(dice: &mut Dice, files: &[Vec<u8>]) -> Vec<u8> {
    let mut file = files[dice.below(files.len())].clone();
    for _ in 0..=dice.below(3) {
        let (at, length) = (dice.below(file.len()), file.len());
        match dice.below(6) {
            0 => file.truncate(at),
            1 => {
                for _ in 0..=dice.below(8) {
                    let at = dice.below(length);
                    if let Some(byte) = file.get_mut(at) {
                        *byte ^= 1 << dice.below(8);
                    }
                }
            }
            2 => {
                let other = &files[dice.below(files.len())];
                let from = dice.below(other.len());
                file.truncate(at);
                file.extend_from_slice(&other[from..]);
            }
            3 => {
                // What may be a length becomes a large one, or nothing.
                let large = [0, 1, 0x7F, 0x80, 0xFF][dice.below(5)];
                let end = (at + 1 + dice.below(8)).min(length);
                file[at..end].fill(large);
            }
            4 => {
                let end = (at + dice.below(200)).min(length);
                let part = file[at..end].to_vec();
                file.splice(at..at, part);
            }
            _ => {
                let end = (at + dice.below(200)).min(length);
                file.drain(at..end);
            }
        }
    }
    file
}

/// Measures so many damaged files; `SEED` is the one of an earlier run.
pub(crate) fn survives(count: usize) {
    let seed = std::env::var("SEED").ok().and_then(|text| text.parse().ok());
    let seed: u64 = seed.unwrap_or_else(|| RandomState::new().build_hasher().finish());
    println!("SEED={seed}");
    let mut dice = Dice(seed | 1);
    let files = whole();
    let (mut most, mut measurable) = (0, 0);
    for number in 0..count {
        let file = damage(&mut dice, &files);
        let largest = [3, 100, 5000][dice.below(3)];
        let piece = 1 + dice.below(largest);
        let mut results = Vec::new();
        let used = allocation_counter::measure(|| {
            let mut meter = Meter::new();
            file.chunks(piece).for_each(|piece| meter.take(piece));
            results.push((meter.steps(), meter.finish()));
        });
        let (steps, found) = results[0];
        let allowed = STEPS * file.len() as u64 + 64;
        assert!(steps <= allowed, "file {number}: {steps} steps for {} bytes", file.len());
        assert!(used.bytes_max <= MEMORY, "file {number}: {} bytes are kept", used.bytes_max);
        let mut meter = Meter::new();
        meter.take(&file);
        assert_eq!(meter.finish(), found, "file {number}, in pieces of {piece} and whole");
        most = most.max(used.bytes_max);
        measurable += usize::from(found.milliseconds.is_some());
    }
    println!("at most {most} bytes were kept; {measurable} of {count} had a length");
    // Damage that nothing survives would test nothing.
    assert!(measurable > count / 20, "only {measurable} of {count} had a length");
}
