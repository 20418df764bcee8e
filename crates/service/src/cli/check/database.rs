//! The database: reachable by both ways, direct, a writable primary, new enough, migrated.

use leadership::{ProbeFailed, Refusal};
use store::migrations::{self, MigrateError, Pending};
use store::{DatabaseUrl, PoolSettings, Protection, Server, Standing, Store, StoreError};

use super::Deployment;
use super::way_in::{asked_in_vain, unreached};
use crate::cli::checklist::Verdict;
use crate::role::refusals::in_our_words;

/// Whether both ways lead to a server that lets us in.
pub(super) async fn reachable(it: &Deployment) -> Verdict {
    let mut warning = None;
    for (name, url) in ways(it) {
        if let Err(error) = migrations::connect(url).await {
            return unreached(name, &error);
        }
        if url.names_several() {
            warning = warning.or(missed(name, url).await);
        }
    }
    let url = &it.config.database_url;
    let all = async || format!("{url} lets us in, {}", in_words(&url.standings().await));
    match warning {
        Some(verdict) => verdict,
        None if url.names_several() => Verdict::pass(all().await),
        None => Verdict::pass(format!("{url} lets us in")),
    }
}

/// The hosts of an address that do not answer, though the primary does.
async fn missed(name: &str, url: &DatabaseUrl) -> Option<Verdict> {
    let standings = url.standings().await;
    standings.iter().any(|(_, standing)| matches!(standing, Standing::Away(_))).then(|| {
        Verdict::warn(
            format!("{name}: {}", in_words(&standings)),
            format!(
                "start that server again, or take its host from {name}: until then a failover has \
                 fewer places to go"
            ),
        )
    })
}

/// Each host of an address, and what it is.
fn in_words(standings: &[(String, Standing)]) -> String {
    let word = |(host, standing): &(String, Standing)| match standing {
        Standing::Primary => format!("{host} is the primary"),
        Standing::ReadOnly => format!("{host} is a standby"),
        Standing::Away(error) => format!("{host} does not answer ({error})"),
    };
    standings.iter().map(word).collect::<Vec<_>>().join(", ")
}

/// Whether strangers can read what is said on the way there.
pub(super) async fn encrypted(it: &Deployment) -> Verdict {
    for (name, url) in ways(it) {
        if url.protection() == Protection::Plain {
            return Verdict::warn(
                format!("the way to {url} is not encrypted, because {name} says sslmode=disable"),
                "write sslmode=verify-full, or move the database into a network of your own",
            );
        }
    }
    match it.config.database_url.protection() {
        Protection::Encrypted => Verdict::pass("what is said to the database is encrypted"),
        Protection::Near | Protection::Plain => {
            Verdict::pass("the database is near: nobody stands in between")
        }
    }
}

/// Whether the way for the lock leads to sessions of our own.
pub(super) async fn direct(it: &Deployment) -> Verdict {
    match probe(it).await {
        Err(Trouble::Probe(ProbeFailed::Refused(refusal @ Refusal::Pooler))) => {
            Verdict::fail_as_said(in_our_words(&refusal), ": ")
        }
        Err(Trouble::Probe(ProbeFailed::Refused(_))) | Ok(()) => {
            let by = if it.config.lock.database_url.is_some() { "LOCK_" } else { "" };
            Verdict::pass(format!("{by}DATABASE_URL leads to sessions of our own"))
        }
        Err(trouble) => trouble.verdict(),
    }
}

/// Whether both ways lead to a server that takes writes.
pub(super) async fn primary(it: &Deployment) -> Verdict {
    for (name, url) in ways(it) {
        match server(url).await {
            Err(error) => return asked_in_vain(&error),
            Ok(Server { standby: true, .. }) => {
                return Verdict::fail(
                    format!("{name} leads to a standby, which cannot be written to"),
                    format!("point {name} at the primary"),
                );
            }
            Ok(Server { read_only: true, .. }) => {
                return Verdict::fail(
                    format!("{name} leads to sessions that may not write"),
                    "take default_transaction_read_only from the address, the role and the database",
                );
            }
            Ok(Server { standby: false, read_only: false, .. }) => {}
        }
    }
    Verdict::pass("it is a primary and takes writes")
}

/// Whether the server has everything we use.
pub(super) async fn version(it: &Deployment) -> Verdict {
    if let Err(Trouble::Probe(ProbeFailed::Refused(refusal @ Refusal::TooOld { .. }))) =
        probe(it).await
    {
        let refusal = refusal.to_string();
        return Verdict::fail(refusal, "move the database to a newer server");
    }
    match server(it.lock_url()).await {
        Ok(Server { version, .. }) => {
            Verdict::pass(format!("PostgreSQL {}.{}", version / 10_000, version % 10_000))
        }
        Err(error) => asked_in_vain(&error),
    }
}

/// Whether the schema is the one this binary knows.
pub(super) async fn migrated(it: &Deployment) -> Verdict {
    migrations_at(it.lock_url()).await
}

/// Whether the schema there is the one this binary knows; `trt smoke` asks the same.
pub(crate) async fn migrations_at(url: &DatabaseUrl) -> Verdict {
    let plan = match migrations::connect(url).await {
        Ok(mut connection) => migrations::plan(&mut connection).await,
        Err(error) => Err(error),
    };
    let plan = match plan {
        Ok(plan) => plan,
        Err(MigrateError::Store(error)) => return asked_in_vain(&error),
        Err(error) => return Verdict::fail_as_said(error, ": "),
    };
    let (applied, newest) = (plan.applied.len(), migrations::newest());
    if !plan.pending.is_empty() {
        let name = |step: &Pending| format!("{:04} {}", step.version, step.description);
        let missing: Vec<String> = plan.pending.iter().map(name).collect();
        let found = format!("{applied} of {newest} applied, missing {}", missing.join(", "));
        return Verdict::fail(found, "run `trt migrate`");
    }
    if !plan.unknown.is_empty() {
        let found = format!("a newer release has applied {} more", plan.unknown.len());
        return Verdict::warn(found, "fine after going back a release, else run the newer one");
    }
    Verdict::pass(format!("all {applied} applied"))
}

enum Trouble {
    Probe(ProbeFailed),
    Certificates(String),
}

impl Trouble {
    fn verdict(self) -> Verdict {
        match self {
            Self::Probe(failed) => {
                Verdict::fail(failed.to_string(), "see that the database answers")
            }
            Self::Certificates(bad) => Verdict::fail(bad, "correct sslmode or sslrootcert"),
        }
    }
}

async fn probe(it: &Deployment) -> Result<(), Trouble> {
    let connector = it.lock_url().lock_connector().await;
    let connector = connector.map_err(|bad| Trouble::Certificates(bad.to_string()))?;
    leadership::probe(&connector).await.map_err(Trouble::Probe)
}

pub(super) async fn server(url: &DatabaseUrl) -> Result<Server, StoreError> {
    let store = Store::open(url, PoolSettings::default()).await?;
    let server = store.server().await;
    store.close().await;
    server
}

/// The ways to the database, by the names of their variables.
fn ways(it: &Deployment) -> Vec<(&'static str, &DatabaseUrl)> {
    let lock = it.config.lock.database_url.as_ref();
    let lock = lock.map(|url| ("LOCK_DATABASE_URL", url));
    [("DATABASE_URL", &it.config.database_url)].into_iter().chain(lock).collect()
}
