//! The lock: who holds it, whether its heartbeat works here, whether another bot shares the place.

use leadership::{LockKey, Sighting};
use secrecy::ExposeSecret;

use super::Deployment;
use crate::cli::checklist::Verdict;
use crate::cli::rehearsal::{Before, rehearse};
use crate::role;

/// Who holds the real lock, and whether the holder gives signs of life.
pub(super) async fn held(it: &Deployment) -> Verdict {
    let observer = match role::observer(it.lock_url()).await {
        Ok(observer) => observer,
        Err(failure) => return away(failure),
    };
    let (class, object) = LockKey::of(it.config.bot.lock_name().expose_secret()).shown();
    let name = role::row_name(it.config.bot.id().get());
    match observer.holder(&name).await {
        Ok(seen) => judge(seen, it.config.lock.timing.stale(), &format!("key {class}/{object}")),
        Err(error) => away(error),
    }
}

/// Whether somebody holds the real lock and gives signs of life; none when that cannot be told.
pub(super) async fn is_alive(it: &Deployment) -> Option<bool> {
    let observer = role::observer(it.lock_url()).await.ok()?;
    let name = role::row_name(it.config.bot.id().get());
    let seen = observer.holder(&name).await.ok()?;
    let stale = it.config.lock.timing.stale();
    let is_fresh = |seen: &Sighting| seen.held && seen.beat_age.is_some_and(|age| age < stale);
    Some(seen.as_ref().is_some_and(is_fresh))
}

/// Whether claim, beat and seal work for us, done for real under a scratch name.
pub(super) async fn beats(it: &Deployment) -> Verdict {
    match rehearse(it.ways(), Before::Nobody).await {
        Ok(done) => {
            let millis = done.took.as_millis();
            Verdict::pass(format!("claimed, beaten and sealed a scratch lock in {millis} ms"))
        }
        Err(problem) if problem.contains("permission denied") => Verdict::fail(
            problem,
            "run `trt migrate` as the owner of the tables, then deploy/postgres/roles.sql, which \
             gives the bot's role its rights",
        ),
        Err(problem) => Verdict::fail(
            problem,
            "the role of the bot needs the functions and tables that `trt migrate` makes, and \
             DATABASE_URL and LOCK_DATABASE_URL one database",
        ),
    }
}

/// Whether this bot is the only one in this database.
pub(super) async fn alone(it: &Deployment) -> Verdict {
    let observer = match role::observer(it.lock_url()).await {
        Ok(observer) => observer,
        Err(failure) => return away(failure),
    };
    let own = role::row_name(it.config.bot.id().get());
    match observer.owner().await {
        Err(error) => return away(error),
        Ok(Some(owner)) if owner != own => {
            return Verdict::fail_as_said(role::another_bots(&owner, &own), ": ");
        }
        Ok(_) => {}
    }
    // Before it was written down whose a database is, several bots could share one.
    let names = observer.names().await;
    // Anything that is no number is a scratch lock of a rehearsal.
    let is_bot = |name: &String| name.bytes().all(|byte| byte.is_ascii_digit());
    let others = names.map(|names| {
        let others = names.into_iter().filter(|name| *name != own && is_bot(name));
        others.collect::<Vec<_>>()
    });
    match others {
        Err(error) => away(error),
        Ok(others) if others.is_empty() => Verdict::pass("no other bot keeps its data here"),
        Ok(others) => Verdict::fail(
            format!("bot {} has its lock in this database, too", others.join(", ")),
            "give every bot a database of its own: two would handle each other's updates",
        ),
    }
}

fn judge(seen: Option<Sighting>, stale: std::time::Duration, key: &str) -> Verdict {
    let Some(seen) = seen else {
        return Verdict::pass(format!("{key}, and nobody has ever held it"));
    };
    let (epoch, holder) = (seen.epoch, seen.instance.as_deref().unwrap_or("somebody"));
    match seen.beat_age {
        _ if !seen.held => Verdict::pass(format!("{key}, and nobody holds it after term {epoch}")),
        Some(age) if age < stale => {
            let age = age.as_secs_f64();
            Verdict::pass(format!("{key}, held by {holder}, term {epoch}, beat {age:.1} s ago"))
        }
        age => {
            let age = age.unwrap_or_default().as_secs();
            Verdict::fail(
                format!("term {epoch} of {holder} is stale: its last heartbeat was {age} s ago"),
                "start an instance, which takes the role over; if one runs, look for [LOCK] and \
                 [DB] in its log and ask `trt lock status`",
            )
        }
    }
}

fn away(error: impl std::fmt::Display) -> Verdict {
    Verdict::fail(error.to_string(), "see that the database answers")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use leadership::Sighting;

    use super::judge;

    const STALE: Duration = Duration::from_secs(8);

    fn seen(held: bool, beat_age: Duration) -> Option<Sighting> {
        let mut seen = Sighting::default();
        (seen.epoch, seen.held) = (7, held);
        (seen.instance, seen.beat_age) = (Some("a-host-1".to_owned()), Some(beat_age));
        Some(seen)
    }

    fn line(seen: Option<Sighting>) -> String {
        judge(seen, STALE, "key 1/2").named("lock").to_string()
    }

    #[test]
    fn a_lock_that_is_free_or_beaten_is_fine() {
        assert!(line(None).starts_with("PASS lock: key 1/2, and nobody has ever"));
        assert!(line(seen(false, STALE * 9)).starts_with("PASS lock: key 1/2, and nobody holds"));
        assert_eq!(
            line(seen(true, Duration::from_millis(400))),
            "PASS lock: key 1/2, held by a-host-1, term 7, beat 0.4 s ago"
        );
    }

    #[test]
    fn a_heartbeat_older_than_the_stale_time_fails_with_the_cure() {
        let line = line(seen(true, STALE));

        assert!(line.starts_with("FAIL lock: term 7 of a-host-1 is stale: "), "{line}");
        assert!(line.contains("last heartbeat was 8 s ago; start an instance"), "{line}");
    }
}
