//! `trt serve`, from the first line to the exit status.
//!
//! ```text
//!   read ──> log ──> bind the port ──> serve HTTP ──> keep the role until a sign ──> close HTTP
//! ```
//!
//! HTTP is up first and goes last: a host can always ask how things are, and while the process drains
//! it is told to send nobody here. A second sign ends the stop at once; what was in hand is then in
//! doubt, which the next active instance knows how to treat.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::{AbortHandle, JoinError, JoinHandle};
use tokio_util::sync::CancellationToken;
use tracing::{info, warn};

use crate::config::{Config, Read};
use crate::failure::Failure;
use crate::http::{App, Listener, Server, router};
use crate::instance::{Instance, VERSION};
use crate::logging;
use crate::metrics::Metrics;
use crate::role;
use crate::signals::Signals;
use crate::status::Board;

/// How long HTTP requests in hand may take at the end.
const LAST_ANSWERS: Duration = Duration::from_secs(2);

/// What runs in a process that serves.
struct Running {
    board: Board,
    server: Server,
    upkeep: AbortHandle,
    role: JoinHandle<Result<(), Failure>>,
    stop_role: CancellationToken,
}

/// Runs the bot until a sign to stop.
///
/// # Errors
/// Why it cannot start, or that it was stopped at once.
pub async fn run(
    variables: impl Iterator<Item = (String, String)>,
    no_migrate: bool,
) -> Result<(), Failure> {
    let Read { config, warnings } = Config::read(variables)?;
    let instance = Instance::begin();
    logging::start(&config.log, &instance.id).map_err(Failure::other)?;
    let mut signals = Signals::listen().map_err(Failure::other)?;
    let listener = Listener::bind(config.port).await?;
    say_what_is_odd(&warnings);

    let mut running = start(config, instance, listener, no_migrate)?;

    let sign = tokio::select! {
        sign = signals.next() => sign,
        ended = &mut running.role => return Err(early(ended)),
    };
    info!(sign = sign.as_str(), "[RUN] stopping");
    tokio::select! {
        biased;
        outcome = stop(running) => outcome,
        _ = signals.next() => Err(Failure::StoppedAtOnce),
    }
}

/// Starts everything, in the order in which it depends on each other.
fn start(
    config: Config,
    instance: Instance,
    listener: Listener,
    no_migrate: bool,
) -> Result<Running, Failure> {
    // 1. What can be asked from outside, from memory.
    info!(version = VERSION, bot = config.bot.id().get(), no_migrate, "[RUN] starting");
    let board = Board::new(instance);
    let metrics = Metrics::start().map_err(Failure::other)?;
    let upkeep = tokio::spawn(metrics.clone().keep_tidy()).abort_handle();
    let app = App { board: board.clone(), metrics, console: config.console.clone() };
    let server = Server::start(listener, router(app, axum::Router::new()));
    // 2. The database and the role, which take as long as they take.
    let stop_role = CancellationToken::new();
    let role = role::keep(Arc::new(config), board.clone(), no_migrate, stop_role.clone());
    Ok(Running { board, server, upkeep, role: tokio::spawn(role), stop_role })
}

/// Stops everything, in the opposite order.
async fn stop(running: Running) -> Result<(), Failure> {
    running.board.stopping();
    // 2. What is in hand is finished, the term sealed, the lock freed.
    running.stop_role.cancel();
    let outcome = running.role.await.map_err(Failure::other)?;
    // 1. HTTP last: until here every question was answered.
    running.server.stop(LAST_ANSWERS).await;
    running.upkeep.abort();
    info!("[RUN] stopped");
    outcome
}

/// The role ended although nobody had asked it to: the database will not do.
fn early(ended: Result<Result<(), Failure>, JoinError>) -> Failure {
    match ended {
        Ok(Err(failure)) => failure,
        Ok(Ok(())) => Failure::other("the role was given up although nobody had asked for it"),
        Err(panicked) => Failure::other(panicked),
    }
}

fn say_what_is_odd(warnings: &[String]) {
    for warning in warnings {
        warn!("[CONFIG] {warning}");
    }
}
