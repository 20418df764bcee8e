//! What a file is, by its first bytes.
//!
//! Neither its name nor the type its host claims can be relied on: a JPEG comes under the name of a
//! PNG, and an expired result is a page of XML. So files are named by their magic bytes, and what
//! has none of those that we know is no medium: pages, JSON and XML above all.

/// A medium by its bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sniffed {
    /// Portable Network Graphics.
    Png,
    /// JPEG.
    Jpeg,
    /// WebP.
    Webp,
    /// GIF.
    Gif,
    /// AVIF.
    Avif,
    /// HEIC, as telephones take it.
    Heic,
    /// A bitmap.
    Bmp,
    /// TIFF.
    Tiff,
    /// MPEG-4.
    Mp4,
    /// The video of the web.
    Webm,
    /// The video of Apple.
    Mov,
    /// Matroska.
    Mkv,
    /// AVI.
    Avi,
    /// MPEG audio.
    Mp3,
    /// WAVE.
    Wav,
    /// Ogg, with Vorbis or Opus.
    Ogg,
    /// FLAC.
    Flac,
    /// MPEG-4 with sound only.
    M4a,
    /// Bare AAC.
    Aac,
}

impl Sniffed {
    /// Every one of them.
    pub const ALL: [Self; 19] = [
        Self::Png,
        Self::Jpeg,
        Self::Webp,
        Self::Gif,
        Self::Avif,
        Self::Heic,
        Self::Bmp,
        Self::Tiff,
        Self::Mp4,
        Self::Webm,
        Self::Mov,
        Self::Mkv,
        Self::Avi,
        Self::Mp3,
        Self::Wav,
        Self::Ogg,
        Self::Flac,
        Self::M4a,
        Self::Aac,
    ];

    /// The one of this type, where nobody has the bytes.
    pub fn of_mime(mime: &str) -> Option<Self> {
        match mime {
            "audio/x-wav" => Some(Self::Wav),
            _ => Self::ALL.into_iter().find(|medium| medium.mime() == mime),
        }
    }

    /// The one whose names end like this, where nobody has the bytes.
    pub fn of_extension(extension: &str) -> Option<Self> {
        match extension {
            "jpeg" => Some(Self::Jpeg),
            "oga" => Some(Self::Ogg),
            _ => Self::ALL.into_iter().find(|medium| medium.extension() == extension),
        }
    }

    /// Its type.
    pub const fn mime(self) -> &'static str {
        self.names().0
    }

    /// The ending of its name, without the dot.
    pub const fn extension(self) -> &'static str {
        self.names().1
    }

    const fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Png => ("image/png", "png"),
            Self::Jpeg => ("image/jpeg", "jpg"),
            Self::Webp => ("image/webp", "webp"),
            Self::Gif => ("image/gif", "gif"),
            Self::Avif => ("image/avif", "avif"),
            Self::Heic => ("image/heic", "heic"),
            Self::Bmp => ("image/bmp", "bmp"),
            Self::Tiff => ("image/tiff", "tiff"),
            Self::Mp4 => ("video/mp4", "mp4"),
            Self::Webm => ("video/webm", "webm"),
            Self::Mov => ("video/quicktime", "mov"),
            Self::Mkv => ("video/x-matroska", "mkv"),
            Self::Avi => ("video/x-msvideo", "avi"),
            Self::Mp3 => ("audio/mpeg", "mp3"),
            Self::Wav => ("audio/wav", "wav"),
            Self::Ogg => ("audio/ogg", "ogg"),
            Self::Flac => ("audio/flac", "flac"),
            Self::M4a => ("audio/mp4", "m4a"),
            Self::Aac => ("audio/aac", "aac"),
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
        for medium in Sniffed::ALL {
            assert_eq!(Sniffed::of_mime(medium.mime()), Some(medium));
            assert_eq!(Sniffed::of_extension(medium.extension()), Some(medium));
        }
        assert_eq!(Sniffed::of_mime("audio/x-wav"), Some(Sniffed::Wav));
        assert_eq!(Sniffed::of_extension("jpeg"), Some(Sniffed::Jpeg));
        assert_eq!(Sniffed::of_extension("oga"), Some(Sniffed::Ogg));
        assert_eq!((Sniffed::of_mime("text/html"), Sniffed::of_extension("txt")), (None, None));
    }
}
