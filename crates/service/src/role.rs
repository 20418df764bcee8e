//! The role of this process: the database made ready, the elector run.
//!
//! ```text
//!   preparing ── passing trouble: say so, pause, again ──┐
//!       │ <───────────────────────────────────────────────┘
//!       ├── lasting trouble (a pooler, a wrong password): the process ends with the sentence
//!       └── ready ──> the elector runs ── stop asked ──> drained, sealed, unlocked ──> ended
//!                          └── the database has become another bot's: ended with the sentence
//! ```
//!
//! HTTP answers all the while, from memory: an instance without a database lives, and is not ready.

pub(crate) mod preparing;
pub(crate) mod refusals;
pub(crate) mod tools;

mod telling;
mod term_work;

use std::sync::Arc;

use leadership::{Activation, Elector, LockKey, Observer, Settings, Term};
use secrecy::ExposeSecret;
use store::DatabaseUrl;
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

use crate::cli::failure::Failure;
use crate::config::{Config, LockMode};
use crate::role::tools::Tools;
use preparing::Ready;
use telling::Teller;

/// Makes the database ready, then keeps the role until `stop`.
pub(crate) async fn keep(
    config: Arc<Config>,
    tools: Tools,
    no_migrate: bool,
    stop: CancellationToken,
) -> Result<(), Failure> {
    let board = tools.board.clone();
    let ready = tokio::select! {
        ready = preparing::until_ready(&config, &board, no_migrate) => ready?,
        () = stop.cancelled() => return Ok(()),
    };
    let (elector, refused) = elect(&config, tools, ready).map_err(Failure::other)?;
    let outcome = tokio::select! {
        () = stop.cancelled() => Ok(()),
        // Another bot was first in a database that was nobody's when we looked.
        Ok(sentence) = refused => Err(Failure::Database(sentence)),
    };
    elector.stop();
    elector.stopped().await;
    board.stopped();
    outcome
}

/// Starts the elector; the second part brings the sentence that ends the process, if it comes to that.
fn elect(
    config: &Config,
    tools: Tools,
    ready: Ready,
) -> std::io::Result<(Elector, oneshot::Receiver<String>)> {
    let (lock, board) = (&config.lock, tools.board.clone());
    let instance = board.instance().id.to_string();
    let watcher = format!("{instance}/lock");
    board.watching(watcher.as_str());
    let settings = Settings {
        name: row_name(config.bot.id().get()),
        key: LockKey::of(config.bot.lock_name().expose_secret()),
        instance,
        connector: ready.connector,
        timing: lock.timing,
        drain: config.drain,
        handover_after: (lock.mode == LockMode::WaitThenHandover).then_some(lock.wait),
    };
    let activate = move |term: Term| -> Activation { Box::pin(tools.clone().activate(term)) };
    let (end, refused) = oneshot::channel();
    let teller = Teller::new(board, watcher, end);
    let elector = Elector::start(settings, activate, move |report| teller.tell(report))?;
    Ok((elector, refused))
}

/// That the database belongs to another bot, with the cure.
pub(crate) fn another_bots(owner: &str, own: &str) -> String {
    format!(
        "this database belongs to bot {owner}, and TELEGRAM_BOT_TOKEN is of bot {own}: set \
         DATABASE_URL to a database of its own, or the token of bot {owner}"
    )
}

/// The name of the lock's rows: the bot's number, never its token.
pub(crate) fn row_name(bot: i64) -> String {
    bot.to_string()
}

/// Connects once, for a command that looks.
pub(crate) async fn observer(url: &DatabaseUrl) -> Result<Observer, Failure> {
    let connector = url.lock_connector().await;
    let connector = connector.map_err(|bad| Failure::Database(bad.to_string()))?;
    connector.observer().await.map_err(Failure::other)
}
