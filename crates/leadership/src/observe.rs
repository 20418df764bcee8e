//! Looking at a lock from outside: who leads, since when, the last terms; and asking for the role.
//!
//! An [`Observer`] neither needs nor touches the lock, and its connection is good for nothing else.

use tokio_postgres::{Client, Error};

use crate::connector::Connector;
use crate::session::{Sighting, sighting};

/// A connection that looks.
///
/// ```no_run
/// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
/// let connector = leadership::Connector::plain("postgres://localhost/app".parse()?);
/// let observer = connector.observer().await?;
/// if let Some(seen) = observer.holder("reports").await? {
///     println!("term {} of {:?}, last beat {:?} ago", seen.epoch, seen.instance, seen.beat_age);
/// }
/// // Asks it to finish what is in hand and hand over; some other instance takes the role.
/// observer.ask_handover("reports", "somebody who deploys").await?;
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Observer {
    client: Client,
}

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

impl Connector {
    /// Connects to look at locks, and to ask for a hand-over.
    pub async fn observer(&self) -> Result<Observer, Error> {
        Ok(Observer { client: self.client().await? })
    }
}

impl Observer {
    /// The names of all locks that were ever claimed.
    pub async fn names(&self) -> Result<Vec<String>, Error> {
        let rows = self.client.query("select name from leader_term order by name", &[]).await?;
        Ok(rows.iter().map(|row| row.get(0)).collect())
    }

    /// The name that the database belongs to; None: no instance has claimed in it yet.
    pub async fn owner(&self) -> Result<Option<String>, Error> {
        owner(&self.client).await
    }

    /// The newest term of a lock, and its holder's last sign of life; None: never claimed.
    pub async fn holder(&self, name: &str) -> Result<Option<Sighting>, Error> {
        let query = "select look.* from leader_term t, \
                     lateral leader_look(t.name, t.lock_class, t.lock_object) look \
                     where t.name = $1";
        let row = self.client.query_opt(query, &[&name]).await?;
        Ok(row.map(|row| sighting(&row, 0)))
    }

    /// The last entries of a lock's history, newest first.
    pub async fn history(&self, name: &str, limit: i64) -> Result<Vec<HistoryEntry>, Error> {
        let query = "select epoch, timeline, event, reason, instance, at::text \
                     from leader_history where name = $1 order by at desc, epoch desc limit $2";
        let rows = self.client.query(query, &[&name, &limit]).await?;
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
    pub async fn ask_handover(&self, name: &str, by: &str) -> Result<Option<i64>, Error> {
        let query = "select leader_ask_handover($1, $2, null)";
        Ok(self.client.query_one(query, &[&name, &by]).await?.get(0))
    }
}

/// The name that the database belongs to.
pub(crate) async fn owner(client: &Client) -> Result<Option<String>, Error> {
    let row = client.query_opt("select name from leader_owner", &[]).await?;
    Ok(row.map(|row| row.get(0)))
}
