//! Reads foreign JSON member by member, so that one odd member costs only itself.
//!
//! An [`Object`] knows where its members are and looks into none of them. Each getter then reads one
//! member, and answers `None` when it is missing, `null` or not what was expected. Of members with
//! the same name the last one counts. KIE likes to put JSON into a string of JSON; a member that
//! should be an object or a list may be either.
//!
//! Numbers are never read as floats: who wants one gets its digits. A string with half of a
//! surrogate pair, which JSON can spell and Unicode cannot, has U+FFFD in that place: a prompt that
//! was cut in the middle of a sign must not make its record unreadable.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde_json::value::RawValue;

/// A JSON object whose members have been found but not read.
pub(crate) struct Object<'a> {
    members: Vec<(Text<'a>, &'a RawValue)>,
}

impl<'a> Object<'a> {
    /// Finds the members of an object; `None` when the text is not one.
    pub(crate) fn find(text: &'a str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    /// The member as it stands; a `null` counts as missing.
    pub(crate) fn get(&self, name: &str) -> Option<&'a RawValue> {
        let (_, value) = self.members.iter().rev().find(|(key, _)| key.0 == name)?;
        (value.get() != "null").then_some(*value)
    }

    /// The digits of a number, or a text as it is.
    pub(crate) fn word(&self, name: &str) -> Option<String> {
        let raw = self.get(name)?.get();
        let is_number = raw.starts_with(|c: char| c == '-' || c.is_ascii_digit());
        text(raw).or_else(|| is_number.then(|| raw.to_owned()))
    }

    /// A whole number, spelled as a number or as a text.
    pub(crate) fn integer(&self, name: &str) -> Option<i64> {
        self.word(name)?.trim().parse().ok()
    }

    pub(crate) fn text(&self, name: &str) -> Option<String> {
        text(self.get(name)?.get())
    }

    /// The JSON of a member: as it stands, or what stands in its string. An empty one is missing.
    pub(crate) fn json(&self, name: &str) -> Option<Cow<'a, str>> {
        let raw = self.get(name)?.get();
        let json = text(raw).map_or(Cow::Borrowed(raw), Cow::Owned);
        (!json.trim().is_empty()).then_some(json)
    }
}

/// The text of a JSON string.
pub(crate) fn text(json: &str) -> Option<String> {
    let text: Text<'_> = serde_json::from_str(json).ok()?;
    Some(text.0.into_owned())
}

/// The items of a JSON list, each as it came; `None` when it is no list.
pub(crate) fn list(json: &str) -> Option<Vec<&str>> {
    let items: Vec<&RawValue> = serde_json::from_str(json).ok()?;
    Some(items.into_iter().map(RawValue::get).collect())
}

impl<'de> Deserialize<'de> for Object<'de> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Members;

        impl<'de> Visitor<'de> for Members {
            type Value = Object<'de>;

            fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
                to.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::with_capacity(8);
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Object { members })
            }
        }

        from.deserialize_map(Members)
    }
}

/// A string of JSON, whatever escapes it is made of.
struct Text<'a>(Cow<'a, str>);

impl<'de> Deserialize<'de> for Text<'de> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Bytes;

        impl<'de> Visitor<'de> for Bytes {
            type Value = Text<'de>;

            fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
                to.write_str("a string")
            }

            fn visit_borrowed_bytes<E: Error>(self, bytes: &'de [u8]) -> Result<Self::Value, E> {
                Ok(Text(healed(bytes)))
            }

            fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Self::Value, E> {
                Ok(Text(Cow::Owned(healed(bytes).into_owned())))
            }
        }

        // Asked for bytes, the parser hands out lone surrogates; asked for text, it refuses them.
        from.deserialize_bytes(Bytes)
    }
}

/// The text of these bytes, with one U+FFFD for each lone surrogate or other stray byte.
fn healed(bytes: &[u8]) -> Cow<'_, str> {
    let mut rest = match std::str::from_utf8(bytes) {
        Ok(text) => return Cow::Borrowed(text),
        Err(_) => bytes,
    };
    let mut text = String::with_capacity(bytes.len());
    while let Err(error) = std::str::from_utf8(rest) {
        let (fine, stray) = rest.split_at(error.valid_up_to());
        text.push_str(&String::from_utf8_lossy(fine));
        text.push(char::REPLACEMENT_CHARACTER);
        let skipped = match stray {
            [0xED, 0xA0..=0xBF, 0x80..=0xBF, ..] => 3,
            _ => error.error_len().unwrap_or(stray.len()),
        };
        rest = stray.get(skipped..).unwrap_or_default();
    }
    text.push_str(&String::from_utf8_lossy(rest));
    Cow::Owned(text)
}

#[cfg(test)]
mod tests {
    use super::{Object, list};

    #[test]
    fn an_odd_member_costs_only_itself() {
        let object = Object::find(r#" {"a":1e400,"b":"x","c":[1,{"d":true}],"e":null,"f":7} "#);
        let object = object.unwrap();

        assert_eq!(object.integer("a"), None);
        assert_eq!(object.word("a").as_deref(), Some("1e400"));
        assert_eq!(object.text("b").as_deref(), Some("x"));
        assert_eq!(object.text("f"), None);
        assert_eq!(object.integer("f"), Some(7));
        assert!(object.get("e").is_none() && object.word("c").is_none());
        assert_eq!(list(object.get("c").unwrap().get()).unwrap(), ["1", r#"{"d":true}"#]);
    }

    #[test]
    fn json_in_a_string_is_json() {
        let object = Object::find(r#"{"a":{"b":1},"c":"{\"b\":1}","d":"","e":"5"}"#).unwrap();

        for name in ["a", "c"] {
            let json = object.json(name).unwrap();
            assert_eq!(Object::find(&json).unwrap().integer("b"), Some(1), "{name}");
        }
        assert_eq!(object.json("d"), None);
        assert_eq!(object.integer("e"), Some(5));
    }

    #[test]
    fn half_a_surrogate_pair_becomes_one_replacement_character() {
        let spelled = r#"{"\ud800k":"a\ud83db\ude00\u0000","ok":"\ud83d\ude00"}"#;
        let object = Object::find(spelled).unwrap();

        assert_eq!(object.text("\u{FFFD}k").unwrap(), "a\u{FFFD}b\u{FFFD}\0");
        assert_eq!(object.text("ok").unwrap(), "\u{1F600}");
    }

    #[test]
    fn what_is_not_an_object_is_not_read() {
        for text in ["", "1", "[]", "{", "{}x", "{\"a\"}", "null", "\"{}\""] {
            assert!(Object::find(text).is_none(), "{text}");
        }
    }
}
