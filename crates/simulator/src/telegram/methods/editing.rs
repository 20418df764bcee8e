//! Edits and deletion of the bot's own messages.

use serde_json::Value;

use super::media::item;
use super::{Done, chat};
use crate::telegram::world::{Core, World};
use crate::telegram::{Author, Call, Message, More, Refusal, refusal};

/// New text, a new caption or none; a keyboard that is not named again is taken away.
pub(super) fn text(core: &Core, world: &mut World, call: &Call) -> Result<Done, Refusal> {
    let field = if call.method == "editMessageCaption" { "caption" } else { "text" };
    edit(core, world, call, |message| {
        let is_there = match &message.more {
            None => field == "text",
            Some(more) => field == "caption" && matches!(more, More::File(_)),
        };
        if !is_there {
            return Err(Refusal::state(&format!("there is no {field} in the message to edit")));
        }
        let text = call.text.clone().unwrap_or_default();
        if message.text == text && message.markup == keyboard(call) {
            return Err(refusal::not_modified());
        }
        let is_html = call.text("parse_mode") == Some("HTML");
        message.write(text, call.text(field).unwrap_or_default(), is_html);
        message.markup = keyboard(call);
        Ok(())
    })
}

/// Another file with its caption, in place of a file or of words.
pub(super) fn media(core: &Core, world: &mut World, call: &Call) -> Result<Done, Refusal> {
    chat(world, call)?;
    let shown = call.params.get("media").cloned().unwrap_or_default();
    let (file, text, source, is_html) = item(world, call, &shown)?;
    edit(core, world, call, |message| {
        if !matches!(message.more, None | Some(More::File(_))) {
            return Err(Refusal::state("message can't be edited"));
        }
        let is_same =
            matches!(&message.more, Some(More::File(old)) if old.unique_id() == file.unique_id());
        if is_same && message.text == text && message.markup == keyboard(call) {
            return Err(refusal::not_modified());
        }
        message.write(text, &source, is_html);
        message.more = Some(More::File(file));
        message.markup = keyboard(call);
        Ok(())
    })
}

pub(super) fn markup(core: &Core, world: &mut World, call: &Call) -> Result<Done, Refusal> {
    edit(core, world, call, |message| {
        if message.markup == keyboard(call) {
            return Err(refusal::not_modified());
        }
        message.markup = keyboard(call);
        Ok(())
    })
}

pub(super) fn delete(world: &mut World, call: &Call) -> Result<Done, Refusal> {
    let id = call.integer("message_id").unwrap_or_default();
    let chat = chat(world, call)?;
    let at = chat.messages.iter().position(|message| message.id == id);
    let at = at.ok_or_else(|| Refusal::state("message to delete not found"))?;
    chat.messages.remove(at);
    Ok(Done { message_id: Some(id), ..Done::truth() })
}

/// The keyboard of a call; one without buttons is none.
fn keyboard(call: &Call) -> Option<Value> {
    let markup = call.params.get("reply_markup")?;
    let rows = markup["inline_keyboard"].as_array()?;
    let full = rows.iter().any(|row| row.as_array().is_some_and(|row| !row.is_empty()));
    full.then(|| markup.clone())
}

fn edit(
    core: &Core,
    world: &mut World,
    call: &Call,
    change: impl FnOnce(&mut Message) -> Result<(), Refusal>,
) -> Result<Done, Refusal> {
    let Some(id) = call.integer("message_id") else {
        return Err(Refusal::mistake("message identifier is not specified"));
    };
    let date = core.clock.unix();
    let chat = chat(world, call)?;
    let message = chat.message(id).ok_or_else(|| Refusal::state("message to edit not found"))?;
    if message.author != Author::Bot {
        return Err(Refusal::state("message can't be edited"));
    }
    change(message)?;
    message.edits += 1;
    message.edited = Some(date);
    chat.show(id).map(Done::message).ok_or_else(refusal::chat_not_found)
}
