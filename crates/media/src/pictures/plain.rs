//! PNG and BMP: the size stands in the first bytes.

use super::picture;
use crate::Measured;
use crate::bits::{big32, little, little32};
use crate::length::larger;
use crate::tape::{Walk, Want};

/// A picture whose header is all there is to know.
#[derive(Debug)]
pub(crate) struct Header {
    length: usize,
    sides: fn(&[u8]) -> Option<(u32, u32)>,
    pixels: Option<(u32, u32)>,
}

impl Header {
    pub(crate) fn png() -> Self {
        Self { length: 24, sides: png, pixels: None }
    }

    pub(crate) fn bmp() -> Self {
        Self { length: 26, sides: bmp, pixels: None }
    }
}

impl Walk for Header {
    fn begin(&self) -> Want {
        Want::Read(self.length)
    }

    fn step(&mut self, _at: u64, bytes: &[u8]) -> Want {
        self.pixels = (self.sides)(bytes).and_then(|sides| larger(None, sides));
        Want::Rest
    }

    fn finish(&mut self, _total: u64, _whole: bool) -> Measured {
        picture(self.pixels)
    }
}

fn png(bytes: &[u8]) -> Option<(u32, u32)> {
    (bytes.get(12..16) == Some(b"IHDR")).then(|| (big32(bytes, 16), big32(bytes, 20)))
}

fn bmp(bytes: &[u8]) -> Option<(u32, u32)> {
    // A negative height says that the rows stand from top to bottom.
    let signed = |at| little32(bytes, at, 4).cast_signed().unsigned_abs();
    match little(bytes, 14, 4) {
        12 => Some((little32(bytes, 18, 2), little32(bytes, 20, 2))),
        16..=256 => Some((signed(18), signed(22))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::Meter;

    #[test]
    fn a_bitmap_tells_its_size_whichever_way_up_it_is() {
        let head = b"BM\0\0\0\0\0\0\0\0\0\0\0\0\x28\0\0\0\x40\x01\0\0\x38\xff\xff\xff\x01\0";
        let mut meter = Meter::new();
        meter.take(head);
        assert_eq!(meter.finish().pixels, Some((320, 200)));
    }
}
