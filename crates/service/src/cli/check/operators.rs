//! The people who run the bot: whether there are any, and whether it can write to them.
//!
//! It is tried with what costs nobody anything: for a moment their chat shows that the bot writes.

use domain::ChatId;
use telegram::client::{CallError, Gone};
use telegram::request::{ChatAction, Request};
use telegram::throttle::{Priority, Rates, Throttle};

use super::Deployment;
use super::talk::{client, explain};
use crate::cli::checklist::Verdict;
use crate::config::AdminChat;

/// Whether operators hear of what happens.
pub(super) async fn hear(it: &Deployment) -> Verdict {
    let admins = &it.config.admins;
    if admins.ids.is_empty() {
        return Verdict::warn(
            "nobody is an admin: nobody can refund, answer or confirm, and nobody is told of trouble",
            "set ADMIN_IDS to your number at Telegram, which @userinfobot tells you",
        );
    }
    if let Some(AdminChat { chat, .. }) = admins.chat {
        return match tried(it, chat).await {
            Ok(()) => Verdict::pass(format!("{} admins, told in their chat", admins.ids.len())),
            Err(error) => chat_refused(&error, it.config.telegram.api.as_str()),
        };
    }
    let mut deaf = Vec::new();
    for id in &admins.ids {
        match tried(it, *id).await {
            Ok(()) => {}
            Err(CallError::Gone(_) | CallError::Refused { .. }) => deaf.push(id.to_string()),
            Err(error) => return explain(error, it.config.telegram.api.as_str()),
        }
    }
    if deaf.is_empty() {
        return Verdict::pass(format!("{} admins, each can be written to", admins.ids.len()));
    }
    Verdict::warn(
        format!("the bot cannot write to {} of ADMIN_IDS", deaf.join(", ")),
        "they must open the bot and press Start, once; correct the number if it is none of a person",
    )
}

async fn tried(it: &Deployment, chat: i64) -> Result<(), CallError> {
    let Ok(client) = client(&it.config) else { return Ok(()) };
    let chat = ChatId::new(chat);
    let turn = Throttle::new(Rates::default()).turn(Some(chat), 1, Priority::Answer).await;
    client.call(turn, &Request::chat_action(chat, ChatAction::Typing)).await.map(drop)
}

fn chat_refused(error: &CallError, api: &str) -> Verdict {
    match error {
        CallError::Migrated(chat) => Verdict::fail(
            format!("the group of ADMIN_CHAT_ID has become {chat}"),
            format!("set ADMIN_CHAT_ID to {chat}"),
        ),
        CallError::Gone(Gone::ChatNotFound) => Verdict::fail(
            "ADMIN_CHAT_ID is no chat that the bot is in",
            "add the bot to that chat; a group's number begins with a minus, a supergroup's or a \
             channel's with -100",
        ),
        CallError::Gone(_) | CallError::Refused { .. } => Verdict::fail(
            format!("the bot cannot write to ADMIN_CHAT_ID: {error}"),
            "add the bot to that chat again and let it write there",
        ),
        error => explain(error.clone(), api),
    }
}

#[cfg(test)]
mod tests {
    use super::{CallError, ChatId, Gone, chat_refused};

    #[test]
    fn a_chat_that_cannot_be_written_to_is_told_with_what_to_do() {
        let line = |error| chat_refused(&error, "https://a.b").named("admins").to_string();

        let moved = line(CallError::Migrated(ChatId::new(-1_007)));
        assert!(moved.ends_with("has become -1007; set ADMIN_CHAT_ID to -1007"), "{moved}");
        let unknown = line(CallError::Gone(Gone::ChatNotFound));
        assert!(unknown.contains("; add the bot to that chat; "), "{unknown}");
        let kicked = line(CallError::Gone(Gone::Kicked));
        assert!(kicked.starts_with("FAIL admins: the bot cannot write to ADMIN_CHAT_ID: "));
        let away = line(CallError::NotSent("x".to_owned()));
        assert!(away.contains("Telegram cannot be reached"), "{away}");
    }
}
