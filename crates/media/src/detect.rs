//! Which walk a file needs, by its first bytes; its name and its declared type are not asked.
//!
//! ```text
//!   ID3 tag ──> passed over, then asked again
//!   known beginning ──> its walk        anything else ──> no walk: nothing is known of the file
//! ```

use crate::flac::Flac;
use crate::frames::Frames;
use crate::iso::Iso;
use crate::matroska::Matroska;
use crate::ogg::Ogg;
use crate::pictures::{Gif, Header, Jpeg, Tiff, WebP};
use crate::tape::Walk;
use crate::wav::Wav;
use crate::{Kind, Measured, frames, tape};

/// As many bytes decide.
pub(crate) const HEAD: usize = 16;

/// Boxes that a file of the mp4 family may begin with.
const BOXES: [&[u8]; 10] =
    [b"ftyp", b"moov", b"mdat", b"wide", b"free", b"skip", b"pnot", b"styp", b"uuid", b"moof"];

/// How many bytes an ID3 tag takes, if one begins here.
pub(crate) fn tag(head: &[u8]) -> Option<u64> {
    let [b'I', b'D', b'3', _, _, flags, sizes @ ..] = head else { return None };
    let (sizes, _) = sizes.split_first_chunk::<4>()?;
    let size = sizes.iter().fold(0, |size, byte| size << 7 | u64::from(byte & 0x7F));
    Some(10 + size + if flags & 0x10 == 0 { 0 } else { 10 })
}

/// The walk for a file that begins so, perhaps behind a tag: tags stand before MP3, and often with
/// more room behind them than they say.
pub(crate) fn walk(head: &[u8], is_tagged: bool) -> Option<Box<dyn Walk>> {
    let inner = head.get(8..12)?;
    Some(match head {
        [b'R', b'I', b'F', b'F', ..] if inner == b"WEBP" => Box::new(WebP::default()),
        [b'R', b'I', b'F', b'F', ..] if inner == b"AVI " => Box::new(Opaque(Kind::Video)),
        [b'R', b'I', b'F', b'F', ..]
        | [b'R', b'F', b'6', b'4', ..]
        | [b'B', b'W', b'6', b'4', ..]
            if inner == b"WAVE" =>
        {
            Box::new(Wav::default())
        }
        [0x1A, 0x45, 0xDF, 0xA3, ..] => Box::new(Matroska::default()),
        [b'O', b'g', b'g', b'S', ..] => Box::new(Ogg::default()),
        [b'f', b'L', b'a', b'C', ..] => Box::new(Flac::default()),
        [0x89, b'P', b'N', b'G', 13, 10, 26, 10, ..] => Box::new(Header::png()),
        [0xFF, 0xD8, 0xFF, ..] => Box::new(Jpeg::default()),
        [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Box::new(Gif::default()),
        [b'I', b'I', 42, 0, ..] | [b'M', b'M', 0, 42, ..] => Box::new(Tiff::default()),
        [b'B', b'M', ..] => Box::new(Header::bmp()),
        [b'#', b'!', b'A', b'M', b'R', ..] => Box::new(Opaque(Kind::Audio)),
        [b'F', b'O', b'R', b'M', ..] if matches!(inner, b"AIFF" | b"AIFC") => {
            Box::new(Opaque(Kind::Audio))
        }
        [_, _, _, _, name @ ..] if BOXES.iter().any(|known| name.starts_with(known)) => {
            Box::new(Iso::default())
        }
        _ if is_tagged || frames::begin(head) => Box::new(Frames::default()),
        _ => return None,
    })
}

/// A container that is known by its name only: what it is can be told, and nothing else.
#[derive(Debug)]
struct Opaque(Kind);

impl Walk for Opaque {
    fn begin(&self) -> tape::Want {
        tape::Want::Rest
    }

    fn step(&mut self, _at: u64, _bytes: &[u8]) -> tape::Want {
        tape::Want::Rest
    }

    fn finish(&mut self, _total: u64, _whole: bool) -> Measured {
        Measured { kind: Some(self.0), ..Measured::default() }
    }
}
