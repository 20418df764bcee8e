//! The bot learns from Telegram who it is: what it is called, which links to it need, and whether
//! people can look for their results from any chat, which its owner switches on at its maker.
//!
//! Asked once in every term, and written down for instances that do not ask. Nothing waits for
//! that: until Telegram has answered, texts do without the link.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use leadership::Term;
use serde_json::Value;
use store::{Store, StoreError};
use telegram::client::Client;
use telegram::request::Chatless;
use tracing::{debug, warn};

use crate::process::pauses::Pauses;
use crate::role::tools::BotProfile;
use crate::upkeep::asking::{NoAnswer, ask};

const PAUSES: Pauses = Pauses::new(Duration::from_secs(1), Duration::from_secs(60));

/// Who is asked, and who learns it.
#[derive(Debug)]
pub(crate) struct Introduction {
    pub(crate) term: Term,
    pub(crate) store: Store,
    pub(crate) telegram: Client,
    pub(crate) bot: Arc<BotProfile>,
}

pub(crate) async fn run(active: Arc<Introduction>) {
    let mut pauses = PAUSES;
    loop {
        match ask(&active.term, &active.telegram, &Chatless::get_me()).await {
            Ok(reply) => {
                let me = reply.read::<Value>().unwrap_or_default();
                let name = me["username"].as_str().unwrap_or_default();
                let is_inline = me["supports_inline_queries"].as_bool().unwrap_or_default();
                // Set once; another term may have been quicker.
                let _ = active.bot.username.set(name.to_owned());
                active.bot.is_inline.store(is_inline, Ordering::Relaxed);
                match keep(&active, name, is_inline).await {
                    Ok(()) => break,
                    Err(StoreError::TermOver) => return,
                    Err(error) => debug!("[WEBHOOK] who we are is not written down: {error}"),
                }
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

async fn keep(active: &Introduction, name: &str, is_inline: bool) -> Result<(), StoreError> {
    let keep = active
        .store
        .in_term(&active.term, async |tx| tx.upkeep().keep_profile(name, is_inline).await);
    keep.await
}
