//! Films and sounds: templates with a title put in.
//!
//! ```text
//!   MP4: ftyp, free, mdat, moov [ ..., udta [ meta [ hdlr, ilst [ ©nam [ data ]]]]], free
//!   MP3: ID3v2.4 [ TIT2 ], frames
//! ```
//!
//! The index of the film is its last box, so it can grow without moving what it points at.

use bytes::Bytes;

use crate::footage::mp4::boxed;

/// Titles are cut after so many characters.
const TITLE: usize = 250;

/// The film with this title instead of what it said of itself.
pub(super) fn film(film: &[u8], title: &str) -> Vec<u8> {
    let (front, index) = film.split_at(place(film, b"moov"));
    let index = index.get(8..).unwrap_or_default();
    let kept = &index[..place(index, b"udta")];
    [front, &boxed(b"moov", &[kept, &titled(&short(title))].concat())].concat()
}

/// Where the box of this name begins; without one, where all of them end.
fn place(boxes: &[u8], wanted: &[u8; 4]) -> usize {
    let mut at = 0;
    while let Some([a, b, c, d, name @ ..]) = boxes.get(at..at + 8) {
        if name == wanted {
            break;
        }
        at += usize::try_from(u32::from_be_bytes([*a, *b, *c, *d])).unwrap_or(usize::MAX).max(8);
    }
    at.min(boxes.len())
}

fn titled(title: &str) -> Vec<u8> {
    // Kind one is UTF-8; the country after it is nowhere.
    let data = boxed(b"data", &[&[0, 0, 0, 1, 0, 0, 0, 0], title.as_bytes()].concat());
    let list = boxed(b"ilst", &boxed(b"\xA9nam", &data));
    let handler = boxed(b"hdlr", b"\0\0\0\0\0\0\0\0mdirappl\0\0\0\0\0\0\0\0\0");
    boxed(b"udta", &boxed(b"meta", &[&[0; 4], &handler[..], &list].concat()))
}

/// The film with the head of a box of free space, which the rest of the size fills.
pub(super) fn with_free_space(film: &Bytes, size: u64) -> Bytes {
    let used = u64::try_from(film.len()).unwrap_or(u64::MAX);
    let space = size.saturating_sub(used);
    match u32::try_from(space) {
        Ok(space) if space >= 8 => [&film[..], &space.to_be_bytes(), b"free"].concat().into(),
        _ => film.clone(),
    }
}

pub(super) fn sound(frames: &[u8], title: &str) -> Vec<u8> {
    // Kind three is UTF-8.
    let text = [&[3], short(title).as_bytes()].concat();
    let frame = [&b"TIT2"[..], &sevens(text.len()), &[0, 0], &text].concat();
    [&b"ID3\x04\0\0"[..], &sevens(frame.len()), &frame, frames].concat()
}

/// A length in four times seven bits.
fn sevens(length: usize) -> [u8; 4] {
    [21, 14, 7, 0].map(|shift| u8::try_from(length >> shift & 0x7F).unwrap_or_default())
}

fn short(title: &str) -> String {
    title.chars().take(TITLE).collect()
}

#[cfg(test)]
mod tests {
    use super::{Bytes, film, place, sevens, sound, with_free_space};
    use crate::kie::media::{FILM, TONE};

    /// The names of the boxes, which fill the file exactly.
    fn boxes(mut file: &[u8]) -> Vec<String> {
        let mut names = Vec::new();
        while !file.is_empty() {
            let length = u32::from_be_bytes(file[..4].try_into().unwrap());
            // Else it would go on forever.
            assert!(length >= 8, "a box of {length} bytes after {names:?}");
            names.push(String::from_utf8_lossy(&file[4..8]).into_owned());
            file = &file[usize::try_from(length).unwrap()..];
        }
        names
    }

    #[test]
    fn a_film_has_its_title_in_the_index_and_stays_whole() {
        assert_eq!(boxes(&film(FILM, "Fox")), ["ftyp", "free", "mdat", "moov"]);
        assert_eq!(&film(FILM, "Fox")[..place(FILM, b"moov")], &FILM[..place(FILM, b"moov")]);
        let index = &film(FILM, "Fox")[place(FILM, b"moov") + 8..];
        assert_eq!(boxes(index), ["mvhd", "trak", "udta"]);
        assert!(index.ends_with(b"Fox"));
    }

    #[test]
    fn a_large_film_is_filled_with_free_space() {
        let film = Bytes::from(film(FILM, "Fox"));

        let head = with_free_space(&film, 60_000);
        let zeros = vec![0; 60_000 - head.len()];
        let whole = [&head[..], &zeros].concat();

        assert_eq!(boxes(&whole), ["ftyp", "free", "mdat", "moov", "free"]);
        assert_eq!(with_free_space(&film, 10), film);
    }

    #[test]
    fn a_tone_has_its_title_in_front() {
        let file = sound(TONE, "Fox");

        assert_eq!(sevens(300), [0, 0, 2, 44]);
        assert!(file.ends_with(TONE));
        assert_eq!(file.len(), TONE.len() + 10 + 10 + 4);
        assert_eq!(&file[10..14], b"TIT2");
        assert_eq!(TONE[..2], [0xFF, 0xF3]);
    }
}
