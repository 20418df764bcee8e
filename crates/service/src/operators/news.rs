//! What operators are told of money: each kind at most once a minute, with how often it happened.
//!
//! ```text
//!   sale, refund, refusal ── a row in its own commit ──> looked at twice a second
//!                                └── its kind was told a minute ago or more ──> one notice, the rows leave
//! ```
//!
//! So a crowd of buyers is one message a minute, and nobody who pays waits for it. On failure: what was not told
//! stays, and is told with the next look, by whoever is active then.

use std::sync::Arc;
use std::time::Duration;

use dialogue::PriceList;
use dialogue::refunding::{NewsOfMoney, money_news};
use leadership::Term;
use store::{Store, StoreError};
use tokio::time::MissedTickBehavior;
use tracing::debug;

use crate::process::wake::Wake;
use crate::role::tools::BotProfile;

/// So often there is a look at what is new.
const LOOK: Duration = Duration::from_millis(500);

/// Each kind is told at most this often.
const PAUSE: Duration = Duration::from_secs(60);

/// What news are told with.
#[derive(Debug)]
pub(crate) struct News {
    pub(crate) term: Term,
    pub(crate) store: Store,
    pub(crate) bot: Arc<BotProfile>,
    pub(crate) prices: Arc<PriceList>,
    pub(crate) wake: Wake,
}

/// Tells what is new until the term is over.
pub(crate) async fn run(active: Arc<News>) {
    let mut ticks = tokio::time::interval(LOOK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            () = active.term.draining() => return,
            _ = ticks.tick() => {}
        }
        let Ok(_work) = active.term.work() else { return };
        if let Err(error) = look(&active).await {
            debug!("[ADMIN] operators are not told of money: {error}");
        }
    }
}

async fn look(active: &News) -> Result<(), StoreError> {
    for event in active.store.untold_news(PAUSE).await? {
        let told = active.store.in_term(&active.term, async |tx| {
            let Some(happened) = tx.operators().take_news(event).await? else {
                return Ok(Vec::new());
            };
            let news = NewsOfMoney {
                event,
                count: happened.count,
                stars: happened.stars,
                person: happened.person,
                subject: &happened.subject,
            };
            let language = active.prices.offers.default_language;
            super::tell(&active.bot, language, tx, |language| money_news(language, news)).await
        });
        active.wake.outbox(&told.await?);
    }
    Ok(())
}
