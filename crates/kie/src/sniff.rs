//! What a file is, by its first bytes.
//!
//! Neither its name nor the type its host claims can be relied on: a JPEG comes under the name of a
//! PNG, and an expired result is a page of XML. So files are named by their magic bytes, and what
//! has none of those that we know is no medium: pages, JSON and XML above all.

/// Makes the type of a table: a medium, its type, the ending of its name without the dot.
macro_rules! media {
    ($($medium:ident $mime:literal $extension:literal,)*) => {
        /// A medium by its bytes.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Sniffed {
            $(#[doc = concat!("`", $mime, "`")] $medium,)*
        }

        impl Sniffed {
            /// Every one of them.
            pub const ALL: &[Self] = &[$(Self::$medium,)*];

            /// Its type.
            pub const fn mime(self) -> &'static str {
                match self {
                    $(Self::$medium => $mime,)*
                }
            }

            /// The ending of its name, without the dot.
            pub const fn extension(self) -> &'static str {
                match self {
                    $(Self::$medium => $extension,)*
                }
            }
        }
    };
}

media! {
    Png "image/png" "png",
    Jpeg "image/jpeg" "jpg",
    Webp "image/webp" "webp",
    Gif "image/gif" "gif",
    Avif "image/avif" "avif",
    Heic "image/heic" "heic",
    Bmp "image/bmp" "bmp",
    Tiff "image/tiff" "tiff",
    Mp4 "video/mp4" "mp4",
    Webm "video/webm" "webm",
    Mov "video/quicktime" "mov",
    Mkv "video/x-matroska" "mkv",
    Avi "video/x-msvideo" "avi",
    Mp3 "audio/mpeg" "mp3",
    Wav "audio/wav" "wav",
    Ogg "audio/ogg" "ogg",
    Flac "audio/flac" "flac",
    M4a "audio/mp4" "m4a",
    Aac "audio/aac" "aac",
}

impl Sniffed {
    /// The one of this type, where there are no bytes to look at.
    pub fn of_mime(mime: &str) -> Option<Self> {
        match mime {
            "audio/x-wav" => Some(Self::Wav),
            _ => Self::ALL.iter().copied().find(|medium| medium.mime() == mime),
        }
    }

    /// The one whose names end like this, where there are no bytes to look at.
    pub fn of_extension(extension: &str) -> Option<Self> {
        match extension {
            "jpeg" => Some(Self::Jpeg),
            "oga" => Some(Self::Ogg),
            _ => Self::ALL.iter().copied().find(|medium| medium.extension() == extension),
        }
    }
}

/// What these first bytes of a file are; `None` when it is no medium that we know.
pub fn kind(first_bytes: &[u8]) -> Option<Sniffed> {
    match first_bytes {
        [0x89, b'P', b'N', b'G', 0x0D, 0x0A, 0x1A, 0x0A, ..] => Some(Sniffed::Png),
        [0xFF, 0xD8, 0xFF, ..] => Some(Sniffed::Jpeg),
        [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some(Sniffed::Gif),
        [b'R', b'I', b'F', b'F', _, _, _, _, form @ ..] => riff(form),
        [_, _, _, _, b'f', b't', b'y', b'p', brand @ ..] => Some(branded(brand)),
        [_, _, _, _, b'm', b'o', b'o', b'v', ..] => Some(Sniffed::Mov),
        [_, _, _, _, b'm', b'd', b'a', b't', ..] => Some(Sniffed::Mov),
        [_, _, _, _, b'w', b'i', b'd', b'e', ..] => Some(Sniffed::Mov),
        [0x1A, 0x45, 0xDF, 0xA3, head @ ..] => Some(matroska(head)),
        [b'O', b'g', b'g', b'S', ..] => Some(Sniffed::Ogg),
        [b'f', b'L', b'a', b'C', ..] => Some(Sniffed::Flac),
        [b'I', b'D', b'3', version, ..] if *version < 0x10 => Some(Sniffed::Mp3),
        [0xFF, second, third, ..] => frame(*second, *third),
        [b'I', b'I', b'*', 0, ..] | [b'M', b'M', 0, b'*', ..] => Some(Sniffed::Tiff),
        // Two letters alone could begin anything; the four reserved bytes are always nought.
        [b'B', b'M', _, _, _, _, 0, 0, 0, 0, ..] => Some(Sniffed::Bmp),
        _ => None,
    }
}

fn riff(form: &[u8]) -> Option<Sniffed> {
    match form.get(..4)? {
        b"WEBP" => Some(Sniffed::Webp),
        b"WAVE" => Some(Sniffed::Wav),
        b"AVI " => Some(Sniffed::Avi),
        _ => None,
    }
}

fn branded(brand: &[u8]) -> Sniffed {
    match brand.get(..4).unwrap_or_default() {
        b"qt  " => Sniffed::Mov,
        b"M4A " | b"M4B " | b"M4P " => Sniffed::M4a,
        b"avif" | b"avis" => Sniffed::Avif,
        b"heic" | b"heix" | b"heim" | b"heis" | b"mif1" | b"msf1" => Sniffed::Heic,
        _ => Sniffed::Mp4,
    }
}

/// The type of the document is a text within the first few elements.
fn matroska(head: &[u8]) -> Sniffed {
    let head = head.get(..64).unwrap_or(head);
    match head.windows(4).any(|four| four == b"webm") {
        true => Sniffed::Webm,
        false => Sniffed::Mkv,
    }
}

/// A frame of MPEG audio: eleven bits set, then a layer, a bit rate and a sample rate that exist.
fn frame(second: u8, third: u8) -> Option<Sniffed> {
    let is_frame = second & 0xE0 == 0xE0 && second & 0x18 != 0x08;
    let has_rates = third & 0xF0 != 0xF0 && third & 0x0C != 0x0C;
    match (second >> 1) & 0b11 {
        0b00 if second & 0xF0 == 0xF0 => Some(Sniffed::Aac),
        1..=3 if is_frame && has_rates => Some(Sniffed::Mp3),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{ProptestConfig, proptest};

    use super::{Sniffed, kind};

    #[test]
    fn media_are_known_by_their_first_bytes() {
        let table: [(&[u8], Sniffed); 22] = [
            (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", Sniffed::Png),
            (b"\xff\xd8\xff\xe0\0\x10JFIF", Sniffed::Jpeg),
            (b"GIF89a", Sniffed::Gif),
            (b"RIFF\x24\0\0\0WEBPVP8 ", Sniffed::Webp),
            (b"RIFF\x24\0\0\0WAVEfmt ", Sniffed::Wav),
            (b"RIFF\x24\0\0\0AVI LIST", Sniffed::Avi),
            (b"\0\0\0\x20ftypisom\0\0\x02\0", Sniffed::Mp4),
            (b"\0\0\0\x20ftypmp42", Sniffed::Mp4),
            (b"\0\0\0\x14ftypqt  ", Sniffed::Mov),
            (b"\0\0\0\x08wide\0\0\0\0mdat", Sniffed::Mov),
            (b"\0\0\0\x1cftypM4A ", Sniffed::M4a),
            (b"\0\0\0\x1cftypavif", Sniffed::Avif),
            (b"\0\0\0\x1cftypheic", Sniffed::Heic),
            (b"\x1a\x45\xdf\xa3\x9fB\x86\x81\x01B\x82\x84webm", Sniffed::Webm),
            (b"\x1a\x45\xdf\xa3\x9fB\x86\x81\x01B\x82\x88matroska", Sniffed::Mkv),
            (b"OggS\0\x02", Sniffed::Ogg),
            (b"fLaC\0\0\0\x22", Sniffed::Flac),
            (b"ID3\x04\0\0", Sniffed::Mp3),
            (b"\xff\xfb\x90\x64", Sniffed::Mp3),
            (b"\xff\xf1\x50\x80", Sniffed::Aac),
            (b"BM\x36\0\0\0\0\0\0\0\x36", Sniffed::Bmp),
            (b"II*\0\x08\0", Sniffed::Tiff),
        ];
        for (bytes, sniffed) in table {
            assert_eq!(kind(bytes), Some(sniffed), "{}", bytes.escape_ascii());
            assert!(!sniffed.extension().contains('.'));
        }
    }

    #[test]
    fn pages_and_texts_are_no_media() {
        let table: [&[u8]; 13] = [
            b"",
            b"<!DOCTYPE html><html>",
            b"<html>",
            b"  <HTML>",
            b"{\"code\":404}",
            b"[1]",
            b"<?xml version=\"1.0\"?><Error><Code>ExpiredToken</Code></Error>",
            b"<svg xmlns=",
            b"hello",
            b"BMW is a car",
            b"RIFF\0\0\0\0JUNK",
            b"\xff\xff\xff\xff",
            b"\x89PNG",
        ];
        for bytes in table {
            assert_eq!(kind(bytes), None, "{}", bytes.escape_ascii());
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn any_bytes_can_be_looked_at(bytes: Vec<u8>) {
            let _ = kind(&bytes);
        }
    }

    #[test]
    fn a_medium_is_found_by_its_type_and_by_its_ending() {
        for &medium in Sniffed::ALL {
            assert_eq!(Sniffed::of_mime(medium.mime()), Some(medium));
            assert_eq!(Sniffed::of_extension(medium.extension()), Some(medium));
        }
        assert_eq!(Sniffed::of_mime("audio/x-wav"), Some(Sniffed::Wav));
        assert_eq!(Sniffed::of_extension("jpeg"), Some(Sniffed::Jpeg));
        assert_eq!(Sniffed::of_extension("oga"), Some(Sniffed::Ogg));
        assert_eq!((Sniffed::of_mime("text/html"), Sniffed::of_extension("txt")), (None, None));
    }
}
