//! Methods that send files, one or an album, and `getFile`.
//!
//! ```text
//!   file of a call ── attach://name, or an upload in its own field ──> judged, then kept
//!        │ ── id ──> known, and of the same kind
//!        └ ── address ──> taken to be 1 kB; nothing is fetched
//! ```
//!
//! Everything is judged before the first message is there: an album comes whole or not at all. That
//! Telegram does not take a file is no mistake of the caller: a good bot sends it in another form.

use std::sync::Arc;

use serde_json::{Value, json};

use super::sending::{add, dress};
use super::{Done, chat};
use crate::fake;
use crate::telegram::check;
use crate::telegram::html::Formatted;
use crate::telegram::world::{Core, World};
use crate::telegram::{
    Call, Content, File, Looks, MediaKind, Message, More, Refusal, Upload, picture, serving,
};

/// The caption of a file, in characters.
const LONGEST_CAPTION: i64 = 1024;

/// What a file that is named by its address is taken for.
const BY_ADDRESS: (u64, (u32, u32)) = (1024, (1024, 1024));

enum Good {
    Known(Arc<File>),
    New(MediaKind, Content, Looks),
}

impl Good {
    fn keep(self, world: &mut World) -> Arc<File> {
        match self {
            Self::Known(file) => file,
            Self::New(kind, content, looks) => {
                let number = world.draws.next();
                world.files.add(number, kind, content, looks)
            }
        }
    }
}

struct Item {
    file: Good,
    text: Formatted,
    source: String,
    is_html: bool,
}

pub(super) fn single(core: &Core, world: &mut World, call: &Call) -> Result<Done, Refusal> {
    chat(world, call)?;
    let field = call.method.trim_start_matches("send").to_lowercase();
    let kind = fake::named::<MediaKind>(&field).ok_or_else(Refusal::no_method)?;
    let own = |name: &str| call.params.get(name).cloned().unwrap_or_default();
    let good = match call.uploads.get(&field) {
        Some(upload) => fresh(kind, upload, &own)?,
        None => find(world, call, kind, call.text(&field).unwrap_or_default(), &own)?,
    };
    let file = good.keep(world);
    add(core, world, call, |message| {
        dress(message, call);
        message.more = Some(More::File(file));
    })
}

pub(super) fn album(core: &Core, world: &mut World, call: &Call) -> Result<Done, Refusal> {
    chat(world, call)?;
    let items = call.params.get("media").and_then(Value::as_array).cloned().unwrap_or_default();
    let kinds = items.iter().map(kind_of).collect::<Result<Vec<_>, _>>()?;
    let apart = kinds.iter().find(|kind| matches!(kind, MediaKind::Document | MediaKind::Audio));
    if let Some(kind) = apart.filter(|kind| kinds.iter().any(|other| other != *kind)) {
        let kind = kind.title();
        return Err(Refusal::mistake(format!("{kind} can't be mixed with other media types")));
    }
    let mut ready = Vec::new();
    for (place, (item, kind)) in items.iter().zip(kinds).enumerate() {
        let own = |name: &str| item[name].clone();
        let given = item["media"].as_str().unwrap_or_default();
        let file =
            find(world, call, kind, given, &own).map_err(|refusal| nested(refusal, place))?;
        let (text, source, is_html) = caption(item)?;
        ready.push(Item { file, text, source, is_html });
    }
    let group = world.draws.next().to_string();
    let mut sent = Vec::new();
    for Item { file, text, source, is_html } in ready {
        let file = file.keep(world);
        let fill = |message: &mut Message| {
            message.write(text, &source, is_html);
            message.more = Some(More::File(file));
            message.album = Some(group.clone());
        };
        sent.push(add(core, world, call, fill)?.result);
    }
    let message_id = sent.first().and_then(|first| first["message_id"].as_i64());
    Ok(Done { result: Value::Array(sent), message_id })
}

/// The file and the caption of one item, kept.
pub(super) fn item(
    world: &mut World,
    call: &Call,
    item: &Value,
) -> Result<(Arc<File>, Formatted, String, bool), Refusal> {
    let own = |name: &str| item[name].clone();
    let given = item["media"].as_str().unwrap_or_default();
    let file = find(world, call, kind_of(item)?, given, &own)?;
    let (text, source, is_html) = caption(item)?;
    Ok((file.keep(world), text, source, is_html))
}

pub(super) fn place(world: &World, call: &Call) -> Result<Done, Refusal> {
    let id = call.text("file_id").unwrap_or_default();
    let file = world.files.get(id).ok_or_else(|| Refusal::state("invalid file_id"))?;
    if file.content.length > serving::LARGEST {
        return Err(Refusal::state("file is too big"));
    }
    Ok(Done::with(json!({
        "file_id": id, "file_unique_id": file.unique_id(), "file_size": file.content.length,
        "file_path": file.path,
    })))
}

fn kind_of(item: &Value) -> Result<MediaKind, Refusal> {
    let word = item["type"].as_str().unwrap_or_default();
    let fits = |kind: &MediaKind| !matches!(kind, MediaKind::Voice | MediaKind::Animation);
    let kind = fake::named(word).filter(fits);
    kind.ok_or_else(|| Refusal::mistake(format!("media of an album cannot be \"{word}\"")))
}

fn caption(item: &Value) -> Result<(Formatted, String, bool), Refusal> {
    let source = item["caption"].as_str().unwrap_or_default();
    let text = check::formatted(source, item["parse_mode"].as_str(), (0, LONGEST_CAPTION))?;
    Ok((text, source.to_owned(), item["parse_mode"] == "HTML"))
}

/// What is wrong with one item, as Telegram says it of an album: by its place, in quotes.
fn nested(refusal: Refusal, place: usize) -> Refusal {
    match refusal.description.strip_prefix("Bad Request: ") {
        // Words in capitals come from behind the Bot API, which wraps them.
        Some(words) if !words.contains(char::is_lowercase) => {
            let number = place + 1;
            let told =
                format!("failed to send message #{number} with the error message \"{words}\"");
            Refusal::state(&told)
        }
        _ => refusal,
    }
}

/// The file that a call names: an upload, an address, or an id known before.
fn find(
    world: &World,
    call: &Call,
    kind: MediaKind,
    given: &str,
    own: &dyn Fn(&str) -> Value,
) -> Result<Good, Refusal> {
    if let Some(name) = given.strip_prefix("attach://") {
        let upload = call.uploads.get(name);
        let upload = upload.ok_or_else(|| Refusal::mistake("the attached file is missing"))?;
        return fresh(kind, upload, own);
    }
    if given.starts_with("http://") || given.starts_with("https://") {
        let (length, pixels) = BY_ADDRESS;
        let looks = Looks { pixels: Some(pixels), ..Looks::default() };
        return Ok(Good::New(kind, Content::claimed(length), looks));
    }
    let known = world.files.get(given);
    let known = known.ok_or_else(|| Refusal::state("wrong file identifier/HTTP URL specified"))?;
    let is_same =
        known.kind == kind || (known.kind, kind) == (MediaKind::Animation, MediaKind::Document);
    if !is_same {
        let (is, wanted) = (known.kind.title(), kind.title());
        return Err(Refusal::state(&format!("can't use file of type {is} as {wanted}")));
    }
    Ok(Good::Known(Arc::clone(known)))
}

/// An upload, judged as what it is to be.
fn fresh(kind: MediaKind, upload: &Upload, own: &dyn Fn(&str) -> Value) -> Result<Good, Refusal> {
    let content = upload.content.clone();
    if content.length == 0 {
        return Err(Refusal::state("file must be non-empty"));
    }
    let seen = picture::look(&content.kept);
    let whole = |name: &str| {
        let given = own(name);
        let number = given.as_u64().or_else(|| given.as_str()?.parse().ok());
        number.and_then(|number| u32::try_from(number).ok())
    };
    let word = |name: &str| own(name).as_str().map(str::to_owned);
    let mut looks = Looks {
        name: Some(upload.name.clone()).filter(|name| !name.is_empty()),
        mime: upload.mime.clone(),
        title: word("title"),
        performer: word("performer"),
        pixels: whole("width").zip(whole("height")),
        seconds: whole("duration"),
    };
    let kind = match (kind, seen) {
        (MediaKind::Photo, _) => {
            looks.name = None;
            looks.pixels = Some(photo(content.length, seen)?);
            kind
        }
        (MediaKind::Document, Some(seen)) if seen.format == picture::Format::Gif => {
            looks.pixels = Some((seen.width, seen.height));
            MediaKind::Animation
        }
        _ => kind,
    };
    Ok(Good::New(kind, content, looks))
}

/// The size of a photo, if Telegram takes it.
fn photo(length: u64, seen: Option<picture::Picture>) -> Result<(u32, u32), Refusal> {
    let most = picture::LARGEST;
    if length > most {
        return Err(Refusal::state(&format!(
            "file of size {length} bytes is too big for a photo; the maximum size is {most} bytes"
        )));
    }
    let seen = seen.ok_or_else(|| Refusal::state("IMAGE_PROCESS_FAILED"))?;
    if !seen.is_shown() {
        return Err(Refusal::state("PHOTO_INVALID_DIMENSIONS"));
    }
    Ok((seen.width, seen.height))
}
