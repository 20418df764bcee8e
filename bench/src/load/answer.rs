//! Reading an answer from the bytes that came so far.
//!
//! ```text
//!   bytes ── status line and headers there? ── no ──> Incomplete
//!     │ yes
//!     ├── Content-Length, or a status without a body ──> all of it there? ──> Whole
//!     ├── Transfer-Encoding: chunked ── last chunk there? ──────────────────> Whole
//!     └── neither, or not HTTP ──────────────────────────────────────────────> Unreadable
//! ```
//!
//! Only what a webhook's answer can be: the body is measured, never kept. An answer that ends with
//! the connection is unreadable, since it would end keep-alive as well.

use httparse::Status;

/// What the bytes so far are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answer {
    /// More must be read.
    Incomplete,
    /// An answer of so many bytes.
    Whole {
        status: u16,
        length: usize,
        /// Whether the server closes the connection after it.
        closes: bool,
    },
    /// Not an answer that a connection could go on after.
    Unreadable,
}

/// Looks at the bytes of one answer.
pub(crate) fn read(bytes: &[u8]) -> Answer {
    let mut headers = [httparse::EMPTY_HEADER; 64];
    let mut head = httparse::Response::new(&mut headers);
    let start = match head.parse(bytes) {
        Ok(Status::Complete(start)) => start,
        Ok(Status::Partial) => return Answer::Incomplete,
        Err(_) => return Answer::Unreadable,
    };
    let (status, mut closes) = (head.code.unwrap_or_default(), head.version != Some(1));
    let mut length = matches!(status, 204 | 304).then_some(Ok(Some(0)));
    for header in head.headers.iter() {
        let value = std::str::from_utf8(header.value).unwrap_or_default().trim();
        if header.name.eq_ignore_ascii_case("content-length") {
            length = Some(value.parse().map(Some).map_err(|_| ()));
        } else if header.name.eq_ignore_ascii_case("transfer-encoding") {
            length = value.eq_ignore_ascii_case("chunked").then(|| chunks(&bytes[start..]));
        } else if header.name.eq_ignore_ascii_case("connection") {
            closes = value.eq_ignore_ascii_case("close");
        }
    }
    match length.map(|length| length.map(|length| length.map(|length| start.checked_add(length)))) {
        Some(Ok(None)) => Answer::Incomplete,
        Some(Ok(Some(Some(end)))) if end <= bytes.len() => {
            Answer::Whole { status, length: end, closes }
        }
        Some(Ok(Some(Some(_)))) => Answer::Incomplete,
        _ => Answer::Unreadable,
    }
}

/// The length of a chunked body with its framing; nothing while it is not complete.
fn chunks(bytes: &[u8]) -> Result<Option<usize>, ()> {
    let mut at = 0;
    while let Some(rest) = bytes.get(at..) {
        let Status::Complete((line, size)) = httparse::parse_chunk_size(rest).map_err(|_| ())?
        else {
            return Ok(None);
        };
        // The chunk, and the line's end after it. No trailers: nobody sends them.
        let size = usize::try_from(size).map_err(|_| ())?;
        at = at.checked_add(line + 2).and_then(|at| at.checked_add(size)).ok_or(())?;
        if size == 0 {
            return Ok((at <= bytes.len()).then_some(at));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::{Answer, read};

    fn whole(text: &str, closes: bool) -> Answer {
        Answer::Whole { status: 200, length: text.len(), closes }
    }

    #[test]
    fn an_answer_is_whole_with_its_last_byte_and_not_before() {
        let answers = [
            "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.1 200 OK\r\ncontent-length: 2\r\nX: y\r\n\r\n{}",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        ];
        for answer in answers {
            assert_eq!(read(answer.as_bytes()), whole(answer, false), "{answer}");
            for end in 0..answer.len() {
                assert_eq!(
                    read(&answer.as_bytes()[..end]),
                    Answer::Incomplete,
                    "{answer} to {end}"
                );
            }
        }
    }

    #[test]
    fn what_comes_after_an_answer_is_not_part_of_it() {
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na";

        assert_eq!(read(format!("{answer}HTTP/1.1 ").as_bytes()), whole(answer, false));
    }

    #[test]
    fn a_server_that_closes_is_noticed() {
        let asked = "HTTP/1.1 200 OK\r\nConnection: Close\r\nContent-Length: 0\r\n\r\n";
        let old = "HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n";

        assert_eq!(read(asked.as_bytes()), whole(asked, true));
        assert_eq!(read(old.as_bytes()), whole(old, true));
    }

    #[test]
    fn an_answer_without_a_body_needs_no_length_and_any_other_does() {
        let none = b"HTTP/1.1 204 No Content\r\n\r\n";

        assert_eq!(read(none), Answer::Whole { status: 204, length: none.len(), closes: false });
        assert_eq!(read(b"HTTP/1.1 200 OK\r\n\r\n"), Answer::Unreadable);
    }

    #[test]
    fn what_is_not_http_is_unreadable() {
        let huge =
            format!("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n{:x}\r\n", usize::MAX);
        let wrong = [
            "hello\r\n\r\n",
            "HTTP/1.1 abc\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
            &huge,
        ];
        for answer in wrong {
            assert_eq!(read(answer.as_bytes()), Answer::Unreadable, "{answer}");
        }
    }
}
