//! What each method does to the world, after its parameters were found good.
//!
//! | module | methods |
//! | --- | --- |
//! | [`sending`] | messages without files |
//! | [`media`] | messages with files, albums, `getFile` |
//! | [`editing`] | edits and deletion |
//! | [`queries`] | answers to taps, checkouts and inline queries |
//! | [`stars`] | invoices, refunds, subscriptions, the books about Stars |
//! | [`hooks`] | the webhook |
//!
//! The few that only remember what they were told are here.

mod editing;
mod hooks;
mod media;
mod queries;
mod sending;
mod stars;

use std::sync::Arc;

use serde_json::{Value, json};

use super::world::{Core, World};
use super::{Call, Chat, Refusal, Via, refusal};

#[derive(Debug)]
pub(crate) struct Done {
    pub(crate) result: Value,
    pub(crate) message_id: Option<i64>,
}

impl Done {
    fn with(result: Value) -> Self {
        Self { result, message_id: None }
    }

    fn truth() -> Self {
        Self::with(Value::Bool(true))
    }

    fn message(result: Value) -> Self {
        let message_id = result["message_id"].as_i64();
        Self { result, message_id }
    }
}

pub(crate) fn apply(
    core: &Arc<Core>,
    world: &mut World,
    call: &Call,
    via: Via,
) -> Result<Done, Refusal> {
    match call.method.as_str() {
        "getMe" => {
            let mut me = world.bot.clone();
            me["can_join_groups"] = json!(true);
            me["can_read_all_group_messages"] = json!(false);
            me["supports_inline_queries"] = json!(core.settings.is_inline);
            Ok(Done::with(me))
        }
        "sendMessage" => sending::message(core, world, call),
        "sendPhoto" | "sendDocument" | "sendVideo" | "sendAudio" | "sendVoice" => {
            media::single(core, world, call)
        }
        "sendMediaGroup" => media::album(core, world, call),
        "sendInvoice" => stars::invoice(core, world, call),
        "createInvoiceLink" => stars::invoice_link(world, call),
        "refundStarPayment" => stars::refund(core, world, call),
        "editUserStarSubscription" => stars::edit_subscription(core, world, call),
        "getStarTransactions" => Ok(stars::transactions(world, call)),
        "getMyStarBalance" => Ok(stars::balance(world)),
        "getChatMember" => member(world, call),
        "sendChatAction" => {
            let word = call.text("action").unwrap_or_default().to_owned();
            chat(world, call)?.action = Some((word, core.clock.unix()));
            Ok(Done::truth())
        }
        "editMessageText" | "editMessageCaption" => editing::text(core, world, call),
        "editMessageMedia" => editing::media(core, world, call),
        "editMessageReplyMarkup" => editing::markup(core, world, call),
        "deleteMessage" => editing::delete(world, call),
        "answerCallbackQuery" => queries::answer_tap(core, world, call, via),
        "answerPreCheckoutQuery" => queries::answer_checkout(core, world, call, via),
        "answerInlineQuery" => queries::answer_inline(core, world, call, via),
        "setWebhook" => hooks::set(core, world, call),
        "deleteWebhook" => Ok(hooks::delete(world, call)),
        "getWebhookInfo" => Ok(hooks::info(world)),
        "setMyCommands" => set_commands(world, call),
        "getMyCommands" => {
            let commands = world.profile.get(&setting("commands", call)).cloned();
            Ok(Done::with(commands.unwrap_or_else(|| json!([]))))
        }
        "setMyDescription" => Ok(remember(world, call, "description")),
        "setMyShortDescription" => Ok(remember(world, call, "short_description")),
        "getFile" => media::place(world, call),
        // A line of the table without an action: a gap of ours, to be seen like a mistake.
        _ => Err(Refusal::no_method()),
    }
}

/// The chat a call names, if the bot may write there.
fn chat<'a>(world: &'a mut World, call: &Call) -> Result<&'a mut Chat, Refusal> {
    let id = call.integer("chat_id").ok_or_else(refusal::chat_not_found)?;
    let chat = world.chats.get_mut(&id).ok_or_else(refusal::chat_not_found)?;
    if chat.blocked { Err(Refusal::blocked()) } else { Ok(chat) }
}

/// How a person stands in a chat, which is named by its number or its name. Who is in a channel is told to its
/// administrators only.
fn member(world: &World, call: &Call) -> Result<Done, Refusal> {
    let is_named = |chat: &&Chat| {
        let name = call.text("chat_id").and_then(|name| name.strip_prefix('@'));
        name.is_some() && chat.info["username"].as_str() == name
    };
    let by_number = call.integer("chat_id").and_then(|id| world.chats.get(&id));
    let chat = by_number.or_else(|| world.chats.values().find(is_named));
    let chat = chat.ok_or_else(refusal::chat_not_found)?;
    let id = call.integer("user_id").unwrap_or_default();
    if world.bot["id"] == id {
        let status = if chat.is_administered { "administrator" } else { "left" };
        return Ok(Done::with(json!({ "user": world.bot, "status": status })));
    }
    if !chat.is_administered {
        return Err(Refusal::state("member list is inaccessible"));
    }
    let user = world.people.get(&id).ok_or_else(|| Refusal::state("PARTICIPANT_ID_INVALID"))?;
    let is_inside = chat.members.contains(&id) || chat.info["id"] == id;
    let status = if is_inside { "member" } else { "left" };
    Ok(Done::with(json!({ "user": user, "status": status })))
}

/// Where a setting is kept: by name, scope and language.
fn setting(name: &str, call: &Call) -> String {
    let scope = call.params.get("scope").map(Value::to_string).unwrap_or_default();
    format!("{name} {scope} {}", call.text("language_code").unwrap_or_default())
}

fn remember(world: &mut World, call: &Call, name: &str) -> Done {
    let value = call.params.get(name).cloned().unwrap_or_else(|| json!(""));
    world.profile.insert(setting(name, call), value);
    Done::truth()
}

fn set_commands(world: &mut World, call: &Call) -> Result<Done, Refusal> {
    let commands = call.params.get("commands").cloned().unwrap_or_else(|| json!([]));
    for command in commands.as_array().into_iter().flatten() {
        let name = command["command"].as_str().unwrap_or_default();
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        if !(1..=32).contains(&name.len()) || !name.chars().all(plain) {
            return Err(Refusal::mistake("BOT_COMMAND_INVALID"));
        }
        let description = command["description"].as_str().unwrap_or_default();
        if !(1..=256).contains(&description.chars().count()) {
            return Err(Refusal::mistake("BOT_COMMAND_DESCRIPTION_INVALID"));
        }
    }
    world.profile.insert(setting("commands", call), commands);
    Ok(Done::truth())
}
