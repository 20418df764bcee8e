//! Every conversation of the bot, as pure functions: what a person did becomes a step.
//!
//! ```text
//! Scene ── decide ──> Reply ──┬──────────────────────────────────> Step { the next state, effects in order }
//!                             └── facts, looked up by the service ──┘
//! ```
//!
//! Nothing here waits, fails, reads a clock or knows how Telegram writes things down. What a person
//! sees comes from `locales/`, never from the code.
//!
//! # The map
//!
//! | module | owns |
//! | --- | --- |
//! | [`conversations`] | the table from what a person did to its conversation, one file each |
//! | [`event`] | what a person did |
//! | [`scene`] | what every conversation can see |
//! | [`facts`] | what a conversation may wait for before it answers |
//! | [`step`] | what follows: the next state and the effects |
//! | [`state`] | where a conversation stands between two events, and how that is stored |
//! | [`tap`] | what a button carries, written and read back |
//! | [`screen`] | a message with its buttons |
//! | [`html`] | text that Telegram will not misread |
//! | `texts` | every sentence and label, by language |
//! | [`mod@commands`] | how commands are read, and what Telegram shows about the bot |
//! | `amounts` | money as it is read and typed |
//! | [`draft`] | an order while it is put together |
//! | [`generation`] | what is said about a generation while it is made and when it ended |
//! | [`paying`] | what is said about paying: invoices, refusals, what came of a payment |
//! | [`sample`] | results that everybody is shown |
//! | [`chart`] | pictures of numbers, before they are drawn |
//! | [`digest`] | what a day came to, for operators |
//! | [`notices`] | what operators are told without asking |
//! | [`refunding`] | what is said about money that went back |
//! | [`trouble`] | what is said when something does not work |

pub mod chart;
pub mod commands;
pub mod conversations;
pub mod digest;
pub mod draft;
pub mod event;
pub mod facts;
pub mod generation;
pub mod html;
pub mod notices;
pub mod paying;
pub mod refunding;
pub mod sample;
pub mod scene;
pub mod screen;
pub mod state;
pub mod step;
pub mod styles;
pub mod tap;
pub mod trouble;

mod amounts;
mod moments;
mod texts;

#[cfg(test)]
mod example;

pub use amounts::recorded;
pub use commands::{BotCommand, commands, description, short_description};
pub use conversations::admin::{AdminSection, Correction, RefundQuestion};
pub use conversations::menu::{Section, menu_screen};
pub use conversations::support::{SupportCard, support_card, support_file};
pub use conversations::{
    broadcast::broadcast_letter, decide, invite::reward_screen, own_data::gone_screen,
    start::StartPayload,
};
pub use draft::{Draft, Given, Picked, Quote};
pub use event::{Action, Chat, ChatKind, Event, Look, MediaKind, Person, Sent, Span};
pub use facts::{
    BalanceFacts, BroadcastCounts, BroadcastFacts, BroadcastLine, CampaignList, CaseLine, CaseList,
    CaseTalk, Checkout, ClosureLine, DayFacts, DeadLine, DeskLook, DifferenceRow, FreeModelUsed,
    FreeUsed, GenerationRecord, GenerationStatus, Growth, HistoryPage, Invitations, LastUsed,
    ModelSales, ModelUse, ModelsDesk, Movement, Newcomer, NoteLine, OrderFacts, OtherPerson,
    PastOrder, PauseFacts, PauseForm, PaymentFacts, PaymentLine, PaymentList, PaymentStanding,
    PersonCard, PersonName, PromoFacts, PromoList, Reachable, ReceiptLine, Reorder, Reply,
    RoleFacts, RunningPlan, SaidInCase, SupportCase, Suspect, TalkReply, Then, TransferCase,
    TransferDesk, TransferList, UnbookedLine, WelcomeFacts,
};
pub use html::Html;
pub use sample::{CAPTION_UNITS, Sample, SampleKind, Showable, album};
pub use scene::{BotFacts, PriceList, Role, Scene};
pub use screen::{Button, Press, Screen, Style};
pub use state::{BroadcastPart, Judgement, Mark, Prompt, State, Talk, TransferTalk};
pub use step::{
    ConfirmedOrder, DecidedRefund, Deed, DeskStep, Effect, Form, GrowthDeed, GuardDeed,
    InvoiceOffer, Kept, LogEntry, OwnDeed, Passed, StartAt, Step, SupportAnswer, TalkDeed,
    TransferDeed, Welcome,
};
pub use tap::{
    AdminTap, Bill, BroadcastTap, Craft, DeadKey, GenerationAction, GrowthTap, JobTap, OwnTap,
    PersonPage, TalkTap, Tap, TransferTap,
};
pub use trouble::{apology, slow_down, updating_notice, updating_tap};
