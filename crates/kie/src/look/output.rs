//! What came out of a task, wherever its record keeps it.
//!
//! Names of members are tried in an order, and the first that holds something is the result: a video
//! beside its cover and its last frame is one video. An address may stand alone, in a list, in an
//! object of a list, or in a text that is itself a list. At most sixteen files are taken, each once,
//! in their order.

use serde_json::Value;
use wire::json::{self, Object};

use crate::ask::is_address;

/// No model gives more; the largest known album has six.
const MOST_FILES: usize = 16;

/// No text that a person waits for is longer, in characters.
const LONGEST_TEXT: usize = 100_000;

/// How deep a result of unknown form is searched.
const DEEPEST: usize = 8;

/// What stands between the variants of a song's words.
const BETWEEN: &str = "\n\n* * *\n\n";

/// What came out of a task: files, a text, or both.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TaskOutput {
    /// The addresses of the files, in order.
    pub files: Vec<String>,
    /// The words.
    pub text: Option<String>,
}

impl TaskOutput {
    fn of(files: Vec<String>, text: Option<String>) -> Option<Self> {
        let text = text.map(|text| text.chars().take(LONGEST_TEXT).collect::<String>());
        let text = text.filter(|text| !text.trim().is_empty());
        let mut once: Vec<String> = Vec::new();
        for file in files {
            if once.len() < MOST_FILES && !once.contains(&file) {
                once.push(file);
            }
        }
        (!once.is_empty() || text.is_some()).then_some(Self { files: once, text })
    }
}

/// The result of the market: an object with any of the known names, or a bare list.
pub(super) fn from_result(json: &str) -> Option<TaskOutput> {
    const NAMES: [&str; 14] = [
        "resultUrls",
        "result_urls",
        "resultUrl",
        "data",
        "videoUrl",
        "video_url",
        "resultVideoUrl",
        "audioUrl",
        "audio_url",
        "imageUrl",
        "image_url",
        "resultImageUrl",
        "coverImageUrl",
        "lastFrameUrl",
    ];
    if is_address(json) {
        return TaskOutput::of(vec![json.to_owned()], None);
    }
    let Some(result) = Object::find(json) else { return TaskOutput::of(addresses(json), None) };
    let files = NAMES.iter().map(|name| files(&result, name)).find(|files| !files.is_empty());
    let inner = result.json("resultObject");
    let files = files.or_else(|| inner.as_deref().map(anywhere)).unwrap_or_default();
    let words = inner.as_deref().and_then(words);
    TaskOutput::of(files, words.or_else(|| own_words(&result)))
}

/// The files under the first of these names that has any.
pub(super) fn first_of(json: &str, names: &[&str]) -> Option<TaskOutput> {
    let object = Object::find(json)?;
    let found = names.iter().map(|name| files(&object, name)).find(|files| !files.is_empty());
    TaskOutput::of(found?, None)
}

/// The tracks of a song. Of one that may still be going on they count only if none is missing.
pub(super) fn tracks(json: &str, is_whole: bool) -> Option<TaskOutput> {
    let response = Object::find(json)?;
    let list = response.json("sunoData").or_else(|| response.json("data"))?;
    let tracks = json::list(&list)?;
    let audio = |track: &&str| {
        let track = Object::find(track)?;
        let names = ["audioUrl", "audio_url", "sourceAudioUrl", "source_audio_url"];
        names.iter().find_map(|name| track.text(name)).filter(|url| is_address(url))
    };
    let files: Vec<String> = tracks.iter().filter_map(audio).collect();
    if !is_whole && files.len() < tracks.len() {
        return None;
    }
    TaskOutput::of(files, None)
}

/// The words of a song, all variants that have any.
pub(super) fn lyrics(json: &str) -> Option<TaskOutput> {
    let response = Object::find(json)?;
    let list = response.json("data").or_else(|| response.json("lyricsData"))?;
    let variant = |item: &str| {
        let item = Object::find(item)?;
        let text = item.text("text").filter(|text| !text.trim().is_empty())?;
        match item.text("title").filter(|title| !title.trim().is_empty()) {
            Some(title) => Some(format!("{}\n\n{}", title.trim(), text.trim())),
            None => Some(text.trim().to_owned()),
        }
    };
    let variants: Vec<String> = json::list(&list)?.into_iter().filter_map(variant).collect();
    TaskOutput::of(Vec::new(), Some(variants.join(BETWEEN)))
}

/// The addresses that a member holds.
fn files(object: &Object<'_>, name: &str) -> Vec<String> {
    object.get(name).map_or_else(Vec::new, |value| addresses(value.get()))
}

/// The addresses in a piece of JSON: one, a list, a list of objects, or a text that is a list.
fn addresses(json: &str) -> Vec<String> {
    if let Some(text) = json::text(json) {
        if is_address(&text) {
            return vec![text];
        }
        return json::list(&text).map_or_else(Vec::new, |items| each(&items));
    }
    json::list(json).map_or_else(Vec::new, |items| each(&items))
}

fn each(items: &[&str]) -> Vec<String> {
    let one = |item: &&str| {
        let text = match Object::find(item) {
            None => json::text(item),
            Some(object) => {
                let names = ["audio_url", "audioUrl", "video_url", "videoUrl", "url", "image_url"];
                names.iter().find_map(|name| object.text(name).filter(|url| is_address(url)))
            }
        };
        text.filter(|text| is_address(text))
    };
    items.iter().filter_map(one).collect()
}

/// Every address in a result of unknown form, in the order of its writing.
fn anywhere(json: &str) -> Vec<String> {
    fn walk(value: &Value, depth: usize, found: &mut Vec<String>) {
        match value {
            Value::String(text) if is_address(text) => found.push(text.clone()),
            Value::Array(items) if depth > 0 => {
                items.iter().for_each(|item| walk(item, depth - 1, found));
            }
            Value::Object(members) if depth > 0 => {
                members.values().for_each(|value| walk(value, depth - 1, found));
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    if let Ok(value) = serde_json::from_str(json) {
        walk(&value, DEEPEST, &mut found);
    }
    found
}

/// The words in an object, or the text itself if it is no JSON at all.
fn words(json: &str) -> Option<String> {
    match Object::find(json) {
        Some(object) => own_words(&object),
        None => json::text(json).or_else(|| {
            let is_prose = !json.starts_with(['[', '"', '{']) && !is_address(json);
            is_prose.then(|| json.to_owned())
        }),
    }
}

fn own_words(object: &Object<'_>) -> Option<String> {
    let names = ["text", "transcript", "transcription", "content"];
    names.iter().find_map(|name| object.text(name)).filter(|text| !is_address(text))
}
