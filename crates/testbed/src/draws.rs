//! Numbers that look random and repeat with their seed (`SplitMix64`).

use std::time::Duration;

/// A source of them.
#[derive(Debug)]
pub struct Draws(u64);

/// The seed that somebody wants to see again.
pub fn asked_seed() -> Option<u64> {
    std::env::var("SEED").ok()?.parse().ok()
}

/// `SEED` if it is set, else a new one; printed, to be had again.
#[expect(clippy::print_stdout, reason = "a test that fails shows what it printed")]
pub fn printed_seed() -> u64 {
    let seed = asked_seed().unwrap_or_else(|| u64::from(std::process::id()));
    println!("SEED={seed}");
    seed
}

impl Draws {
    pub fn seeded(seed: u64) -> Self {
        Self(seed)
    }

    #[expect(clippy::should_implement_trait, reason = "they have no end, so this is no iterator")]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`; 0 when there is none.
    pub fn below(&mut self, bound: usize) -> usize {
        let bound = u64::try_from(bound).unwrap_or(u64::MAX).max(1);
        usize::try_from(self.next() % bound).unwrap_or(0)
    }

    /// One of several, of which there is at least one.
    pub fn one_of<'a, T>(&mut self, several: &'a [T]) -> &'a T {
        &several[self.below(several.len())]
    }

    /// True once in so many times.
    pub fn once_in(&mut self, times: u64) -> bool {
        self.next().is_multiple_of(times)
    }

    pub fn between(&mut self, low: Duration, high: Duration) -> Duration {
        let thousandths = u32::try_from(self.next() % 1001).unwrap_or(0);
        low + high.saturating_sub(low) * thousandths / 1000
    }

    /// In another order.
    pub fn shuffled<T>(&mut self, mut all: Vec<T>) -> Vec<T> {
        for place in (1..all.len()).rev() {
            all.swap(place, self.below(place + 1));
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::{Draws, Duration};

    #[test]
    fn draws_repeat_with_their_seed_and_stay_in_range() {
        let (mut one, mut same) = (Draws::seeded(7), Draws::seeded(7));
        let (low, high) = (Duration::from_secs(60), Duration::from_secs(120));

        for _ in 0..100 {
            assert_eq!(one.next(), same.next());
            assert!((low..=high).contains(&one.between(low, high)));
            let _ = same.next();
        }
        assert_eq!(one.below(0), 0);
        let mut shuffled = one.shuffled((0..20).collect());
        assert_ne!(shuffled, (0..20).collect::<Vec<_>>());
        shuffled.sort_unstable();
        assert_eq!(shuffled, (0..20).collect::<Vec<_>>());
    }
}
