//! What admins look at: conversations that are not closed, and broadcasts.

use dialogue::{
    BroadcastCounts, BroadcastFacts, BroadcastLine, CaseLine, CaseList, CaseTalk, MediaKind,
    SaidInCase, Step, TalkReply,
};
use domain::BroadcastId;
use domain::broadcast::{BroadcastState, Segment};
use store::outbox::broadcasts::Broadcast;
use store::support::SupportStanding;
use store::support::listing::{ListedRequest, SaidInRequest};
use store::{LeaderTx, StoreError};

use super::{Trouble, case, on};

/// So many broadcasts are listed.
const BROADCASTS: i64 = 8;

/// Looks up what such an answer waits for, and lets it go on with that.
pub(super) async fn answer(
    tx: &mut LeaderTx<'_>,
    reply: TalkReply<'_>,
    zone: &str,
) -> Result<Step, Trouble> {
    match reply {
        TalkReply::WithCases(then) => on(then, cases(tx, zone).await?),
        TalkReply::WithCaseTalk(number, then) => on(then, talk(tx, number, zone).await?),
        TalkReply::WithBroadcasts(then) => {
            let found = tx.broadcasts().last_broadcasts(BROADCASTS, zone).await?;
            on(then, found.into_iter().map(line).collect())
        }
        TalkReply::WithBroadcast(id, segment, then) => {
            on(then, broadcast(tx, id, segment, zone).await?)
        }
    }
}

async fn cases(tx: &mut LeaderTx<'_>, zone: &str) -> Result<CaseList, StoreError> {
    let (first, all) = tx.people().unclosed_support(CaseList::PAGE, zone).await?;
    let line = |request: ListedRequest| CaseLine {
        number: request.id,
        name: request.name,
        topic: request.topic,
        waits: request.standing == SupportStanding::Open,
        at: request.at,
    };
    Ok(CaseList { first: first.into_iter().map(line).collect(), all })
}

async fn talk(
    tx: &mut LeaderTx<'_>,
    number: i64,
    zone: &str,
) -> Result<Option<CaseTalk>, StoreError> {
    let request = tx.people().support_request(number).await?;
    let Some(case) = case(tx, request).await? else { return Ok(None) };
    let said = tx.people().said_in_support(number, CaseTalk::PAGE, zone).await?;
    let said = said.into_iter().map(|one: SaidInRequest| SaidInCase {
        admin: one.admin,
        words: one.words,
        has_file: one.file_kind.is_some(),
        at: one.at,
    });
    Ok(Some(CaseTalk { case, said: said.collect() }))
}

fn line(broadcast: Broadcast) -> BroadcastLine {
    let Broadcast { id, state, body, at, .. } = broadcast;
    BroadcastLine { id, state, words: body.words, at }
}

async fn broadcast(
    tx: &mut LeaderTx<'_>,
    id: BroadcastId,
    segment: Option<Segment>,
    zone: &str,
) -> Result<Option<BroadcastFacts>, StoreError> {
    let Some(found) = tx.broadcasts().broadcast(id, zone).await? else { return Ok(None) };
    let counted = found.counts;
    // What goes out is told by what became of it; only a draft is still about people as they are now.
    let recipients = match found.state {
        BroadcastState::Draft => {
            tx.broadcasts().people_of(segment.as_ref().unwrap_or(&found.segment)).await?
        }
        _ => found.aimed_at,
    };
    let count = |count: i64| u64::try_from(count).unwrap_or_default();
    let file = found.body.file.and_then(|(kind, id)| Some((media_kind(&kind)?, id)));
    Ok(Some(BroadcastFacts {
        id,
        state: found.state,
        segment: found.segment,
        words: found.body.words,
        styles: found.body.styles,
        file,
        buttons: found.body.buttons,
        starts: found.starts,
        is_due: found.is_due,
        recipients,
        counts: BroadcastCounts {
            delivered: count(counted.delivered),
            blocked: count(counted.blocked),
            failed: count(counted.failed),
            doubtful: count(counted.doubtful),
            waiting: count(counted.waiting),
        },
    }))
}

/// What a file was sent as, by its word in rows.
pub(crate) fn media_kind(word: &str) -> Option<MediaKind> {
    Some(match word {
        "photo" => MediaKind::Photo,
        "video" => MediaKind::Video,
        "animation" => MediaKind::Animation,
        "video-note" => MediaKind::VideoNote,
        "audio" => MediaKind::Audio,
        "voice" => MediaKind::Voice,
        "document" => MediaKind::Document,
        "sticker" => MediaKind::Sticker,
        _ => return None,
    })
}
