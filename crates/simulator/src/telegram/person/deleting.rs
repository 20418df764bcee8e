//! What a person takes out of the chat, for both sides: the bot is told nothing of it.

use super::Person;

impl Person {
    /// Deletes a message, whoever wrote it.
    pub fn deletes(&self, message_id: i64) {
        self.core.with(|world| {
            let Some(chat) = world.chats.get_mut(&self.id) else { return };
            chat.messages.retain(|message| message.id != message_id);
        });
    }
}
