//! What is charged and what goes back, with a service message in the chat and an event for the bot.
//!
//! ```text
//!   pay ──────> charge, transaction in ──> successful_payment, from the person
//!   go_back ──> transaction out ─────────> refunded_payment, from the bot itself
//! ```
//!
//! An event is told at once unless a test has said otherwise: then it is lost, or held until it is told late.

use std::sync::Arc;

use serde_json::{Value, json};

use super::{Charge, STARS, Sold, Subscription, Telling, Transaction};
use crate::telegram::world::{Core, World};
use crate::telegram::{Author, Born, More, Refusal};

/// What a payment of a subscription says of it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Period {
    pub(crate) until: u64,
    pub(crate) is_first: bool,
}

/// A person pays; the charge.
pub(crate) fn pay(core: &Arc<Core>, world: &mut World, payer: i64, sold: &Arc<Sold>) -> String {
    let now = core.clock.unix();
    let Some(seconds) = sold.period else { return charge(core, world, payer, sold, now, None) };
    let first = Period { until: now + seconds, is_first: true };
    let id = charge(core, world, payer, sold, now, Some(first));
    world.payments.subscriptions.push(Subscription::begun(payer, sold, &id, first.until));
    id
}

/// Takes the Stars, whatever for.
pub(crate) fn charge(
    core: &Arc<Core>,
    world: &mut World,
    payer: i64,
    sold: &Sold,
    at: u64,
    period: Option<Period>,
) -> String {
    let place = world.payments.charges.len();
    let id = format!("stx{:016x}{place:06}", world.draws.next());
    let mut paid = json!({
        "currency": STARS, "total_amount": sold.stars, "invoice_payload": sold.payload,
        "telegram_payment_charge_id": id, "provider_payment_charge_id": "",
    });
    if let Some(period) = period {
        paid["subscription_expiration_date"] = json!(period.until);
        paid["is_recurring"] = json!(true);
        if period.is_first {
            paid["is_first_recurring"] = json!(true);
        }
    }
    let event = service(world, payer, Author::Person, at, "successful_payment", paid);
    world.payments.charges.push(Charge {
        id: id.clone(),
        person: payer,
        payload: sold.payload.clone(),
        stars: sold.stars,
        at,
        until: period.map(|period| period.until),
        is_renewal: period.is_some_and(|period| !period.is_first),
        went_back: None,
        event: event.clone(),
    });
    world.payments.places.insert(id.clone(), place);
    world.payments.transactions.push(Transaction::Payment { place, period: sold.period });
    tell(core, world, "message", event);
    id
}

/// Gives a payment back, whoever decided it.
pub(crate) fn go_back(core: &Arc<Core>, world: &mut World, id: &str) -> Result<(), Refusal> {
    let now = core.clock.unix();
    let charge = world.payments.charge(id).ok_or_else(|| Refusal::state("CHARGE_NOT_FOUND"))?;
    if charge.went_back.is_some() {
        return Err(Refusal::state("CHARGE_ALREADY_REFUNDED"));
    }
    charge.went_back = Some(now);
    let (person, refunded) = (
        charge.person,
        json!({
            "currency": STARS, "total_amount": charge.stars, "invoice_payload": charge.payload,
            "telegram_payment_charge_id": id,
        }),
    );
    if let Some(place) = world.payments.places.get(id).copied() {
        world.payments.transactions.push(Transaction::Refund { place, at: now });
    }
    let event = service(world, person, Author::Bot, now, "refunded_payment", refunded);
    tell(core, world, "message", event);
    Ok(())
}

/// Puts a service message into the chat of a person; the message.
fn service(
    world: &mut World,
    person: i64,
    author: Author,
    at: u64,
    name: &'static str,
    content: Value,
) -> Value {
    let sender = match author {
        // A refund comes from the bot, although the bot has not written it.
        Author::Bot => world.bot.clone(),
        Author::Person => world.people.get(&person).cloned().unwrap_or_default(),
    };
    let Some(chat) = world.chats.get_mut(&person) else { return Value::Null };
    chat.add(Author::Person, sender, at, |message| {
        message.more = Some(More::Service(name, content));
    })
}

/// Tells the bot of something, or does not.
pub(crate) fn tell(
    core: &Arc<Core>,
    world: &mut World,
    kind: &'static str,
    content: Value,
) -> Born {
    match world.payments.tellings.pop_front().unwrap_or(Telling::Told) {
        Telling::Told => return core.create(world, kind, content),
        Telling::Lost => {}
        Telling::Late => world.payments.held.push((kind, content)),
    }
    Born { number: world.updates.never(), update_id: 0, query: None }
}
