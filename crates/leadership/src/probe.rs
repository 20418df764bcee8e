//! Whether a connection is fit to hold the lock: direct, to a writable primary, with our schema, in a
//! database that is not another's.
//!
//! A session lock means nothing behind a pooler that hands sessions around, and a hot standby grants
//! advisory locks of its own. Two names in one database have a lock each, and work on the same rows.
//! All look fine until the day they matter, so all are refused before.

use tokio_postgres::Client;
use tokio_postgres::error::SqlState;

use crate::connector::Connector;
use crate::observe::owner;

/// The oldest server with everything we use.
const OLDEST_SERVER: i32 = 150_000;

/// Why a server will not do, with what to do about it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Sessions are handed around between clients.
    #[error(
        "the lock connection goes through a pooler in transaction mode, where no session lock holds: \
         give it the direct address of the same database"
    )]
    Pooler,
    /// A standby grants locks that nobody else sees.
    #[error(
        "the lock connection leads to a standby, which cannot be written to: point it at the primary"
    )]
    Standby,
    /// The tables and functions are not there.
    #[error("the database has no leadership schema: apply `leadership::SCHEMA` first")]
    NoSchema,
    /// The server is too old.
    #[error("PostgreSQL {} is too old: 15 or later is needed", version / 10_000)]
    TooOld {
        /// Its version number.
        version: i32,
    },
    /// What the database holds is another's.
    #[error(
        "the database belongs to {owner}, and {name} would work on what is not its own: give {name} \
         a database that it has for itself"
    )]
    Owned {
        /// Whose it is.
        owner: String,
        /// Who asked.
        name: String,
    },
}

/// What came of a probe.
#[derive(Debug, thiserror::Error)]
pub enum ProbeFailed {
    /// The server will not do.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The server could not be asked.
    #[error("the database cannot be asked: {0}")]
    Unreachable(#[from] tokio_postgres::Error),
}

/// Probes a database before anything is started on it.
pub async fn probe(connector: &Connector) -> Result<(), ProbeFailed> {
    let client = connector.client().await?;
    check(&client, connector, None).await
}

/// Probes a database for the lock of this name: one that belongs to another is refused as well.
pub async fn probe_for(connector: &Connector, name: &str) -> Result<(), ProbeFailed> {
    let client = connector.client().await?;
    check(&client, connector, Some(name)).await
}

/// Makes a database this name's own, unless it is another's: from here on nobody else can claim in it.
pub async fn own(connector: &Connector, name: &str) -> Result<(), ProbeFailed> {
    let client = connector.client().await?;
    let own = "insert into leader_owner (name) values ($1) \
               on conflict on constraint leader_owner_pkey do nothing";
    client.execute(own, &[&name]).await?;
    refusal_of(&client, name).await?.map_or(Ok(()), |owned| Err(owned.into()))
}

/// Checks an open connection, and for whom it is to be.
pub(crate) async fn check(
    client: &Client,
    connector: &Connector,
    name: Option<&str>,
) -> Result<(), ProbeFailed> {
    let row = client
        .query_one(
            "select pg_backend_pid(), pg_is_in_recovery(), \
             current_setting('server_version_num')::int, \
             to_regclass('leader_owner') is not null",
            &[],
        )
        .await
        .map_err(unprepared)?;
    let (backend, standby): (i32, bool) = (row.get(0), row.get(1));
    let (version, schema): (i32, bool) = (row.get(2), row.get(3));
    check_direct(client, backend, connector).await?;
    if standby {
        return Err(Refusal::Standby.into());
    }
    if version < OLDEST_SERVER {
        return Err(Refusal::TooOld { version }.into());
    }
    if !schema {
        return Err(Refusal::NoSchema.into());
    }
    match name {
        Some(name) => refusal_of(client, name).await?.map_or(Ok(()), |owned| Err(owned.into())),
        None => Ok(()),
    }
}

/// Why this name may not claim, if the database is another's. A rehearsal needs no database.
pub(crate) async fn refusal_of(
    client: &Client,
    name: &str,
) -> Result<Option<Refusal>, tokio_postgres::Error> {
    let owner = owner(client).await?.filter(|owner| owner != name && !name.contains('/'));
    Ok(owner.map(|owner| Refusal::Owned { owner, name: name.to_owned() }))
}

/// While a second client is in a transaction, a session of our own must stay our own.
///
/// A pooler in transaction mode either gives that client the session we had, or gives us another.
async fn check_direct(
    client: &Client,
    backend: i32,
    connector: &Connector,
) -> Result<(), ProbeFailed> {
    let other = connector.client().await?;
    other.batch_execute("begin").await?;
    let theirs: i32 = pid(&other).await?;
    let ours: i32 = pid(client).await?;
    if theirs == backend || ours != backend {
        return Err(Refusal::Pooler.into());
    }
    Ok(())
}

async fn pid(client: &Client) -> Result<i32, ProbeFailed> {
    let row = client.query_one("select pg_backend_pid()", &[]).await.map_err(unprepared)?;
    Ok(row.get(0))
}

/// A prepared statement that vanished between its two steps was prepared in another session.
fn unprepared(error: tokio_postgres::Error) -> ProbeFailed {
    let gone = [SqlState::INVALID_SQL_STATEMENT_NAME, SqlState::DUPLICATE_PSTATEMENT];
    match error.code() {
        Some(code) if gone.contains(code) => Refusal::Pooler.into(),
        _ => error.into(),
    }
}
