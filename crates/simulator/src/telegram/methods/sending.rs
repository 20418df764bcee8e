//! Methods that make messages: text, media, albums, invoices.
//!
//! Files are known by id and size only. What a person could download is not kept.

use serde_json::{Value, json};

use super::{Done, chat};
use crate::telegram::chat::{Author, Message};
use crate::telegram::check::Call;
use crate::telegram::html::{self, Formatted};
use crate::telegram::refusal::Refusal;
use crate::telegram::world::{Core, World};

/// The subscription price in Stars at most.
const DEAREST: i64 = 10_000;

pub(super) fn message(core: &Core, world: &mut World, call: &Call) -> Result<Done, Refusal> {
    add(core, world, call, |message| dress(message, call))
}

pub(super) fn media(core: &Core, world: &mut World, call: &Call) -> Result<Done, Refusal> {
    chat(world, call)?;
    let field = call.method.trim_start_matches("send").to_lowercase();
    let upload = call.uploads.get(&field);
    let given = call.text(&field).unwrap_or_default();
    let given = match upload {
        Some(_) => format!("attach://{field}"),
        None => given.to_owned(),
    };
    let shown = file(world, call, &field, &given)?;
    add(core, world, call, |message| {
        dress(message, call);
        message.media = Some((field, shown));
    })
}

pub(super) fn album(core: &Core, world: &mut World, call: &Call) -> Result<Done, Refusal> {
    chat(world, call)?;
    let items = call.params.get("media").and_then(Value::as_array).cloned().unwrap_or_default();
    let mut ready = Vec::new();
    // Everything is checked before the first message is there: an album comes whole or not at all.
    for item in &items {
        let kind = item["type"].as_str().unwrap_or_default();
        if !["photo", "video", "document", "audio"].contains(&kind) {
            return Err(Refusal::mistake(format!("media of an album cannot be \"{kind}\"")));
        }
        let given = item["media"].as_str().unwrap_or_default();
        let shown = file(world, call, kind, given)?;
        let caption = item["caption"].as_str().unwrap_or_default();
        let is_html = item["parse_mode"] == "HTML";
        let text = if is_html {
            html::parse(caption)
                .map_err(|error| Refusal::mistake(format!("can't parse entities: {error}")))?
        } else {
            Formatted { plain: caption.to_owned(), entities: Vec::new() }
        };
        if text.plain.chars().count() > 1024 {
            return Err(Refusal::mistake("message caption is too long"));
        }
        ready.push((kind.to_owned(), shown, text, caption.to_owned(), is_html));
    }
    let mut sent = Vec::new();
    for (kind, shown, text, caption, is_html) in ready {
        let done = add(core, world, call, |message| {
            message.write(text, &caption, is_html);
            message.media = Some((kind, shown));
        })?;
        sent.push(done.result);
    }
    let message_id = sent.first().and_then(|first| first["message_id"].as_i64());
    Ok(Done { result: Value::Array(sent), message_id })
}

pub(super) fn invoice(core: &Core, world: &mut World, call: &Call) -> Result<Done, Refusal> {
    let total = check_prices(call)?;
    let shown = json!({
        "title": call.text("title"), "description": call.text("description"),
        "start_parameter": call.text("start_parameter").unwrap_or_default(),
        "currency": call.text("currency"), "total_amount": total,
    });
    add(core, world, call, |message| {
        dress(message, call);
        message.media = Some(("invoice".to_owned(), shown));
    })
}

pub(super) fn invoice_link(world: &mut World, call: &Call) -> Result<Done, Refusal> {
    let total = check_prices(call)?;
    if call.integer("subscription_period").is_some() && total > DEAREST {
        return Err(Refusal::mistake("SUBSCRIPTION_PRICE_INVALID"));
    }
    let number = world.draws.next();
    Ok(Done::with(json!(format!("https://t.me/$fake{number:016x}"))))
}

/// The sum of the prices; Stars have exactly one.
fn check_prices(call: &Call) -> Result<i64, Refusal> {
    let prices = call.params.get("prices").and_then(Value::as_array);
    let prices = prices.map(Vec::as_slice).unwrap_or_default();
    if call.text("currency") == Some("XTR") && prices.len() != 1 {
        return Err(Refusal::mistake("STARS_INVOICE_INVALID"));
    }
    let mut total: i64 = 0;
    for price in prices {
        let amount = price["amount"].as_i64().filter(|_| price["label"].is_string());
        let amount = amount.ok_or_else(|| Refusal::mistake("can't parse labeled price"))?;
        total = total.saturating_add(amount);
    }
    if total > 0 { Ok(total) } else { Err(Refusal::mistake("CURRENCY_TOTAL_AMOUNT_INVALID")) }
}

/// Adds a message of the bot to the chat of the call.
fn add(
    core: &Core,
    world: &mut World,
    call: &Call,
    fill: impl FnOnce(&mut Message),
) -> Result<Done, Refusal> {
    let bot = world.bot.clone();
    let chat = chat(world, call)?;
    Ok(Done::message(chat.add(Author::Bot, bot, core.clock.unix(), fill)))
}

/// Text or caption, and the keyboard.
fn dress(message: &mut Message, call: &Call) {
    let source = call.text("text").or_else(|| call.text("caption")).unwrap_or_default();
    let is_html = call.text("parse_mode") == Some("HTML");
    message.write(call.text.clone().unwrap_or_default(), source, is_html);
    message.markup = call.params.get("reply_markup").cloned();
}

/// The file a call names, as messages show it: an upload, an address, or an id known before.
fn file(world: &mut World, call: &Call, kind: &str, given: &str) -> Result<Value, Refusal> {
    let attached = given.strip_prefix("attach://").map(|name| call.uploads.get(name));
    let (id, size) = match attached {
        Some(None) => return Err(Refusal::mistake("the attached file is missing")),
        Some(Some(upload)) => (None, upload.content.len()),
        None if given.starts_with("http://") || given.starts_with("https://") => (None, 1024),
        None => match world.files.get(given) {
            Some(size) => (Some(given.to_owned()), *size),
            None => return Err(Refusal::state("wrong file identifier/HTTP URL specified")),
        },
    };
    if kind == "photo" && size > 10 << 20 {
        return Err(Refusal::mistake("file is too big for a photo"));
    }
    let id = id.unwrap_or_else(|| format!("Fake{:016x}", world.draws.next()));
    world.files.insert(id.clone(), size);
    let file = json!({ "file_id": id, "file_unique_id": format!("u{id}"), "file_size": size });
    let sized = |mut file: Value| {
        file["width"] = json!(1024);
        file["height"] = json!(1024);
        file
    };
    Ok(match kind {
        "photo" => json!([sized(file)]),
        "video" => sized(file),
        _ => file,
    })
}
