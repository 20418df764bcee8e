//! Pictures of any size: their headers are whole, there is hardly anything in them.

use super::{Lie, noise};

/// What a picture is written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Png,
    /// JPEG, with a small picture of itself in front.
    Jpeg,
    /// WebP, with a canvas and a frame.
    WebP,
    /// GIF, with a screen and a frame.
    Gif,
}

impl Format {
    pub const ALL: [Self; 4] = [Self::Png, Self::Jpeg, Self::WebP, Self::Gif];
}

/// A picture of this size. A lie is told where a format says its size twice: WebP and GIF have a
/// canvas of one dot then.
pub fn picture(format: Format, (width, height): (u32, u32), lie: Lie) -> Vec<u8> {
    let told = if lie == Lie::None { (width, height) } else { (1, 1) };
    match format {
        Format::Png => as_png(width, height),
        Format::Jpeg => {
            let thumbnail = as_jpeg(16, 16, &[]);
            as_jpeg(width, height, &thumbnail)
        }
        Format::WebP => as_webp(width, height, told),
        Format::Gif => as_gif(width, height, told),
    }
}

fn as_png(width: u32, height: u32) -> Vec<u8> {
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    let header = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[1, 0, 0, 0, 0]].concat();
    chunk(&mut file, *b"IHDR", &header);
    chunk(&mut file, *b"IDAT", &noise(40));
    chunk(&mut file, *b"IEND", &[]);
    file
}

fn chunk(file: &mut Vec<u8>, name: [u8; 4], content: &[u8]) {
    let body = [&name[..], content].concat();
    file.extend(u32::try_from(content.len()).unwrap_or(u32::MAX).to_be_bytes());
    file.extend(&body);
    file.extend(crc32fast::hash(&body).to_be_bytes());
}

fn short(side: u32) -> u16 {
    u16::try_from(side).unwrap_or(u16::MAX)
}

fn as_jpeg(width: u32, height: u32, inside: &[u8]) -> Vec<u8> {
    let mut file = vec![0xFF, 0xD8];
    let mut segment = |name: u8, content: &[u8]| {
        file.extend([0xFF, name]);
        file.extend(u16::try_from(content.len() + 2).unwrap_or(u16::MAX).to_be_bytes());
        file.extend(content);
    };
    segment(0xE1, &[b"Exif\0\0", inside].concat());
    segment(0xDB, &[8; 65]);
    let sides = [short(height).to_be_bytes(), short(width).to_be_bytes()].concat();
    segment(0xC0, &[&[8][..], &sides, &[1, 1, 0x11, 0]].concat());
    segment(0xDA, &[1, 1, 0, 0, 63, 0]);
    file.extend(noise(40));
    file.extend([0xFF, 0xD9]);
    file
}

fn as_webp(width: u32, height: u32, (told_width, told_height): (u32, u32)) -> Vec<u8> {
    let side = |side: u32| (side - 1).to_le_bytes();
    let canvas = [&[0; 4][..], &side(told_width)[..3], &side(told_height)[..3]].concat();
    let sides = [short(width).to_le_bytes(), short(height).to_le_bytes()].concat();
    let frame = [&[0x10, 0x02, 0x00, 0x9D, 0x01, 0x2A][..], &sides, &noise(20)].concat();
    let mut file = b"WEBP".to_vec();
    for (name, content) in [(b"VP8X", canvas), (b"VP8 ", frame)] {
        file.extend(name);
        file.extend(u32::try_from(content.len()).unwrap_or_default().to_le_bytes());
        file.extend(content);
    }
    let length = u32::try_from(file.len()).unwrap_or_default();
    [b"RIFF", &length.to_le_bytes()[..], &file].concat()
}

fn as_gif(width: u32, height: u32, (told_width, told_height): (u32, u32)) -> Vec<u8> {
    let sides = |width, height| [short(width).to_le_bytes(), short(height).to_le_bytes()].concat();
    let mut file = b"GIF89a".to_vec();
    file.extend(sides(told_width, told_height));
    file.extend([0x80, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF]);
    file.extend([0x21, 0xF9, 4, 0, 0, 0, 0, 0]);
    file.push(0x2C);
    file.extend([0; 4]);
    file.extend(sides(width, height));
    file.extend([0, 2, 10]);
    file.extend(noise(10));
    file.extend([0, 0x3B]);
    file
}
