//! Opus: the first byte of a packet says how long its frames are, and how many there are.

/// Opus counts in these, whatever was recorded.
pub(crate) const RATE: u64 = 48_000;

/// How many samples a packet holds; none when it is empty or says how many nowhere.
pub(crate) fn samples(packet: &[u8]) -> Option<u64> {
    let (first, rest) = packet.split_first()?;
    let frame = match first >> 3 {
        kind @ 0..=11 => [480, 960, 1920, 2880][usize::from(kind & 3)],
        kind @ 12..=15 => [480, 960][usize::from(kind & 1)],
        kind => [120, 240, 480, 960][usize::from(kind & 3)],
    };
    let frames = match first & 3 {
        0 => 1,
        1 | 2 => 2,
        _ => u64::from(rest.first()? & 0x3F),
    };
    Some(frame * frames)
}

#[cfg(test)]
mod tests {
    use super::samples;

    #[test]
    fn packets_say_how_long_they_are() {
        assert_eq!(samples(&[0x00]), Some(480));
        assert_eq!(samples(&[0x18 | 1]), Some(2 * 2880));
        assert_eq!(samples(&[0x68]), Some(960));
        assert_eq!(samples(&[0xF8]), Some(960));
        assert_eq!(samples(&[0x80 | 3, 0xC0 | 5]), Some(600));
        assert_eq!((samples(&[]), samples(&[3])), (None, None));
    }
}
