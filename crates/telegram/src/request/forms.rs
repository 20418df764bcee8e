//! The other forms of a request that sends files.
//!
//! What is stored names its files; when it is sent, the names are all there is to know which bytes
//! must travel along. Once Telegram has a file the name can give way to its id, and what Telegram
//! does not take as a picture, a video or a sound it may still take as a plain file:
//!
//! ```text
//!   attach://f0 ── the file is there by now ──> with_file     its id
//!   sendPhoto ──── the file is refused ───────> as_document   sendDocument
//! ```
//!
//! By its id a file stays what it was: there `as_document` helps only if it was sent as a document.

use serde_json::{Map, Value};

use super::media::{ATTACHED, File};
use super::{Method, Request};

const DOCUMENT: &str = "document";
const ALBUM: &str = "media";

/// What can be said only of a video or of music.
const LOOKS: [&str; 6] =
    ["supports_streaming", "width", "height", "duration", "title", "performer"];

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
                undress(item);
            }
            return changed.then_some(request);
        }
        let field = self.file_field().filter(|field| *field != DOCUMENT)?;
        let file = request.params.remove(field)?;
        undress(&mut request.params);
        request.method = Method::SendDocument;
        Some(request.with(DOCUMENT, file))
    }

    /// The same with this file in the place of the attachment of that name.
    #[must_use]
    pub fn with_file(&self, name: &str, file: &File) -> Self {
        let mut request = self.clone();
        let attached = File::Attached(name.to_owned()).to_json();
        for value in request.files_mut() {
            if *value == attached {
                *value = file.to_json();
            }
        }
        request
    }

    /// The same with a title, where it sends music; an empty one is none.
    #[must_use]
    pub fn titled(&self, title: &str) -> Self {
        self.if_sent_by(&[Method::SendAudio], "title", title, !title.is_empty())
    }

    /// The same with a performer, where it sends music; an empty one is none.
    #[must_use]
    pub fn performed_by(&self, performer: &str) -> Self {
        self.if_sent_by(&[Method::SendAudio], "performer", performer, !performer.is_empty())
    }

    /// The same with a width and a height, where it sends a video. Apps show a video of unknown
    /// size as a square until it is there.
    #[must_use]
    pub fn sized(&self, (width, height): (u32, u32)) -> Self {
        let video = [Method::SendVideo];
        self.if_sent_by(&video, "width", width, true).if_sent_by(&video, "height", height, true)
    }

    /// The same with a length in seconds, where it sends something that lasts.
    #[must_use]
    pub fn lasting(&self, seconds: u32) -> Self {
        let methods = [Method::SendVideo, Method::SendAudio, Method::SendVoice];
        self.if_sent_by(&methods, "duration", seconds, true)
    }

    fn if_sent_by(
        &self,
        methods: &[Method],
        name: &str,
        value: impl Into<Value>,
        is_said: bool,
    ) -> Self {
        let request = self.clone();
        if is_said && methods.contains(&self.method) { request.with(name, value) } else { request }
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

    fn files_mut(&mut self) -> Vec<&mut Value> {
        if self.method == Method::SendMediaGroup {
            let items = self.params.get_mut(ALBUM).and_then(Value::as_array_mut);
            return items.into_iter().flatten().filter_map(|item| item.get_mut(ALBUM)).collect();
        }
        let field = self.file_field();
        field.and_then(|field| self.params.get_mut(field)).into_iter().collect()
    }
}

/// Takes away what a document cannot have.
fn undress(params: &mut Map<String, Value>) {
    params.retain(|name, _| !LOOKS.contains(&name.as_str()));
}

#[cfg(test)]
mod tests {
    use domain::ChatId;

    use super::{File, Request, Value};
    use crate::request::Chatless;
    use crate::request::{AlbumItem, AlbumKind, Button, Keyboard, Method};

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
        let video = Request::send_video(CHAT, &file, caption, &keys());
        let audio = Request::send_audio(CHAT, &file, caption, &keys());
        let forms = [
            Request::send_photo(CHAT, &file, caption, &keys()),
            video.sized((640, 360)).lasting(5),
            audio.titled("t").performed_by("p").lasting(9),
            Request::send_voice(CHAT, &file, caption, &keys()).lasting(1),
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

    #[test]
    fn a_file_that_telegram_has_takes_the_place_of_an_attachment() {
        let id = File::Id("abc".into());
        let photo = Request::send_photo(CHAT, &attached("f0"), "attach://f0", &keys());

        let again = photo.with_file("f0", &id);
        assert_eq!(again, Request::send_photo(CHAT, &id, "attach://f0", &keys()));
        assert_eq!(photo.with_file("f1", &id), photo, "no such attachment");
        let mixed = album(AlbumKind::Photo, &["f0", "f1"]).with_file("f1", &id);
        assert_eq!(mixed.attachments(), ["f0"]);
        let body: Value = serde_json::from_slice(&mixed.to_response_body()).unwrap();
        assert_eq!(body["media"][1]["media"], "abc");
    }

    #[test]
    fn what_is_said_of_music_or_a_video_is_said_of_nothing_else() {
        let photo = Request::send_photo(CHAT, &attached("f0"), "", &Keyboard::NONE);
        assert_eq!(photo.titled("t").performed_by("p").sized((1, 2)).lasting(3), photo);

        let audio = Request::send_audio(CHAT, &attached("f0"), "", &Keyboard::NONE);
        assert_eq!(audio.titled(""), audio);
        let body = audio.titled("Song").performed_by("Choir").lasting(61).to_response_body();
        let body: Value = serde_json::from_slice(&body).unwrap();
        assert_eq!(
            (body["title"].as_str(), body["performer"].as_str()),
            (Some("Song"), Some("Choir"))
        );
        assert_eq!(body["duration"], 61);
        let video = Request::send_video(CHAT, &attached("f0"), "", &Keyboard::NONE);
        let body = video.sized((640, 360)).to_response_body();
        let body: Value = serde_json::from_slice(&body).unwrap();
        assert_eq!((body["width"].as_u64(), body["height"].as_u64()), (Some(640), Some(360)));
    }
}
