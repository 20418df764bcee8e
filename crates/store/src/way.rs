//! The way to the database for sqlx, which takes one host: to the one that is the primary.
//!
//! ```text
//!   connect ──> the host that worked last ──> the next ──> ... ──> NoPrimary: what each of them said
//!                 │  refused, or a standby: its session is closed, the next host
//!                 │  no answer within the head start: the next host is asked beside it
//!                 └──> the first that takes writes: a session, and the others are left alone
//! ```
//!
//! Every session that the store opens comes from here, so none of them is to a standby where several hosts
//! are named. Where one host is named it is believed, unless the address asks for
//! `target_session_attrs=read-write`.
//!
//! On failure: an error that passes by itself, for a failover is under way, unless every host refuses us for
//! good: then that is the error. A host that says nothing costs a second and holds nobody up; one that is
//! merely slow, as a new primary is that everybody storms, is still waited for while the others are asked.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, PgConnection, Row};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::error::{StoreError, is_passing, no_answer};
use crate::options::{DatabaseUrl, Favourite};

/// Whether a session may write, as libpq asks it for `target_session_attrs=read-write`.
pub(crate) const READ_ONLY: &str = "show transaction_read_only";

/// So long a host is waited for alone.
const HEAD_START: Duration = Duration::from_secs(1);

/// How to reach one database; cheap to clone.
#[derive(Clone)]
pub(crate) struct Way {
    servers: Arc<[Server]>,
    writable: bool,
    /// How long each host is waited for.
    most: Duration,
    favourite: Favourite,
}

#[derive(Clone)]
struct Server {
    name: String,
    options: PgConnectOptions,
}

/// None of the hosts of an address is a primary that answers.
#[derive(Debug, thiserror::Error)]
#[error("no host takes writes: {}", said.join(", "))]
pub(crate) struct NoPrimary {
    /// The hosts, each with what came of it.
    pub(crate) said: Vec<String>,
}

/// What one host of an address is.
#[derive(Debug)]
pub enum Standing {
    /// It takes writes.
    Primary,
    /// It answers and takes none: a standby, or told so.
    ReadOnly,
    /// It does not answer, or does not let us in.
    Away(StoreError),
}

impl DatabaseUrl {
    /// Each of its hosts as an operator names it, and what it is at this moment.
    pub async fn standings(&self) -> Vec<(String, Standing)> {
        let way = Way::new(self);
        let mut standings = Vec::new();
        for server in way.servers.iter() {
            let asked = timeout(way.most, server.open()).await.unwrap_or_else(|_| Err(no_answer()));
            let standing = match asked {
                Ok((_, true)) => Standing::ReadOnly,
                Ok((_, false)) => Standing::Primary,
                Err(error) => Standing::Away(error.into()),
            };
            standings.push((server.name.clone(), standing));
        }
        standings
    }
}

impl Way {
    /// The way that an address describes, under the name of the work pool.
    pub(crate) fn new(url: &DatabaseUrl) -> Self {
        let server = |(host, options): (&_, _)| Server { name: format!("{host}"), options };
        Self {
            servers: url.pool_options().into_iter().map(server).collect(),
            writable: url.is_for_writing(),
            most: url.patience(),
            favourite: url.favourite(),
        }
    }

    /// The way for one purpose, under a name of its own for whoever looks at the server.
    pub(crate) fn to(url: &DatabaseUrl, purpose: &str) -> Self {
        let name = url.application_for(purpose);
        Self::new(url).with(|options| options.application_name(&name))
    }

    /// The same way, with something else said to whichever server it leads to.
    pub(crate) fn with(self, say: impl Fn(PgConnectOptions) -> PgConnectOptions) -> Self {
        let server = |server: &Server| Server {
            name: server.name.clone(),
            options: say(server.options.clone()),
        };
        Self { servers: self.servers.iter().map(server).collect(), ..self }
    }

    /// A session.
    pub(crate) async fn connect(&self) -> Result<PgConnection, sqlx::Error> {
        Ok(self.found().await?.0)
    }

    /// What to connect with at this moment, for whoever must do it by another hand.
    pub(crate) async fn options(&self) -> Result<PgConnectOptions, sqlx::Error> {
        match self.servers.as_ref() {
            [only] if !self.writable => Ok(only.options.clone()),
            _ => Ok(self.found().await?.1.options.clone()),
        }
    }

    /// A session and the server it is to.
    async fn found(&self) -> Result<(PgConnection, &Server), sqlx::Error> {
        if let [only] = self.servers.as_ref()
            && !self.writable
        {
            return Ok((only.options.connect().await?, only));
        }
        let mut places = self.favourite.first(self.servers.len());
        let (mut tries, mut said, mut lasting) = (JoinSet::new(), Vec::new(), Vec::new());
        let mut next = places.next();
        loop {
            if let Some(place) = next.take() {
                let (server, most) = (self.servers[place].clone(), self.most);
                let opening = async move {
                    let opened = timeout(most, server.open()).await;
                    (place, opened.unwrap_or_else(|_| Err(no_answer())))
                };
                tries.spawn(opening);
            }
            let (place, opened) = tokio::select! {
                biased;
                tried = tries.join_next() => match tried {
                    Some(tried) => tried.map_err(|_| sqlx::Error::WorkerCrashed)?,
                    None => break,
                },
                () = sleep(HEAD_START), if places.len() > 0 => {
                    next = places.next();
                    continue;
                }
            };
            let server = &self.servers[place];
            match opened {
                Ok((connection, false)) => {
                    self.favourite.is(place);
                    return Ok((connection, server));
                }
                Ok((_, true)) => said.push(format!("{} is a standby or read only", server.name)),
                Err(error) => {
                    said.push(format!("{}: {error}", server.name));
                    if !is_passing(&error) {
                        lasting.push(error);
                    }
                }
            }
            next = places.next();
        }
        // Who is refused by every host is refused for good; else the others may come back.
        match lasting.pop() {
            Some(error) if lasting.len() + 1 == self.servers.len() => Err(error),
            _ => Err(sqlx::Error::Io(std::io::Error::other(NoPrimary { said }))),
        }
    }
}

impl Server {
    /// A session to it, and whether that takes no writes.
    async fn open(&self) -> Result<(PgConnection, bool), sqlx::Error> {
        let mut connection = self.options.connect().await?;
        let read_only = sqlx::raw_sql(READ_ONLY).fetch_one(&mut connection).await?;
        let read_only = read_only.try_get::<String, _>(0)? == "on";
        Ok((connection, read_only))
    }
}

impl fmt::Debug for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // What to connect with holds a password.
        let names = self.servers.iter().map(|server| &server.name);
        f.debug_list().entries(names).finish()
    }
}
