//! Numbers that look random and repeat with their seed (`SplitMix64`).

/// A source of them.
pub(crate) struct Draws(u64);

impl Draws {
    /// By `SEED` if it is set, else new ones; the seed is printed, to be had again.
    pub(crate) fn seeded() -> Self {
        let seed = std::env::var("SEED").ok().and_then(|seed| seed.parse().ok());
        let seed = seed.unwrap_or_else(|| u64::from(std::process::id()));
        eprintln!("SEED={seed}");
        Self(seed)
    }

    /// The next one.
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// True once in so many times.
    pub(crate) fn once_in(&mut self, times: u64) -> bool {
        self.next().is_multiple_of(times)
    }

    /// One of several.
    pub(crate) fn one_of<'a, T>(&mut self, several: &'a [T]) -> &'a T {
        let place = self.next() % u64::try_from(several.len()).unwrap();
        &several[usize::try_from(place).unwrap()]
    }
}
