//! The trace that a stored request belongs to, behind everything else in its bytes.
//!
//! ```text
//!   {"method":"sendMessage","params":{...},"within":"00-<trace>-<span>-01"}
//! ```
//!
//! Whoever sends a request is often not who decided it: by this mark it knows what it was about. It
//! is a text of the standard for trace contexts, of one length, and its place is always the same, so that
//! it is found without reading the rest. Telegram never sees it, releases that know no marks pass
//! over it, and what a person wrote cannot pretend to be one: a quote inside a text is escaped.

use super::Request;

const BEGINS: &[u8] = b",\"within\":\"";
const ENDS: &[u8] = b"\"}";

/// The length of a mark: version, trace, span and flags with three dashes.
const MARK: usize = 2 + 1 + 32 + 1 + 16 + 1 + 2;

impl Request {
    /// The stored form with the mark of a trace; one of another length is left out.
    pub fn to_bytes_within(&self, mark: &str) -> Vec<u8> {
        let mut bytes = self.to_bytes();
        let is_plain = mark.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-');
        if mark.len() == MARK && is_plain && bytes.pop() == Some(b'}') {
            bytes.extend_from_slice(BEGINS);
            bytes.extend_from_slice(mark.as_bytes());
            bytes.extend_from_slice(ENDS);
        }
        bytes
    }

    /// The mark in a stored form, if it has one.
    pub fn within(bytes: &[u8]) -> Option<&str> {
        let rest = bytes.strip_suffix(ENDS)?;
        let (before, mark) = rest.split_at_checked(rest.len().checked_sub(MARK)?)?;
        before.ends_with(BEGINS).then_some(())?;
        std::str::from_utf8(mark).ok()
    }
}

#[cfg(test)]
mod tests {
    use domain::ChatId;

    use super::Request;
    use crate::request::Keyboard;

    const MARK: &str = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    fn message(words: &str) -> Request {
        Request::send_message(ChatId::new(5), words, &Keyboard::NONE)
    }

    #[test]
    fn a_marked_request_is_the_same_request_and_knows_its_mark() {
        let request = message("hello");
        let bytes = request.to_bytes_within(MARK);

        assert_eq!(Request::from_bytes(&bytes).as_ref(), Ok(&request), "as before marks were");
        assert_eq!(Request::within(&bytes), Some(MARK));
        assert_eq!(Request::within(&request.to_bytes()), None);
        assert!(!String::from_utf8(request.to_response_body()).unwrap().contains("within"));
    }

    #[test]
    fn what_is_no_mark_is_left_out() {
        let request = message("hello");
        for wrong in ["", "00", &MARK.replace('-', "\""), &format!("{MARK}0")] {
            assert_eq!(request.to_bytes_within(wrong), request.to_bytes(), "{wrong}");
        }
    }

    #[test]
    fn a_person_cannot_write_a_mark() {
        let bytes = message(&format!(",\"within\":\"{MARK}\"}}")).to_bytes();
        assert_eq!(Request::within(&bytes), None);
        for short in [&b""[..], b"\"}", b"{}"] {
            assert_eq!(Request::within(short), None);
        }
    }
}
