//! The role of this process: the database made ready, the elector run.
//!
//! ```text
//!   preparing ── passing trouble: say so, pause, again ──┐
//!       │ <───────────────────────────────────────────────┘
//!       ├── lasting trouble (a pooler, a wrong password): the process ends with the sentence
//!       └── ready ──> the elector runs ── stop asked ──> drained, sealed, unlocked ──> ended
//! ```
//!
//! HTTP answers all the while, from memory: an instance without a database lives, and is not ready.

pub(crate) mod preparing;
mod telling;

use std::sync::Arc;

use leadership::{Activation, Elector, LockKey, Settings, Term};
use secrecy::ExposeSecret;
use store::DatabaseUrl;
use tokio_postgres::Client;
use tokio_util::sync::CancellationToken;

use crate::active::Tools;
use crate::config::{Config, LockMode};
use crate::failure::Failure;
use preparing::Ready;
use telling::Teller;

/// Makes the database ready, then keeps the role until `stop`.
///
/// # Errors
/// What must be corrected before a start can succeed.
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
    let elector = elect(&config, tools, ready).map_err(Failure::other)?;
    stop.cancelled().await;
    elector.stop();
    elector.stopped().await;
    board.stopped();
    Ok(())
}

fn elect(config: &Config, tools: Tools, ready: Ready) -> std::io::Result<Elector> {
    let (lock, board) = (&config.lock, tools.board.clone());
    let instance = board.instance().id.to_string();
    board.watching(format!("{instance}/lock"));
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
    let teller = Teller::new(board);
    Elector::start(settings, activate, move |report| teller.tell(report))
}

/// The name of the lock's rows: the bot's number, never its token.
pub(crate) fn row_name(bot: i64) -> String {
    bot.to_string()
}

/// Connects once, for a command.
pub(crate) async fn connect(url: &DatabaseUrl) -> Result<Client, Failure> {
    let connector = preparing::connector(url).await.map_err(Failure::Database)?;
    connector.client().await.map_err(Failure::other)
}
