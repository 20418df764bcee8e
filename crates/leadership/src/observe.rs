//! Looking at a lock from outside: who leads, since when, the last terms; and asking for the role.
//!
//! These take any connection to the database; they neither need nor touch the lock.

use tokio_postgres::Client;

use crate::session::{Sighting, sighting};

/// The beginning or the orderly end of a term.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryEntry {
    /// The number of the term.
    pub epoch: i64,
    /// The server's timeline.
    pub timeline: i32,
    /// `claimed` or `sealed`.
    pub event: String,
    /// Why.
    pub reason: String,
    /// Whose term it was.
    pub instance: String,
    /// When, as the server writes it.
    pub at: String,
}

/// The names of all locks that were ever claimed.
///
/// # Errors
/// When the database cannot be asked.
pub async fn names(client: &Client) -> Result<Vec<String>, tokio_postgres::Error> {
    let rows = client.query("select name from leader_term order by name", &[]).await?;
    Ok(rows.iter().map(|row| row.get(0)).collect())
}

/// The name that the database belongs to; None: nobody has claimed in it yet.
///
/// # Errors
/// When the database cannot be asked.
pub async fn owner(client: &Client) -> Result<Option<String>, tokio_postgres::Error> {
    let row = client.query_opt("select name from leader_owner", &[]).await?;
    Ok(row.map(|row| row.get(0)))
}

/// The newest term of a lock, and its holder's last sign of life; None: never claimed.
///
/// # Errors
/// When the database cannot be asked.
pub async fn observe(
    client: &Client,
    name: &str,
) -> Result<Option<Sighting>, tokio_postgres::Error> {
    let query = "select look.* from leader_term t, \
                 lateral leader_look(t.name, t.lock_class, t.lock_object) look where t.name = $1";
    let row = client.query_opt(query, &[&name]).await?;
    Ok(row.map(|row| sighting(&row, 0)))
}

/// The last entries of a lock's history, newest first.
///
/// # Errors
/// When the database cannot be asked.
pub async fn history(
    client: &Client,
    name: &str,
    limit: i64,
) -> Result<Vec<HistoryEntry>, tokio_postgres::Error> {
    let query = "select epoch, timeline, event, reason, instance, at::text from leader_history \
                 where name = $1 order by at desc, epoch desc limit $2";
    let rows = client.query(query, &[&name, &limit]).await?;
    Ok(rows
        .iter()
        .map(|row| HistoryEntry {
            epoch: row.get(0),
            timeline: row.get(1),
            event: row.get(2),
            reason: row.get(3),
            instance: row.get(4),
            at: row.get(5),
        })
        .collect())
}

/// Asks the holder of a lock to hand over; the number of its term, if it is asked now.
///
/// # Errors
/// When the database cannot be asked.
pub async fn ask_handover(
    client: &Client,
    name: &str,
    by: &str,
) -> Result<Option<i64>, tokio_postgres::Error> {
    let query = "select leader_ask_handover($1, $2, null)";
    Ok(client.query_one(query, &[&name, &by]).await?.get(0))
}
