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

use dialogue::PriceList;
use domain::PersonId;
use store::Intake;
use telegram::client::Client;
use telegram::throttle::{Rates, Throttle};
use tokio::task::{AbortHandle, JoinError, JoinHandle};
use tokio_util::sync::CancellationToken;
use tracing::{info, warn};

use crate::arrivals::passive::notices::Notices;
use crate::arrivals::registration::Wanted;
use crate::arrivals::{self, Pressure, Writer};
use crate::cli::failure::Failure;
use crate::config::{BotMode, CallbackKey, Config, KieSettings, Rate, Read, Variables};
use crate::http::generations::{self, GenerationRoutes};
use crate::http::webhook::Webhook;
use crate::http::{App, Links, Listener, Server, Strangers, router};
use crate::metrics::{self, Metrics};
use crate::process::instance::{Instance, VERSION};
use crate::process::signals::Signals;
use crate::process::supervision::{self, Task};
use crate::process::wake::Wake;
use crate::role::tools::{BotProfile, Tools};
use crate::settings::{self, Settings};
use crate::status::Board;
use crate::traces::{self, Exporting};
use crate::upkeep::survey::Surveyor;
use crate::{logging, role};

/// How long HTTP requests in hand may take at the end.
const LAST_ANSWERS: Duration = Duration::from_secs(2);

/// What runs in a process that serves.
struct Started {
    board: Board,
    server: Server,
    upkeep: AbortHandle,
    tasks: Vec<Task>,
    intake: Intake,
    role: JoinHandle<Result<(), Failure>>,
    exporting: Option<Exporting>,
    stop_role: CancellationToken,
}

/// Runs the bot until a sign to stop.
pub async fn run(variables: &Variables, no_migrate: bool) -> Result<(), Failure> {
    let (Read { config, warnings }, settings) = configured(variables).await?;
    let instance = Instance::begin().built_of(config.commit.clone());
    logging::start(&config.log, &instance.id).map_err(Failure::other)?;
    let mut signals = Signals::listen().map_err(Failure::other)?;
    let listener = Listener::bind(config.port)?;
    say_what_is_odd(&warnings);

    let mut running = start(config, settings, instance, listener, no_migrate)?;

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

/// Reads the environment and the settings files; what is wrong with both is said at once.
async fn configured(variables: &Variables) -> Result<(Read, Settings), Failure> {
    let folder = Config::settings_only(variables);
    let settings = settings::read(folder.as_deref()).await;
    match (Config::read(variables), settings) {
        (Ok(read), Ok(settings)) => Ok((read, settings)),
        (Err(problems), Ok(_)) => Err(problems.into()),
        (Ok(_), Err(faults)) => Err(Failure::Settings(faults.to_string())),
        (Err(problems), Err(faults)) => Err(Failure::Settings(format!("{problems}\n{faults}"))),
    }
}

/// Starts everything, in the order in which it depends on each other.
fn start(
    config: Config,
    settings: Settings,
    instance: Instance,
    listener: Listener,
    no_migrate: bool,
) -> Result<Started, Failure> {
    // 1. What can be asked from outside, from memory, and the way in for updates.
    let commit = instance.commit.as_deref();
    info!(version = VERSION, commit, bot = config.bot.id().get(), no_migrate, "[RUN] starting");
    let metrics = Metrics::start(commit).map_err(Failure::other)?;
    let board = Board::new(instance);
    let upkeep = tokio::spawn(metrics.clone().keep_tidy()).abort_handle();
    let intake = Intake::new(&config.database_url).telling(metrics::intake_pool);
    board.intake_sessions(intake.occupied());
    metrics::losses_budget(settings.offers.losses.daily_budget);
    let exporting = traces::start(&config, &board.instance().id).map_err(Failure::other)?;
    let wake = Wake::default();
    let tools = tools(&config, settings, &board, &intake, wake.clone())?;
    let pressure = tools.pressure.clone();
    let (acceptor, writer) =
        arrivals::acceptor(intake.clone(), board.clone(), wake.clone(), pressure);
    let (voice, notices) = (tools.voice(), Notices::default());
    let strangers = Arc::new(Strangers::new(config.trusted_proxies.clone()));
    let webhook = Arc::new(Webhook {
        board: board.clone(),
        mode: config.passive_mode,
        notices: notices.clone(),
        voice: voice.clone(),
        secrets: config.webhook_secrets.clone(),
        acceptor,
        prices: Arc::clone(&tools.prices),
        strangers: Arc::clone(&strangers),
    });
    let generations = generations::routes(GenerationRoutes::new(
        intake.clone(),
        wake.clone(),
        Links::new(intake.clone(), tools.kie.clone(), config.kie.read_rate.per_second()),
        tools.callbacks.clone(),
        strangers,
        config.kie.webhook_key.clone(),
    ));
    let console = config.console.clone();
    let app = App { board: board.clone(), metrics, console, settings: config.shown() };
    let server = Server::start(listener, webhook, router(app, generations));
    let surveyor = Surveyor {
        intake: intake.clone(),
        board: board.clone(),
        lock: role::row_name(config.bot.id().get()),
        by_webhook: matches!(config.bot_mode, BotMode::Webhook(_)),
        zone: tools.prices.offers.time_zone.clone(),
    };
    let mut tasks = background(&board, &intake, &wake, &writer, surveyor);
    let (after, shown) = (config.passive_notice_after, board.clone());
    tasks.push(supervision::keep("notices", &board, move || {
        let (notices, voice, board) = (notices.clone(), voice.clone(), shown.clone());
        async move { notices.run(&voice, &board, after).await }
    }));
    // 2. The database and the role, which take as long as they take.
    let stop_role = CancellationToken::new();
    let role = role::keep(Arc::new(config), tools, no_migrate, stop_role.clone());
    let role = tokio::spawn(role);
    Ok(Started { board, server, upkeep, tasks, intake, role, exporting, stop_role })
}

/// What runs on every instance, active or not.
fn background(
    board: &Board,
    intake: &Intake,
    wake: &Wake,
    writer: &Writer,
    surveyor: Surveyor,
) -> Vec<Task> {
    let (bell, rings, rung) = (wake.clone(), intake.clone(), board.clone());
    let ring = move || {
        let (bell, intake, board) = (bell.clone(), rings.clone(), rung.clone());
        async move { bell.ring(&intake, &board).await }
    };
    let survey = move || {
        let surveyor = surveyor.clone();
        async move { surveyor.run().await }
    };
    // Each in a task of its own: while one makes a batch ready, the other answers.
    let write = |name| {
        let writer = writer.clone();
        supervision::keep(name, board, move || {
            let writer = writer.clone();
            async move { writer.run().await }
        })
    };
    vec![
        write("accept"),
        write("accept-2"),
        supervision::keep("ring", board, ring),
        supervision::keep("survey", board, survey),
    ]
}

/// What every term works with.
fn tools(
    config: &Config,
    settings: Settings,
    board: &Board,
    intake: &Intake,
    wake: Wake,
) -> Result<Tools, Failure> {
    let rates = Rates {
        all_per_second: config.telegram.rate.per_second(),
        chat_per_second: config.telegram.chat_rate.per_second(),
        ..Rates::default()
    };
    let throttle = Throttle::new(rates);
    let token = config.bot.secret().clone();
    let (proxy, api) = (config.telegram.proxy.clone(), config.telegram.api.as_str());
    let telegram = Client::through(proxy, api, token, throttle.clone());
    let timing = &config.lock.timing;
    let kie = kie_client(&config.kie)?;
    Ok(Tools {
        database_url: config.database_url.clone(),
        intake: intake.clone(),
        telegram: telegram.map_err(Failure::other)?,
        throttle,
        board: board.clone(),
        wake,
        pressure: Pressure::default(),
        webhook: match &config.bot_mode {
            BotMode::Webhook(base) => {
                Some(Wanted { url: base.join("/webhook"), secrets: config.webhook_secrets.clone() })
            }
            BotMode::Polling => None,
        },
        bot: Arc::new(BotProfile {
            support: config.support_contact.clone(),
            // An environment file has no other way to begin a line.
            transfer: config.transfer_details.as_ref().map(|text| text.replace("\\n", "\n")),
            admins: config.admins.ids.iter().copied().map(PersonId::new).collect(),
            admin_chat: config.admins.chat,
            ..BotProfile::default()
        }),
        prices: Arc::new(PriceList {
            catalogue: Arc::unwrap_or_clone(settings.catalogue),
            offers: Arc::unwrap_or_clone(settings.offers),
        }),
        person_rate: config.telegram.person_rate.per_second(),
        kie,
        public: match &config.bot_mode {
            BotMode::Webhook(base) => Some(base.clone()),
            BotMode::Polling => None,
        },
        callbacks: CallbackKey::derived(&config.bot),
        doubt: timing.trust() + timing.call(),
        stale_after: timing.stale(),
    })
}

/// How KIE is spoken to.
pub(crate) fn kie_client(settings: &KieSettings) -> Result<kie::Client, Failure> {
    // KIE counts creations in windows of ten seconds, and so do we.
    let rate = |rate: Rate, seconds: u32| kie::Rate {
        count: rate.within(seconds).min(1_000_000),
        window: Duration::from_secs(u64::from(seconds)),
    };
    let rates = kie::Rates { creates: rate(settings.rate, 10), reads: rate(settings.read_rate, 1) };
    let (api, upload) = (settings.api.as_str(), settings.upload.as_str());
    kie::Client::new(api, upload, settings.key.clone(), rates).map_err(Failure::other)
}

/// Stops everything, in the opposite order.
async fn stop(running: Started) -> Result<(), Failure> {
    running.board.stopping();
    // 2. What is in hand is finished, the term sealed, the lock freed.
    running.stop_role.cancel();
    let outcome = running.role.await.map_err(Failure::other)?;
    // 1. HTTP last: until here every question was answered.
    running.server.stop(LAST_ANSWERS).await;
    drop(running.tasks);
    running.intake.close().await;
    if let Some(exporting) = running.exporting {
        exporting.stop().await;
    }
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
