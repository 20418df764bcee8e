//! Servers that speak the protocols of the outside, and the people who use them.
//!
//! The map:
//!
//! | module | owns |
//! | --- | --- |
//! | [`art`] | landscapes for prompts, and photos in other colours |
//! | [`collector`] | a collector of traces, which keeps what it got |
//! | [`kie`] | the fake KIE: tasks, records, uploads, callbacks, results, faults |
//! | [`footage`] | films, sounds and pictures of any length and size, honest and lying |
//! | [`telegram`] | the fake Telegram: the Bot API over HTTP, delivery of updates, people, faults |
//! | [`demo`] | the real program, a private PostgreSQL and a chat page, for a person to play with |
//! | [`world`] | the world of a scenario: database, Telegram, KIE, instances, a crowd, the promises |
//!
//! The simulators never link the product. They meet it where the world does, on a socket, so what
//! is tested is what ships. Each is a library for tests and a command of `trt-sim`.
//!
//! ```no_run
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! use simulator::telegram::{FakeTelegram, Settings};
//!
//! let fake = FakeTelegram::start(Settings::default()).await?;
//! fake.deliver_to(vec!["127.0.0.1:8080".parse()?]); // where the bot listens
//! let ann = fake.person(1001, "Ann", "ru");
//! ann.starts("ref_42").await.accepted().await;
//! let menu = ann.waits_for(|bubble| !bubble.buttons.is_empty(), testbed::SOON).await;
//! ann.taps_on(menu.message_id, "menu:balance").await.answered().await;
//! assert!(fake.violations().is_empty());
//! # Ok(())
//! # }
//! ```

#![expect(missing_docs, reason = "where a name says it all, a sentence would only repeat it")]

pub mod art;
pub mod collector;
pub mod demo;
mod fake;
pub mod footage;
pub mod kie;
pub mod telegram;
pub mod world;
