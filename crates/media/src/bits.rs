//! Numbers out of bytes: big and little endian, and IEEE fractions without floats.
//!
//! Reading past the end gives zero: a walk asks for the bytes it needs first, so that this can only
//! be a mistake of ours, and no file makes it panic.

/// The big-endian number of `count` bytes from `at`.
pub(crate) fn big(bytes: &[u8], at: usize, count: usize) -> u64 {
    let bytes = at.checked_add(count).and_then(|end| bytes.get(at..end)).unwrap_or_default();
    bytes.iter().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// The little-endian number of `count` bytes from `at`.
pub(crate) fn little(bytes: &[u8], at: usize, count: usize) -> u64 {
    let bytes = at.checked_add(count).and_then(|end| bytes.get(at..end)).unwrap_or_default();
    bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// A big-endian number of four bytes.
pub(crate) fn big32(bytes: &[u8], at: usize) -> u32 {
    u32::try_from(big(bytes, at, 4)).unwrap_or_default()
}

/// A little-endian number of so few bytes that it fits.
pub(crate) fn little32(bytes: &[u8], at: usize, count: usize) -> u32 {
    u32::try_from(little(bytes, at, count)).unwrap_or_default()
}

/// `factor` times an IEEE number of four or eight bytes, rounded down; none when it is negative,
/// no number or too large.
pub(crate) fn fraction(bytes: &[u8], factor: u64) -> Option<u64> {
    let (mantissa_bits, exponent_bits) = match bytes.len() {
        0 => return Some(0),
        4 => (23, 8),
        8 => (52, 11),
        _ => return None,
    };
    let number = big(bytes, 0, bytes.len());
    let exponent = (number >> mantissa_bits) & ((1 << exponent_bits) - 1);
    let is_negative = number >> (mantissa_bits + exponent_bits) == 1;
    if exponent == (1 << exponent_bits) - 1 || is_negative && number << 1 != 0 {
        return None;
    }
    if exponent == 0 {
        return Some(0);
    }
    let mantissa = u128::from((number & ((1 << mantissa_bits) - 1)) | 1 << mantissa_bits);
    let product = mantissa.checked_mul(u128::from(factor))?;
    let bias = (1_i64 << (exponent_bits - 1)) - 1;
    let shift = i64::try_from(exponent).ok()? - bias - mantissa_bits;
    let places = u32::try_from(shift.unsigned_abs()).ok()?;
    let whole = if shift < 0 {
        product.checked_shr(places).unwrap_or_default()
    } else if places < product.leading_zeros() {
        product << places
    } else {
        return None;
    };
    u64::try_from(whole).ok()
}

#[cfg(test)]
mod tests {
    use super::{big, fraction, little};

    #[test]
    fn numbers_past_the_end_are_nothing() {
        assert_eq!((big(&[1, 2], 0, 2), little(&[1, 2], 0, 2)), (258, 513));
        assert_eq!((big(&[1, 2], 1, 2), little(&[], usize::MAX, 2)), (0, 0));
    }

    #[test]
    fn fractions_are_read_without_floats() {
        // 44100.0, 1.5 and 0.001 of eight bytes, 48000.0 of four.
        assert_eq!(fraction(&0x40E5_8880_0000_0000_u64.to_be_bytes(), 1), Some(44_100));
        assert_eq!(fraction(&0x3FF8_0000_0000_0000_u64.to_be_bytes(), 1_000_000), Some(1_500_000));
        assert_eq!(fraction(&0x3F50_624D_D2F1_A9FC_u64.to_be_bytes(), 1_000_000), Some(1000));
        assert_eq!(fraction(&0x473B_8000_u32.to_be_bytes(), 1), Some(48_000));
        for wrong in [0xBFF0_0000_0000_0000, 0x7FF0_0000_0000_0000, 0x7FE0_0000_0000_0000_u64] {
            assert_eq!(fraction(&wrong.to_be_bytes(), 1), None, "{wrong:x}");
        }
        assert_eq!(fraction(&1_u64.to_be_bytes(), 1), Some(0));
    }
}
