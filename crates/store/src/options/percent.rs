//! Percent-encoding in addresses, as libpq reads it: `%40` is `@`, and `+` is a plus.

/// The text behind its percent-encoding; nothing when that is broken.
///
/// A NUL byte is refused because PostgreSQL ends its texts with one.
pub(super) fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        let byte = match byte {
            b'%' => hex(rest.next()?)? << 4 | hex(rest.next()?)?,
            _ => byte,
        };
        if byte == 0 {
            return None;
        }
        bytes.push(byte);
    }
    String::from_utf8(bytes).ok()
}

fn hex(digit: u8) -> Option<u8> {
    let value = char::from(digit).to_digit(16)?;
    u8::try_from(value).ok()
}

#[cfg(test)]
pub(super) mod tests {
    use std::fmt::Write;

    use super::decode;

    /// Encodes all but letters and digits.
    pub(crate) fn encode(text: &str) -> String {
        let mut encoded = String::new();
        for byte in text.bytes() {
            if byte.is_ascii_alphanumeric() {
                encoded.push(char::from(byte));
            } else {
                write!(encoded, "%{byte:02X}").expect("a string can be written to");
            }
        }
        encoded
    }

    #[test]
    fn escapes_are_read_and_everything_else_stays() {
        let texts = [("a%40b", "a@b"), ("a+b", "a+b"), ("%d0%9F", "П"), ("", ""), ("#:[", "#:[")];
        for (encoded, text) in texts {
            assert_eq!(decode(encoded).as_deref(), Some(text), "{encoded}");
        }
    }

    #[test]
    fn broken_escapes_are_refused() {
        for broken in ["%", "a%4", "%zz", "%00", "%ff", "100%"] {
            assert_eq!(decode(broken), None, "{broken}");
        }
    }
}
