//! A call as it came over HTTP: a method, fields, uploads, whichever way they were written.
//!
//! Query, `application/x-www-form-urlencoded`, `application/json` and `multipart/form-data` are
//! read, and mixed as Telegram mixes them: fields of the body win over those of the query. Values
//! keep the type they came with; [`super::check`] turns them into what the table of facts wants.
//!
//! A form with files is read as it comes (see [`super::server`]); everything else is short.

use std::collections::BTreeMap;

use bytes::Bytes;
use serde_json::{Map, Value, json};

use super::Content;

pub(crate) const LARGEST_TEXT: usize = 4 << 20;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Upload {
    pub(crate) name: String,
    pub(crate) mime: Option<String>,
    pub(crate) content: Content,
}

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
                request.add_urlencoded(body);
            }
            _ => return Err(format!("content type {kind} is not read by Telegram")),
        }
        Ok(request)
    }

    pub(crate) fn begin(method: &str, query: &str) -> Self {
        let mut request = Self { method: method.to_owned(), ..Self::default() };
        request.add_urlencoded(query.as_bytes());
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

    fn add_urlencoded(&mut self, text: &[u8]) {
        let pairs = form_urlencoded::parse(text);
        let owned = pairs.map(|(name, value)| (name.into_owned(), value.into_owned().into()));
        self.fields.extend(owned);
    }
}

#[cfg(test)]
mod tests;
