//! The words of the protocol: what happens, what is to be done, how terms end.

use crate::clock::Moment;

/// What has happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Event {
    /// Time has passed.
    Tick,
    /// Connected, probed and found good.
    Connected,
    /// No connection.
    ConnectFailed,
    /// A server that will not do (a standby, a pooler), or a database that is another's.
    Refused,
    /// A slice of waiting is over without the lock.
    SliceOver,
    /// The lock that was waited for is ours.
    Granted,
    /// The claim was recorded.
    Claimed,
    /// Transactions of the old term hold the claim up.
    ClaimBlocked,
    /// The stored lock key is another one: hold that as well.
    OtherKey,
    /// A beat was answered.
    BeatAcked {
        /// When it was sent.
        sent_at: Moment,
        /// Whether somebody asks for the role.
        handover_asked: bool,
    },
    /// The server knows no such term any more.
    TermGone,
    /// The connection is dead.
    SessionLost,
    /// The first fenced transaction saw the new term.
    Verified,
    /// It did not.
    VerifyFailed,
    /// The main runtime does not run any more: whoever should do the work is stuck.
    Stalled,
    /// Nothing is in hand.
    Idle,
    /// The seal was recorded, or the term was over already.
    Sealed,
    /// A stop was asked.
    StopAsked,
}

/// What is to be done, in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// Connect and probe.
    Connect,
    /// Wait a slice for the lock.
    Await,
    /// Wait a slice for the lock of the stored key.
    AwaitOldKey,
    /// Send the claim.
    Claim,
    /// End the sessions that hold the claim up, by another connection.
    EndStragglers,
    /// The term has begun.
    Begin,
    /// Run the first fenced transaction.
    Verify,
    /// Tell everybody that we are active.
    Announce,
    /// Trust the term until then.
    Trust(Moment),
    /// Send a beat.
    Beat,
    /// Start nothing more in the term.
    Drain,
    /// End the term for all who hold it.
    End(Ending),
    /// Tell when nothing is in hand.
    TellIdle,
    /// Send the seal.
    Seal,
    /// Unlock and close the connection in order.
    Release,
    /// Drop the connection as it is.
    Drop,
    /// End the process: work outlived its term.
    Abort,
}

/// Why a term ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ending {
    /// Sealed because a stop was asked.
    Stopped,
    /// Sealed because somebody asked for the role.
    HandedOver,
    /// Given back: the first fenced transaction failed.
    ActivationFailed,
    /// The drain took too long; what was in hand was cancelled.
    DrainRanOut,
    /// No beat was acknowledged in time.
    Untrusted,
    /// The connection died.
    SessionLost,
    /// Another term has begun.
    Deposed,
    /// The main runtime was stuck.
    Stalled,
}

impl Ending {
    /// The word for rows, logs and metrics.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Stopped => "stopped",
            Self::HandedOver => "handed_over",
            Self::ActivationFailed => "activation_failed",
            Self::DrainRanOut => "drain_ran_out",
            Self::Untrusted => "untrusted",
            Self::SessionLost => "session_lost",
            Self::Deposed => "deposed",
            Self::Stalled => "stalled",
        }
    }
}
