//! A call as it came over HTTP: a method, fields, uploads, whichever way they were written.
//!
//! Query, `application/x-www-form-urlencoded`, `application/json` and `multipart/form-data` are
//! read, and mixed as Telegram mixes them: fields of the body win over those of the query. Values
//! keep the type they came with; [`super::check`] turns them into what the table of facts wants.
//!
//! A form with files is read as it comes, by a [`Form`]; everything else is short and read whole.

use std::collections::BTreeMap;

use bytes::Bytes;
use serde_json::{Map, Value, json};

use super::files::{Content, Taking};
use super::multipart::{Piece, Splitter};

/// The largest request without files that is read.
pub(crate) const LARGEST_TEXT: usize = 4 << 20;

/// The largest file that Telegram takes from a bot.
const LARGEST_FILE: u64 = 50 << 20;

/// The largest form that Telegram takes from a bot: such a file and its fields.
const LARGEST_FORM: u64 = 52 << 20;

/// A file that came with the call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Upload {
    pub(crate) name: String,
    pub(crate) mime: Option<String>,
    pub(crate) content: Content,
}

/// A call before anything was checked.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Request {
    pub(crate) method: String,
    pub(crate) fields: Map<String, Value>,
    pub(crate) uploads: BTreeMap<String, Upload>,
    /// It was read to its end and is more than Telegram takes.
    pub(crate) is_too_large: bool,
}

impl Request {
    /// Reads a call without files from the parts of an HTTP request.
    ///
    /// The error is the sentence of the answer.
    pub(crate) fn read(
        method: &str,
        query: &str,
        content_type: &str,
        body: &Bytes,
    ) -> Result<Self, String> {
        let mut request = Self::begin(method, query);
        let kind = content_type.split(';').next().unwrap_or_default().trim().to_lowercase();
        match kind.as_str() {
            _ if body.is_empty() => {}
            "application/json" => match serde_json::from_slice(body) {
                Ok(Value::Object(fields)) => request.fields.extend(fields),
                _ => return Err("can't parse JSON object".to_owned()),
            },
            "application/x-www-form-urlencoded" => {
                request.add_urlencoded(&String::from_utf8_lossy(body));
            }
            _ => return Err(format!("content type {kind} is not read by Telegram")),
        }
        Ok(request)
    }

    fn begin(method: &str, query: &str) -> Self {
        let mut request = Self { method: method.to_owned(), ..Self::default() };
        request.add_urlencoded(query);
        request
    }

    /// Reads a call from the body of a webhook's answer: JSON with the field `method`.
    pub(crate) fn from_response(body: &Bytes) -> Option<Self> {
        let Ok(Value::Object(mut fields)) = serde_json::from_slice(body) else {
            return None;
        };
        match fields.remove("method")? {
            Value::String(method) => Some(Self { method, fields, ..Self::default() }),
            _ => None,
        }
    }

    /// The chat the call names, if it is a number.
    pub(crate) fn chat(&self) -> Option<i64> {
        match self.fields.get("chat_id")? {
            Value::String(text) => text.parse().ok(),
            other => other.as_i64(),
        }
    }

    /// The parameters for the journal; of uploads the name, the type, the size and the hash.
    pub(crate) fn to_json(&self) -> Value {
        let mut fields = self.fields.clone();
        for (field, upload) in &self.uploads {
            let content = &upload.content;
            let shown = json!({
                "upload": upload.name, "mime": upload.mime, "size": content.length,
                "hash": format!("{:016x}", content.hash),
            });
            fields.insert(field.clone(), shown);
        }
        Value::Object(fields)
    }

    fn add_urlencoded(&mut self, text: &str) {
        for pair in text.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            self.fields.insert(decoded(name), Value::String(decoded(value)));
        }
    }
}

/// A form that is being read.
#[derive(Debug)]
pub(crate) struct Form {
    request: Request,
    splitter: Splitter,
    part: Option<Part>,
    length: u64,
}

/// The part that is being read.
#[derive(Debug)]
enum Part {
    Field(String, Vec<u8>),
    File { field: String, name: String, mime: Option<String>, taking: Taking },
}

impl Form {
    pub(crate) fn begin(method: &str, query: &str, boundary: &str) -> Self {
        let request = Request::begin(method, query);
        Self { request, splitter: Splitter::new(boundary), part: None, length: 0 }
    }

    /// Takes more of the body; the error is the sentence of the answer.
    pub(crate) fn push(&mut self, bytes: &[u8]) -> Result<(), String> {
        self.length += u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        for piece in self.splitter.push(bytes)? {
            self.take(piece)?;
        }
        Ok(())
    }

    /// The call as far as it is read, once a file has begun; its fields mostly come before.
    pub(crate) fn in_a_file(&self) -> Option<&Request> {
        let is_file = matches!(self.part, Some(Part::File { .. }));
        (is_file || !self.request.uploads.is_empty()).then_some(&self.request)
    }

    /// How much was read.
    pub(crate) fn length(&self) -> u64 {
        self.length
    }

    /// The whole call.
    pub(crate) fn finish(mut self) -> Result<Request, String> {
        self.splitter.finish()?;
        self.request.is_too_large |= self.length > LARGEST_FORM;
        Ok(self.request)
    }

    fn take(&mut self, piece: Piece) -> Result<(), String> {
        match (piece, &mut self.part) {
            (Piece::Part(head), part) => {
                *part = Some(match head.file_name {
                    Some(name) => {
                        let taking = Taking::default();
                        Part::File { field: head.name, name, mime: head.mime, taking }
                    }
                    None => Part::Field(head.name, Vec::new()),
                });
            }
            (Piece::Bytes(bytes), Some(Part::Field(name, content))) => {
                if content.len() + bytes.len() > LARGEST_TEXT {
                    return Err(format!("field \"{name}\" is too long"));
                }
                content.extend_from_slice(&bytes);
            }
            (Piece::Bytes(bytes), Some(Part::File { taking, .. })) => taking.push(&bytes),
            (Piece::Over, part) => match part.take() {
                Some(Part::Field(name, content)) => {
                    let text = String::from_utf8_lossy(&content).into_owned();
                    self.request.fields.insert(name, Value::String(text));
                }
                Some(Part::File { field, name, mime, taking }) => {
                    self.request.is_too_large |= taking.length() > LARGEST_FILE;
                    let upload = Upload { name, mime, content: taking.finish() };
                    self.request.uploads.insert(field, upload);
                }
                None => {}
            },
            (Piece::Bytes(_), None) => {}
        }
        Ok(())
    }
}

/// Undoes the escapes of a URL; what is no escape stays.
pub(crate) fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        let escape = after.get(..2).and_then(|hex| std::str::from_utf8(hex).ok());
        let escape = escape.and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match (first, escape) {
            (b'%', Some(byte)) => {
                bytes.push(byte);
                rest = after.get(2..).unwrap_or_default();
            }
            (b'+', _) => bytes.push(b' '),
            _ => bytes.push(*first),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests;
