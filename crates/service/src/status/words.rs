//! The closed sets of words on the board, as operators and metrics see them.

use store::StoreError;

/// Where this instance stands towards the lock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LockState {
    /// The leadership task does not run yet.
    Starting,
    Passive,
    Active,
    /// Has the role, and finishes what is in hand before it gives it away.
    Draining,
    /// The leadership task has ended.
    Stopped,
}

/// What the database was found to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Database {
    Ready,
    Unreachable,
    /// It answers and takes no writes.
    ReadOnly,
    /// Its schema is not one this binary can work with.
    Incompatible,
    /// It answers and refuses what is to be stored: a right or a table is missing.
    Refuses,
}

impl LockState {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Starting, Self::Passive, Self::Active, Self::Draining, Self::Stopped];

    /// The word in metrics.
    pub fn word(self) -> &'static str {
        match self {
            Self::Starting => "starting",
            Self::Passive => "passive",
            Self::Active => "active",
            Self::Draining => "draining",
            Self::Stopped => "stopped",
        }
    }

    /// The word in `lock_state`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Starting => "STARTING",
            Self::Passive => "PASSIVE",
            Self::Active => "ACTIVE",
            Self::Draining => "DRAINING",
            Self::Stopped => "STOPPED",
        }
    }

    /// Whether nobody else can have the role.
    pub fn holds_the_role(self) -> bool {
        matches!(self, Self::Active | Self::Draining)
    }
}

impl Database {
    /// What an attempt to store found out about it; nothing if only the row was at fault.
    pub(crate) fn found_by(error: &StoreError) -> Option<Self> {
        match error {
            StoreError::Away(_) => Some(Self::Unreachable),
            error if error.blames_the_row() => None,
            _ => Some(Self::Refuses),
        }
    }

    /// The word in `db.status`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ready => "ok",
            Self::Unreachable => "unreachable",
            Self::ReadOnly => "read_only",
            Self::Incompatible => "incompatible",
            Self::Refuses => "refuses",
        }
    }
}
