//! What Telegram answered when it did what was asked.
//!
//! The result is kept as it came; looking into it cannot break it. A result that is not what the
//! asker expected is an [`Unknown`](CallError::Unknown): the call was made.

use std::fmt;

use domain::MessageId;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use super::error::CallError;
use crate::raw::Object;
use crate::update::Media;

/// The result of a call.
#[derive(Clone)]
pub struct Reply {
    result: Box<RawValue>,
}

impl Reply {
    pub(super) fn new(result: &RawValue) -> Self {
        Self { result: result.to_owned() }
    }

    /// The result as it came.
    pub fn raw(&self) -> &str {
        self.result.get()
    }

    /// The id of the message that was sent; of an album, the first.
    pub fn message_id(&self) -> Option<MessageId> {
        self.message_ids().first().copied()
    }

    /// The ids of all messages that were sent.
    pub fn message_ids(&self) -> Vec<MessageId> {
        let id = |text| Object::find(text)?.integer("message_id").map(MessageId::new);
        match id(self.raw()) {
            Some(id) => vec![id],
            None => self.list().into_iter().filter_map(id).collect(),
        }
    }

    /// The file of the message that was sent, to be sent again by its id.
    pub fn media(&self) -> Option<Media> {
        Media::of(&Object::find(self.raw())?)
    }

    /// The items of a list, each as it came: the updates of a poll.
    pub fn list(&self) -> Vec<&str> {
        let items: Vec<&RawValue> = serde_json::from_str(self.raw()).unwrap_or_default();
        items.into_iter().map(RawValue::get).collect()
    }

    /// The result as something else.
    ///
    /// # Errors
    /// When it is not of that form.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, CallError> {
        // The reason may quote the result, which may hold anything.
        let unexpected = |_| CallError::Unknown("the result is not what was expected".to_owned());
        serde_json::from_str(self.raw()).map_err(unexpected)
    }
}

impl fmt::Debug for Reply {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.debug_struct("Reply").field("bytes", &self.raw().len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::{CallError, MessageId, RawValue, Reply};

    fn reply(json: &str) -> Reply {
        Reply::new(&RawValue::from_string(json.to_owned()).unwrap())
    }

    #[test]
    fn the_ids_of_what_was_sent_are_found() {
        assert_eq!(reply(r#"{"message_id":7}"#).message_id(), Some(MessageId::new(7)));
        let album = reply(r#"[{"message_id":8},{"message_id":9}]"#);
        assert_eq!(album.message_ids(), [MessageId::new(8), MessageId::new(9)]);
        for other in ["true", "{}", "[]", "[1]"] {
            assert_eq!(reply(other).message_id(), None, "{other}");
        }
    }

    #[test]
    fn a_result_can_be_read_whole_or_in_parts() {
        let photo = reply(r#"{"photo":[{"file_id":"f","width":1,"height":1}]}"#);
        assert_eq!(photo.media().unwrap().file_id, "f");
        assert_eq!(reply(r#"[{"update_id":1}, 2]"#).list(), [r#"{"update_id":1}"#, "2"]);
        assert_eq!(reply("true").read(), Ok(true));
        assert!(matches!(reply("true").read::<String>(), Err(CallError::Unknown(_))));
    }
}
