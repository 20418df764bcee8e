//! What a person does in inline mode: writes the bot's name in any chat and looks at what is offered.

use std::time::Duration;

use serde_json::json;

use super::Person;
use crate::telegram::{InlineAnswer, UpdateHandle};

impl Person {
    /// Asks the bot for something to send to a friend, and waits for the answer.
    pub async fn asks_inline(&self, words: &str, within: Duration) -> InlineAnswer {
        let (_, id) = self.looks_inline(words).await;
        let answered = self.core.when(|world| world.inline.get(&id).cloned());
        let answered = tokio::time::timeout(within, answered).await;
        answered.unwrap_or_else(|_| panic!("no answer to the inline query {words:?}"))
    }

    /// Asks without waiting; the id of the query.
    pub async fn looks_inline(&self, words: &str) -> (UpdateHandle, String) {
        let mut id = String::new();
        let handle = self.cause(|world| {
            id = world.draws.next().to_string();
            let query = json!({
                "id": id, "from": self.user(world), "query": words, "offset": "", "chat_type": "private",
            });
            self.core.create(world, "inline_query", query)
        });
        (handle, id)
    }
}
