//! Randomness for names, ports and passwords that two runs must not share.
#![expect(clippy::disallowed_methods, reason = "synchronous on purpose: a few bytes")]

use std::fmt::Write;
use std::fs::File;
use std::io::Read;

use crate::Error;

/// Bytes from the operating system.
pub(crate) fn bytes<const N: usize>() -> Result<[u8; N], Error> {
    let mut bytes = [0; N];
    File::open("/dev/urandom")
        .and_then(|mut source| source.read_exact(&mut bytes))
        .map_err(Error::io("read /dev/urandom"))?;
    Ok(bytes)
}

/// `digits` hexadecimal digits, at most 32.
pub(crate) fn hex(digits: usize) -> Result<String, Error> {
    let mut text = String::new();
    for byte in bytes::<16>()? {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text.truncate(digits);
    Ok(text)
}
