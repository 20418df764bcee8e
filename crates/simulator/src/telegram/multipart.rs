//! `multipart/form-data`, read from a body that is already in memory.

use bytes::Bytes;

/// Fields and files of one request at most.
const MOST: usize = 100;

/// One field or file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) name: String,
    /// There for files only.
    pub(crate) file_name: Option<String>,
    pub(crate) content: Bytes,
}

/// The boundary that a content type names.
pub(crate) fn boundary(content_type: &str) -> Option<String> {
    let (_, rest) = content_type.split_once("boundary=")?;
    let bare = rest.split(';').next().unwrap_or_default().trim().trim_matches('"');
    (!bare.is_empty()).then(|| bare.to_owned())
}

/// Splits a body; the error is the sentence of the answer.
pub(crate) fn parts(body: &Bytes, boundary: &str) -> Result<Vec<Part>, String> {
    let delimiter = format!("--{boundary}");
    let mut at = find(body, delimiter.as_bytes(), 0).ok_or("the first boundary is missing")?;
    let mut parts = Vec::new();
    loop {
        at += delimiter.len();
        if body.get(at..at + 2) == Some(b"--") {
            return Ok(parts);
        }
        let head = at + 2;
        let blank = find(body, b"\r\n\r\n", at).ok_or("the headers of a part do not end")?;
        let next = format!("\r\n{delimiter}");
        let end = find(body, next.as_bytes(), blank + 2).ok_or("a part does not end")?;
        let headers = String::from_utf8_lossy(body.get(head..blank).unwrap_or_default());
        // An empty part has its end where its blank line is.
        let content = body.slice((blank + 4).min(end)..end);
        parts.push(part(&headers, content)?);
        if parts.len() > MOST {
            return Err(format!("more than {MOST} parts"));
        }
        at = end + 2;
    }
}

fn part(headers: &str, content: Bytes) -> Result<Part, String> {
    let disposition = headers
        .lines()
        .find(|line| line.to_lowercase().starts_with("content-disposition:"))
        .ok_or("a part has no Content-Disposition")?;
    let name = attribute(disposition, "name").ok_or("a part has no name")?;
    Ok(Part { name, file_name: attribute(disposition, "filename"), content })
}

/// The value of `name="value"` in a header.
fn attribute(header: &str, name: &str) -> Option<String> {
    header.split(';').find_map(|item| {
        let (key, value) = item.trim().split_once('=')?;
        (key == name).then(|| value.trim_matches('"').to_owned())
    })
}

fn find(body: &Bytes, wanted: &[u8], from: usize) -> Option<usize> {
    let rest = body.get(from..)?;
    rest.windows(wanted.len()).position(|window| window == wanted).map(|at| at + from)
}

#[cfg(test)]
mod tests {
    use super::{Bytes, boundary, parts};

    #[test]
    fn parts_keep_their_bytes_even_if_they_look_like_lines() {
        let body = Bytes::from_static(
            b"--x\r\nContent-Disposition: form-data; name=\"f\"; filename=\"n\"\r\n\r\n\
              a\r\n--y\r\n\0\r\n--x\r\ncontent-disposition: form-data; name=\"e\"\r\n\r\n\r\n--x--",
        );

        let read = parts(&body, "x").unwrap();

        assert_eq!(read[0].content.as_ref(), b"a\r\n--y\r\n\0");
        assert_eq!((read[0].name.as_str(), read[0].file_name.as_deref()), ("f", Some("n")));
        assert_eq!((read[1].name.as_str(), read[1].content.as_ref()), ("e", b"".as_slice()));
        assert_eq!(read[1].file_name, None);
    }

    #[test]
    fn a_body_that_was_cut_off_is_refused() {
        let whole = "--x\r\nContent-Disposition: form-data; name=\"f\"\r\n\r\nabc\r\n--x--";
        for length in 0..whole.len() - 2 {
            let cut = Bytes::copy_from_slice(&whole.as_bytes()[..length]);
            assert!(parts(&cut, "x").is_err(), "{length}");
        }
    }

    #[test]
    fn a_boundary_may_be_quoted() {
        assert_eq!(boundary("multipart/form-data; boundary=\"a b\"").as_deref(), Some("a b"));
        assert_eq!(boundary("multipart/form-data"), None);
    }
}
