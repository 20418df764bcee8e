//! The chat page: what two people see of the bot, in a browser, and what they do.
//!
//! ```text
//!   browser ── GET / ──> the page and its parts, from this binary
//!      │ ── GET  /_fake/view?seen= ──> both chats, as soon as they differ from what was seen
//!      │ ── GET  /_fake/file?id= ──> the bytes of a file
//!      │ ── POST /_fake/say, tap, pay, person, send ──> the people (control)
//!      └── GET  /_fake/stage, POST kill, stop, start, freeze, cut, ... ──> whoever runs the instances
//! ```
//!
//! The page gets text and entities, never HTML: it has nothing to unescape, so nothing can slip
//! through. The last commands work where there is a [`backstage`], that is in a demo; without one the
//! stage is `null` and the verbs are refused with a sentence.

pub(crate) mod backstage;
pub(crate) mod samples;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Response, header};
use serde_json::{Value, json};

use super::world::{Core, World};
use super::{Bubble, Person, control, serving};
use crate::fake::http::{self, response};
use backstage::{Backstage, Order};

/// The people of the page: number, name, language.
pub(crate) const CAST: [(i64, &str, &str); 2] = [(501, "Анна", "ru"), (502, "John", "en")];

/// Who of them is an admin of the bot in a demo.
pub(crate) const ADMIN: i64 = 501;

/// What each of them has in Telegram's own wallet at the beginning.
const STARS: i64 = 2_500;

const MESSAGES: usize = 200;

/// How long answers to taps are told.
const ANSWERS: Duration = Duration::from_secs(60);

/// How long a view waits for something new; less than any browser or proxy waits.
const PATIENCE: Duration = Duration::from_secs(20);

/// Nothing from elsewhere, nothing inline, in nobody's frame.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
                      img-src 'self' data: blob:; media-src 'self' blob:; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// Every file of the page, as it is asked for.
const FILES: [(&str, &str, &str); 21] = [
    ("/", HTML, include_str!("../../page/chat.html")),
    ("/page/layout.css", CSS, include_str!("../../page/layout.css")),
    ("/page/bubbles.css", CSS, include_str!("../../page/bubbles.css")),
    ("/page/stage.css", CSS, include_str!("../../page/stage.css")),
    ("/page/chat.js", SCRIPT, include_str!("../../page/chat.js")),
    ("/page/pane.js", SCRIPT, include_str!("../../page/pane.js")),
    ("/page/scroll.js", SCRIPT, include_str!("../../page/scroll.js")),
    ("/page/compose.js", SCRIPT, include_str!("../../page/compose.js")),
    ("/page/tries.js", SCRIPT, include_str!("../../page/tries.js")),
    ("/page/bubble.js", SCRIPT, include_str!("../../page/bubble.js")),
    ("/page/formatting.js", SCRIPT, include_str!("../../page/formatting.js")),
    ("/page/media.js", SCRIPT, include_str!("../../page/media.js")),
    ("/page/ask.js", SCRIPT, include_str!("../../page/ask.js")),
    ("/page/stage.js", SCRIPT, include_str!("../../page/stage.js")),
    ("/page/counters.js", SCRIPT, include_str!("../../page/counters.js")),
    ("/page/timeline.js", SCRIPT, include_str!("../../page/timeline.js")),
    ("/page/cards.js", SCRIPT, include_str!("../../page/cards.js")),
    ("/page/blows.js", SCRIPT, include_str!("../../page/blows.js")),
    ("/page/story.js", SCRIPT, include_str!("../../page/story.js")),
    ("/page/tour.js", SCRIPT, include_str!("../../page/tour.js")),
    ("/page/pay.js", SCRIPT, include_str!("../../page/pay.js")),
];

pub(crate) fn file(path: &str) -> Option<Response<Body>> {
    let path = if path == "/chat" { "/" } else { path };
    let (_, kind, text) = FILES.iter().find(|(own, ..)| *own == path)?;
    let mut response = response(200, kind, *text);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Some(response)
}

/// The bytes of a file, or of a sample, if that is what the command asks for and it is there.
pub(crate) fn media(core: &Core, command: &str, query: &str) -> Option<Response<Body>> {
    match command {
        "file" => serving::show(core, &http::value(query, "id")?),
        "sample" => samples::show(&http::value(query, "name")?),
        _ => None,
    }
}

/// Whether a browser says that another site's page has sent this request.
pub(crate) fn is_foreign(headers: &HeaderMap) -> bool {
    let Some((_, site)) = http::text(headers, header::ORIGIN).split_once("://") else {
        // Without one it is no browser, or its own page.
        return headers.contains_key(header::ORIGIN);
    };
    site != http::text(headers, header::HOST)
}

pub(crate) async fn obey(
    core: &Arc<Core>,
    command: &str,
    query: &str,
    asked: &Value,
) -> Result<Value, String> {
    match command {
        "file" | "sample" => Err("there is no such file".to_owned()),
        "view" => Ok(view(core, query.strip_prefix("seen=").unwrap_or_default()).await),
        "stage" => {
            Ok(backstage(core).map_or(Value::Null, |backstage| (*backstage.stage()).clone()))
        }
        _ => match backstage::order(command, asked) {
            Some(order) => give(core, order?).await,
            None => Err(format!("there is no command {command}")),
        },
    }
}

/// Both chats, as soon as they differ from what was seen.
async fn view(core: &Arc<Core>, seen: &str) -> Value {
    for (id, name, language) in CAST {
        if Person::known(core, id).is_none() {
            Person::meet(core, id, name, language);
        }
    }
    let fresh = core.when(|world| {
        let view = snapshot(core, world);
        (view["version"] != seen).then_some(view)
    });
    match tokio::time::timeout(PATIENCE, fresh).await {
        Ok(view) => view,
        Err(_) => core.look(|world| snapshot(core, world)),
    }
}

fn snapshot(core: &Core, world: &World) -> Value {
    let people: Vec<Value> = CAST.iter().map(|(id, ..)| person(world, *id)).collect();
    let now = core.clock.now();
    let recent = world.queries.values().filter(|query| now.saturating_sub(query.created) < ANSWERS);
    let answers: Vec<Value> = recent
        .filter_map(|query| {
            let (_, text) = query.answered.as_ref()?;
            Some(json!({ "update_id": query.update_id, "text": text }))
        })
        .collect();
    let mut view = json!({
        "bot": world.bot["first_name"], "people": people, "answers": answers,
        "samples": samples::list(),
    });
    let mut hasher = DefaultHasher::new();
    view.to_string().hash(&mut hasher);
    view["version"] = json!(format!("{:016x}", hasher.finish()));
    view
}

fn person(world: &World, id: i64) -> Value {
    let user = world.people.get(&id).cloned().unwrap_or_default();
    let chat = world.chats.get(&id);
    let action = chat.and_then(|chat| chat.action.as_ref());
    let own = world.payments.charges.iter().filter(|charge| charge.person == id);
    let spent: i64 =
        own.filter(|charge| charge.went_back.is_none()).map(|charge| charge.stars).sum();
    let mut messages: Vec<Value> = chat
        .map(|chat| chat.bubbles().rev().take(MESSAGES).map(|bubble| message(&bubble)).collect())
        .unwrap_or_default();
    messages.reverse();
    json!({
        "id": id, "name": user["first_name"], "language": user["language_code"],
        "is_admin": world.backstage.is_some() && id == ADMIN, "stars": STARS - spent, "messages": messages,
        "action": action.map(|(word, at)| json!({ "word": word, "at": at })),
    })
}

fn message(bubble: &Bubble) -> Value {
    let raw = &bubble.raw;
    let service = || {
        let names = [("paid", "successful_payment"), ("refunded", "refunded_payment")];
        let (kind, told) =
            names.into_iter().find_map(|(kind, name)| Some((kind, raw.get(name)?)))?;
        Some(json!({ "kind": kind, "title": format!("{} \u{2b50}", told["total_amount"]) }))
    };
    let media = bubble.media.first().map(control::file_shown).or_else(service);
    let entities = raw.get("entities").or_else(|| raw.get("caption_entities"));
    json!({
        "id": bubble.message_id, "from_bot": bubble.is_from_bot(), "date": raw["date"],
        "is_edited": bubble.edits > 0, "text": bubble.text,
        "entities": entities.cloned().unwrap_or_else(|| json!([])),
        "buttons": bubble.buttons, "media": media, "album": bubble.album,
        "invoice": bubble.invoice(),
    })
}

fn backstage(core: &Core) -> Option<Backstage> {
    core.look(|world| world.backstage.clone())
}

async fn give(core: &Core, order: Order) -> Result<Value, String> {
    let backstage = backstage(core).ok_or("instances are not run from here")?;
    backstage.order(order).await.map_err(|refused| refused.to_string())?;
    Ok(json!({ "ok": true }))
}

#[cfg(test)]
mod tests;
