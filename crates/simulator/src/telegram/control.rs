//! People by HTTP, for programs in another process such as a benchmark.
//!
//! | call | does |
//! | --- | --- |
//! | `POST /_fake/person` `{id, name, language}` | makes a person |
//! | `POST /_fake/say` `{id, text}` | the person writes; also `/start payload` |
//! | `POST /_fake/send?id=&as=photo|video|audio|document&name=&mime=&caption=&album=`, the bytes | the person sends a file |
//! | `GET /_fake/file?id=` | the bytes of a file |
//! | `POST /_fake/sample` `{id, name, caption?}` | the same with a file that is at hand |
//! | `POST /_fake/tap` `{id, button, message_id?}` | the person taps |
//! | `POST /_fake/pay` `{id, message_id}` or `{id, link}` | the person pays; answers with what became of it |
//! | `GET /_fake/invoice?link=` | what an address of an invoice sells |
//! | `POST /_fake/block`, `/_fake/unblock` `{id}` | the person blocks the bot, or not |
//! | `POST /_fake/deliver_to` `["127.0.0.1:8080"]` | where updates go |
//! | `GET /_fake/chat?id=` | the chat as the person sees it |
//! | `GET /_fake/journal?from=` | the entries from this number on, a thousand at most |
//! | `GET /_fake/violations` | what the bot has done wrong |
//!
//! The commands of the chat page are in [`page`].
//!
//! What causes an update answers with its `update_id`. A mistake is a 400 with a sentence.

use std::net::SocketAddr;
use std::sync::Arc;

use bytes::Bytes;
use serde_json::{Value, json};

use super::{Bubble, Core, Media, Parcel, Person, UpdateHandle, page};
use crate::fake::http::value;

const PAGE: usize = 1000;

pub(crate) async fn serve(
    core: &Arc<Core>,
    command: &str,
    query: &str,
    body: &Bytes,
) -> (u16, Value) {
    let asked: Value = serde_json::from_slice(body).unwrap_or_default();
    let outcome = match command {
        "send" => send(core, query, body).await.map(|update| caused(&update)),
        _ => obey(core, command, query, &asked).await,
    };
    match outcome {
        Ok(answer) => (200, answer),
        Err(fault) => (400, json!({ "error": fault })),
    }
}

async fn obey(
    core: &Arc<Core>,
    command: &str,
    query: &str,
    asked: &Value,
) -> Result<Value, String> {
    let text = |name: &str| asked[name].as_str().ok_or_else(|| format!("{name} is missing"));
    let id = || asked["id"].as_i64().ok_or_else(|| "id is missing".to_owned());
    let person = || {
        let id = id()?;
        Person::known(core, id).ok_or_else(|| format!("nobody has the id {id}"))
    };
    match command {
        "person" => {
            let language = asked["language"].as_str().unwrap_or("en");
            Person::meet(core, id()?, text("name")?, language);
            Ok(json!({ "ok": true }))
        }
        "sample" => {
            let parcel = page::samples::parcel(text("name")?).ok_or("there is no such sample")?;
            let caption = asked["caption"].as_str().unwrap_or_default();
            Ok(caused(&person()?.sends(parcel.captioned(caption)).await))
        }
        "say" => Ok(caused(&person()?.says(text("text")?).await)),
        "tap" => {
            let message_id = asked["message_id"].as_i64();
            let tapped = person()?.try_taps(message_id, text("button")?);
            tapped.map(|update| caused(&update)).map_err(|error| error.to_string())
        }
        "pay" => {
            let (person, message_id) = (person()?, asked["message_id"].as_i64());
            let sheet = match message_id {
                Some(message_id) => person.try_opens_invoice(message_id),
                None => person.try_opens_link(text("link")?),
            };
            Ok(json!(sheet.ok_or("there is no such invoice")?.ends().await))
        }
        "invoice" => {
            let link = value(query, "link").ok_or("link is missing")?;
            let sold =
                core.look(|world| world.payments.link(&link)).ok_or("there is no such invoice")?;
            let mut shown = sold.to_json();
            shown["period"] = json!(sold.period);
            Ok(shown)
        }
        "block" => Ok(caused(&person()?.blocks().await)),
        "unblock" => Ok(caused(&person()?.unblocks().await)),
        "deliver_to" => {
            let addresses: Vec<SocketAddr> =
                serde_json::from_value(asked.clone()).map_err(|error| error.to_string())?;
            core.with(|world| world.webhook.addresses = addresses);
            Ok(json!({ "ok": true }))
        }
        "chat" => {
            let id = value(query, "id").ok_or("id is missing")?;
            let person = id.parse().ok().and_then(|id| Person::known(core, id));
            let person = person.ok_or_else(|| format!("nobody has the id {id}"))?;
            Ok(person.chat().iter().map(shown).collect())
        }
        "journal" => {
            let from = value(query, "from").and_then(|from| from.parse().ok()).unwrap_or_default();
            Ok(core.look(|world| world.journal.to_json(from, PAGE)))
        }
        "violations" => Ok(core.look(|world| json!(world.violations))),
        _ => page::obey(core, command, query, asked).await,
    }
}

fn caused(update: &UpdateHandle) -> Value {
    json!({ "update_id": update.update_id() })
}

fn shown(bubble: &Bubble) -> Value {
    json!({
        "message_id": bubble.message_id, "from_bot": bubble.is_from_bot(), "text": bubble.text,
        "html": bubble.html, "buttons": bubble.buttons, "edits": bubble.edits,
        "media": bubble.media.iter().map(file_shown).collect::<Vec<_>>(),
        "album": bubble.album,
    })
}

/// Nobody writes more below a file.
const LONGEST_CAPTION: usize = 1024;

/// Sends a file for a person: the bytes are the body of the request and everything else is in its
/// query, so that a browser can send a file as it is.
async fn send(core: &Arc<Core>, query: &str, bytes: &Bytes) -> Result<UpdateHandle, String> {
    let id: i64 = value(query, "id").and_then(|id| id.parse().ok()).ok_or("id is missing")?;
    let person = Person::known(core, id).ok_or_else(|| format!("nobody has the id {id}"))?;
    if bytes.is_empty() {
        return Err("an empty file cannot be sent".to_owned());
    }
    let name = value(query, "name").unwrap_or_else(|| "file".to_owned());
    let mime = value(query, "mime").filter(|mime| !mime.is_empty());
    let parcel = match value(query, "as").as_deref() {
        Some("photo") => Parcel::photo(bytes),
        Some("video") => {
            let whole = |name: &str| value(query, name).and_then(|number| number.parse().ok());
            let sides = whole("width").zip(whole("height")).unwrap_or((640, 360));
            Parcel::video(bytes, whole("seconds").unwrap_or(1), sides)
        }
        Some("audio") => {
            let seconds = value(query, "seconds").and_then(|number| number.parse().ok());
            Parcel::audio(bytes, seconds.unwrap_or(1))
                .named(&name, mime.as_deref().unwrap_or("audio/mpeg"))
        }
        Some("document") | None => {
            Parcel::document(&name, mime.as_deref().unwrap_or("application/octet-stream"), bytes)
        }
        Some(other) => return Err(format!("a file cannot be sent as {other}")),
    };
    let caption = value(query, "caption").unwrap_or_default();
    if caption.chars().count() > LONGEST_CAPTION {
        return Err(format!("more than {LONGEST_CAPTION} characters do not fit below a file"));
    }
    let parcel = parcel.captioned(&caption);
    match value(query, "album").filter(|album| !album.is_empty()) {
        Some(album) => Ok(person.adds_to_album(parcel, &album)),
        None => Ok(person.sends(parcel).await),
    }
}

/// What is told of a file.
pub(crate) fn file_shown(media: &Media) -> Value {
    let (width, height) = media.pixels.unzip();
    json!({
        "kind": media.kind.word(),
        "file_id": media.file_id,
        "title": media.title.as_ref().or(media.file_name.as_ref()),
        "length": media.length,
        "is_kept": media.bytes.is_some(),
        "width": width,
        "height": height,
        "seconds": media.seconds,
    })
}
