//! The answer to a person who looks for something to send to a friend.
//!
//! Every result is a file that Telegram has already, so nothing is uploaded. What is found belongs to whoever asks:
//! the answer is personal and kept by nobody.

use serde_json::{Map, Value, json};

use super::{Chatless, Keyboard, Method, PARSE_MODE};

/// One result that can be sent on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InlineResult {
    /// What it is shown as.
    pub kind: Cached,
    /// Telegram's id of its file.
    pub file: String,
    /// What it is called in the list; pictures and music bring their own face.
    pub title: String,
    /// What stands below it once it is sent; empty for none.
    pub caption_html: String,
    /// The buttons below it.
    pub keyboard: Keyboard,
}

/// What a file that Telegram has is shown as: the way it was sent first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cached {
    /// A picture.
    Photo,
    /// A video.
    Video,
    /// Music.
    Audio,
    /// A voice message.
    Voice,
    /// A file.
    Document,
    /// A moving picture, which is what Telegram makes of a GIF.
    Animation,
}

impl Cached {
    const fn word(self) -> &'static str {
        match self {
            Self::Photo => "photo",
            Self::Video => "video",
            Self::Audio => "audio",
            Self::Voice => "voice",
            Self::Document => "document",
            Self::Animation => "mpeg4_gif",
        }
    }

    const fn file_field(self) -> &'static str {
        match self {
            Self::Photo => "photo_file_id",
            Self::Video => "video_file_id",
            Self::Audio => "audio_file_id",
            Self::Voice => "voice_file_id",
            Self::Document => "document_file_id",
            Self::Animation => "mpeg4_file_id",
        }
    }

    /// Music is listed by its own title, and takes no other.
    const fn has_title(self) -> bool {
        !matches!(self, Self::Audio)
    }
}

impl InlineResult {
    fn to_json(&self, id: usize) -> Value {
        let mut result = Map::new();
        let mut put = |name: &str, value: Value| result.insert(name.to_owned(), value);
        put("type", self.kind.word().into());
        // The number in the list: it says nothing of what there is besides.
        put("id", id.to_string().into());
        put(self.kind.file_field(), self.file.as_str().into());
        if self.kind.has_title() {
            put("title", self.title.as_str().into());
        }
        if !self.caption_html.is_empty() {
            put("caption", self.caption_html.as_str().into());
            put(PARSE_MODE, "HTML".into());
        }
        if !self.keyboard.is_empty() {
            put("reply_markup", self.keyboard.to_json());
        }
        Value::Object(result)
    }
}

impl Chatless {
    /// What somebody can send on, in this order; only theirs, and not to be kept.
    pub fn answer_inline(query_id: &str, results: &[InlineResult]) -> Self {
        let results: Vec<Value> =
            results.iter().enumerate().map(|(place, one)| one.to_json(place)).collect();
        Self::new(Method::AnswerInlineQuery)
            .with("inline_query_id", query_id)
            .with("results", json!(results))
            .with("cache_time", 0)
            .with("is_personal", true)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{Cached, InlineResult};
    use crate::request::{Button, Chatless, Keyboard, Request};

    fn body(results: &[InlineResult]) -> Value {
        let request = Request::from(Chatless::answer_inline("q7", results));
        serde_json::from_slice(&request.to_response_body()).unwrap()
    }

    #[test]
    fn an_answer_is_personal_and_kept_by_nobody() {
        let none = json!({
            "method": "answerInlineQuery", "inline_query_id": "q7", "results": [],
            "cache_time": 0, "is_personal": true,
        });
        assert_eq!(body(&[]), none);
    }

    #[test]
    fn a_result_names_its_file_by_its_kind() {
        let keyboard = Keyboard::new(vec![vec![Button::link("Mine", "https://t.me/b")]]);
        let result = |kind| InlineResult {
            kind,
            file: "f".to_owned(),
            title: "Z-Image".to_owned(),
            caption_html: "<b>Z-Image</b>".to_owned(),
            keyboard: keyboard.clone(),
        };
        let kinds = [Cached::Photo, Cached::Video, Cached::Audio, Cached::Voice, Cached::Document];
        let answer = body(&kinds.map(result));

        assert_eq!(
            answer["results"][0],
            json!({
                "type": "photo", "id": "0", "photo_file_id": "f", "title": "Z-Image",
                "caption": "<b>Z-Image</b>", "parse_mode": "HTML",
                "reply_markup": { "inline_keyboard": [[{ "text": "Mine", "url": "https://t.me/b" }]] },
            })
        );
        assert_eq!(answer["results"][2].get("title"), None, "music has its own");
        for (place, word) in ["photo", "video", "audio", "voice", "document"].iter().enumerate() {
            assert_eq!(answer["results"][place]["type"], *word);
            assert_eq!(answer["results"][place][format!("{word}_file_id")], "f");
        }
        let moving = &body(&[result(Cached::Animation)])["results"][0];
        assert_eq!((&moving["type"], &moving["mpeg4_file_id"]), (&json!("mpeg4_gif"), &json!("f")));
    }
}
