//! Sound alone: frames of MP3, AAC and FLAC, the PCM of WAV, and Ogg with pages of Opus.
//!
//! ```text
//!   ogg: page: OpusHead   page: OpusTags   page: 50 packets   page: 50 packets ...
//! ```

use super::{Lie, noise};

/// MP3 of 16 kHz, 8 kbit/s: frames of 36 bytes, each of 36 ms.
const MP3: [u8; 4] = [0xFF, 0xF3, 0x18, 0xC4];
const MP3_FRAME: usize = 36;

pub(super) fn mp3(seconds: u32, lie: Lie) -> Vec<u8> {
    // The table needs more room than a frame has: its frame is of 16 kbit/s.
    let mut table = vec![0xFF, 0xF3, 0x28, 0xC4];
    table.extend([0; 9]);
    table.extend(b"Xing\0\0\0\x01");
    let told = (lie.told(seconds) * 1000).div_ceil(36);
    table.extend(told.to_be_bytes());
    table.resize(2 * MP3_FRAME, 0);
    let frame = [&MP3[..], &noise(MP3_FRAME - 4)].concat();
    let count = (seconds * 1000).div_ceil(36) as usize;
    let tag = note(b"TLEN", lie, seconds);
    [tag, table, frame.repeat(count)].concat()
}

/// AAC of 16 kHz: frames of 64 ms.
pub(super) fn aac(seconds: u32, lie: Lie) -> Vec<u8> {
    let silence = [0x00, 0xC8, 0x00, 0x80, 0x23, 0x80];
    let frame = [&[0xFF, 0xF1, 0x60, 0x40, 0x01, 0xBF, 0xFC][..], &silence].concat();
    let count = (seconds * 1000).div_ceil(64) as usize;
    [note(b"TLEN", lie, seconds), frame.repeat(count)].concat()
}

/// An ID3 tag with one field: the length in milliseconds.
fn note(name: &[u8], lie: Lie, seconds: u32) -> Vec<u8> {
    // A lie of samples has no place in these, so it is said in another way.
    let text = match lie {
        Lie::Samples => "0001".into(),
        lie => format!("{:08}", lie.told(seconds) * 1000),
    };
    let length = u8::try_from(text.len() + 1).unwrap_or_default();
    let mut tag = b"ID3\x03\0\0\0\0\0".to_vec();
    tag.push(length + 10);
    tag.extend(name);
    tag.extend([0, 0, 0, length, 0, 0, 0]);
    tag.extend(text.as_bytes());
    tag
}

/// FLAC of 16 kHz: frames of 4096 samples, silent, and one with the rest.
pub(super) fn flac(seconds: u32, lie: Lie) -> Vec<u8> {
    let (rate, block) = (16_000_u32, 4096_u32);
    let told = lie.told(seconds) * rate;
    let mut file = b"fLaC\x80\0\0\x22".to_vec();
    // Blocks, frames of unknown size; then 20 bits of rate, one channel, 16 bits, 36 bits of samples.
    file.extend([0x10, 0, 0x10, 0, 0, 0, 0, 0, 0, 0]);
    let fields = u64::from(rate) << 44 | 15 << 36 | u64::from(told);
    file.extend(fields.to_be_bytes());
    // A checksum of nothing says that there is none; the lie of samples is in it, too.
    file.extend([u8::from(lie == Lie::Samples); 16]);
    let (mut left, mut number) = (seconds * rate, 0);
    while left > 0 {
        let samples = left.min(block);
        file.extend(flac_frame(number, samples));
        left -= samples;
        number += 1;
    }
    file
}

fn flac_frame(number: u32, samples: u32) -> Vec<u8> {
    let mut frame = vec![0xFF, 0xF8, 0x75, 0x08];
    let number = char::from_u32(number).unwrap_or_default();
    frame.extend(number.encode_utf8(&mut [0; 4]).as_bytes());
    frame.extend(u16::try_from(samples - 1).unwrap_or_default().to_be_bytes());
    frame.push(frame.iter().fold(0, |sum, byte| {
        (0..8).fold(sum ^ byte, |sum: u8, _| if sum >> 7 == 1 { sum << 1 ^ 7 } else { sum << 1 })
    }));
    // One value for the whole block.
    frame.extend([0, 0, 0]);
    let sum = frame.iter().fold(0, |sum, byte| {
        (0..8).fold(sum ^ u16::from(*byte) << 8, |sum, _| {
            if sum >> 15 == 1 { sum << 1 ^ 0x8005 } else { sum << 1 }
        })
    });
    frame.extend(sum.to_be_bytes());
    frame
}

/// WAV is PCM of 8 bits, so many a second.
const WAV_RATE: u32 = 8000;

pub(super) fn wav(seconds: u32, lie: Lie) -> Vec<u8> {
    let data = noise((seconds * WAV_RATE) as usize);
    // So many bytes a second would be over in the time that is told.
    let byte_rate = seconds * WAV_RATE / lie.told(seconds).max(1);
    let told = if lie == Lie::Samples { WAV_RATE } else { seconds * WAV_RATE };
    let mut file = b"RIFF".to_vec();
    file.extend((told + 36).to_le_bytes());
    file.extend(b"WAVEfmt \x10\0\0\0\x01\0\x01\0");
    file.extend(WAV_RATE.to_le_bytes());
    file.extend(byte_rate.to_le_bytes());
    file.extend(b"\x01\0\x08\0data");
    file.extend(told.to_le_bytes());
    file.extend(data);
    file
}

/// Opus counts in these.
const RATE: u64 = 48_000;

/// Twenty milliseconds of silence.
const SILENCE: [u8; 3] = [0xF8, 0xFF, 0xFE];

/// Ogg: Opus, a page for each second.
pub(super) fn ogg(seconds: u32, lie: Lie) -> Vec<u8> {
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
