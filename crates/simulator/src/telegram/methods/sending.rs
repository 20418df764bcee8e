//! Methods that make messages without files; what invoices are is in [`super::stars`].

use super::{Done, chat};
use crate::telegram::world::{Core, World};
use crate::telegram::{Author, Call, Message, Refusal};

pub(super) fn message(core: &Core, world: &mut World, call: &Call) -> Result<Done, Refusal> {
    add(core, world, call, |message| dress(message, call))
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
