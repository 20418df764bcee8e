//! Conversations with operators and broadcasts for the tests of this room.

use domain::broadcast::{BroadcastState, Segment};

use crate::facts::{BroadcastCounts, BroadcastFacts, CaseList, CaseTalk, SupportCase, TalkReply};
use crate::step::Step;

/// What follows once it is looked up: of an odd number a draft for everybody, of an even one it goes out, every fourth is paused.
pub(super) fn told(reply: TalkReply<'_>, case: Option<SupportCase>) -> Step {
    match reply {
        TalkReply::WithCases(then) => then(&CaseList::default()),
        TalkReply::WithCaseTalk(number, then) => {
            let case = case.filter(|case| case.number == number);
            then(&case.map(|case| CaseTalk { case, said: Vec::new() }))
        }
        TalkReply::WithBroadcasts(then) => then(&Vec::new()),
        TalkReply::WithBroadcast(id, segment, then) => then(&Some(BroadcastFacts {
            id,
            state: match id.get() % 4 {
                0 => BroadcastState::Paused,
                2 => BroadcastState::On,
                _ => BroadcastState::Draft,
            },
            segment: segment.unwrap_or(Segment::All),
            words: if id.get() == 9 { String::new() } else { "news".to_owned() },
            styles: String::new(),
            file: None,
            buttons: String::new(),
            starts: None,
            is_due: true,
            recipients: 2_000,
            counts: BroadcastCounts::default(),
        })),
    }
}
