//! The nouns that every room agrees on, without a clock, a database or a network.
//!
//! The map:
//!
//! | module | owns |
//! | --- | --- |
//! | [`admin`] | what people with power can do, as the audit log knows it |
//! | [`broadcast`] | one message to many people: for whom, and how far it is |
//! | [`catalogue`] | the models, their inputs and what they cost us; orders |
//! | [`channel`] | how somebody stands with the channel for free use |
//! | [`generation`] | what is asked of KIE, how long it may take, why it may fail |
//! | [`id`] | the ids of people, chats, updates and messages, which cannot be confused |
//! | [`language`] | the languages the bot speaks |
//! | [`money`] | amounts in whole numbers, one type per unit |
//! | [`ledger`] | the rules of the books: which accounts an operation moves, and when it may not |
//! | [`mistake`] | a mistake in a settings file, with its line |
//! | [`news`] | what operators are told without asking, and how often at most |
//! | [`offers`] | what is sold and for how much: rates, packs, plans |
//! | [`payment`] | what is sold for Stars, invoices, subscriptions, when a payment may begin |
//! | [`promo`] | promo codes: how they are written, whether one can be used |
//! | [`stats`] | what admins are shown of how the bot does: days, weeks, campaigns |
//! | [`support`] | what people write to operators about |
//! | [`transfer`] | paying in by bank transfer: requests, receipts, verdicts |
//! | [`spelling`] | the known name that a misspelt one is nearest to |

pub mod admin;
pub mod broadcast;
pub mod catalogue;
pub mod channel;
pub mod generation;
pub mod guard;
pub mod id;
pub mod language;
pub mod ledger;
pub mod mistake;
pub mod money;
pub mod news;
pub mod offers;
pub mod payment;
pub mod promo;
mod reading;
pub mod spelling;
pub mod stats;
pub mod support;
pub mod transfer;

pub use admin::AdminAction;
pub use catalogue::{Catalogue, ModelKey};
pub use id::{
    AccountId, BroadcastId, ChatId, GenerationId, HoldId, InboxId, MessageId, OutboxId, PersonId,
    TransferId, UpdateId,
};
pub use language::Language;
pub use mistake::Mistake;
pub use money::{Credits, Millionths, Money, Stars};
pub use news::News;
pub use offers::Offers;
pub use reading::Date;
pub use support::SupportTopic;
