//! What becomes of conversations with operators, of broadcasts, and of somebody's news.

use domain::BroadcastId;
use domain::broadcast::{BroadcastState, Segment};

use super::Passed;

/// One such thing to be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TalkDeed {
    /// The conversation with this number is over.
    CloseCase(i64),
    /// The person wants news, or no more.
    News(bool),
    /// An admin begins a broadcast.
    Begin(BroadcastId),
    /// It says and shows this; how parts of it look, in its stored form.
    Say(BroadcastId, Passed, String),
    /// It is for these people.
    To(BroadcastId, Segment),
    /// These buttons stand below it, in their stored form.
    Buttons(BroadcastId, String),
    /// It begins then.
    Start(BroadcastId, StartAt),
    /// It goes out, is held, or ends.
    Turn(BroadcastId, BroadcastState),
    /// The admin gets it as everybody would.
    Preview(BroadcastId),
}

/// When a broadcast begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StartAt {
    /// So many minutes from when that was said; none: at once.
    In(u16),
    /// At this moment in the zone of the offers: `2026-10-01 18:00`, a day that exists.
    At(String),
}
