//! PNG in its simplest form: one bit per dot, two colours, nothing compressed.

use super::picture::Picture;

/// A block of bytes that are not compressed holds so many at most.
const BLOCK: usize = 65_535;

/// Writes a picture, with its words as a text inside.
pub(super) fn write(picture: &Picture, words: &str) -> Vec<u8> {
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut header = [side(picture.width), side(picture.height)].concat();
    // One bit per dot, colours from a palette, and the only ways to compress, filter and interlace.
    header.extend([1, 3, 0, 0, 0]);
    chunk(&mut file, *b"IHDR", &header);
    chunk(&mut file, *b"PLTE", &[picture.ground, picture.ink].concat());
    chunk(&mut file, *b"iTXt", &[b"Description\0\0\0\0\0", words.as_bytes()].concat());
    chunk(&mut file, *b"IDAT", &stored(&rows(picture)));
    chunk(&mut file, *b"IEND", &[]);
    file
}

fn side(length: usize) -> [u8; 4] {
    u32::try_from(length).unwrap_or(u32::MAX).to_be_bytes()
}

/// Each row begins with the number of its filter: none.
fn rows(picture: &Picture) -> Vec<u8> {
    let mut rows = Vec::new();
    for row in picture.dots.chunks(picture.width) {
        rows.push(0);
        rows.extend(row.chunks(8).map(|dots| {
            let bits = dots.iter().fold(0_u8, |bits, dot| bits << 1 | u8::from(*dot));
            bits << (8 - dots.len())
        }));
    }
    rows
}

/// A zlib stream that keeps its bytes as they are.
fn stored(bytes: &[u8]) -> Vec<u8> {
    let mut stream = vec![0x78, 0x01];
    let count = bytes.len().div_ceil(BLOCK);
    for (number, block) in bytes.chunks(BLOCK).enumerate() {
        let length = u16::try_from(block.len()).unwrap_or(u16::MAX);
        stream.push(u8::from(number + 1 == count));
        stream.extend(length.to_le_bytes());
        stream.extend((!length).to_le_bytes());
        stream.extend(block);
    }
    let (low, high) = bytes.iter().fold((1_u32, 0_u32), |(low, high), byte| {
        let low = (low + u32::from(*byte)) % 65_521;
        (low, (high + low) % 65_521)
    });
    stream.extend((high << 16 | low).to_be_bytes());
    stream
}

/// Adds a chunk with its checksum.
pub(crate) fn chunk(file: &mut Vec<u8>, name: [u8; 4], content: &[u8]) {
    file.extend(side(content.len()));
    let body = [&name[..], content].concat();
    file.extend(&body);
    file.extend(crc(&body).to_be_bytes());
}

fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
            if sum & 1 == 1 { sum >> 1 ^ 0xEDB8_8320 } else { sum >> 1 }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::crc;

    #[test]
    fn the_checksum_is_the_one_of_the_format() {
        assert_eq!(crc(b"IEND"), 0xAE42_6082);
    }
}
