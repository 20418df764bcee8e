//! Ogg: Opus, a page for each second.
//!
//! ```text
//!   page: OpusHead   page: OpusTags   page: 50 packets   page: 50 packets ...
//! ```

use super::Lie;

/// Opus counts in these.
const RATE: u64 = 48_000;

/// Twenty milliseconds of silence.
const SILENCE: [u8; 3] = [0xF8, 0xFF, 0xFE];

pub(super) fn file(seconds: u32, lie: Lie) -> Vec<u8> {
    let mut head = b"OpusHead\x01\x01\0\0".to_vec();
    head.extend(48_000_u32.to_le_bytes());
    head.extend([0, 0, 0]);
    let mut file = page(2, 0, 0, &[&head]);
    file.extend(page(0, 0, 1, &[b"OpusTags\x03\0\0\0trt\0\0\0\0"]));
    for second in 1..=seconds {
        let is_last = second == seconds;
        let granule = match lie {
            Lie::None => u64::from(second) * RATE,
            Lie::Header if !is_last => u64::from(second) * RATE,
            Lie::Header => RATE,
            Lie::Samples => u64::from(second) * RATE / u64::from(seconds),
        };
        let packets = [&SILENCE[..]; 50];
        file.extend(page(if is_last { 4 } else { 0 }, granule, second + 1, &packets));
    }
    file
}

fn page(flags: u8, granule: u64, number: u32, packets: &[&[u8]]) -> Vec<u8> {
    let mut page = b"OggS\0".to_vec();
    page.push(flags);
    page.extend(granule.to_le_bytes());
    page.extend(7_u32.to_le_bytes());
    page.extend(number.to_le_bytes());
    page.extend([0; 4]);
    page.push(u8::try_from(packets.len()).unwrap_or_default());
    page.extend(packets.iter().map(|packet| u8::try_from(packet.len()).unwrap_or_default()));
    page.extend(packets.concat());
    let sum = checksum(&page);
    page[22..26].copy_from_slice(&sum.to_le_bytes());
    page
}

fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte) << 24, |sum, _| {
            if sum >> 31 == 1 { sum << 1 ^ 0x04C1_1DB7 } else { sum << 1 }
        })
    })
}
