//! Requests that speak in no chat: about the bot itself, about files, and answers to queries.
//!
//! Telegram counts messages; none of these is one. So they need no turn, and a type of their own says
//! so: a request that speaks in a chat cannot be made one of them.

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

/// A request that speaks in no chat and needs no turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chatless(Request);

impl Chatless {
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

    /// One update or none within `timeout`; nothing is forgotten, and which kinds come stays as it was.
    pub fn peek_at_updates(timeout: Duration) -> Self {
        Self::new(Method::GetUpdates).with("limit", 1).with("timeout", timeout.as_secs())
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

    /// Ends the spinner on a button, with or without words. An alert has to be closed by the person.
    pub fn answer_tap(query_id: &str, text: Option<&str>, alert: bool) -> Self {
        let answer = Self::new(Method::AnswerCallbackQuery).with("callback_query_id", query_id);
        match text {
            Some(text) => answer.with("text", text).with("show_alert", alert),
            None => answer,
        }
    }

    /// Consents to a payment, or says why not in words for the person.
    pub fn answer_pre_checkout(query_id: &str, consent: Result<(), &str>) -> Self {
        let answer =
            Self::new(Method::AnswerPreCheckoutQuery).with("pre_checkout_query_id", query_id);
        match consent {
            Ok(()) => answer.with("ok", true),
            Err(reason) => answer.with("ok", false).with("error_message", reason),
        }
    }

    /// Which method.
    pub fn method(&self) -> Method {
        self.0.method
    }

    /// The request itself.
    pub fn request(&self) -> &Request {
        &self.0
    }

    /// How long Telegram may hold the answer back on purpose.
    pub(crate) fn long_poll(&self) -> Duration {
        let seconds = match self.0.method {
            Method::GetUpdates => self.0.params.get("timeout").and_then(Value::as_u64),
            _ => None,
        };
        Duration::from_secs(seconds.unwrap_or(0).min(LONGEST_POLL))
    }

    pub(super) fn new(method: Method) -> Self {
        Self(Request::new(method))
    }

    pub(super) fn with(self, name: &str, value: impl Into<Value>) -> Self {
        Self(self.0.with(name, value))
    }

    fn in_language(self, language: Option<&str>) -> Self {
        match language {
            Some(language) => self.with("language_code", language),
            None => self,
        }
    }
}

/// As any request it can be stored, or be carried by an answer to the webhook.
impl From<Chatless> for Request {
    fn from(chatless: Chatless) -> Self {
        chatless.0
    }
}

/// Telegram itself waits no longer than this many seconds.
const LONGEST_POLL: u64 = 50;
