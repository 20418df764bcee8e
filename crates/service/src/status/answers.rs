//! The two yes-or-no questions a host asks: is the process alive, and may it get traffic?
//!
//! They must not be mixed up. A host restarts what is not alive, so an outage of the database must
//! not count there: it would restart every instance for nothing. And it waits with a deploy until
//! the new instance is ready, so a passive one must be: the old one gives the role up only after.
//!
//! Ready means that updates can be stored, and what shows that is storing: every batch of updates counts, and
//! where none come the survey, which writes a row of its own at the start and after a failure.

use std::time::Duration;

use tokio::time::Instant;

use super::{Board, Database, LockState};

/// A leadership task that was silent for this long is stuck.
const PULSE: Duration = Duration::from_secs(30);

/// What was found out about the database is believed for this long.
const BELIEVED: Duration = Duration::from_secs(15);

/// Why updates cannot be stored here now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotReady {
    /// Not yet.
    #[error("starting")]
    Starting,
    /// No longer.
    #[error("draining")]
    Draining,
    /// The database does not take them.
    #[error("database {}", .0.as_str())]
    Database(Database),
    /// The way that updates take into the database is closed.
    #[error("updates cannot be stored: database {} behind DATABASE_URL", .0.as_str())]
    NotStored(Database),
    /// Nobody has looked at the database lately.
    #[error("database unknown: last asked {} s ago", .0.as_secs())]
    DatabaseUnknown(Duration),
}

/// The leadership task has said nothing for too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("leadership task silent for {} s", .0.as_secs())]
pub struct Stuck(pub Duration);

impl Board {
    /// Whether updates can be stored here, ACTIVE or PASSIVE.
    pub fn ready(&self) -> Result<(), NotReady> {
        let facts = self.facts.lock();
        if facts.stopping {
            return Err(NotReady::Draining);
        }
        match facts.state {
            LockState::Starting => {
                // What keeps it from starting says more than that it has not started.
                let trouble = facts.database.filter(|(found, _)| *found != Database::Ready);
                let starting = NotReady::Starting;
                return Err(trouble.map_or(starting, |(found, _)| NotReady::Database(found)));
            }
            LockState::Draining | LockState::Stopped => return Err(NotReady::Draining),
            LockState::Passive | LockState::Active => {}
        }
        let (found, asked) = facts.database.ok_or(NotReady::Starting)?;
        if found != Database::Ready {
            return Err(NotReady::Database(found));
        }
        let (stored, tried) = facts.storing.ok_or(NotReady::Starting)?;
        if stored != Database::Ready {
            return Err(NotReady::NotStored(stored));
        }
        let age = Instant::now().saturating_duration_since(asked.min(tried));
        if age > BELIEVED { Err(NotReady::DatabaseUnknown(age)) } else { Ok(()) }
    }

    /// Whether the process does its work. That somebody runs this is the proof that the runtime
    /// does; before the leadership task has begun there is nothing to miss.
    pub fn live(&self) -> Result<(), Stuck> {
        let facts = self.facts.lock();
        let (Some(pulse), false) = (facts.leadership_pulse, facts.state == LockState::Stopped)
        else {
            return Ok(());
        };
        let age = Instant::now().saturating_duration_since(pulse);
        if age > PULSE { Err(Stuck(age)) } else { Ok(()) }
    }
}
