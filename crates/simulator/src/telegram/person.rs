//! A person who uses the bot: says, taps, sends, blocks, and looks at the chat.

mod deleting;
mod files;
mod inline;
mod paying;

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value, json};

use super::handle::UpdateHandle;
use super::html::Formatted;
use super::world::{Core, World};
use super::{Author, Born, Bubble, Chat, Message};

pub use files::Parcel;

#[derive(Debug, Clone)]
pub struct Person {
    core: Arc<Core>,
    id: i64,
}

/// A person cannot tap this now.
#[derive(Debug, thiserror::Error)]
#[error("there is no button {label:?} to tap in this chat:\n{chat}")]
pub struct Impossible {
    label: String,
    chat: String,
}

impl Person {
    /// Makes the person and the private chat, unless both are there.
    pub(crate) fn meet(core: &Arc<Core>, id: i64, name: &str, language: &str) -> Self {
        core.with(|world| {
            let user = json!({
                "id": id, "is_bot": false, "first_name": name, "language_code": language,
            });
            world.people.insert(id, user);
            world.chats.entry(id).or_insert_with(|| {
                Chat::new(json!({ "id": id, "type": "private", "first_name": name }))
            });
        });
        Self { core: Arc::clone(core), id }
    }

    pub(crate) fn known(core: &Arc<Core>, id: i64) -> Option<Self> {
        let known = core.look(|world| world.people.contains_key(&id));
        known.then(|| Self { core: Arc::clone(core), id })
    }

    pub fn id(&self) -> i64 {
        self.id
    }

    /// Writes to the bot; whoever had blocked it unblocks it first, as the app demands.
    pub async fn says(&self, text: &str) -> UpdateHandle {
        self.cause(|world| self.write(world, text))
    }

    /// Opens the bot by a link `?start=payload`.
    pub async fn starts(&self, payload: &str) -> UpdateHandle {
        let command = format!("/start {payload}");
        self.cause(|world| self.write(world, command.trim_end()))
    }

    /// Taps the newest button with this text or data.
    pub async fn taps(&self, label: &str) -> UpdateHandle {
        self.try_taps(None, label).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Taps a button of one message; if it has no such button, sends the data all the same, as an
    /// old app or a forger would.
    pub async fn taps_on(&self, message_id: i64, label: &str) -> UpdateHandle {
        self.try_taps(Some(message_id), label).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Taps a button of one message twice, before anything can come of the first tap, and waits until both are answered.
    pub async fn double_taps(&self, message_id: i64, label: &str) {
        let born = self.core.with(|world| {
            let (message, data) = self.find(world, Some(message_id), label)?;
            Ok::<_, Impossible>([(); 2].map(|()| self.tap(world, message.clone(), &data)))
        });
        for born in born.unwrap_or_else(|error| panic!("{error}")) {
            UpdateHandle::new(&self.core, born).answered().await;
        }
    }

    pub(crate) fn try_taps(
        &self,
        message_id: Option<i64>,
        label: &str,
    ) -> Result<UpdateHandle, Impossible> {
        let born = self.core.with(|world| {
            let (message, data) = self.find(world, message_id, label)?;
            Ok(self.tap(world, message, &data))
        })?;
        Ok(UpdateHandle::new(&self.core, born))
    }

    pub async fn blocks(&self) -> UpdateHandle {
        self.cause(|world| self.set_blocked(world, true))
    }

    pub async fn unblocks(&self) -> UpdateHandle {
        self.cause(|world| self.set_blocked(world, false))
    }

    /// Joins a group or a channel, or leaves it. The bot hears nothing of it.
    pub fn is_in(&self, chat: i64, inside: bool) {
        self.core.with(|world| {
            let Some(chat) = world.chats.get_mut(&chat) else { panic!("there is no chat {chat}") };
            if inside { chat.members.insert(self.id) } else { chat.members.remove(&self.id) }
        });
    }

    /// Causes an update with exactly these fields; an `update_id` is added if there is none.
    pub async fn sends_raw(&self, update: Value) -> UpdateHandle {
        let Value::Object(fields) = update else { panic!("an update must be a JSON object") };
        self.cause(|world| self.core.create_from(world, fields))
    }

    /// The chat as the person sees it, oldest first.
    pub fn chat(&self) -> Vec<Bubble> {
        self.core.look(|world| self.bubbles(world))
    }

    /// Waits for a bubble that is wanted; the newest one is taken.
    pub async fn waits_for(&self, wanted: impl Fn(&Bubble) -> bool, within: Duration) -> Bubble {
        self.waits_for_after(i64::MIN, wanted, within).await
    }

    /// The same among those from after this message: in a long chat the earlier ones are not even
    /// looked at.
    pub async fn waits_for_after(
        &self,
        message_id: i64,
        wanted: impl Fn(&Bubble) -> bool,
        within: Duration,
    ) -> Bubble {
        let found = |bubble: &Bubble| wanted(bubble).then(|| bubble.clone());
        self.finds_after(message_id, found, within).await.unwrap_or_else(|| {
            panic!("waited {within:?} for a bubble in vain:\n{}", lines(&self.chat()))
        })
    }

    /// What is found in the newest bubble that has it, from after this message; none in time.
    pub(crate) async fn finds_after<T>(
        &self,
        message_id: i64,
        found: impl Fn(&Bubble) -> Option<T>,
        within: Duration,
    ) -> Option<T> {
        let found = self.core.when(|world| {
            let later = world.chats.get(&self.id)?.bubbles().rev();
            later
                .take_while(|bubble| bubble.message_id > message_id)
                .find_map(|bubble| found(&bubble))
        });
        tokio::time::timeout(within, found).await.ok()
    }

    /// The newest message of the chat; 0 in an empty one.
    pub fn newest(&self) -> i64 {
        let newest = |world: &World| world.chats.get(&self.id)?.bubbles().next_back();
        self.core.look(newest).map_or(0, |bubble| bubble.message_id)
    }

    fn bubbles(&self, world: &World) -> Vec<Bubble> {
        world.chats.get(&self.id).map(|chat| chat.bubbles().collect()).unwrap_or_default()
    }

    fn cause(&self, change: impl FnOnce(&mut World) -> Born) -> UpdateHandle {
        let born = self.core.with(change);
        UpdateHandle::new(&self.core, born)
    }

    fn user(&self, world: &World) -> Value {
        world.people.get(&self.id).cloned().unwrap_or_default()
    }

    fn write(&self, world: &mut World, text: &str) -> Born {
        let length = text.split(' ').next().unwrap_or_default().encode_utf16().count();
        let command = json!({ "type": "bot_command", "offset": 0, "length": length });
        let entities = if text.starts_with('/') { vec![command] } else { Vec::new() };
        let written = Formatted { plain: text.to_owned(), entities };
        self.post(world, |message| message.write(written, text, false))
    }

    /// Adds a message of the person; whoever had blocked the bot unblocks it first.
    fn post(&self, world: &mut World, fill: impl FnOnce(&mut Message)) -> Born {
        if world.chats.get(&self.id).is_some_and(|chat| chat.blocked) {
            self.set_blocked(world, false);
        }
        let (user, date) = (self.user(world), self.core.clock.unix());
        let Some(chat) = world.chats.get_mut(&self.id) else {
            return self.core.create_from(world, Map::new());
        };
        let shown = chat.add(Author::Person, user, date, fill);
        self.core.create(world, "message", shown)
    }

    fn find(
        &self,
        world: &World,
        message_id: Option<i64>,
        label: &str,
    ) -> Result<(Value, String), Impossible> {
        let bubbles = self.bubbles(world);
        let from_bot = |bubble: &&Bubble| bubble.is_from_bot();
        let hit = match message_id {
            Some(id) => bubbles.iter().filter(from_bot).find(|bubble| bubble.message_id == id),
            None => bubbles
                .iter()
                .rev()
                .filter(from_bot)
                .find(|b| b.button(label).is_some_and(|button| button.data.is_some())),
        };
        let Some(bubble) = hit else {
            return Err(Impossible { label: label.to_owned(), chat: lines(&bubbles) });
        };
        let data = bubble.button(label).and_then(|button| button.data.clone());
        Ok((bubble.raw.clone(), data.unwrap_or_else(|| label.to_owned())))
    }

    fn tap(&self, world: &mut World, message: Value, data: &str) -> Born {
        let query = json!({
            "id": world.draws.next().to_string(),
            "from": self.user(world),
            "message": message,
            "chat_instance": self.id.wrapping_mul(7_919).to_string(),
            "data": data,
        });
        self.core.create(world, "callback_query", query)
    }

    fn set_blocked(&self, world: &mut World, blocked: bool) -> Born {
        let (user, bot) = (self.user(world), world.bot.clone());
        let (was, is) = if blocked { ("member", "kicked") } else { ("kicked", "member") };
        let Some(chat) = world.chats.get_mut(&self.id) else {
            return self.core.create_from(world, Map::new());
        };
        chat.blocked = blocked;
        let content = json!({
            "chat": chat.info, "from": user, "date": self.core.clock.unix(),
            "old_chat_member": { "user": bot, "status": was, "until_date": 0 },
            "new_chat_member": { "user": bot, "status": is, "until_date": 0 },
        });
        self.core.create(world, "my_chat_member", content)
    }
}

fn lines(chat: &[Bubble]) -> String {
    chat.iter().map(Bubble::line).collect::<Vec<_>>().join("\n")
}
