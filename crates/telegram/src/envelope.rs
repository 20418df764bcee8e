//! What the webhook must know of an update before it is stored, in one quick look.
//!
//! The envelope says which update this is, in whose lane it is to be handled, and whether a person
//! waits at a button. The letter inside is not opened: its parts are looked up one by one, and a
//! part that cannot be read counts as missing. An update that we refuse is one that Telegram sends
//! again and again while everything behind it waits, so little is refused: [`Unreadable`] is what
//! is no JSON object or has no number.

use std::borrow::Cow;

use domain::UpdateId;
use wire::json::Object;

/// The members of an update that mean something to us, before any that does not.
const KNOWN: [&str; 7] = [
    "message",
    "callback_query",
    "pre_checkout_query",
    "inline_query",
    "edited_message",
    "my_chat_member",
    "subscription",
];

/// What stands on the outside of an update.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Envelope {
    /// Telegram's number of the update.
    pub update_id: UpdateId,
    /// Updates of one lane are handled one after the other: the person's id, else the chat's,
    /// else 0.
    pub lane: i64,
    /// What it holds, as far as haste is concerned.
    pub kind: Kind,
    /// The query that waits for an answer.
    pub query: Option<String>,
}

/// What an envelope holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A new message.
    Message,
    /// A button was pressed; the person sees a spinner until it is answered.
    Tap,
    /// A person is about to pay; Telegram waits ten seconds for our consent.
    PreCheckout,
    /// A person looks for something to send to a friend; Telegram waits about ten seconds for a list.
    Inline,
    /// Anything else, known or not.
    Other,
}

/// Not an update: there is nothing to store it under.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// The body is not a JSON object.
    #[error("the body is not a JSON object")]
    NotAnObject,
    /// It has no `update_id` that is an integer of 64 bits.
    #[error("the body has no integer update_id")]
    NoUpdateId,
}

/// Reads the outside of an update.
pub fn read(bytes: &[u8]) -> Result<Envelope, Unreadable> {
    let text = text(bytes);
    let update = Object::find(&text).ok_or(Unreadable::NotAnObject)?;
    let update_id = update.integer("update_id").ok_or(Unreadable::NoUpdateId)?;
    let name = member(&update);
    let kind = match name {
        Some("message") => Kind::Message,
        Some("callback_query") => Kind::Tap,
        Some("pre_checkout_query") => Kind::PreCheckout,
        Some("inline_query") => Kind::Inline,
        _ => Kind::Other,
    };
    let inner = name.and_then(|name| update.object(name));
    let query = match kind {
        Kind::Tap | Kind::PreCheckout | Kind::Inline => {
            inner.as_ref().and_then(|inner| inner.text("id"))
        }
        Kind::Message | Kind::Other => None,
    };
    let lane = inner.as_ref().and_then(lane).unwrap_or(0);
    Ok(Envelope { update_id: UpdateId::new(update_id), lane, kind, query })
}

/// The text of a body. Bytes that are no UTF-8 spoil only the string they are in.
pub(crate) fn text(bytes: &[u8]) -> Cow<'_, str> {
    // Nearly all are UTF-8, and to find that out is several times quicker than to heal what is not.
    std::str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes), Cow::Borrowed)
}

/// The name of the one member that an update has besides its number. If there are several, one
/// that we know goes before one that we do not.
pub(crate) fn member<'u>(update: &'u Object<'_>) -> Option<&'u str> {
    let known = KNOWN.into_iter().find(|name| update.get(name).is_some());
    known.or_else(|| update.names().find(|name| *name != "update_id"))
}

fn lane(inner: &Object<'_>) -> Option<i64> {
    let id = |object: &Object<'_>, name| object.object(name)?.integer("id");
    // Of its own accord Telegram speaks as the bot: a refund, from us, in the chat of its person.
    let is_bot = inner.object("from").and_then(|from| from.flag("is_bot")) == Some(true);
    let person = id(inner, "from").filter(|_| !is_bot || id(inner, "chat").is_none());
    let lane = person
        .or_else(|| id(inner, "chat"))
        .or_else(|| id(&inner.object("message")?, "chat"))
        .or_else(|| id(inner, "user"));
    // No chat has the lowest number there is; the walk over lanes begins after it.
    lane.map(|lane| lane.max(i64::MIN + 1))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{ProptestConfig, any, proptest};

    use super::{Envelope, Kind, Unreadable, UpdateId, read};

    fn envelope(update_id: i64, lane: i64, kind: Kind, query: Option<&str>) -> Envelope {
        let query = query.map(str::to_owned);
        Envelope { update_id: UpdateId::new(update_id), lane, kind, query }
    }

    #[test]
    fn the_lane_is_the_person_else_the_chat() {
        let table = [
            (r#"{"update_id":1,"message":{"from":{"id":5},"chat":{"id":-6}}}"#, 5, Kind::Message),
            (
                r#"{"update_id":1,"message":{"from":{"id":"5"},"chat":{"id":-6}}}"#,
                -6,
                Kind::Message,
            ),
            (
                r#"{"update_id":1,"message":{"from":{"id":5,"is_bot":true},"chat":{"id":6}}}"#,
                6,
                Kind::Message,
            ),
            (r#"{"update_id":1,"channel_post":{"chat":{"id":-6}}}"#, -6, Kind::Other),
            (r#"{"update_id":1,"brand_new":{"message":{"chat":{"id":7}}}}"#, 7, Kind::Other),
            (r#"{"update_id":1,"subscription":{"user":{"id":8}}}"#, 8, Kind::Other),
            (r#"{"update_id":1,"message":5}"#, 0, Kind::Message),
            (r#"{"update_id":1,"extra":{"from":{"id":4}},"message":{}}"#, 0, Kind::Message),
            (r#"{"update_id":1}"#, 0, Kind::Other),
        ];
        for (text, lane, kind) in table {
            assert_eq!(read(text.as_bytes()), Ok(envelope(1, lane, kind, None)), "{text}");
        }
    }

    #[test]
    fn a_waiting_query_is_named() {
        let tap = br#"{"callback_query":{"id":"77","from":{"id":5}},"update_id":-3}"#;
        let payer = br#"{"update_id":4,"pre_checkout_query":{"id":"88","from":{"id":5}}}"#;
        let sharer = br#"{"update_id":6,"inline_query":{"id":"99","from":{"id":5},"query":""}}"#;

        assert_eq!(read(tap), Ok(envelope(-3, 5, Kind::Tap, Some("77"))));
        assert_eq!(read(payer), Ok(envelope(4, 5, Kind::PreCheckout, Some("88"))));
        assert_eq!(read(sharer), Ok(envelope(6, 5, Kind::Inline, Some("99"))));
    }

    #[test]
    fn whatever_is_in_the_letter_the_envelope_is_read() {
        let nested = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        let odd = [
            r#""a\u0000b""#,
            r#""\ud800 and \udfff""#,
            r#"{"\ud800":1}"#,
            r#"{"a":1,"a":2}"#,
            "1e999",
            nested.as_str(),
        ];
        for part in odd {
            let text = format!(
                r#"{{"update_id":9,"\udc00":{part},"message":{{"text":{part},"from":{{"id":5,"x":{part}}}}}}}"#
            );
            assert_eq!(read(text.as_bytes()), Ok(envelope(9, 5, Kind::Message, None)));
        }
        assert!(read(b"{\"update_id\":9,\"message\":{\"text\":\"\xFF\"}}").is_ok());
    }

    #[test]
    fn of_doubled_members_the_last_counts() {
        let text = br#"{"update_id":1,"update_id":2,"message":{"from":{"id":5},"from":{"id":6}}}"#;
        assert_eq!(read(text), Ok(envelope(2, 6, Kind::Message, None)));
    }

    #[test]
    fn what_has_no_number_is_unreadable() {
        for text in ["", "[]", "7", "{", "{\"update_id\":1", "{\"update_id\":1}}"] {
            assert_eq!(read(text.as_bytes()), Err(Unreadable::NotAnObject), "{text}");
        }
        for id in ["\"1\"", "1.0", "1e3", "null", "9223372036854775808", "[1]"] {
            let text = format!("{{\"update_id\":{id},\"message\":{{}}}}");
            assert_eq!(read(text.as_bytes()), Err(Unreadable::NoUpdateId), "{text}");
        }
        let least = read(b"{\"update_id\":-9223372036854775808}").unwrap();
        assert_eq!(least.update_id.get(), i64::MIN);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn any_bytes_can_be_looked_at(bytes: Vec<u8>) {
            let _ = read(&bytes);
        }

        #[test]
        fn every_number_comes_back(id in any::<i64>(), lane in any::<i64>()) {
            let text = format!(r#"{{"update_id":{id},"message":{{"from":{{"id":{lane}}}}}}}"#);
            assert_eq!(read(text.as_bytes()), Ok(envelope(id, lane, Kind::Message, None)));
        }
    }
}
