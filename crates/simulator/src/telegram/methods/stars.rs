//! Methods about Stars: invoices, their addresses, refunds, subscriptions, the books.

use std::sync::Arc;

use serde_json::{Value, json};

use super::{Done, sending};
use crate::telegram::payments::{LINK, STARS, Sold, booking, books, subscriptions};
use crate::telegram::world::{Core, World};
use crate::telegram::{Call, More, Refusal};

/// The price of a subscription in Stars at most.
const DEAREST: i64 = 10_000;

pub(super) fn invoice(core: &Core, world: &mut World, call: &Call) -> Result<Done, Refusal> {
    let sold = Arc::new(sold(call)?);
    let first = call.params.get("reply_markup").and_then(|markup| {
        markup["inline_keyboard"].as_array()?.iter().flat_map(|row| row.as_array()).flatten().next()
    });
    if first.is_some_and(|first| first["pay"] != true) {
        return Err(Refusal::mistake("the first button of an invoice must be a pay button"));
    }
    let keyboard = match first {
        Some(_) => call.params.get("reply_markup").cloned(),
        // Telegram makes one itself.
        None => Some(json!({ "inline_keyboard": [[
            { "text": format!("Pay \u{2b50}{}", sold.stars), "pay": true },
        ]] })),
    };
    sending::add(core, world, call, |message| {
        message.markup = keyboard;
        message.more = Some(More::Invoice(sold));
    })
}

pub(super) fn invoice_link(world: &mut World, call: &Call) -> Result<Done, Refusal> {
    let sold = sold(call)?;
    if sold.period.is_some() && sold.stars > DEAREST {
        return Err(Refusal::mistake("SUBSCRIPTION_PRICE_INVALID"));
    }
    let name = format!("fake{:016x}", world.draws.next());
    let address = format!("{LINK}{name}");
    world.payments.links.insert(name, Arc::new(sold));
    Ok(Done::with(json!(address)))
}

/// What a call sells; Stars have exactly one price and no provider.
fn sold(call: &Call) -> Result<Sold, Refusal> {
    let text = |name| call.text(name).unwrap_or_default().to_owned();
    if call.text("currency") != Some(STARS) || !text("provider_token").is_empty() {
        return Err(Refusal::mistake("CURRENCY_INVALID: only Stars are simulated"));
    }
    let prices = call.params.get("prices").and_then(Value::as_array);
    let Some([price]) = prices.map(Vec::as_slice) else {
        return Err(Refusal::mistake("STARS_INVOICE_INVALID"));
    };
    let stars = price["amount"].as_i64().filter(|_| price["label"].is_string());
    let stars = stars.ok_or_else(|| Refusal::mistake("can't parse labeled price"))?;
    if stars < 1 {
        return Err(Refusal::mistake("CURRENCY_TOTAL_AMOUNT_INVALID"));
    }
    Ok(Sold {
        title: text("title"),
        description: text("description"),
        payload: text("payload"),
        stars,
        start: text("start_parameter"),
        period: call.integer("subscription_period").and_then(|period| period.try_into().ok()),
    })
}

pub(super) fn refund(core: &Arc<Core>, world: &mut World, call: &Call) -> Result<Done, Refusal> {
    let (person, charge) = about_charge(call);
    let is_theirs = world.payments.charge(charge).is_some_and(|known| known.person == person);
    if !is_theirs {
        return Err(Refusal::state("CHARGE_NOT_FOUND"));
    }
    booking::go_back(core, world, charge).map(|()| Done::truth())
}

pub(super) fn edit_subscription(
    core: &Arc<Core>,
    world: &mut World,
    call: &Call,
) -> Result<Done, Refusal> {
    let about = about_charge(call);
    subscriptions::set_by_bot(core, world, about, call.flag("is_canceled")).map(|()| Done::truth())
}

fn about_charge(call: &Call) -> (i64, &str) {
    let charge = call.text("telegram_payment_charge_id").unwrap_or_default();
    (call.integer("user_id").unwrap_or_default(), charge)
}

pub(super) fn transactions(world: &World, call: &Call) -> Done {
    let number = |name| call.integer(name).and_then(|number| usize::try_from(number).ok());
    let (offset, limit) = (number("offset").unwrap_or(0), number("limit").unwrap_or(100));
    Done::with(books::page(world, offset, limit))
}

pub(super) fn balance(world: &World) -> Done {
    Done::with(json!({ "amount": world.payments.balance() }))
}
