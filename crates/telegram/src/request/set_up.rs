//! Requests about the bot itself: who it is, how updates reach it, what its menu says.

use std::time::Duration;

use serde_json::{Value, json};

use super::{Method, Request};

/// An entry of the bot's menu.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// Its word, without the slash.
    pub command: String,
    /// What the menu says about it.
    pub description: String,
}

impl Request {
    /// Who the bot is.
    pub fn get_me() -> Self {
        Self::new(Method::GetMe)
    }

    /// The updates from this number on; those before it are forgotten by Telegram. It waits up to
    /// `timeout`, in whole seconds, for one to come.
    pub fn get_updates(offset: i64, timeout: Duration, allowed: &[&str]) -> Self {
        Self::new(Method::GetUpdates)
            .with("offset", offset)
            .with("timeout", timeout.as_secs())
            .with("allowed_updates", allowed)
    }

    /// Where updates are to be sent, with the secret that each shall carry. Never drops what waits.
    pub fn set_webhook(url: &str, secret: &str, allowed: &[&str], max_connections: u32) -> Self {
        Self::new(Method::SetWebhook)
            .with("url", url)
            .with("secret_token", secret)
            .with("allowed_updates", allowed)
            .with("max_connections", max_connections)
    }

    /// Where updates are sent now, and what went wrong.
    pub fn get_webhook_info() -> Self {
        Self::new(Method::GetWebhookInfo)
    }

    /// The menu, for people of one language or for all others.
    pub fn set_my_commands(commands: &[Command], language: Option<&str>) -> Self {
        let entry =
            |entry: &Command| json!({ "command": entry.command, "description": entry.description });
        let commands: Vec<Value> = commands.iter().map(entry).collect();
        Self::new(Method::SetMyCommands).with("commands", commands).in_language(language)
    }

    /// What an empty chat with the bot says.
    pub fn set_my_description(description: &str, language: Option<&str>) -> Self {
        Self::new(Method::SetMyDescription).with("description", description).in_language(language)
    }

    /// What the bot's profile says.
    pub fn set_my_short_description(description: &str, language: Option<&str>) -> Self {
        Self::new(Method::SetMyShortDescription)
            .with("short_description", description)
            .in_language(language)
    }

    /// Where a file can be fetched.
    pub fn get_file(file_id: &str) -> Self {
        Self::new(Method::GetFile).with("file_id", file_id)
    }

    /// How long Telegram may hold the answer back on purpose.
    pub(crate) fn long_poll(&self) -> Duration {
        let seconds = match self.method {
            Method::GetUpdates => self.params.get("timeout").and_then(Value::as_u64),
            _ => None,
        };
        Duration::from_secs(seconds.unwrap_or(0).min(LONGEST_POLL))
    }

    fn in_language(self, language: Option<&str>) -> Self {
        match language {
            Some(language) => self.with("language_code", language),
            None => self,
        }
    }
}

/// Telegram itself waits no longer than this many seconds.
const LONGEST_POLL: u64 = 50;
