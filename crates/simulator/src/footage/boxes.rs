//! Boxes of an mp4: a size, a name, a content.

pub(crate) fn boxed(name: &[u8; 4], content: &[u8]) -> Vec<u8> {
    let size = u32::try_from(content.len() + 8).unwrap_or(u32::MAX);
    [&size.to_be_bytes(), &name[..], content].concat()
}

/// A box that begins with a version of nought and these flags.
pub(super) fn flagged(name: &[u8; 4], flags: u32, content: &[u8]) -> Vec<u8> {
    boxed(name, &[&flags.to_be_bytes(), content].concat())
}

pub(super) fn around(name: &[u8; 4], boxes: &[Vec<u8>]) -> Vec<u8> {
    boxed(name, &boxes.concat())
}

pub(super) fn numbers(numbers: &[u32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_be_bytes()).collect()
}

/// A box with a version and numbers.
pub(super) fn table(name: &[u8; 4], content: &[u32]) -> Vec<u8> {
    flagged(name, 0, &numbers(content))
}
