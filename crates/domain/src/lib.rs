//! The nouns that every room agrees on, without a clock, a database or a network.
//!
//! The map:
//!
//! | module | owns |
//! | --- | --- |
//! | [`id`] | the ids of people, chats, updates and messages, which cannot be confused |
//! | [`language`] | the languages the bot speaks |

pub mod id;
pub mod language;

pub use id::{ChatId, InboxId, MessageId, OutboxId, PersonId, UpdateId};
pub use language::Language;
