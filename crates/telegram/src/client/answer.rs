//! What Telegram answered when it did what was asked.
//!
//! The result is kept as it came; looking into it cannot break it. A result that is not what the
//! asker expected is an [`Unknown`](CallError::Unknown): the call was made.

use std::fmt;

use domain::MessageId;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use wire::json::{self, Object};

use super::error::CallError;
use crate::stars::{StarBalance, StarPage};
use crate::update::{Media, Standing};

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
        self.each(|message| message.integer("message_id").map(MessageId::new))
    }

    /// The files of what was sent, one per message that has one: of a photo the largest size, of an
    /// album all in their order. A file without sound may have become an animation.
    pub fn files(&self) -> Vec<Media> {
        self.each(Media::of)
    }

    /// What each message has: the one there is, or those of an album.
    fn each<T>(&self, read: impl Fn(&Object<'_>) -> Option<T>) -> Vec<T> {
        let read = |text| read(&Object::find(text)?);
        match read(self.raw()) {
            Some(one) => vec![one],
            None => self.list().into_iter().filter_map(read).collect(),
        }
    }

    /// Where the file of `getFile` can be fetched: what [`Client::download`](super::Client::download)
    /// takes.
    pub fn file_path(&self) -> Option<String> {
        Object::find(self.raw())?.text("file_path")
    }

    /// How many bytes the file of `getFile` has, if Telegram says.
    pub fn file_size(&self) -> Option<u64> {
        let size = Object::find(self.raw())?.integer("file_size")?;
        u64::try_from(size).ok()
    }

    /// The items of a list, each as it came: the updates of a poll.
    pub fn list(&self) -> Vec<&str> {
        json::list(self.raw()).unwrap_or_default()
    }

    /// A page of `getStarTransactions`.
    pub fn star_page(&self) -> Result<StarPage, CallError> {
        StarPage::read(self.raw()).ok_or_else(unexpected)
    }

    /// What `getMyStarBalance` says.
    pub fn star_balance(&self) -> Result<StarBalance, CallError> {
        StarBalance::read(self.raw()).ok_or_else(unexpected)
    }

    /// The link of `createInvoiceLink`.
    pub fn invoice_link(&self) -> Result<String, CallError> {
        json::text(self.raw()).ok_or_else(unexpected)
    }

    /// How the member of `getChatMember` stands.
    pub fn standing(&self) -> Standing {
        Object::find(self.raw()).map_or(Standing::Unknown, |member| Standing::of(&member))
    }

    /// The result as something else.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, CallError> {
        // The reason may quote the result, which may hold anything.
        serde_json::from_str(self.raw()).map_err(|_| unexpected())
    }
}

fn unexpected() -> CallError {
    CallError::Unknown("the result is not what was expected".to_owned())
}

impl fmt::Debug for Reply {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.debug_struct("Reply").field("bytes", &self.raw().len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::{CallError, MessageId, RawValue, Reply};
    use crate::update::{MediaKind, Standing};

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
    fn the_files_of_what_was_sent_are_found_in_their_order() {
        let photo = r#"{"message_id":8,"media_group_id":"1","photo":[
            {"file_id":"s","file_unique_id":"us","width":90,"height":90,"file_size":1},
            {"file_id":"l","file_unique_id":"ul","width":900,"height":900,"file_size":9}]}"#;
        let video = r#"{"message_id":9,"video":{"file_id":"v","width":1,"height":1}}"#;

        let one = reply(photo).files();
        assert_eq!((one.len(), one[0].kind, one[0].size), (1, MediaKind::Photo, Some(9)));
        assert_eq!((one[0].file_id.as_str(), one[0].unique_id.as_str()), ("l", "ul"));
        let album = reply(&format!("[{photo},{{\"message_id\":3}},{video},7]"));
        let ids: Vec<_> = album.files().into_iter().map(|file| file.file_id).collect();
        assert_eq!((ids, album.message_id()), {
            (vec!["l".to_owned(), "v".to_owned()], Some(MessageId::new(8)))
        });
        for (name, kind) in [
            ("audio", MediaKind::Audio),
            ("voice", MediaKind::Voice),
            ("document", MediaKind::Document),
        ] {
            let sent = reply(&format!(r#"{{"message_id":1,"{name}":{{"file_id":"f"}}}}"#)).files();
            assert_eq!((sent[0].kind, sent[0].size), (kind, None));
        }
        for other in ["true", "{}", "[]", r#"{"message_id":7,"text":"x"}"#] {
            assert_eq!(reply(other).files(), [], "{other}");
        }
    }

    #[test]
    fn the_place_of_a_file_is_found() {
        let file = reply(r#"{"file_id":"f","file_size":12,"file_path":"photos\/file_1.jpg"}"#);
        assert_eq!((file.file_path().as_deref(), file.file_size()), {
            (Some("photos/file_1.jpg"), Some(12))
        });
        let odd = reply(r#"{"file_size":-1,"file_path":7}"#);
        assert_eq!((odd.file_path(), odd.file_size()), (None, None));
    }

    #[test]
    fn a_link_a_balance_and_a_member_are_read_and_nothing_else_is_taken_for_one() {
        assert_eq!(reply(r#""https:\/\/t.me\/$a""#).invoice_link().unwrap(), "https://t.me/$a");
        assert!(matches!(reply("true").invoice_link(), Err(CallError::Unknown(_))));
        assert_eq!(reply(r#"{"amount":3}"#).star_balance().unwrap().nanos, 3_000_000_000);
        assert!(matches!(reply("[]").star_balance(), Err(CallError::Unknown(_))));
        assert_eq!(reply(r#"{"transactions":[]}"#).star_page().unwrap().count(), 0);
        assert!(matches!(reply("{}").star_page(), Err(CallError::Unknown(_))));
        assert_eq!(reply(r#"{"status":"member"}"#).standing(), Standing::Member);
        let outside = reply(r#"{"status":"restricted","is_member":false}"#);
        assert_eq!(outside.standing(), Standing::Gone);
        assert_eq!(reply("true").standing(), Standing::Unknown);
    }

    #[test]
    fn a_result_can_be_read_whole_or_in_parts() {
        let photo = reply(r#"{"photo":[{"file_id":"f","width":1,"height":1}]}"#);
        assert_eq!(photo.files()[0].file_id, "f");
        assert_eq!(reply(r#"[{"update_id":1}, 2]"#).list(), [r#"{"update_id":1}"#, "2"]);
        assert_eq!(reply("true").read(), Ok(true));
        assert!(matches!(reply("true").read::<String>(), Err(CallError::Unknown(_))));
    }
}
