//! `trt lock`: shows who is active, or asks for a hand-over.
//!
//! Rows are keyed by the bot's number. Without a token there is no number to look for, and then the
//! one row there is will do.

use leadership::{Observer, Sighting};

use crate::cli::command::LockAction;
use crate::cli::failure::Failure;
use crate::cli::output;
use crate::config::{Config, DatabaseOnly, Variables};
use crate::role;

/// How many lines of the history are shown: the last ten terms, beginning and end.
const SHOWN: i64 = 20;

/// Shows or moves the role.
pub async fn run(variables: &Variables, action: LockAction) -> Result<(), Failure> {
    let config = Config::database_only(variables)?;
    let url = config.lock_database_url.as_ref().unwrap_or(&config.database_url);
    let observer = role::observer(url).await?;
    let name = row(&observer, &config).await?;
    match action {
        LockAction::Status => status(&observer, &name).await,
        LockAction::Handover => handover(&observer, &name).await,
    }
}

async fn row(observer: &Observer, config: &DatabaseOnly) -> Result<String, Failure> {
    if let Some(bot) = &config.bot {
        return Ok(role::row_name(bot.id().get()));
    }
    let mut names = observer.names().await.map_err(Failure::other)?;
    // A check that runs just now has a scratch lock of its own.
    names.retain(|name| !name.starts_with(store::checks::SCRATCH));
    match <[String; 1]>::try_from(names) {
        Ok([name]) => Ok(name),
        Err(names) => Err(Failure::Other(format!(
            "there are {} locks in this database: set TELEGRAM_BOT_TOKEN to say which one is meant",
            names.len()
        ))),
    }
}

async fn status(observer: &Observer, name: &str) -> Result<(), Failure> {
    let seen = observer.holder(name).await.map_err(Failure::other)?;
    let Some(seen) = seen else {
        return Err(Failure::Other(format!("the lock of bot {name} was never held")));
    };
    let mut lines = vec![
        format!("bot        {name}"),
        format!("active     {}", holder(&seen)),
        format!("term       {}", seen.epoch),
    ];
    if let Some(age) = seen.beat_age {
        lines.push(format!("heartbeat  {:.1} s ago", age.as_secs_f64()));
    }
    lines.push("last terms".to_owned());
    let history = observer.history(name, SHOWN).await.map_err(Failure::other)?;
    for entry in history {
        let leadership::HistoryEntry { at, epoch, event, reason, instance, .. } = entry;
        lines.push(format!("  {at}  term {epoch}  {event} ({reason})  {instance}"));
    }
    output::say(lines.join("\n"))?;
    if seen.held { Ok(()) } else { Err(Failure::other("nobody is active")) }
}

fn holder(seen: &Sighting) -> &str {
    match &seen.instance {
        Some(instance) if seen.held => instance,
        _ => "nobody",
    }
}

async fn handover(observer: &Observer, name: &str) -> Result<(), Failure> {
    let asked = observer.ask_handover(name, "trt lock handover").await;
    match asked.map_err(Failure::other)? {
        Some(epoch) => {
            output::say(format_args!("asked the active instance to hand over term {epoch}"))
        }
        None => Err(Failure::other("nobody is active, or the active one was asked before")),
    }
}
