//! Conversations with operators and broadcasts, as admins look at them.

use dialogue::{
    BroadcastCounts, BroadcastFacts, BroadcastLine, CaseLine, CaseList, CaseTalk, MediaKind,
    SaidInCase, Step, TalkReply,
};
use domain::broadcast::{BroadcastState, Segment};
use domain::{BroadcastId, PersonId, SupportTopic};

use crate::paid;

/// What follows once it is looked up.
pub(crate) fn told(reply: TalkReply<'_>) -> Step {
    match reply {
        TalkReply::WithCases(then) => then(&cases()),
        TalkReply::WithCaseTalk(number, then) => then(&talk(number)),
        TalkReply::WithBroadcasts(then) => then(&broadcasts()),
        TalkReply::WithBroadcast(id, segment, then) => then(&broadcast(id, segment)),
    }
}

fn cases() -> CaseList {
    let line = |(number, topic)| CaseLine {
        number,
        name: "<b>\u{202E}&\"".repeat(30),
        topic,
        waits: number < 4,
        at: "01.02 03:04".to_owned(),
    };
    let all = [(2, SupportTopic::Payment), (3, SupportTopic::General), (4, SupportTopic::Payment)];
    let more = [(i64::MAX, SupportTopic::General), (5, SupportTopic::General)];
    CaseList { first: all.into_iter().chain(more).map(line).collect(), all: 1_000 }
}

fn talk(number: i64) -> Option<CaseTalk> {
    let case = paid::case(number)?;
    let said = |index: i64| SaidInCase {
        admin: (index % 2 == 0).then_some(PersonId::new(1)),
        words: if index == 3 { String::new() } else { "<i>&\u{1D11E}".repeat(500) },
        has_file: index > 2,
        at: "01.02 03:04".to_owned(),
    };
    Some(CaseTalk { case, said: (1..=CaseTalk::PAGE).map(said).collect() })
}

fn state_of(id: i64) -> Option<BroadcastState> {
    let index = usize::try_from(id - 1).ok()?;
    BroadcastState::ALL.get(index % BroadcastState::ALL.len()).copied()
}

fn broadcasts() -> Vec<BroadcastLine> {
    let line = |id: i64| BroadcastLine {
        id: BroadcastId::new(id),
        state: state_of(id).unwrap(),
        words: "<b>&".repeat(99),
        at: "01.02 03:04".to_owned(),
    };
    (1..=6).map(line).collect()
}

/// The sixth says nothing yet.
fn broadcast(id: BroadcastId, segment: Option<Segment>) -> Option<BroadcastFacts> {
    let state = state_of(id.get())?;
    let is_empty = id.get() == 6;
    Some(BroadcastFacts {
        id,
        state,
        segment: segment.unwrap_or(Segment::Quiet(30)),
        words: if is_empty { String::new() } else { "<b>News</b> & more\n".repeat(100) },
        styles: String::new(),
        file: (id.get() == 2).then(|| (MediaKind::Photo, "p".to_owned())),
        buttons: "Try it | image\nRead | https://example.org".to_owned(),
        starts: (id.get() == 2).then(|| "01.02 03:04".to_owned()),
        is_due: id.get() != 2,
        recipients: 1_000_000,
        counts: BroadcastCounts { delivered: 999_999, doubtful: 1, ..BroadcastCounts::default() },
    })
}
