//! What can become of a call, named after what the caller can do about it.
//!
//! ```text
//!   repeat later        RetryAfter, NotSent
//!   repeat otherwise    Migrated (there), NotParsed (plainly), MessageMissing (as a new message)
//!                       FileRefused (the file in another form)
//!   stop speaking       Gone
//!   go on               Harmless
//!   find out, or risk it once more                Unknown
//!   a person has to look                          Conflict, Unauthorized, Refused
//! ```

use std::time::Duration;

use domain::ChatId;

/// Why a call brought no result.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CallError {
    /// Too much was said; the client has closed the chat for this long.
    #[error("telegram asks to wait for {} s", .0.as_secs())]
    RetryAfter(Duration),
    /// Nothing that is said there arrives any more.
    #[error("nobody is there: {0}")]
    Gone(Gone),
    /// The group has become this chat.
    #[error("the group has moved to chat {0}")]
    Migrated(ChatId),
    /// The formatting cannot be read; plain text can be.
    #[error("telegram cannot read the formatting")]
    NotParsed,
    /// There is nothing left to do.
    #[error("nothing to do: {0}")]
    Harmless(Harmless),
    /// The message is not there, or cannot be changed any more.
    #[error("the message cannot be changed")]
    MessageMissing,
    /// Telegram does not take this file so, or does not give it; another form of it may do.
    #[error("telegram refuses the file: {0}")]
    FileRefused(String),
    /// Another program is doing the same: two pollers, or a poll beside a webhook.
    #[error("conflict: {0}")]
    Conflict(String),
    /// The token is not valid, or no longer.
    #[error("telegram does not know this token")]
    Unauthorized,
    /// Telegram will not do this, however often it is asked.
    #[error("telegram refuses ({code}): {description}")]
    Refused {
        /// Telegram's number for it.
        code: u16,
        /// In Telegram's words.
        description: String,
    },
    /// The request did not arrive whole, so nothing was done: it can be repeated.
    #[error("not sent: {0}")]
    NotSent(String),
    /// It is not known whether it was done.
    #[error("nobody knows whether it was done: {0}")]
    Unknown(String),
}

impl CallError {
    /// Whether Telegram refused with a description that has this word, such as
    /// `CHARGE_ALREADY_REFUNDED`; case does not matter.
    pub fn describes(&self, word: &str) -> bool {
        match self {
            Self::Refused { description, .. } => {
                description.to_lowercase().contains(&word.to_lowercase())
            }
            _ => false,
        }
    }
}

/// Why the message reaches no person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Gone {
    /// The person has stopped the bot.
    #[error("the person has blocked the bot")]
    Blocked,
    /// The account is closed.
    #[error("the account is closed")]
    Deactivated,
    /// There is no such chat, or not for us.
    #[error("there is no such chat")]
    ChatNotFound,
    /// The bot was put out of the group, or never was in it.
    #[error("the bot is not in the group")]
    Kicked,
}

/// Why there is nothing left to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Harmless {
    /// The message says that already.
    #[error("the message says that already")]
    NotModified,
    /// The person does not wait for this answer any more.
    #[error("the query is too old")]
    QueryTooOld,
}
