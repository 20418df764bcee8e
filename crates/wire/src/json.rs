//! Reads foreign JSON member by member, so that one odd member costs only itself.
//!
//! An [`Object`] knows where its members are and looks into none of them. Each getter then reads one
//! member, and answers `None` when it is missing, `null` or not what was expected. Of members with
//! the same name the last one counts. Some servers put JSON into a string of JSON: a member that
//! should be an object or a list may be either.
//!
//! Nothing here recurses: skipping a value takes the same stack whether it nests once or a hundred
//! thousand times. Numbers are never read as floats: a reader gets the digits. A string with half of
//! a surrogate pair, which JSON can spell and Unicode cannot, keeps its text and has U+FFFD in that
//! place: a text that was cut in the middle of a sign must not make all around it unreadable.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde_json::value::RawValue;

/// A JSON object whose members have been found but not read.
pub struct Object<'a> {
    members: Vec<(Text<'a>, &'a RawValue)>,
}

impl<'a> Object<'a> {
    /// Finds the members of an object; `None` when the text is not one.
    pub fn find(text: &'a str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    /// The member as it stands; a `null` counts as missing.
    pub fn get(&self, name: &str) -> Option<&'a RawValue> {
        let (_, value) = self.members.iter().rev().find(|(key, _)| key.0 == name)?;
        (value.get() != "null").then_some(*value)
    }

    /// The names of the members, in their order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.members.iter().map(|(name, _)| name.0.as_ref())
    }

    /// A member that is an object.
    pub fn object(&self, name: &str) -> Option<Object<'a>> {
        Object::find(self.get(name)?.get())
    }

    /// The objects of a list; what is not an object in it is left out.
    pub fn objects(&self, name: &str) -> Vec<Object<'a>> {
        let items = self.get(name).and_then(|member| list(member.get())).unwrap_or_default();
        items.into_iter().filter_map(Object::find).collect()
    }

    /// A member that is `true` or `false`.
    pub fn flag(&self, name: &str) -> Option<bool> {
        self.get(name)?.get().parse().ok()
    }

    /// The digits of a number, or a text as it is.
    pub fn word(&self, name: &str) -> Option<String> {
        let raw = self.get(name)?.get();
        let is_number = raw.starts_with(|c: char| c == '-' || c.is_ascii_digit());
        text(raw).or_else(|| is_number.then(|| raw.to_owned()))
    }

    /// A member that is a whole number.
    pub fn integer(&self, name: &str) -> Option<i64> {
        self.get(name)?.get().parse().ok()
    }

    /// A whole number, spelled as a number or as a text.
    pub fn spelled_integer(&self, name: &str) -> Option<i64> {
        self.word(name)?.trim().parse().ok()
    }

    /// A member that is a text.
    pub fn text(&self, name: &str) -> Option<String> {
        text(self.get(name)?.get())
    }

    /// The JSON of a member: as it stands, or what stands in its string. An empty one is missing.
    pub fn json(&self, name: &str) -> Option<Cow<'a, str>> {
        let raw = self.get(name)?.get();
        let json = text(raw).map_or(Cow::Borrowed(raw), Cow::Owned);
        (!json.trim().is_empty()).then_some(json)
    }
}

/// The text of a JSON string.
pub fn text(json: &str) -> Option<String> {
    let text: Text<'_> = serde_json::from_str(json).ok()?;
    Some(text.0.into_owned())
}

/// The items of a JSON list, each as it came; `None` when it is no list.
pub fn list(json: &str) -> Option<Vec<&str>> {
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
        let text = r#" {"a":1e400,"b":"x","c":[1,{"d":true},null],"e":null,"f":7} "#;
        let object = Object::find(text).unwrap();

        assert_eq!((object.integer("a"), object.spelled_integer("a")), (None, None));
        assert_eq!((object.text("a"), object.word("a").as_deref()), (None, Some("1e400")));
        assert_eq!(object.text("b").as_deref(), Some("x"));
        assert_eq!(object.objects("c")[0].flag("d"), Some(true));
        assert_eq!(object.objects("c").len(), 1);
        assert_eq!(list(object.get("c").unwrap().get()).unwrap(), ["1", r#"{"d":true}"#, "null"]);
        assert!(object.get("e").is_none() && object.object("b").is_none());
        assert!(object.word("c").is_none() && object.text("f").is_none());
        assert_eq!((object.integer("f"), object.spelled_integer("f")), (Some(7), Some(7)));
    }

    #[test]
    fn json_in_a_string_is_json() {
        let object = Object::find(r#"{"a":{"b":1},"c":"{\"b\":1}","d":"","e":"5"}"#).unwrap();

        for name in ["a", "c"] {
            let json = object.json(name).unwrap();
            assert_eq!(Object::find(&json).unwrap().integer("b"), Some(1), "{name}");
        }
        assert_eq!(object.json("d"), None);
        assert_eq!((object.integer("e"), object.spelled_integer("e")), (None, Some(5)));
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
