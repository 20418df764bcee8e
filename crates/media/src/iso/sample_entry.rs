//! The description of a track's samples (`stsd`): which codec, how fast, how large.
//!
//! A description is read both as sound and as pictures, since what the track is may be said behind
//! it. Of several descriptions of one track the slower sound and the larger picture count. Where a
//! codec keeps its own description is found by its name, at every place where the name stands:
//! players disagree about how long the older fields in front of it are.

use crate::bits::{big, fraction};
use crate::codecs::{Sound, aac};
use crate::length::larger;

/// The sound and the size of the content of an `stsd` box of `size` bytes.
pub(super) fn read(content: &[u8], size: u64) -> (Sound, Option<(u32, u32)>) {
    let count = big(content, 4, 4);
    let mut rest = content.get(8..).unwrap_or_default();
    let (mut sound, mut pixels) = (None, None);
    for _ in 0..count.min(64) {
        let length = usize::try_from(big(rest, 0, 4)).unwrap_or_default();
        let Some((entry, after)) = rest.split_at_checked(length.max(16)) else {
            sound = Some(Sound::Unknown);
            break;
        };
        let heard = as_sound(entry);
        sound = Some(match sound {
            Some(other) => heard.or_slower(other),
            None => heard,
        });
        let side = |at| u32::try_from(big(entry, at, 2)).unwrap_or_default();
        pixels = larger(pixels, (side(32), side(34)));
        rest = after;
    }
    if size > content.len() as u64 || count > 64 {
        sound = None;
    }
    (sound.unwrap_or_default(), pixels)
}

fn as_sound(entry: &[u8]) -> Sound {
    let version = big(entry, 16, 2);
    let (channels, bits, rate) = if version == 2 {
        let rate = entry.get(40..48).and_then(|bytes| fraction(bytes, 1));
        (big(entry, 48, 4), big(entry, 56, 4), rate.unwrap_or_default())
    } else {
        (big(entry, 24, 2), big(entry, 26, 2), big(entry, 32, 2))
    };
    match entry.get(4..8) {
        Some(b"mp4a") => everywhere(entry, b"esds", aac::wrapped),
        Some(b"alac") => everywhere(entry.get(8..).unwrap_or_default(), b"alac", |cookie| {
            Sound::even(big(cookie, 4, 4), big(cookie, 24, 4))
        }),
        Some(b"apac") => Sound::even(1024, rate),
        Some(b"sowt" | b"twos" | b"lpcm" | b"ipcm" | b"fpcm" | b"raw " | b"NONE") => {
            Sound::plain(channels, bits, rate)
        }
        Some(b"in24") => Sound::plain(channels, 24, rate),
        Some(b"in32" | b"fl32") => Sound::plain(channels, 32, rate),
        Some(b"fl64") => Sound::plain(channels, 64, rate),
        Some(b"ulaw" | b"alaw") => Sound::plain(channels, 8, rate),
        _ => Sound::Unknown,
    }
}

/// Reads what follows a name, wherever it stands, and takes the slowest.
fn everywhere(entry: &[u8], name: &[u8; 4], read: impl Fn(&[u8]) -> Sound) -> Sound {
    let mut found: Option<Sound> = None;
    for (at, window) in entry.windows(4).enumerate() {
        // A note that only names the codec (`frma`) is not followed by its description.
        let is_note = at >= 4 && entry.get(at - 4..at) == Some(b"frma");
        if window == name && !is_note {
            let sound = read(entry.get(at + 4..).unwrap_or_default());
            found = Some(match found {
                Some(other) => sound.or_slower(other),
                None => sound,
            });
        }
    }
    found.unwrap_or_default()
}
