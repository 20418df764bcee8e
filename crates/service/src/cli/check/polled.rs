//! By polling: whether anybody else asks Telegram for the same updates.
//!
//! ```text
//!   is our bot active? ── yes ── the instance on this machine, if there is one, says what it meets
//!        └── no ── we ask ourselves for a few seconds ── 409: somebody else polls
//! ```
//!
//! Telegram gives updates to one poller at a time and ends the other, so that two copies get half of them
//! each and nobody sees an error. While an instance of ours is active it is not disturbed. Asking forgets
//! nothing: updates are forgotten by the offset alone, and none is given.

use std::time::Duration;

use telegram::client::CallError;
use telegram::request::Chatless;

use super::Deployment;
use super::lock;
use super::talk::client;
use crate::cli::checklist::Verdict;
use crate::cli::smoke;

/// Longer than the pause of most programs that were turned away.
const LISTENING: Duration = Duration::from_secs(4);

/// The word of an instance's health.
const PROBLEM: &str = "polling";

/// Whether we are alone; no webhook is set.
pub(super) async fn alone(it: &Deployment) -> Verdict {
    match lock::is_alive(it).await {
        None => Verdict::pass("no webhook is set, so updates can be polled"),
        Some(true) => beside(it).await,
        Some(false) => by_ourselves(it).await,
    }
}

async fn beside(it: &Deployment) -> Verdict {
    let address = format!("http://127.0.0.1:{}", it.config.port);
    match smoke::problems_at(&address).await {
        Some(problems) if problems.iter().any(|problem| problem == PROBLEM) => another(),
        Some(_) => Verdict::pass("no webhook is set, and the active instance polls"),
        None => Verdict::pass(
            "no webhook is set, and the active instance polls; what it meets is in its /health",
        ),
    }
}

async fn by_ourselves(it: &Deployment) -> Verdict {
    let client = match client(&it.config) {
        Ok(client) => client,
        Err(verdict) => return verdict,
    };
    match client.ask(&Chatless::peek_at_updates(LISTENING)).await {
        Err(CallError::Conflict(_)) => another(),
        _ => Verdict::pass("no webhook is set and nobody else polls"),
    }
}

fn another() -> Verdict {
    Verdict::fail(
        "another program asks Telegram for the updates of this bot: each gets a part of them",
        "stop it, be it another copy with a database of its own or the bot that was here before; if it \
         cannot be found, take a new token from @BotFather, which locks it out",
    )
}
