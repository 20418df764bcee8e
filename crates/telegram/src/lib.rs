//! The only room that knows the JSON of the Bot API.
//!
//! What comes in is read part by part, so that something Telegram adds tomorrow costs one part and
//! never a message. What goes out is a value that can be stored, repeated and judged before it is
//! sent, and every send needs a turn from the throttle.
//!
//! ```text
//!   bytes ──> envelope (at the door) ──> stored ──> update (at leisure)
//!   request ──> stored ──> throttle gives a turn ──> client ──> Reply or CallError
//! ```
//!
//! The map:
//!
//! | module | owns |
//! | --- | --- |
//! | [`envelope`] | what the webhook must know of an update, in one quick look |
//! | [`update`] | what an update says; reading it cannot fail |
//! | [`request`] | one call to be made: a method, its parameters, what may be done with it |
//! | [`throttle`] | whose turn it is to speak, within the limits of Telegram |
//! | [`stars`] | what Telegram's books say about the bot's Stars |
//! | [`client`] | the one connection to the Bot API, and what its answers mean |

pub mod client;
pub mod envelope;
pub mod request;
pub mod stars;
pub mod throttle;
pub mod update;
