//! The mark at the end of a button's data: eight digits, as we write them.

use crate::state::Mark;

/// A word and the mark behind it.
pub(super) fn decode_marked(detail: &str) -> Option<(&str, Mark)> {
    let (word, digits) = detail.split_once(':')?;
    Some((word, decode_mark(digits)?))
}

/// A mark, if it is exactly as we write it.
pub(super) fn decode_mark(digits: &str) -> Option<Mark> {
    let plain = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    if digits.len() != 8 || !digits.bytes().all(plain) {
        return None;
    }
    Some(Mark::new(u32::from_str_radix(digits, 16).ok()?))
}
