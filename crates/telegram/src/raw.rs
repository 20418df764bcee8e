//! Reads foreign JSON member by member, so that one odd member costs only itself.
//!
//! An [`Object`] knows where its members are and looks into none of them. Each getter then reads
//! one member, and answers `None` when it is missing, `null` or not what was expected. Of members
//! with the same name the last one counts.
//!
//! Nothing here recurses: skipping a value takes the same stack whether it nests once or a hundred
//! thousand times. A string with half of a surrogate pair, which JSON can spell and Unicode cannot,
//! keeps its text and has U+FFFD in that place.

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

    /// The names of the members, in their order.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.members.iter().map(|(name, _)| name.0.as_ref())
    }

    /// The member as it stands; a `null` counts as missing.
    pub(crate) fn get(&self, name: &str) -> Option<&'a RawValue> {
        let (_, value) = self.members.iter().rev().find(|(key, _)| key.0 == name)?;
        (value.get() != "null").then_some(*value)
    }

    pub(crate) fn object(&self, name: &str) -> Option<Object<'a>> {
        Object::find(self.get(name)?.get())
    }

    /// The objects of a list; what is not an object in it is left out.
    pub(crate) fn objects(&self, name: &str) -> Vec<Object<'a>> {
        let list = self.get(name).map_or("[]", RawValue::get);
        let items: Vec<&'a RawValue> = serde_json::from_str(list).unwrap_or_default();
        items.into_iter().filter_map(|item| Object::find(item.get())).collect()
    }

    pub(crate) fn integer(&self, name: &str) -> Option<i64> {
        self.get(name)?.get().parse().ok()
    }

    pub(crate) fn flag(&self, name: &str) -> Option<bool> {
        self.get(name)?.get().parse().ok()
    }

    pub(crate) fn text(&self, name: &str) -> Option<String> {
        let text: Text<'_> = serde_json::from_str(self.get(name)?.get()).ok()?;
        Some(text.0.into_owned())
    }
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
                // Most objects have fewer, so that the list is not moved about as it grows.
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
                Ok(Text(match std::str::from_utf8(bytes) {
                    Ok(text) => Cow::Borrowed(text),
                    Err(_) => Cow::Owned(healed(bytes)),
                }))
            }

            fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Self::Value, E> {
                Ok(Text(Cow::Owned(healed(bytes))))
            }
        }

        // Asked for bytes, the parser hands out lone surrogates; asked for text, it refuses them.
        from.deserialize_bytes(Bytes)
    }
}

/// The text of these bytes, with one U+FFFD for each lone surrogate or other stray byte.
fn healed(mut bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    loop {
        let error = match std::str::from_utf8(bytes) {
            Ok(rest) => {
                text.push_str(rest);
                return text;
            }
            Err(error) => error,
        };
        let (fine, rest) = bytes.split_at(error.valid_up_to());
        text.push_str(&String::from_utf8_lossy(fine));
        text.push(char::REPLACEMENT_CHARACTER);
        let skipped = match rest {
            [0xED, 0xA0..=0xBF, 0x80..=0xBF, ..] => 3,
            _ => error.error_len().unwrap_or(rest.len()),
        };
        bytes = &rest[skipped..];
    }
}

#[cfg(test)]
mod tests {
    use super::Object;

    #[test]
    fn an_odd_member_costs_only_itself() {
        let object = Object::find(r#" {"a":1e400,"b":"x","c":[1,{"d":true},null],"e":null} "#);
        let object = object.unwrap();

        assert_eq!(object.integer("a"), None);
        assert_eq!(object.text("a"), None);
        assert_eq!(object.text("b").as_deref(), Some("x"));
        assert_eq!(object.objects("c")[0].flag("d"), Some(true));
        assert_eq!(object.objects("c").len(), 1);
        assert!(object.get("e").is_none() && object.object("b").is_none());
    }

    #[test]
    fn half_a_surrogate_pair_becomes_one_replacement_character() {
        let spelled = r#"{"\ud800k":"a\ud83db\ude00\u0000","ok":"\ud83d\ude00"}"#;
        let object = Object::find(spelled).unwrap();

        assert_eq!(object.text("\u{FFFD}k").unwrap(), "a\u{FFFD}b\u{FFFD}\0");
        assert_eq!(object.text("ok").unwrap(), "\u{1F600}");
    }

    #[test]
    fn the_last_of_several_members_with_one_name_counts() {
        assert_eq!(Object::find(r#"{"a":1,"a":2}"#).unwrap().integer("a"), Some(2));
    }

    #[test]
    fn what_is_not_an_object_is_not_read() {
        for text in ["", "1", "[]", "{", "{}x", "{\"a\"}", "null", "\"{}\""] {
            assert!(Object::find(text).is_none(), "{text}");
        }
    }
}
