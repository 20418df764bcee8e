//! What is looked up about conversations with operators, and about broadcasts.

use domain::broadcast::{BroadcastState, Segment};
use domain::{BroadcastId, PersonId, SupportTopic};

use super::{SupportCase, Then};
use crate::event::MediaKind;

/// What such a conversation waits for.
pub enum TalkReply<'a> {
    /// The conversations that are not closed.
    WithCases(Then<'a, CaseList>),
    /// One of them with what was said last, locked; none: there is no such number.
    WithCaseTalk(i64, Then<'a, Option<CaseTalk>>),
    /// The last broadcasts.
    WithBroadcasts(Then<'a, Vec<BroadcastLine>>),
    /// One of them, locked, with the people of this segment counted, else of its own; none: there is no such number.
    WithBroadcast(BroadcastId, Option<Segment>, Then<'a, Option<BroadcastFacts>>),
}

/// The conversations that are not closed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CaseList {
    /// The first of them: those that wait for an answer, then the others.
    pub first: Vec<CaseLine>,
    /// How many there are.
    pub all: u64,
}

impl CaseList {
    /// So many are listed.
    pub const PAGE: i64 = 10;
}

/// A conversation in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaseLine {
    /// Its number.
    pub number: i64,
    /// What its person was called.
    pub name: String,
    /// What it is about.
    pub topic: SupportTopic,
    /// Somebody has to answer.
    pub waits: bool,
    /// When something was last said, ready to be shown.
    pub at: String,
}

/// A conversation as an admin looks at it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaseTalk {
    /// What an answer to it looks at.
    pub case: SupportCase,
    /// What was said last, in order.
    pub said: Vec<SaidInCase>,
}

impl CaseTalk {
    /// So many messages are shown.
    pub const PAGE: i64 = 6;
}

/// Something that was said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SaidInCase {
    /// Who answered; none: the person themselves.
    pub admin: Option<PersonId>,
    /// What it says; empty: only a file.
    pub words: String,
    /// It came with a file.
    pub has_file: bool,
    /// When, ready to be shown.
    pub at: String,
}

/// A broadcast in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BroadcastLine {
    /// Which.
    pub id: BroadcastId,
    /// How far it is.
    pub state: BroadcastState,
    /// How it begins.
    pub words: String,
    /// When it was begun, ready to be shown.
    pub at: String,
}

/// A broadcast as an admin looks at it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BroadcastFacts {
    /// Which.
    pub id: BroadcastId,
    /// How far it is.
    pub state: BroadcastState,
    /// Whom it is for.
    pub segment: Segment,
    /// What it says.
    pub words: String,
    /// How parts of that look, as it is stored.
    pub styles: String,
    /// What it shows.
    pub file: Option<(MediaKind, String)>,
    /// What can be tapped below it, as it is stored.
    pub buttons: String,
    /// When it begins or began, ready to be shown; none: at once.
    pub starts: Option<String>,
    /// That time has come.
    pub is_due: bool,
    /// How many people it is for as of now; counted as long as nothing went out.
    pub recipients: u64,
    /// What became of it so far.
    pub counts: BroadcastCounts,
}

/// What became of a broadcast so far, in people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct BroadcastCounts {
    /// Have it.
    pub delivered: u64,
    /// Have blocked the bot.
    pub blocked: u64,
    /// Will not have it, whatever the reason.
    pub failed: u64,
    /// May have it: nobody knows, and it is not said twice.
    pub doubtful: u64,
    /// Are next.
    pub waiting: u64,
}
