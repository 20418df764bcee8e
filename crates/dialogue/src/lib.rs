//! Every conversation of the bot, as pure functions: what a person did and what we know of them
//! becomes a step.
//!
//! ```text
//! Event ─┐
//!        ├─ decide ─→ Step { the next state, effects in order }
//! Known ─┘
//! ```
//!
//! Nothing here waits, fails, reads a clock or knows how Telegram writes things down. What a person
//! sees comes from `locales/`, never from the code.
//!
//! # The map
//!
//! | module | owns |
//! | --- | --- |
//! | [`mod@decide`] | the one match that finds the conversation for an event |
//! | [`event`] | what a person did, and what is known of them |
//! | [`mod@needs`] | what must be looked up before an event can be decided |
//! | [`step`] | what follows: the next state and the effects |
//! | [`state`] | where a conversation stands between two events, and how that is stored |
//! | [`tap`] | what a button carries, written and read back |
//! | [`screen`] | a message with its buttons |
//! | [`html`] | text that Telegram will not misread |
//! | `texts` | every sentence and label, by language |
//! | [`mod@commands`] | the commands, and what Telegram shows about the bot |
//! | [`start`] | `/start` and what a deep link carries |
//! | [`menu`] | the main menu and its sections |
//! | `balance` | what a person has, and what changed it |
//! | `admin` | what people with power can do: corrections of balances |
//! | `amounts` | money as it is read and typed |
//! | `prompt` | plain text and media: an offer to make something of it |
//! | [`counter`] | what ordering looks at: what is closed, what the person has, what they made before |
//! | [`draft`] | an order while it is put together |
//! | `shop` | the lists of models, their cards, search, favourites, what is free |
//! | `order` | the wizard: inputs one by one, the price, the start |
//! | `history` | what was made before, receipts, what can be done with a result |
//! | [`generation`] | what is said about a generation while it is made and when it ended |
//! | `help`, `support`, `terms`, `privacy` | the pages to read |
//! | `settings`, `language` | what a person can choose |
//! | `cancel` | back to the beginning, whatever was going on |
//! | `groups` | one line with a link, else silence |
//! | `unknown` | commands, buttons and messages that mean nothing to us |
//! | [`trouble`] | what is said when something does not work |

pub mod commands;
pub mod counter;
pub mod decide;
pub mod draft;
pub mod event;
pub mod generation;
pub mod html;
pub mod menu;
pub mod needs;
pub mod screen;
pub mod start;
pub mod state;
pub mod step;
pub mod tap;
pub mod trouble;

mod admin;
mod amounts;
mod balance;
mod cancel;
mod groups;
mod help;
mod history;
mod language;
mod order;
mod privacy;
mod prompt;
mod settings;
mod shop;
mod support;
mod terms;
mod texts;
mod unknown;

#[cfg(test)]
mod example;

pub use admin::Correction;
pub use commands::{BotCommand, commands, description, short_description};
pub use counter::{Counter, FreeUsed, History, JobRecord, JobStanding};
pub use decide::decide;
pub use draft::{Draft, Given, Picked, Quote};
pub use event::{
    BotFacts, Chat, ChatKind, Deed, Event, Known, MediaKind, Person, Role, Sent, Shelf,
};
pub use html::Html;
pub use menu::{Section, menu_screen};
pub use needs::{Books, Card, Movement, Needs, needs};
pub use screen::{Button, Press, Screen};
pub use start::StartPayload;
pub use state::{Mark, Prompt, State};
pub use step::{Effect, Form, Job, LogEntry, Step};
pub use tap::{Craft, JobDeed, Tap};
pub use trouble::{apology, pre_checkout_refusal, updating_notice, updating_tap};
