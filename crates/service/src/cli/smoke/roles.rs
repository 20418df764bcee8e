//! S3: who is passive answers at once, exactly one is active, and its heart beats.

use std::time::Duration;

use leadership::Observer;
use tokio::time::Instant;

use super::Site;
use super::start;
use crate::cli::checklist::Verdict;
use crate::cli::instance::{Instance, SeenState};
use crate::role;

/// A passive instance answers within this.
const AT_ONCE: Duration = Duration::from_secs(1);

/// The heart beats at least once within this, whatever the operator has set.
const BEAT: Duration = Duration::from_secs(10);

/// How often it is felt.
const LOOK: Duration = Duration::from_millis(200);

/// Whether every passive instance answers `/health` and `/webhook` at once.
pub(super) async fn passive_answers(site: &Site) -> Verdict {
    let mut answered = Vec::new();
    for instance in &site.instances {
        match instance.seen_state().await {
            Ok(seen_state) if seen_state.state == "PASSIVE" => {}
            Ok(_) => continue,
            Err(why) => return gone(why),
        }
        match try_one(site, instance).await {
            Ok(slowest) => answered.push(format!("{} ms", slowest.as_millis())),
            Err(verdict) => return verdict,
        }
    }
    if answered.is_empty() {
        return Verdict::warn(
            "none of the given instances is passive",
            "give the address of every instance with --url",
        );
    }
    Verdict::pass(format!("passive instances answered within {}", answered.join(", ")))
}

async fn try_one(site: &Site, instance: &Instance) -> Result<Duration, Verdict> {
    let health = instance.get("/health").await.map_err(gone)?;
    let secret = site.config.webhook_secrets.registered();
    let webhook = instance.deliver(secret, &start::nothing()).await.map_err(gone)?;
    if webhook.status != 200 {
        return Err(start::refused(instance.url(), webhook.status));
    }
    let slowest = health.took.max(webhook.took);
    if slowest > AT_ONCE {
        let (url, millis) = (instance.url(), slowest.as_millis());
        return Err(Verdict::fail(
            format!("{url} is passive and took {millis} ms"),
            "see how busy its machine and the database are",
        ));
    }
    Ok(slowest)
}

/// Whether exactly one of the instances is active.
pub(super) async fn exactly_one_active(site: &Site) -> Verdict {
    let mut active: Vec<SeenState> = Vec::new();
    for instance in &site.instances {
        match instance.seen_state().await {
            // Two addresses may lead to one instance.
            Ok(one) if active.iter().any(|other| other.instance == one.instance) => {}
            Ok(one) if one.state == "ACTIVE" => active.push(one),
            Ok(_) => {}
            Err(why) => return gone(why),
        }
    }
    judge(&active)
}

fn judge(active: &[SeenState]) -> Verdict {
    match active {
        [one] => {
            let epoch = one.epoch.unwrap_or_default();
            Verdict::pass(format!("{} is active, term {epoch}", one.instance))
        }
        [] => Verdict::fail(
            "none of the given instances is active",
            "give the address of every instance with --url; `trt lock status` says who is active",
        ),
        several => {
            let names: Vec<&str> = several.iter().map(|one| one.instance.as_str()).collect();
            Verdict::fail(
                format!("{} say that they are active", names.join(" and ")),
                "see that all have the same DATABASE_URL and token, then look again: one of them \
                 is about to step down",
            )
        }
    }
}

/// Whether the heartbeat of the real lock moves between two looks.
pub(super) async fn heart_beats(site: &Site) -> Verdict {
    let observer = match role::observer(site.lock_url()).await {
        Ok(observer) => observer,
        Err(failure) => return away(failure),
    };
    let name = match row(site, &observer).await {
        Ok(name) => name,
        Err(verdict) => return verdict,
    };
    let begun = Instant::now();
    let mut first = None;
    while begun.elapsed() < BEAT {
        let seen = match observer.holder(&name).await {
            Ok(Some(seen)) if seen.held => seen,
            Ok(_) => return nobody(),
            Err(error) => return away(error),
        };
        let (epoch, beat) = (seen.epoch, seen.beat);
        match first {
            None => first = Some((epoch, beat)),
            Some(first) if first != (epoch, beat) => {
                return Verdict::pass(format!("beat {beat} of term {epoch} came meanwhile"));
            }
            Some(_) => {}
        }
        tokio::time::sleep(LOOK).await;
    }
    Verdict::fail(
        format!("the heartbeat of bot {name} stood still for {} s", BEAT.as_secs()),
        "look for [LOCK] and [DB] in the log of the active instance; another one takes over when \
         the stale time has passed",
    )
}

/// The row of the lock: the bot's, or the only one there is.
async fn row(site: &Site, observer: &Observer) -> Result<String, Verdict> {
    if let Some(bot) = &site.config.bot {
        return Ok(role::row_name(bot.id().get()));
    }
    let names = observer.names().await.map_err(away)?;
    let is_bot = |name: &String| name.bytes().all(|byte| byte.is_ascii_digit());
    let bots: Vec<String> = names.into_iter().filter(is_bot).collect();
    match <[String; 1]>::try_from(bots) {
        Ok([name]) => Ok(name),
        Err(bots) if bots.is_empty() => Err(nobody()),
        Err(bots) => Err(Verdict::fail(
            format!("{} bots have their lock in this database", bots.len()),
            "set TELEGRAM_BOT_TOKEN to say which one is meant",
        )),
    }
}

fn nobody() -> Verdict {
    Verdict::fail(
        "nobody holds the lock in this database",
        "see that the instances have this DATABASE_URL and this token, and look for [LOCK] in \
         their logs",
    )
}

fn gone(why: String) -> Verdict {
    Verdict::fail(why, "see that an instance runs there and look at its log")
}

fn away(error: impl std::fmt::Display) -> Verdict {
    Verdict::fail(error.to_string(), "see that the database answers")
}

#[cfg(test)]
mod tests {
    use super::{Duration, SeenState, judge};

    fn active(instance: &str) -> SeenState {
        SeenState {
            state: "ACTIVE".to_owned(),
            instance: instance.to_owned(),
            epoch: Some(3),
            version: String::new(),
            commit: None,
            uptime: Duration::ZERO,
        }
    }

    fn line(active: &[SeenState]) -> String {
        judge(active).named("active").to_string()
    }

    #[test]
    fn one_active_instance_is_right_and_any_other_number_is_not() {
        assert_eq!(line(&[active("a")]), "PASS active: a is active, term 3");
        assert!(line(&[]).starts_with("FAIL active: none of the given instances is active; give"));
        assert!(line(&[active("a"), active("b")]).starts_with("FAIL active: a and b say that"));
    }
}
