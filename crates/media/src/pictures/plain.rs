//! PNG and BMP: the size stands in the first bytes.

use super::picture;
use crate::Measured;
use crate::bits::{big32, little, little32};
use crate::length::larger;
use crate::tape::{Walk, Want};

/// PNG.
#[derive(Debug, Default)]
pub(crate) struct Png {
    pixels: Option<(u32, u32)>,
}

impl Walk for Png {
    fn begin(&self) -> Want {
        Want::Read(24)
    }

    fn step(&mut self, _at: u64, bytes: &[u8]) -> Want {
        if bytes.get(12..16) == Some(b"IHDR") {
            self.pixels = larger(None, (big32(bytes, 16), big32(bytes, 20)));
        }
        Want::Rest
    }

    fn finish(&mut self, _total: u64, _whole: bool) -> Measured {
        picture(self.pixels)
    }
}

/// BMP.
#[derive(Debug, Default)]
pub(crate) struct Bmp {
    pixels: Option<(u32, u32)>,
}

impl Walk for Bmp {
    fn begin(&self) -> Want {
        Want::Read(26)
    }

    fn step(&mut self, _at: u64, bytes: &[u8]) -> Want {
        // A negative height says that the rows stand from top to bottom.
        let signed = |at| little32(bytes, at, 4).cast_signed().unsigned_abs();
        let sides = match little(bytes, 14, 4) {
            12 => (little32(bytes, 18, 2), little32(bytes, 20, 2)),
            16..=256 => (signed(18), signed(22)),
            _ => return Want::Rest,
        };
        self.pixels = larger(None, sides);
        Want::Rest
    }

    fn finish(&mut self, _total: u64, _whole: bool) -> Measured {
        picture(self.pixels)
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
