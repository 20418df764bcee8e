//! The bot learns its own name from Telegram, which links to it need.
//!
//! Nothing waits for that: until Telegram has answered, texts do without the link.

use std::sync::Arc;
use std::time::Duration;

use leadership::Term;
use serde_json::Value;
use telegram::client::Client;
use telegram::request::Chatless;
use tracing::warn;

use crate::process::pauses::Pauses;
use crate::role::tools::BotProfile;
use crate::upkeep::asking::{NoAnswer, ask};

const PAUSES: Pauses = Pauses::new(Duration::from_secs(1), Duration::from_secs(60));

/// Who is asked, and who learns it.
#[derive(Debug)]
pub(crate) struct Introduction {
    pub(crate) term: Term,
    pub(crate) telegram: Client,
    pub(crate) bot: Arc<BotProfile>,
}

pub(crate) async fn run(active: Arc<Introduction>) {
    let mut pauses = PAUSES;
    while active.bot.username.get().is_none() {
        match ask(&active.term, &active.telegram, &Chatless::get_me()).await {
            Ok(reply) => {
                let me = reply.read::<Value>().unwrap_or_default();
                let name = me["username"].as_str().unwrap_or_default();
                // Set once; another term may have been quicker.
                let _ = active.bot.username.set(name.to_owned());
                break;
            }
            Err(NoAnswer::TermOver) => return,
            Err(NoAnswer::Problem(problem)) => {
                warn!(repeats = "name", "[WEBHOOK] Telegram does not say who we are: {problem}");
            }
        }
        tokio::select! {
            () = active.term.draining() => return,
            () = tokio::time::sleep(pauses.longer()) => {}
        }
    }
    active.term.draining().await;
}
