//! What operators are told without asking: each kind at most once in its pause, with how often it happened.
//!
//! ```text
//!   trouble, money, a closure ── a row in its own commit ──> a hint, and a look twice a second
//!                                  └── its kind was told a pause ago or more ──> one notice, the rows leave
//!   a term that began by death or silence, or too soon after the last ── a row, once
//! ```
//!
//! So a flood is one message a minute, and nobody who causes it waits for it. A notice is a row of the outbox in the
//! very commit in which its rows leave: whoever dies in between has told nobody, and whoever leads next does.
//! On failure: what was not told stays, and is told with the next look. With nobody to tell it stays for a day.

use std::sync::Arc;
use std::time::Duration;

use dialogue::PriceList;
use dialogue::notices::{Heard, notice};
use domain::News;
use leadership::Term;
use store::{LeaderTx, Store, StoreError};
use tokio::time::MissedTickBehavior;
use tracing::debug;

use super::desks;
use crate::metrics::{self, Loop};
use crate::process::wake::Wake;
use crate::render;
use crate::role::tools::BotProfile;

/// So often there is a look at what is new.
const LOOK: Duration = Duration::from_millis(500);

/// With nobody to tell, so often.
const NOBODY: Duration = Duration::from_secs(2);

/// More clean hand-overs within an hour are news.
const USUAL_HANDOVERS: i64 = 1;

/// What news are told with.
#[derive(Debug)]
pub(crate) struct Telling {
    pub(crate) term: Term,
    pub(crate) store: Store,
    pub(crate) bot: Arc<BotProfile>,
    pub(crate) prices: Arc<PriceList>,
    pub(crate) wake: Wake,
}

/// Whether there was somebody to tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Looked {
    Well,
    Nobody,
}

/// Tells what is new until the term is over.
pub(crate) async fn run(active: Arc<Telling>) {
    let mut ticks = tokio::time::interval(LOOK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut knows_terms = false;
    loop {
        tokio::select! {
            () = active.term.draining() => return,
            _ = ticks.tick() => {}
            () = active.wake.news_to_tell() => {}
        }
        metrics::round(Loop::News);
        let Ok(_work) = active.term.work() else { return };
        match look(&active, &mut knows_terms).await {
            Ok(Looked::Well) => {}
            Ok(Looked::Nobody) => ticks.reset_after(NOBODY),
            Err(error) => debug!("[ADMIN] operators are not told what is new: {error}"),
        }
    }
}

async fn look(active: &Telling, knows_terms: &mut bool) -> Result<Looked, StoreError> {
    if !*knows_terms {
        active.store.in_term(&active.term, async |tx| note_terms(active, tx).await).await?;
        *knows_terms = true;
    }
    let mut looked = Looked::Well;
    for news in active.store.untold_news().await? {
        let told = active.store.in_term(&active.term, async |tx| {
            let language = active.prices.offers.default_language;
            let desks = desks(&active.bot, language, tx).await?;
            if desks.is_empty() {
                return Ok(None);
            }
            let Some(happened) = tx.operators().take_news(news).await? else {
                return Ok(Some(Vec::new()));
            };
            let last: Vec<(&str, &str)> =
                happened.last.iter().map(|one| (one.name.as_str(), one.details.as_str())).collect();
            let heard = Heard {
                news,
                count: happened.count,
                stars: happened.stars,
                person: happened.person,
                last: &last,
            };
            let mut chats = Vec::new();
            for desk in desks {
                let screen = notice(desk.language, heard);
                desk.say(tx, render::message(desk.chat, &screen)).await?;
                chats.push(desk.chat);
            }
            Ok(Some(chats))
        });
        match told.await? {
            Some(chats) => {
                if !chats.is_empty() {
                    metrics::noticed(news);
                }
                active.wake.outbox(&chats);
            }
            None => looked = Looked::Nobody,
        }
    }
    Ok(looked)
}

/// Notes what was unusual about the beginning of the terms that nobody has looked at yet.
async fn note_terms(active: &Telling, tx: &mut LeaderTx<'_>) -> Result<(), StoreError> {
    for term in tx.operators().new_terms(active.term.name()).await? {
        let epoch = term.epoch.to_string();
        let tx = &mut tx.operators();
        match term.reason.as_str() {
            "holder_died" | "holder_silent" => {
                tx.add_trouble(News::Takeover, 1, &epoch, &term.reason).await?;
            }
            "released" if term.handovers > USUAL_HANDOVERS => {
                let handovers = term.handovers.to_string();
                tx.add_trouble(News::Handovers, 1, &epoch, &handovers).await?;
            }
            _ => {}
        }
    }
    Ok(())
}
