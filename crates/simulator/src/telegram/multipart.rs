//! `multipart/form-data`, split as it comes in: no more of a body is in memory than a piece of it.
//!
//! ```text
//!   before ── boundary ──> after it ── "\r\n" ──> headers ── blank line ──> content ─┐
//!                             ^ └─ "--" ──> end                                      │
//!                             └───────────────────────── boundary ───────────────────┘
//! ```
//!
//! A body that is not of this form is an error, the sentence of the answer.

use bytes::{Bytes, BytesMut};

/// Fields and files of one request at most.
const MOST: usize = 100;

/// The headers of one part at most, in bytes.
const LONGEST_HEAD: usize = 8 << 10;

/// What is found in a body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Piece {
    /// A part begins.
    Part(Head),
    /// More of its content.
    Bytes(Bytes),
    /// It is over.
    Over,
}

/// The beginning of a field or a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Head {
    pub(crate) name: String,
    /// There for files only.
    pub(crate) file_name: Option<String>,
    pub(crate) mime: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Before,
    AfterBoundary,
    Headers,
    Content,
    End,
}

/// The boundary that a content type names.
pub(crate) fn boundary(content_type: &str) -> Option<String> {
    let (_, rest) = content_type.split_once("boundary=")?;
    let bare = rest.split(';').next().unwrap_or_default().trim().trim_matches('"');
    (!bare.is_empty()).then(|| bare.to_owned())
}

/// One field or file, whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) name: String,
    /// There for files only.
    pub(crate) file_name: Option<String>,
    pub(crate) content: Bytes,
}

/// The parts of a body that is in memory already.
pub(crate) fn parts(body: &[u8], boundary: &str) -> Result<Vec<Part>, String> {
    let mut splitter = Splitter::new(boundary);
    let mut parts: Vec<Part> = Vec::new();
    for piece in splitter.push(body)? {
        match (piece, parts.last_mut()) {
            (Piece::Part(Head { name, file_name, .. }), _) => {
                parts.push(Part { name, file_name, content: Bytes::new() });
            }
            // All of the body is there at once, so each part has one piece.
            (Piece::Bytes(bytes), Some(part)) => part.content = bytes,
            (Piece::Bytes(_), None) | (Piece::Over, _) => {}
        }
    }
    splitter.finish().map(|()| parts)
}

/// Splits one body.
#[derive(Debug)]
pub(crate) struct Splitter {
    boundary: Needle,
    place: Place,
    buffer: BytesMut,
    parts: usize,
}

impl Splitter {
    pub(crate) fn new(boundary: &str) -> Self {
        Self {
            boundary: Needle::new(format!("\r\n--{boundary}").into_bytes()),
            place: Place::Before,
            // The first boundary has no line before it; with this it looks like any other.
            buffer: BytesMut::from(b"\r\n".as_slice()),
            parts: 0,
        }
    }

    /// Takes more of the body and says what was found.
    pub(crate) fn push(&mut self, bytes: &[u8]) -> Result<Vec<Piece>, String> {
        self.buffer.extend_from_slice(bytes);
        let mut found = Vec::new();
        while self.step(&mut found)? {}
        Ok(found)
    }

    /// Whether the body was whole.
    pub(crate) fn finish(&self) -> Result<(), String> {
        match self.place {
            Place::End => Ok(()),
            Place::Before => Err("the first boundary is missing".to_owned()),
            Place::AfterBoundary | Place::Headers => {
                Err("the headers of a part do not end".to_owned())
            }
            Place::Content => Err("a part does not end".to_owned()),
        }
    }

    /// One step; false when more bytes are needed.
    fn step(&mut self, found: &mut Vec<Piece>) -> Result<bool, String> {
        match self.place {
            Place::End => {
                self.buffer.clear();
                Ok(false)
            }
            Place::Before | Place::Content => Ok(self.up_to_boundary(found)),
            Place::AfterBoundary => match self.buffer.get(..2) {
                None => Ok(false),
                Some(b"--") => {
                    self.place = Place::End;
                    Ok(true)
                }
                Some(b"\r\n") => {
                    // These two stay: headers may be missing, and end all the same.
                    self.place = Place::Headers;
                    Ok(true)
                }
                Some(_) => Err("a boundary is followed by something else".to_owned()),
            },
            Place::Headers => self.headers(found),
        }
    }

    fn up_to_boundary(&mut self, found: &mut Vec<Piece>) -> bool {
        let is_content = self.place == Place::Content;
        let at = self.boundary.find(&self.buffer);
        // The end of what is here may be the beginning of a boundary.
        let safe = at.unwrap_or((self.buffer.len() + 1).saturating_sub(self.boundary.len()));
        let before = self.buffer.split_to(safe).freeze();
        if is_content && !before.is_empty() {
            found.push(Piece::Bytes(before));
        }
        if at.is_none() {
            return false;
        }
        let _ = self.buffer.split_to(self.boundary.len());
        self.place = Place::AfterBoundary;
        if is_content {
            found.push(Piece::Over);
        }
        true
    }

    fn headers(&mut self, found: &mut Vec<Piece>) -> Result<bool, String> {
        let end = self.buffer.windows(4).take(LONGEST_HEAD).position(|four| four == b"\r\n\r\n");
        let Some(end) = end else {
            let is_long = self.buffer.len() > LONGEST_HEAD;
            let fault = || "the headers of a part are too long".to_owned();
            return if is_long { Err(fault()) } else { Ok(false) };
        };
        let headers = self.buffer.split_to(end + 4);
        self.parts += 1;
        if self.parts > MOST {
            return Err(format!("more than {MOST} parts"));
        }
        found.push(Piece::Part(head(&String::from_utf8_lossy(&headers))?));
        self.place = Place::Content;
        Ok(true)
    }
}

fn head(headers: &str) -> Result<Head, String> {
    let header = |name: &str| {
        let mut lines = headers.lines().filter_map(|line| line.split_once(':'));
        lines.find(|(key, _)| key.trim().eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    };
    let disposition = header("content-disposition").ok_or("a part has no Content-Disposition")?;
    let name = attribute(disposition, "name").ok_or("a part has no name")?;
    let mime = header("content-type").map(str::to_owned);
    Ok(Head { name, file_name: attribute(disposition, "filename"), mime })
}

/// The value of `name="value"` in a header.
fn attribute(header: &str, name: &str) -> Option<String> {
    let mut rest = header;
    while let Some((before, after)) = rest.split_once('=') {
        let key = before.rsplit(';').next().unwrap_or_default().trim();
        let (value, next) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"')?,
            None => after.split_once(';').unwrap_or((after, "")),
        };
        if key == name {
            return Some(value.trim().to_owned());
        }
        rest = next;
    }
    None
}

/// Bytes that are looked for, with how far one may skip when the last of them does not fit; a body
/// of 60 MB is searched in a moment.
#[derive(Debug)]
struct Needle {
    bytes: Vec<u8>,
    skips: [usize; 256],
}

impl Needle {
    fn new(bytes: Vec<u8>) -> Self {
        let mut skips = [bytes.len(); 256];
        let last = bytes.len().saturating_sub(1);
        for (at, byte) in bytes.iter().take(last).enumerate() {
            skips[usize::from(*byte)] = last - at;
        }
        Self { bytes, skips }
    }

    fn len(&self) -> usize {
        self.bytes.len()
    }

    fn find(&self, hay: &[u8]) -> Option<usize> {
        let mut at = 0;
        while let Some(window) = hay.get(at..at + self.len()) {
            if window == self.bytes {
                return Some(at);
            }
            at += window.last().map_or(1, |byte| self.skips[usize::from(*byte)]);
        }
        None
    }
}

#[cfg(test)]
mod tests;
