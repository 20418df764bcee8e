//! A call as it came over HTTP: a method, fields, uploads, whichever way they were written.
//!
//! Query, `application/x-www-form-urlencoded`, `application/json` and `multipart/form-data` are
//! read, and mixed as Telegram mixes them: fields of the body win over those of the query. Values
//! keep the type they came with; [`super::check`] turns them into what the table of facts wants.

use std::collections::BTreeMap;

use bytes::Bytes;
use serde_json::{Map, Value};

use super::multipart;

/// The largest request that is read: an upload of 50 MB and its fields.
pub(crate) const LARGEST: usize = 52 << 20;

/// A file that came with the call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Upload {
    pub(crate) name: String,
    pub(crate) content: Bytes,
}

/// A call before anything was checked.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Request {
    pub(crate) method: String,
    pub(crate) fields: Map<String, Value>,
    pub(crate) uploads: BTreeMap<String, Upload>,
}

impl Request {
    /// Reads a call from the parts of an HTTP request.
    ///
    /// The error is the sentence of the answer.
    pub(crate) fn read(
        method: &str,
        query: &str,
        content_type: &str,
        body: &Bytes,
    ) -> Result<Self, String> {
        let mut request = Self { method: method.to_owned(), ..Self::default() };
        request.add_urlencoded(query);
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
            "multipart/form-data" => {
                let boundary = multipart::boundary(content_type).ok_or("boundary not found")?;
                for part in multipart::parts(body, &boundary)? {
                    request.add_part(part);
                }
            }
            _ => return Err(format!("content type {kind} is not read by Telegram")),
        }
        Ok(request)
    }

    /// Reads a call from the body of a webhook's answer: JSON with the field `method`.
    pub(crate) fn from_response(body: &Bytes) -> Option<Self> {
        let Ok(Value::Object(mut fields)) = serde_json::from_slice(body) else {
            return None;
        };
        match fields.remove("method")? {
            Value::String(method) => Some(Self { method, fields, uploads: BTreeMap::new() }),
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

    /// The parameters for the journal; of uploads the name and the size.
    pub(crate) fn to_json(&self) -> Value {
        let mut fields = self.fields.clone();
        for (field, upload) in &self.uploads {
            let shown = serde_json::json!({ "upload": upload.name, "size": upload.content.len() });
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

    fn add_part(&mut self, part: multipart::Part) {
        match part.file_name {
            Some(name) => {
                self.uploads.insert(part.name, Upload { name, content: part.content });
            }
            None => {
                let text = String::from_utf8_lossy(&part.content).into_owned();
                self.fields.insert(part.name, Value::String(text));
            }
        }
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
mod tests {
    use super::{Bytes, Request, decoded};
    use serde_json::json;

    fn read(query: &str, kind: &str, body: &'static str) -> Result<Request, String> {
        Request::read("m", query, kind, &Bytes::from_static(body.as_bytes()))
    }

    #[test]
    fn every_encoding_gives_the_same_fields() {
        let form = "application/x-www-form-urlencoded";
        let multi = "--b\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\nhi & bye\r\n\
                     --b\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\n1\r\n--b--\r\n";
        let ways = [
            read("text=hi%20%26+bye&x=1", "", ""),
            read("", form, "text=hi%20%26+bye&x=1"),
            read("x=1", "application/json; charset=utf-8", r#"{"text":"hi & bye"}"#),
            read("", "multipart/form-data; boundary=b", multi),
        ];

        for way in ways {
            let request = way.unwrap();
            assert_eq!(json!(request.fields), json!({ "text": "hi & bye", "x": "1" }));
        }
    }

    #[test]
    fn an_upload_is_kept_apart_from_the_fields() {
        let body = "--b\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"a.png\"\r\n\
                    Content-Type: image/png\r\n\r\nPNG\r\n--b--\r\n";

        let request = read("", "multipart/form-data; boundary=\"b\"", body).unwrap();

        assert_eq!(request.uploads["photo"].name, "a.png");
        assert_eq!(request.to_json(), json!({ "photo": { "upload": "a.png", "size": 3 } }));
    }

    #[test]
    fn a_body_that_is_not_what_it_says_is_refused() {
        assert!(read("", "application/json", "[1]").is_err());
        assert!(read("", "multipart/form-data", "--b--").is_err());
        assert!(read("", "text/plain", "x").is_err());
    }

    #[test]
    fn escapes_that_are_none_stay() {
        assert_eq!(decoded("100%&%zz%d0%96+"), "100%&%zz\u{416} ");
    }
}
