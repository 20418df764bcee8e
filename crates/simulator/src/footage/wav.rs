//! WAV: PCM of 8 bits, 8000 a second.

use super::{Lie, noise};

const RATE: u32 = 8000;

pub(super) fn file(seconds: u32, lie: Lie) -> Vec<u8> {
    let data = noise((seconds * RATE) as usize);
    // So many bytes a second would be over in the time that is told.
    let byte_rate = seconds * RATE / lie.told(seconds).max(1);
    let told = if lie == Lie::Samples { RATE } else { seconds * RATE };
    let mut file = b"RIFF".to_vec();
    file.extend((told + 36).to_le_bytes());
    file.extend(b"WAVEfmt \x10\0\0\0\x01\0\x01\0");
    file.extend(RATE.to_le_bytes());
    file.extend(byte_rate.to_le_bytes());
    file.extend(b"\x01\0\x08\0data");
    file.extend(told.to_le_bytes());
    file.extend(data);
    file
}
