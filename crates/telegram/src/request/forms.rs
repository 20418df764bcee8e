//! The other forms of a request that sends files.
//!
//! What is stored names its files; when it is sent, the names are all there is to know which bytes
//! must travel along. What Telegram does not take as a picture, a video or a sound it may still take
//! as a plain file:
//!
//! ```text
//!   sendPhoto ── the file is refused ──> as_document   sendDocument
//! ```
//!
//! By its id a file stays what it was: there `as_document` helps only if it was sent as a document.

use serde_json::Value;

use super::media::ATTACHED;
use super::{ChatAction, Method, Request};

const DOCUMENT: &str = "document";
const ALBUM: &str = "media";

/// What can be said only of a video.
pub(super) const STREAMING: &str = "supports_streaming";

impl Request {
    /// The names of the attachments that must travel along, in their order, each once.
    pub fn attachments(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for value in self.files() {
            let name = value.as_str().and_then(|text| text.strip_prefix(ATTACHED));
            if let Some(name) = name.filter(|name| names.iter().all(|known| known != name)) {
                names.push(name.to_owned());
            }
        }
        names
    }

    /// The same message with its file as a document, an album as an album of documents; `None` if
    /// that is what it is, or if it sends no file.
    #[must_use]
    pub fn as_document(&self) -> Option<Self> {
        let mut request = self.clone();
        if self.method == Method::SendMediaGroup {
            let items = request.params.get_mut(ALBUM)?.as_array_mut()?;
            let mut changed = false;
            for item in items.iter_mut().filter_map(Value::as_object_mut) {
                changed |= item.insert("type".to_owned(), DOCUMENT.into()) != Some(DOCUMENT.into());
                item.remove(STREAMING);
            }
            return changed.then_some(request);
        }
        let field = self.file_field().filter(|field| *field != DOCUMENT)?;
        let file = request.params.remove(field)?;
        request.params.remove(STREAMING);
        request.method = Method::SendDocument;
        Some(request.with(DOCUMENT, file))
    }

    /// What a chat says while this album is sent there: what its items are.
    pub fn album_action(&self) -> ChatAction {
        let items = self.params.get(ALBUM).and_then(Value::as_array);
        let first = items.and_then(|items| items.first()?.get("type")?.as_str());
        match first {
            Some("photo") => ChatAction::Photo,
            Some("video") => ChatAction::Video,
            Some("audio") => ChatAction::Voice,
            _ => ChatAction::Document,
        }
    }

    /// The parameter that names the file; an album has a list instead.
    fn file_field(&self) -> Option<&'static str> {
        match self.method {
            Method::SendPhoto => Some("photo"),
            Method::SendVideo => Some("video"),
            Method::SendAudio => Some("audio"),
            Method::SendVoice => Some("voice"),
            Method::SendDocument => Some(DOCUMENT),
            _ => None,
        }
    }

    fn files(&self) -> Vec<&Value> {
        if self.method == Method::SendMediaGroup {
            let items = self.params.get(ALBUM).and_then(Value::as_array);
            return items.into_iter().flatten().filter_map(|item| item.get(ALBUM)).collect();
        }
        self.file_field().and_then(|field| self.params.get(field)).into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use domain::ChatId;

    use super::Request;
    use crate::request::{AlbumItem, AlbumKind, Button, Chatless, File, Keyboard, Method};

    const CHAT: ChatId = ChatId::new(5);

    fn attached(name: &str) -> File {
        File::Attached(name.to_owned())
    }

    fn keys() -> Keyboard {
        Keyboard::new(vec![vec![Button::data("Again", "a:1")]])
    }

    fn album(kind: AlbumKind, names: &[&str]) -> Request {
        let item = |name: &&str| AlbumItem {
            kind,
            file: attached(name),
            caption_html: format!("<b>{name}</b>"),
        };
        Request::send_media_group(CHAT, &names.iter().map(item).collect::<Vec<_>>())
    }

    #[test]
    fn a_stored_request_knows_which_files_must_travel_along() {
        let photo = Request::send_photo(CHAT, &attached("f0"), "attach://no", &Keyboard::NONE);
        let stored = Request::from_bytes(&photo.to_bytes()).unwrap();

        assert_eq!(stored.attachments(), ["f0"]);
        assert_eq!(album(AlbumKind::Photo, &["b", "a", "b"]).attachments(), ["b", "a"]);
        let known = Request::send_photo(CHAT, &File::Id("x".into()), "", &Keyboard::NONE);
        assert_eq!(known.attachments(), [""; 0]);
        let text = Request::send_message(CHAT, "attach://f0", &Keyboard::NONE);
        assert_eq!(text.attachments(), [""; 0]);
    }

    #[test]
    fn every_file_can_be_sent_as_a_document_once() {
        let (file, caption) = (attached("f0"), "<b>c</b>");
        let document = Request::send_document(CHAT, &file, caption, &keys());
        let forms = [
            Request::send_photo(CHAT, &file, caption, &keys()),
            Request::send_video(CHAT, &file, caption, &keys()),
            Request::send_audio(CHAT, &file, caption, &keys()),
            Request::send_voice(CHAT, &file, caption, &keys()),
        ];
        for form in forms {
            assert_eq!(form.as_document().unwrap(), document, "{form:?}");
        }
        assert_eq!(document.as_document(), None);
        assert_eq!(Request::send_message(CHAT, "x", &Keyboard::NONE).as_document(), None);
        assert_eq!(Request::from(Chatless::get_me()).as_document(), None);
    }

    #[test]
    fn an_album_becomes_an_album_of_documents_with_its_captions() {
        let documents = album(AlbumKind::Photo, &["f0", "f1"]).as_document().unwrap();

        assert_eq!(documents, album(AlbumKind::Document, &["f0", "f1"]));
        assert_eq!(documents.as_document(), None);
        assert_eq!(documents.method(), Method::SendMediaGroup);
    }
}
