//! How large a picture is, from its first bytes, and whether Telegram takes it as a photo.
//!
//! PNG, JPEG, GIF and WebP are known. Anything else is no picture to Telegram either: it answers
//! `IMAGE_PROCESS_FAILED`.

/// A photo has this many bytes at most.
pub(crate) const LARGEST: u64 = 10 << 20;

/// Width and height together.
const LONGEST: u32 = 10_000;

/// The longer side to the shorter.
const STEEPEST: u32 = 20;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Png,
    Jpeg,
    Gif,
    Webp,
}

impl Format {
    pub(crate) fn mime(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::Gif => "image/gif",
            Self::Webp => "image/webp",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Picture {
    pub(crate) format: Format,
    pub(crate) width: u32,
    pub(crate) height: u32,
}

impl Picture {
    pub(crate) fn is_shown(self) -> bool {
        let (low, high) = (self.width.min(self.height), self.width.max(self.height));
        low > 0 && low.saturating_add(high) <= LONGEST && high <= low.saturating_mul(STEEPEST)
    }
}

pub(crate) fn look(head: &[u8]) -> Option<Picture> {
    png(head).or_else(|| jpeg(head)).or_else(|| gif(head)).or_else(|| webp(head))
}

fn png(head: &[u8]) -> Option<Picture> {
    let rest = head.strip_prefix(b"\x89PNG\r\n\x1a\n")?;
    (rest.get(4..8)? == b"IHDR").then_some(())?;
    Some(Picture { format: Format::Png, width: big(rest, 8, 4)?, height: big(rest, 12, 4)? })
}

fn jpeg(head: &[u8]) -> Option<Picture> {
    let mut rest = head.strip_prefix(&[0xFF, 0xD8])?;
    loop {
        match *rest {
            // Padding before a marker.
            [0xFF, 0xFF, ..] => rest = &rest[1..],
            // Markers without a length.
            [0xFF, 0x01 | 0xD0..=0xD7, ..] => rest = &rest[2..],
            [0xFF, 0xC0..=0xC3 | 0xC5..=0xC7 | 0xC9..=0xCB | 0xCD..=0xCF, ..] => {
                let (width, height) = (big(rest, 7, 2)?, big(rest, 5, 2)?);
                return Some(Picture { format: Format::Jpeg, width, height });
            }
            [0xFF, ..] => {
                let length = usize::try_from(big(rest, 2, 2)?).ok()?;
                rest = rest.get(2 + length..)?;
            }
            _ => return None,
        }
    }
}

fn gif(head: &[u8]) -> Option<Picture> {
    let rest = head.strip_prefix(b"GIF8")?;
    Some(Picture { format: Format::Gif, width: little(rest, 2, 2)?, height: little(rest, 4, 2)? })
}

fn webp(head: &[u8]) -> Option<Picture> {
    (head.get(..4)? == b"RIFF" && head.get(8..12)? == b"WEBP").then_some(())?;
    let (width, height) = match head.get(12..16)? {
        b"VP8 " => (little(head, 26, 2)? & 0x3FFF, little(head, 28, 2)? & 0x3FFF),
        b"VP8L" => {
            let bits = little(head, 21, 4)?;
            ((bits & 0x3FFF) + 1, ((bits >> 14) & 0x3FFF) + 1)
        }
        b"VP8X" => (little(head, 24, 3)? + 1, little(head, 27, 3)? + 1),
        _ => return None,
    };
    Some(Picture { format: Format::Webp, width, height })
}

fn big(bytes: &[u8], at: usize, count: usize) -> Option<u32> {
    let bytes = bytes.get(at..at + count)?;
    Some(bytes.iter().fold(0, |number, byte| number << 8 | u32::from(*byte)))
}

fn little(bytes: &[u8], at: usize, count: usize) -> Option<u32> {
    let bytes = bytes.get(at..at + count)?;
    Some(bytes.iter().rev().fold(0, |number, byte| number << 8 | u32::from(*byte)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{ProptestConfig, proptest};

    use super::{Format, Picture, look};

    fn png(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
        bytes.extend(width.to_be_bytes());
        bytes.extend(height.to_be_bytes());
        bytes
    }

    fn seen(format: Format, width: u32, height: u32) -> Option<Picture> {
        Some(Picture { format, width, height })
    }

    #[test]
    fn the_four_formats_say_their_size() {
        let jpeg = b"\xff\xd8\xff\xe0\0\x06ABCD\xff\xff\xc2\0\x0b\x08\x01\x2c\x02\x58\x03";
        let lossy = b"RIFF\0\0\0\0WEBPVP8 \0\0\0\0abc\x9d\x01\x2a\x58\x42\x2c\x01";
        let extended = b"RIFF\0\0\0\0WEBPVP8X\0\0\0\0\0\0\0\0\x57\x02\0\x2b\x01\0";
        let lossless = b"RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f\x57\xc2\x4a\0";
        assert_eq!(look(&png(600, 300)), seen(Format::Png, 600, 300));
        assert_eq!(look(jpeg), seen(Format::Jpeg, 600, 300));
        assert_eq!(look(b"GIF89a\x58\x02\x2c\x01"), seen(Format::Gif, 600, 300));
        assert_eq!(look(lossy), seen(Format::Webp, 600, 300));
        assert_eq!(look(extended), seen(Format::Webp, 600, 300));
        assert_eq!(look(lossless), seen(Format::Webp, 600, 300));
        assert_eq!((look(b"PNG"), look(b""), look(b"\xff\xd8\xff")), (None, None, None));
    }

    #[test]
    fn a_photo_is_neither_too_large_nor_too_long() {
        let is_shown = |width, height| look(&png(width, height)).unwrap().is_shown();

        assert!(is_shown(5_000, 5_000) && is_shown(2_000, 100) && is_shown(1, 1));
        assert!(!is_shown(5_001, 5_000) && !is_shown(100, 2_001) && !is_shown(0, 10));
        assert!(!is_shown(u32::MAX, u32::MAX));
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn any_bytes_can_be_looked_at(kind in 0_usize..5, bytes: Vec<u8>) {
            let begin: [&[u8]; 5] = [b"", b"\xff\xd8\xff", b"GIF8", b"RIFF\0\0\0\0WEBPVP8", b"\x89PNG"];
            let _ = look(&[begin[kind], &bytes].concat());
        }
    }
}
