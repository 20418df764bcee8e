//! Methods that make messages without files: text and invoices.

use serde_json::{Value, json};

use super::{Done, chat};
use crate::telegram::world::{Core, World};
use crate::telegram::{Author, Call, Message, More, Refusal};

/// The subscription price in Stars at most.
const DEAREST: i64 = 10_000;

pub(super) fn message(core: &Core, world: &mut World, call: &Call) -> Result<Done, Refusal> {
    add(core, world, call, |message| dress(message, call))
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
        message.more = Some(More::Invoice(shown));
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

pub(super) fn add(
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
pub(super) fn dress(message: &mut Message, call: &Call) {
    let source = call.text("text").or_else(|| call.text("caption")).unwrap_or_default();
    let is_html = call.text("parse_mode") == Some("HTML");
    message.write(call.text.clone().unwrap_or_default(), source, is_html);
    message.markup = call.params.get("reply_markup").cloned();
}
