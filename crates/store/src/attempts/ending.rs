//! What a look at an attempt finds out: not yet, or how it ended.
//!
//! An attempt ends once. One that was given up may still turn out otherwise, once as well.

use std::time::Duration;

use domain::Credits;
use domain::generation::AttemptState;
use uuid::Uuid;

use crate::error::StoreError;
use crate::transaction::answered;
use crate::views::GenerationsTx;

/// How an attempt ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttemptEnd {
    /// Surely not made.
    Rejected,
    /// KIE made it.
    Succeeded(Option<Credits>),
    /// KIE failed.
    Failed(Option<Credits>),
    /// KIE says that it could not begin. It may have all the same: then it rings, and is looked at.
    NotBegun,
    /// Given up; looked at again after this pause for a late result, if at all.
    Lost(Option<Duration>),
}

impl GenerationsTx<'_> {
    /// KIE was asked, and it is not done: the next look after a pause.
    ///
    /// What is known only by a late fact counts as taken from here on. A ring is heard, unless it is
    /// all that is known of a task: that one stays until somebody could look.
    pub async fn looked(&mut self, looks: &[(Uuid, Duration)]) -> Result<(), StoreError> {
        let ids: Vec<Uuid> = looks.iter().map(|(id, _)| *id).collect();
        let pauses: Vec<f64> = looks.iter().map(|(_, pause)| pause.as_secs_f64()).collect();
        let looked = sqlx::query!(
            r#"
            with heard as (
                delete from doorbells
                using attempts
                where doorbells.attempt_id = any ($1)
                    and attempts.id = doorbells.attempt_id
                    and attempts.task_id is not null
            ),
            seen as (
                update attempts
                set next_look_at = trt_now() + make_interval(secs => look.pause),
                    looks = looks + 1,
                    state = case
                        when state <> 'lost' and task_id is not null then 'submitted'
                        else state
                    end
                from unnest($1::uuid[], $2::float8[]) as look (id, pause)
                where attempts.id = look.id
                    and (
                        attempts.state in ('submitted', 'ambiguous', 'lost')
                        or (attempts.state = 'submitting' and attempts.task_id is not null)
                    )
                returning
                    attempts.generation_id,
                    attempts.state
            )
            update generations
            set state = 'submitted',
                deadline_at = coalesce(trt_now() + make_interval(secs => patience), deadline_at),
                began_at = coalesce(began_at, trt_now())
            from seen
            where generations.id = seen.generation_id
                and generations.state = 'submitting'
                and seen.state = 'submitted'
            "#,
            &ids,
            &pauses,
        );
        self.run(looked).await
    }

    /// A ring was about nothing of ours, and is forgotten. The next one is heard at once.
    pub async fn forget_ring(&mut self, attempt: Uuid) -> Result<(), StoreError> {
        let forget = sqlx::query!(
            r#"
            with heard as (
                delete from doorbells
                where attempt_id = $1
            )
            update attempts
            set next_look_at = null
            where id = $1
                and task_id is null
            "#,
            attempt,
        );
        self.run(forget).await
    }

    /// Ends an attempt; whether it was alive, or lost and is now known after all.
    ///
    /// What was lost and is lost once more only learns when it is looked at again, if at all.
    pub async fn end_attempt(
        &mut self,
        attempt: Uuid,
        end: AttemptEnd,
    ) -> Result<bool, StoreError> {
        let (state, cost, look) = match end {
            AttemptEnd::Rejected => (AttemptState::Rejected, None, None),
            AttemptEnd::Succeeded(cost) => (AttemptState::Succeeded, cost, None),
            AttemptEnd::Failed(cost) => (AttemptState::Failed, cost, None),
            // Nothing is charged as far as anybody knows, until a ring says otherwise.
            AttemptEnd::NotBegun => (AttemptState::Lost, Some(Credits::ZERO), None),
            AttemptEnd::Lost(look) => (AttemptState::Lost, None, look),
        };
        let end = sqlx::query_scalar!(
            r#"
            with before as (
                select
                    id,
                    state = $2 as is_known
                from attempts
                where id = $1
                    and state = any ($5)
                for update
            )
            update attempts
            set state = $2,
                cost = $3,
                next_look_at = trt_now() + make_interval(secs => $4),
                ended_at = case when before.is_known then ended_at else trt_now() end
            from before
            where attempts.id = before.id
            returning before.is_known as "is_known!"
            "#,
            attempt,
            state.word(),
            cost.map(Credits::get),
            look.map(|look| look.as_secs_f64()),
            &state.words_before(),
        );
        let was_known = answered(end.fetch_optional(self.connection())).await?;
        // A statement of its own: whoever rang while this one waited for the row is seen by now. About what
        // is lost KIE may know more than we do, so a ring that names a task is still to be answered.
        let hear = sqlx::query!(
            r#"
            delete from doorbells
            where attempt_id = $1
                and ($2 <> 'lost' or task_id is null)
            "#,
            attempt,
            state.word(),
        );
        answered(hear.execute(self.connection())).await?;
        Ok(was_known == Some(false))
    }
}
