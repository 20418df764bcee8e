//! I7, I13, I14, I17: what somebody should have done by now.
//!
//! The parent's doc says when that counts: only while an ACTIVE instance could work, and from the
//! beginning of its term at the earliest.

use sqlx::PgConnection;
use sqlx::types::time::OffsetDateTime;

use super::Wrong;
use super::session::patiently;
use crate::checks::SCRATCH;

/// Since when an instance is ACTIVE; none when none is.
///
/// Held against the time of the snapshot: a beat seen in it ages no further while we look around.
pub(super) async fn working_since(
    connection: &mut PgConnection,
) -> Result<Option<OffsetDateTime>, sqlx::Error> {
    let since = sqlx::query_scalar!(
        r#"
        select max(leader_term.claimed_at) as since
        from leader_term
        join leader_beat on leader_beat.name = leader_term.name
            and leader_beat.epoch = leader_term.epoch
        where leader_term.holder is not null
            and leader_beat.beat_at > now() - interval '8 seconds'
            and not starts_with(leader_term.name, $1)
        "#,
        SCRATCH,
    );
    patiently(since.fetch_one(connection)).await
}

/// I7: live generations more than five minutes past their deadline.
pub(super) async fn overdue(
    connection: &mut PgConnection,
    since: OffsetDateTime,
) -> Result<Vec<Wrong>, sqlx::Error> {
    let wrong = sqlx::query_as!(
        Wrong,
        r#"
        select
            count(*) over () as "violations!",
            format(
                'generation %s: %s, its deadline was %s ago',
                id, state, date_trunc('second', trt_now() - deadline_at)
            ) as "subject!"
        from generations
        where state in ('requested', 'submitting', 'submitted')
            and greatest(deadline_at, $1) < trt_now() - interval '5 minutes'
        order by id
        limit 5
        "#,
        since,
    );
    patiently(wrong.fetch_all(connection)).await
}

/// I13: updates that have been waiting for more than a minute.
pub(super) async fn pending(
    connection: &mut PgConnection,
    since: OffsetDateTime,
) -> Result<Vec<Wrong>, sqlx::Error> {
    let wrong = sqlx::query_as!(
        Wrong,
        r#"
        select
            count(*) over () as "violations!",
            format(
                'update %s of lane %s: has been waiting for %s',
                id, lane, date_trunc('second', trt_now() - received_at)
            ) as "subject!"
        from inbox
        where state = 0
            and greatest(received_at, $1) < trt_now() - interval '60 seconds'
        order by id
        limit 5
        "#,
        since,
    );
    patiently(wrong.fetch_all(connection)).await
}

/// I14: results older than ten minutes that were not delivered, are not parked and not paid back.
pub(super) async fn undelivered(
    connection: &mut PgConnection,
    since: OffsetDateTime,
) -> Result<Vec<Wrong>, sqlx::Error> {
    let wrong = sqlx::query_as!(
        Wrong,
        r#"
        select
            count(*) over () as "violations!",
            format(
                'generation %s: succeeded %s ago, and nobody has it',
                id, date_trunc('second', trt_now() - ended_at)
            ) as "subject!"
        from generations
        where state = 'succeeded'
            and greatest(ended_at, $1) < trt_now() - interval '10 minutes'
            and not exists (
                select
                from outbox
                where outbox.generation_id = generations.id
                    and outbox.state = 4
            )
            and not exists (
                select
                from transfers
                where transfers.operation = 'compensate:' || generations.id
            )
        order by id
        limit 5
        "#,
        since,
    );
    patiently(wrong.fetch_all(connection)).await
}

/// I17: calls that have been under way for more than two minutes.
///
/// A release before the one that notes the time of a claim leaves only the time of the row.
pub(super) async fn sending(
    connection: &mut PgConnection,
    since: OffsetDateTime,
) -> Result<Vec<Wrong>, sqlx::Error> {
    let wrong = sqlx::query_as!(
        Wrong,
        r#"
        select
            count(*) over () as "violations!",
            format(
                'message %s to chat %s: is being sent for %s',
                id, chat_id, date_trunc('second', trt_now() - coalesce(claimed_at, created_at))
            ) as "subject!"
        from outbox
        where state = 1
            and greatest(coalesce(claimed_at, created_at), $1) < trt_now() - interval '2 minutes'
        order by id
        limit 5
        "#,
        since,
    );
    patiently(wrong.fetch_all(connection)).await
}
