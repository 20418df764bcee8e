//! `WebM`: VP8 and Opus, a cluster for each second.
//!
//! ```text
//!   EBML  Segment ( Info  Tracks  Cluster  Cluster ... )
//! ```
//!
//! A live recording has no duration, and sizes of neither the segment nor its clusters.

use super::{Lie, noise};

/// Twenty milliseconds of silence.
const SILENCE: [u8; 3] = [0xF8, 0xFF, 0xFE];

/// The rate of the sound, as an IEEE number: 48 000.
const RATE: [u8; 4] = [0x47, 0x3B, 0x80, 0x00];

pub(super) fn file(seconds: u32, sides: (u32, u32), lie: Lie, is_live: bool) -> Vec<u8> {
    let mut segment = Vec::new();
    let mut info = element(&[0x2A, 0xD7, 0xB1], &1_000_000_u32.to_be_bytes());
    info.extend(element(&[0x4D, 0x80], b"trt"));
    info.extend(element(&[0x57, 0x41], b"trt"));
    if !is_live || lie != Lie::None {
        info.extend(element(&[0x44, 0x89], &thousands(lie.told(seconds))));
    }
    segment.extend(element(&[0x15, 0x49, 0xA9, 0x66], &info));
    let tracks = [seen(sides, lie, seconds), heard()].concat();
    segment.extend(element(&[0x16, 0x54, 0xAE, 0x6B], &tracks));
    for second in 0..seconds {
        let content = cluster(second, seconds, lie);
        segment.extend(master(&[0x1F, 0x43, 0xB6, 0x75], &content, is_live));
    }
    let mut file = element(&[0x1A, 0x45, 0xDF, 0xA3], &element(&[0x42, 0x82], b"webm"));
    file.extend(master(&[0x18, 0x53, 0x80, 0x67], &segment, is_live));
    file
}

fn cluster(second: u32, seconds: u32, lie: Lie) -> Vec<u8> {
    let time = |time: u32| lie.each(time, seconds);
    let mut cluster = element(&[0xE7], &time(second * 1000).to_be_bytes());
    for frame in 0..10 {
        // A key frame of VP8 begins so.
        let picture = [&[0x10, 0x02, 0x00, 0x9D, 0x01, 0x2A][..], &noise(10)].concat();
        cluster.extend(block(1, time(frame * 100), &picture));
        for packet in 0..5 {
            cluster.extend(block(2, time(frame * 100 + packet * 20), &SILENCE));
        }
    }
    cluster
}

fn block(track: u8, time: u32, frame: &[u8]) -> Vec<u8> {
    let time = u16::try_from(time).unwrap_or_default().to_be_bytes();
    element(&[0xA3], &[&[0x80 | track, time[0], time[1], 0x80][..], frame].concat())
}

fn seen((width, height): (u32, u32), lie: Lie, seconds: u32) -> Vec<u8> {
    let usual = lie.each(100_000_000, seconds);
    let size = [element(&[0xB0], &width.to_be_bytes()), element(&[0xBA], &height.to_be_bytes())];
    let fields = [
        element(&[0xD7], &[1]),
        element(&[0x73, 0xC5], &[1]),
        element(&[0x83], &[1]),
        element(&[0x86], b"V_VP8"),
        element(&[0x23, 0xE3, 0x83], &usual.to_be_bytes()),
        element(&[0xE0], &size.concat()),
    ];
    element(&[0xAE], &fields.concat())
}

fn heard() -> Vec<u8> {
    let head = b"OpusHead\x01\x01\0\0\x80\xbb\0\0\0\0\0";
    let fields = [
        element(&[0xD7], &[2]),
        element(&[0x73, 0xC5], &[2]),
        element(&[0x83], &[2]),
        element(&[0x86], b"A_OPUS"),
        element(&[0x63, 0xA2], head),
        element(&[0xE1], &[element(&[0xB5], &RATE), element(&[0x9F], &[1])].concat()),
    ];
    element(&[0xAE], &fields.concat())
}

fn element(id: &[u8], content: &[u8]) -> Vec<u8> {
    master(id, content, false)
}

/// An element with a size of four bytes, or of no known size.
fn master(id: &[u8], content: &[u8], is_live: bool) -> Vec<u8> {
    let known = 0x1000_0000 | u32::try_from(content.len()).unwrap_or_default();
    let size = if is_live { vec![0xFF] } else { known.to_be_bytes().to_vec() };
    [id, &size, content].concat()
}

/// A whole number of thousands as an IEEE number of eight bytes.
fn thousands(number: u32) -> [u8; 8] {
    let number = u64::from(number) * 1000;
    let highest = u64::from(number.max(1).ilog2());
    let mantissa = (number << (52 - highest)) & ((1 << 52) - 1);
    ((1023 + highest) << 52 | mantissa).to_be_bytes()
}
