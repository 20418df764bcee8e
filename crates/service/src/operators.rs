//! What operators are told, and where: in their chat, or each of them.
//!
//! ```text
//!   ADMIN_CHAT_ID, perhaps a topic ──> one message there, in the default language
//!   none ──> every admin who can be written to, in their own language
//! ```
//!
//! | part | owns |
//! | --- | --- |
//! | [`news`] | what they are told of at once, and counted |
//! | [`digest`] | what they are told of once a day |
//! | [`auditing`] | the books held against their invariants, every hour |
//!
//! What happened is gathered and told by [`news`]; what a person asks them is written by whoever asks, in the same
//! commit. On failure: rolled back with that commit.

pub(crate) mod auditing;
pub(crate) mod digest;
pub(crate) mod news;

use domain::{ChatId, Language, OutboxId};
use store::outbox::Line;
use store::{LeaderTx, Priority, Reach, StoreError};
use telegram::request::Request;

use crate::config::AdminChat;
use crate::render;
use crate::role::tools::BotProfile;

/// A place where operators read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Desk {
    pub(crate) chat: ChatId,
    topic: Option<i64>,
    pub(crate) language: Language,
}

impl Desk {
    /// Writes down what is said there.
    pub(crate) async fn say(
        &self,
        tx: &mut LeaderTx<'_>,
        request: Request,
    ) -> Result<OutboxId, StoreError> {
        let request = match self.topic {
            Some(topic) => request.in_thread(topic),
            None => request,
        };
        tx.outbox().say(&render::saying(self.chat, Line::Answers, Priority::Result, &request)).await
    }
}

/// Where operators read; nowhere if none of them can be written to.
pub(crate) async fn desks(
    bot: &BotProfile,
    language: Language,
    tx: &mut LeaderTx<'_>,
) -> Result<Vec<Desk>, StoreError> {
    if let Some(AdminChat { chat, topic }) = bot.admin_chat {
        let topic = topic.map(i64::from);
        return Ok(vec![Desk { chat: ChatId::new(chat), topic, language }]);
    }
    let mut desks = Vec::new();
    for admin in &bot.admins {
        // Telegram lets us write only to those who have written to us.
        let met = tx.people().acquaintance(*admin).await?;
        let Some(met) = met.filter(|met| met.reach == Reach::Reachable) else { continue };
        let chat = ChatId::new(admin.get());
        desks.push(Desk { chat, topic: None, language: met.speaks });
    }
    Ok(desks)
}
