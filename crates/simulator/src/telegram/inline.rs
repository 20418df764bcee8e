//! Answers to inline queries, held against what Telegram takes.
//!
//! ```text
//!   answerInlineQuery ── every result has what its kind needs, and nothing that is no field of it
//!                     ── every file is one that Telegram has, of that kind
//!                     ── at most 50, each with an id of its own
//! ```
//!
//! Only results by the id of a file are simulated: the product sends no others.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::{Map, Value};

use super::check::formatted;
use super::world::World;
use super::{Call, MediaKind, Refusal, markup};

/// How long a query waits for its answer.
pub(crate) const WINDOW: Duration = Duration::from_secs(10);

/// So many results an answer has at most.
const MOST: usize = 50;

/// What every result by a file's id may have besides that.
const COMMON: &[&str] = &[
    "type",
    "id",
    "caption",
    "parse_mode",
    "caption_entities",
    "reply_markup",
    "input_message_content",
];

/// What a person is offered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InlineAnswer {
    /// In the order in which they are shown.
    pub results: Vec<InlineFile>,
    /// Nobody else may be shown them.
    pub is_personal: bool,
    /// For how many seconds Telegram may show them again.
    pub cache_time: i64,
}

/// A file that is offered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InlineFile {
    /// `photo`, `video`, `audio`, `voice`, `document` or `mpeg4_gif`.
    pub kind: String,
    /// Telegram's id of it.
    pub file_id: String,
    /// What it is called in the list.
    pub title: Option<String>,
    /// What stands below it once it is sent, without its markup.
    pub caption: String,
    /// The addresses behind its buttons.
    pub links: Vec<String>,
}

/// The answer as it is shown, if Telegram takes it.
pub(crate) fn checked(world: &World, call: &Call) -> Result<InlineAnswer, Refusal> {
    let results = call.params.get("results").and_then(Value::as_array);
    let results = results.ok_or_else(|| mistake("results must be an array"))?;
    if results.len() > MOST {
        return Err(Refusal::mistake("RESULTS_TOO_MUCH"));
    }
    let mut ids = BTreeSet::new();
    let mut files = Vec::new();
    for result in results {
        let result = result.as_object().ok_or_else(|| mistake("a result must be an object"))?;
        let id = text(result, "id").unwrap_or_default();
        if !(1..=64).contains(&id.len()) {
            return Err(Refusal::mistake("RESULT_ID_INVALID"));
        }
        if !ids.insert(id) {
            return Err(Refusal::mistake("RESULT_ID_DUPLICATE"));
        }
        files.push(file(world, result)?);
    }
    let cache_time = call.integer("cache_time").unwrap_or(300);
    Ok(InlineAnswer { results: files, is_personal: call.flag("is_personal"), cache_time })
}

fn file(world: &World, result: &Map<String, Value>) -> Result<InlineFile, Refusal> {
    let kind = text(result, "type").unwrap_or_default();
    let (needs_title, own): (bool, &[&str]) = match kind {
        "photo" => (false, &["photo_file_id", "title", "description", "show_caption_above_media"]),
        "video" => (true, &["video_file_id", "title", "description", "show_caption_above_media"]),
        "audio" => (false, &["audio_file_id"]),
        "voice" => (true, &["voice_file_id", "title"]),
        "document" => (true, &["document_file_id", "title", "description"]),
        "mpeg4_gif" => (false, &["mpeg4_file_id", "title", "show_caption_above_media"]),
        other => return Err(mistake(&format!("results of type {other:?} are not simulated"))),
    };
    let is_known = |name: &&String| COMMON.contains(&name.as_str()) || own.contains(&name.as_str());
    if let Some(stranger) = result.keys().find(|name| !is_known(name)) {
        return Err(mistake(&format!("a cached {kind} has no field {stranger}")));
    }
    let title = text(result, "title").map(str::to_owned);
    if needs_title && title.as_deref().is_none_or(str::is_empty) {
        return Err(mistake(&format!("a cached {kind} needs a title")));
    }
    let file_id = text(result, own[0]).unwrap_or_default();
    let is = world.files.get(file_id).map(|file| match file.kind {
        MediaKind::Animation => "mpeg4_gif",
        kind => kind.word(),
    });
    match is {
        Some(is) if is == kind => {}
        Some(is) => {
            return Err(mistake(&format!("type of file mismatch: it is a {is}, not a {kind}")));
        }
        None => return Err(mistake("wrong file identifier/HTTP URL specified")),
    }
    let caption = formatted(
        text(result, "caption").unwrap_or_default(),
        text(result, "parse_mode"),
        (0, 1024),
    )?;
    let mut links = Vec::new();
    if let Some(keyboard) = result.get("reply_markup") {
        markup::check_inline(keyboard).map_err(Refusal::mistake)?;
        let rows = keyboard["inline_keyboard"].as_array().into_iter().flatten();
        let buttons = rows.filter_map(Value::as_array).flatten();
        links.extend(buttons.filter_map(|button| button["url"].as_str().map(str::to_owned)));
    }
    Ok(InlineFile {
        kind: kind.to_owned(),
        file_id: file_id.to_owned(),
        title,
        caption: caption.plain,
        links,
    })
}

fn text<'a>(object: &'a Map<String, Value>, name: &str) -> Option<&'a str> {
    object.get(name).and_then(Value::as_str)
}

fn mistake(words: &str) -> Refusal {
    Refusal::mistake(words.to_owned())
}
