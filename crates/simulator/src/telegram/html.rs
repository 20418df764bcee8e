//! The HTML of messages, read as strictly as Telegram reads it.
//!
//! Text goes in, plain text and entities come out, with offsets in UTF-16 units as the protocol
//! wants. Anything Telegram would refuse is an error in its words; the caller adds
//! "can't parse entities". Tags must be closed in order, `<` must be escaped, unknown tags are
//! refused. A lone `&` is text, as it is there.

use serde_json::{Value, json};

const TAGS: &str = "b strong i em u ins s strike del code pre a blockquote tg-spoiler span";

#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Formatted {
    pub(crate) plain: String,
    pub(crate) entities: Vec<Value>,
}

/// Why HTML was refused; reads on after "can't parse entities: ".
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Unreadable(String);

struct Open {
    tag: String,
    offset: usize,
    entity: Value,
}

pub(crate) fn parse(source: &str) -> Result<Formatted, Unreadable> {
    let mut reader = Reader { source, at: 0, plain: String::new(), units: 0 };
    let mut open: Vec<Open> = Vec::new();
    let mut entities = Vec::new();
    while let Some(next) = reader.rest().chars().next() {
        match next {
            '<' if reader.rest().starts_with("</") => {
                let closed = reader.end_tag(open.pop())?;
                let length = reader.units - closed.offset;
                if length > 0 {
                    entities.push(entity(&closed, length));
                }
            }
            '<' => open.push(reader.start_tag(&open)?),
            '&' => reader.reference(),
            _ => reader.push(next, next.len_utf8()),
        }
    }
    if let Some(left) = open.pop() {
        let tag = left.tag;
        return Err(Unreadable(format!("Can't find end tag corresponding to start tag \"{tag}\"")));
    }
    entities.sort_by_key(|entity| entity["offset"].as_u64());
    Ok(Formatted { plain: reader.plain, entities })
}

pub(crate) fn escape(plain: &str) -> String {
    plain.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn entity(closed: &Open, length: usize) -> Value {
    let mut entity = closed.entity.clone();
    entity["offset"] = json!(closed.offset);
    entity["length"] = json!(length);
    entity
}

struct Reader<'a> {
    source: &'a str,
    at: usize,
    plain: String,
    units: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        self.source.get(self.at..).unwrap_or_default()
    }

    fn push(&mut self, shown: char, consumed: usize) {
        self.plain.push(shown);
        self.units += shown.len_utf16();
        self.at += consumed;
    }

    /// `&lt;` and its like; anything else stays as it is written.
    fn reference(&mut self) {
        let rest = self.rest();
        let end = rest.bytes().take(12).position(|byte| byte == b';');
        let name = end.and_then(|end| rest.get(1..end)).unwrap_or_default();
        match resolve(name) {
            Some(shown) => self.push(shown, name.len() + 2),
            None => self.push('&', 1),
        }
    }

    fn end_tag(&mut self, open: Option<Open>) -> Result<Open, Unreadable> {
        let (begin, rest) = (self.at, self.rest());
        let end = rest
            .find('>')
            .ok_or_else(|| Unreadable(format!("Unclosed end tag at byte offset {begin}")))?;
        let name = rest.get(2..end).unwrap_or_default().trim_end().to_lowercase();
        self.at += end + 1;
        let open =
            open.ok_or_else(|| Unreadable(format!("Unexpected end tag at byte offset {begin}")))?;
        if open.tag != name && !name.is_empty() {
            return Err(Unreadable(format!(
                "Unmatched end tag at byte offset {begin}, expected \"</{}>\", found \"</{name}>\"",
                open.tag
            )));
        }
        Ok(open)
    }

    fn start_tag(&mut self, open: &[Open]) -> Result<Open, Unreadable> {
        let (begin, rest) = (self.at, self.rest());
        let unclosed = || Unreadable(format!("Unclosed start tag at byte offset {begin}"));
        let name_end = rest.find(|c: char| c.is_whitespace() || c == '>').ok_or_else(unclosed)?;
        let tag = rest.get(1..name_end).unwrap_or_default().to_lowercase();
        if !TAGS.split(' ').any(|known| known == tag) {
            let fault = format!("Unsupported start tag \"{tag}\" at byte offset {begin}");
            return Err(Unreadable(fault));
        }
        let (attributes, length) =
            attributes(rest.get(name_end..).unwrap_or_default()).ok_or_else(unclosed)?;
        let attribute = |wanted: &str| {
            attributes.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.as_str())
        };
        let class = attribute("class");
        let mut entity = json!({ "type": match tag.as_str() {
            "b" | "strong" => "bold",
            "i" | "em" => "italic",
            "u" | "ins" => "underline",
            "s" | "strike" | "del" => "strikethrough",
            "span" if class != Some("tg-spoiler") => {
                return Err(Unreadable(format!(
                    "Tag \"span\" must have class \"tg-spoiler\" at byte offset {begin}"
                )));
            }
            "tg-spoiler" | "span" => "spoiler",
            "blockquote" if attribute("expandable").is_some() => "expandable_blockquote",
            "a" => "text_link",
            other => other,
        } });
        if tag == "a" {
            entity["url"] = json!(attribute("href").unwrap_or_default());
        }
        let language = class.and_then(|name| name.strip_prefix("language-"));
        if let Some(language) = language.filter(|_| tag == "code")
            && open.last().is_some_and(|outer| outer.tag == "pre")
        {
            entity = json!({ "type": "pre", "language": language });
        }
        self.at += name_end + length;
        Ok(Open { tag, offset: self.units, entity })
    }
}

/// The attributes up to the closing `>` and the length read; `None` when it never closes.
fn attributes(rest: &str) -> Option<(Vec<(String, String)>, usize)> {
    let mut found = Vec::new();
    let mut left = rest;
    loop {
        left = left.trim_start();
        if let Some(after) = left.strip_prefix('>') {
            return Some((found, rest.len() - after.len()));
        }
        let end = left.find(|c: char| c.is_whitespace() || c == '=' || c == '>')?;
        let (name, after) = left.split_at(end);
        left = after.trim_start();
        let mut value = "";
        if let Some(after) = left.strip_prefix('=') {
            let after = after.trim_start();
            let quote = after.chars().next().filter(|c| matches!(c, '"' | '\''));
            let inner = if quote.is_some() { after.get(1..)? } else { after };
            let end = match quote {
                Some(quote) => inner.find(quote)?,
                None => inner.find(|c: char| c.is_whitespace() || c == '>')?,
            };
            (value, left) = inner.split_at(end);
            left = if quote.is_some() { left.get(1..)? } else { left };
        } else if name.is_empty() {
            return None;
        }
        found.push((name.to_lowercase(), unescape(value)));
    }
}

fn unescape(value: &str) -> String {
    let mut reader = Reader { source: value, at: 0, plain: String::new(), units: 0 };
    while let Some(next) = reader.rest().chars().next() {
        match next {
            '&' => reader.reference(),
            _ => reader.push(next, next.len_utf8()),
        }
    }
    reader.plain
}

fn resolve(name: &str) -> Option<char> {
    match name {
        "lt" => Some('<'),
        "gt" => Some('>'),
        "amp" => Some('&'),
        "quot" => Some('"'),
        _ => {
            let digits = name.strip_prefix('#')?;
            let code = match digits.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => digits.parse().ok()?,
            };
            char::from_u32(code).filter(|shown| *shown != '\0')
        }
    }
}

#[cfg(test)]
mod tests;
