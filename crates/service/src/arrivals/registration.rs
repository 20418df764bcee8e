//! Telegram told where we are and what we can do: by the active instance alone, and only what differs.
//!
//! ```text
//!   look (getWebhookInfo) ──┬── as it should be ──> look again in a while
//!                           └── differs ──> set ──> look again at once ──> ensured
//! ```
//!
//! Who finds it changed after it was ensured says so and sets it again; whoever changes it each time is met with
//! growing pauses, since two programs that fight for one webhook serve nobody. What Telegram says is written down
//! for the other instances to show.
//!
//! The webhook is never deleted and nothing that is pending is ever dropped: an instance that goes
//! would unplug the one that comes. The secret cannot be read back, so its hash is kept beside what
//! Telegram was told about commands and descriptions.
//!
//! On failure: it is tried again with growing pauses. Updates come in all the while, if the webhook
//! was right before.

use std::sync::Arc;
use std::time::Duration;

use dialogue::{commands, description, short_description};
use domain::{Language, News};
use leadership::Term;
use secrecy::ExposeSecret;
use serde_json::Value;
use sha2::{Digest, Sha256};
use store::{LeaderTx, Store, StoreError};
use telegram::client::{Client, Reply};
use telegram::request::{Chatless, Command};
use tokio::time::Instant;
use tracing::{debug, info, warn};

use crate::config::WebhookSecrets;
use crate::metrics::{self, Loop};
use crate::process::pauses::Pauses;
use crate::process::wake::Wake;
use crate::status::Board;
use crate::upkeep::asking::{NoAnswer, ask};

/// What we want to hear of; everything else costs both sides for nothing.
pub(crate) const ALLOWED: [&str; 7] = [
    "message",
    "edited_message",
    "callback_query",
    "pre_checkout_query",
    "inline_query",
    "my_chat_member",
    "subscription",
];

/// So many requests Telegram may have under way.
const CONNECTIONS: u32 = 40;

const PAUSES: Pauses = Pauses::new(Duration::from_secs(1), Duration::from_secs(60));

/// Somebody else may have changed it: the pause between two looks, and how long it grows while they do.
const LOOK_AGAIN: Duration = Duration::from_secs(10);
const FIGHT: Pauses = Pauses::new(LOOK_AGAIN, Duration::from_secs(320));

/// Trouble that lasts so long is news for operators.
const PATIENCE: Duration = Duration::from_secs(60);

/// What Telegram says went wrong is cut here.
const LONGEST_PROBLEM: usize = 500;

/// What the other instances show is written down when it is news, and this often.
const WRITE_AGAIN: Duration = Duration::from_secs(60);

/// What was written down for the others: whether it fits, what went wrong, and when.
type Written = Option<(bool, Option<String>, Instant)>;

#[derive(Debug, Clone)]
pub(crate) struct Wanted {
    pub(crate) url: String,
    pub(crate) secrets: WebhookSecrets,
}

/// What Telegram is told with.
#[derive(Debug)]
pub(crate) struct Registration {
    pub(crate) term: Term,
    pub(crate) store: Store,
    pub(crate) telegram: Client,
    pub(crate) board: Board,
    /// None when we ask for updates ourselves.
    pub(crate) webhook: Option<Wanted>,
    pub(crate) wake: Wake,
}

impl Registration {
    async fn ask(&self, request: &Chatless) -> Result<Reply, NoAnswer> {
        ask(&self.term, &self.telegram, request).await
    }
}

/// How the webhook was found, before it was set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Found {
    AsItShouldBe,
    Changed,
}

/// Sees to the webhook until the term drains.
pub(crate) async fn webhook(active: Arc<Registration>) {
    let Some(wanted) = active.webhook.clone() else {
        return active.term.draining().await;
    };
    let (mut pauses, mut fight) = (PAUSES, FIGHT);
    let (mut said, mut written) = (false, Written::None);
    // Whoever was active last may have left it so.
    let mut failed = true;
    loop {
        metrics::round(Loop::Webhook);
        let wait = match ensure(&active, &wanted, &mut written).await {
            Ok(Found::Changed) if said => {
                warn!(repeats = "webhook-changed", "[WEBHOOK] was changed by another, set again");
                note(&active, "changed", "").await;
                pauses.reset();
                fight.longer()
            }
            Ok(Found::AsItShouldBe | Found::Changed) => {
                if !std::mem::replace(&mut said, true) {
                    info!(epoch = active.term.epoch(), "[WEBHOOK] ensured");
                }
                pauses.reset();
                fight.reset();
                if std::mem::take(&mut failed) {
                    watch(&active, true, "").await;
                }
                LOOK_AGAIN
            }
            Err(NoAnswer::TermOver) => return,
            Err(NoAnswer::Problem(problem)) => {
                warn!(repeats = "webhook", "[WEBHOOK] not ensured: {problem}");
                failed = true;
                watch(&active, false, &problem).await;
                pauses.longer()
            }
        };
        tokio::select! {
            () = active.term.draining() => return,
            () = tokio::time::sleep(wait) => {}
        }
    }
}

/// Sees to commands and descriptions, once they differ from what Telegram was told.
pub(crate) async fn profile(active: Arc<Registration>) {
    let mut pauses = PAUSES;
    loop {
        match introduce(&active).await {
            Ok(()) => return active.term.draining().await,
            Err(NoAnswer::TermOver) => return,
            Err(NoAnswer::Problem(problem)) => {
                warn!(repeats = "profile", "[WEBHOOK] commands are not set: {problem}");
            }
        }
        tokio::select! {
            () = active.term.draining() => return,
            () = tokio::time::sleep(pauses.longer()) => {}
        }
    }
}

async fn ensure(
    active: &Registration,
    wanted: &Wanted,
    written: &mut Written,
) -> Result<Found, NoAnswer> {
    let secret = wanted.secrets.registered().expose_secret();
    let hash = Sha256::digest(format!("{} {secret}", wanted.url));
    let told = told(active, "webhook", &hash).await?;
    if told && fits(active, wanted, written).await? {
        return Ok(Found::AsItShouldBe);
    }
    let set = Chatless::set_webhook(&wanted.url, secret, &ALLOWED, CONNECTIONS);
    active.ask(&set).await?;
    keep_told(active, "webhook", &hash).await?;
    if fits(active, wanted, written).await? {
        return Ok(Found::Changed);
    }
    Err(NoAnswer::Problem("Telegram took it and still names another address".to_owned()))
}

/// Whether Telegram delivers where we want it to.
async fn fits(
    active: &Registration,
    wanted: &Wanted,
    written: &mut Written,
) -> Result<bool, NoAnswer> {
    let reply = active.ask(&Chatless::get_webhook_info()).await?;
    let info: Value = reply.read().map_err(|error| NoAnswer::Problem(error.to_string()))?;
    let url_fits = info["url"].as_str() == Some(&wanted.url);
    let problem = info["last_error_message"].as_str();
    let problem = problem.map(|text| text.chars().take(LONGEST_PROBLEM).collect::<String>());
    let pending = info["pending_update_count"].as_i64();
    active.board.webhook(url_fits, pending, problem.clone());
    let is_news = written.as_ref().is_none_or(|(fitted, before, at)| {
        (*fitted, before) != (url_fits, &problem) || at.elapsed() >= WRITE_AGAIN
    });
    if is_news {
        let keep = active.store.in_term(&active.term, async |tx| {
            tx.upkeep().keep_webhook(url_fits, pending, problem.as_deref()).await?;
            let errs = problem.as_deref().filter(|_| pending.is_some_and(|count| count > 0));
            let state = if errs.is_some() { "errors" } else { "ok" };
            match tx.operators().watch("webhook-errors", state, PATIENCE).await? {
                true => trouble(tx, state, errs).await,
                false => Ok(()),
            }
        });
        keep.await?;
        active.wake.news();
        *written = Some((url_fits, problem, Instant::now()));
    }
    let mut allowed: Vec<&str> = Vec::new();
    if let Some(list) = info["allowed_updates"].as_array() {
        allowed.extend(list.iter().filter_map(Value::as_str));
    }
    let (mut ours, connections) = (ALLOWED, info["max_connections"].as_u64());
    allowed.sort_unstable();
    ours.sort_unstable();
    Ok(url_fits && allowed == ours && connections == Some(u64::from(CONNECTIONS)))
}

/// Somebody else has changed it: operators are told.
async fn note(active: &Registration, subject: &str, details: &str) {
    let noted = active.store.in_term(&active.term, async |tx| {
        tx.operators().add_trouble(News::Webhook, 1, subject, details).await
    });
    match noted.await {
        Ok(()) => active.wake.news(),
        Err(error) => debug!("[WEBHOOK] operators are not told: {error}"),
    }
}

/// Whether it could be set; operators are told when it can not for long.
async fn watch(active: &Registration, is_set: bool, problem: &str) {
    let state = if is_set { "ok" } else { "unset" };
    let watched = active.store.in_term(&active.term, async |tx| {
        match tx.operators().watch("webhook-set", state, PATIENCE).await? {
            true => trouble(tx, state, (!is_set).then_some(problem)).await,
            false => Ok(()),
        }
    });
    match watched.await {
        Ok(()) => active.wake.news(),
        Err(error) => debug!("[WEBHOOK] operators are not told: {error}"),
    }
}

/// Operators are told of trouble with it, if there is some.
async fn trouble(
    tx: &mut LeaderTx<'_>,
    subject: &str,
    problem: Option<&str>,
) -> Result<(), StoreError> {
    match problem {
        Some(problem) => tx.operators().add_trouble(News::Webhook, 1, subject, problem).await,
        None => Ok(()),
    }
}

async fn introduce(active: &Registration) -> Result<(), NoAnswer> {
    // The first has no language of its own: Telegram shows it to everybody without a better one.
    let languages = [
        (Language::English, None),
        (Language::English, Some(Language::English.code())),
        (Language::Russian, Some(Language::Russian.code())),
    ];
    let requests = languages.into_iter().flat_map(|(language, code)| {
        let list: Vec<Command> = commands(language)
            .into_iter()
            .map(|command| Command {
                command: command.name.to_owned(),
                description: command.description,
            })
            .collect();
        [
            Chatless::set_my_commands(&list, code),
            Chatless::set_my_description(&description(language), code),
            Chatless::set_my_short_description(&short_description(language), code),
        ]
    });
    let requests: Vec<Chatless> = requests.collect();
    let hash = requests
        .iter()
        .fold(Sha256::new(), |hash, request| hash.chain_update(request.request().to_bytes()));
    let hash = hash.finalize();
    if told(active, "profile", &hash).await? {
        return Ok(());
    }
    for request in &requests {
        active.ask(request).await?;
    }
    keep_told(active, "profile", &hash).await
}

async fn told(active: &Registration, name: &str, hash: &[u8]) -> Result<bool, NoAnswer> {
    Ok(active
        .store
        .in_term(&active.term, async |tx| tx.upkeep().was_told(name, hash).await)
        .await?)
}

async fn keep_told(active: &Registration, name: &str, hash: &[u8]) -> Result<(), NoAnswer> {
    Ok(active
        .store
        .in_term(&active.term, async |tx| tx.upkeep().keep_told(name, hash).await)
        .await?)
}
