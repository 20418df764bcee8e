//! Attempts: each call that asks KIE to make a generation, and each look at what became of it.
//!
//! ```text
//!   begin_attempt ──> submitting ──┬── submitted ──> looked at until it ends
//!   (before the call)              ├── rejected: surely not made; the generation waits or ends
//!                                  └── ambiguous: nobody knows; KIE may ring, else the deadline ends it
//!                                          └── adopted: KIE's record knows our address ──> submitted
//!   deadline: lost, the money goes back; a late result is still looked for
//! ```
//!
//! One attempt of a generation is alive at most, by an index. After a crash an attempt that was being
//! submitted is ambiguous: it is never simply made again.
//!
//! Whoever changes both locks the generation first and the attempt second, as those who end a
//! generation do: two about one attempt wait for each other and never lock each other out.
//!
//! The parts: [`mod@due`] what is to be made and to be looked at, [`mod@ending`] what a look finds out,
//! [`mod@bookkeeping`] each charge in the books, [`mod@ringing`] what any instance may write.

mod bookkeeping;
mod due;
mod ending;
mod ringing;

use std::time::Duration;

use domain::GenerationId;
use domain::catalogue::{Output, Route};
use domain::generation::Delay;
use uuid::Uuid;

pub use bookkeeping::{Booked, BookedEnd};
pub use due::{Look, Overdue, Waiting};
pub use ending::AttemptEnd;

use crate::error::StoreError;
use crate::transaction::answered;
use crate::views::GenerationsTx;

/// An attempt before its call is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewAttempt<'a> {
    /// Its name.
    pub id: Uuid,
    /// The secret part of our address.
    pub token: &'a [u8],
    /// Which part of KIE's interface is asked; kept, for a release that does not know the model.
    pub route: Route,
    /// What comes out; kept for the same reason.
    pub output: Output,
}

impl GenerationsTx<'_> {
    /// Begins an attempt: with this transaction KIE may be asked. False: somebody else was first, or
    /// the generation is no longer waiting.
    pub async fn begin_attempt(
        &mut self,
        generation: GenerationId,
        attempt: NewAttempt<'_>,
    ) -> Result<bool, StoreError> {
        let epoch = self.term().epoch();
        let begin = sqlx::query!(
            r#"
            with begun as (
                update generations
                set state = 'submitting',
                    delay = null
                where id = $1
                    and state = 'requested'
                returning id
            )
            insert into attempts (id, generation_id, no, token, epoch, route, output)
            select
                $2,
                begun.id,
                (
                    select coalesce(max(no), 0) + 1
                    from attempts
                    where generation_id = begun.id
                ),
                $3,
                $4,
                $5,
                $6
            from begun
            "#,
            generation.get(),
            attempt.id,
            attempt.token,
            epoch,
            attempt.route.word(),
            attempt.output.word(),
        );
        Ok(answered(begin.execute(self.connection())).await?.rows_affected() == 1)
    }

    /// KIE has taken it, or turned out to have taken it, under this name. From here on it may take as long as its
    /// kind needs.
    pub async fn attempt_taken(
        &mut self,
        attempt: Uuid,
        task: &str,
        look: Duration,
    ) -> Result<bool, StoreError> {
        let taken = sqlx::query!(
            r#"
            with owner as (
                select generations.id
                from attempts
                inner join generations on generations.id = attempts.generation_id
                where attempts.id = $1
                for update of generations
            ),
            taken as (
                update attempts
                set task_id = $2,
                    state = case when state = 'lost' then state else 'submitted' end,
                    next_look_at = trt_now() + make_interval(secs => $3)
                from owner
                where attempts.id = $1
                    and attempts.generation_id = owner.id
                    and attempts.task_id is null
                    and attempts.state in ('submitting', 'ambiguous', 'lost')
                returning attempts.generation_id
            )
            update generations
            set state = case when state = 'submitting' then 'submitted' else state end,
                deadline_at = case
                    when state = 'submitting'
                    then coalesce(trt_now() + make_interval(secs => patience), deadline_at)
                    else deadline_at
                end,
                began_at = coalesce(began_at, trt_now())
            from taken
            where generations.id = taken.generation_id
            "#,
            attempt,
            task,
            look.as_secs_f64(),
        );
        Ok(answered(taken.execute(self.connection())).await?.rows_affected() == 1)
    }

    /// Nobody was asked yet: the generation waits for a while.
    pub async fn postpone(
        &mut self,
        generation: GenerationId,
        pause: Duration,
        delay: Delay,
    ) -> Result<(), StoreError> {
        let postpone = sqlx::query!(
            r#"
            update generations
            set not_before = trt_now() + make_interval(secs => $2),
                delay = $3
            where id = $1
                and state = 'requested'
            "#,
            generation.get(),
            pause.as_secs_f64(),
            delay.word(),
        );
        self.run(postpone).await
    }

    /// The generation is made and cannot be had yet: it is not overdue for so long.
    pub async fn put_off_deadline(
        &mut self,
        generation: GenerationId,
        by: Duration,
    ) -> Result<(), StoreError> {
        let put_off = sqlx::query!(
            r#"
            update generations
            set deadline_at = greatest(deadline_at, trt_now() + make_interval(secs => $2))
            where id = $1
                and ended_at is null
            "#,
            generation.get(),
            by.as_secs_f64(),
        );
        self.run(put_off).await
    }

    /// Surely nothing was made: the generation waits to be tried again after a pause.
    pub async fn attempt_again(
        &mut self,
        attempt: Uuid,
        pause: Duration,
        delay: Option<Delay>,
    ) -> Result<bool, StoreError> {
        let again = sqlx::query!(
            r#"
            with owner as (
                select generations.id
                from attempts
                inner join generations on generations.id = attempts.generation_id
                where attempts.id = $1
                for update of generations
            ),
            rejected as (
                update attempts
                set state = 'rejected',
                    ended_at = trt_now()
                from owner
                where attempts.id = $1
                    and attempts.generation_id = owner.id
                    and attempts.state = 'submitting'
                returning attempts.generation_id
            )
            update generations
            set state = 'requested',
                not_before = trt_now() + make_interval(secs => $2),
                delay = $3
            from rejected
            where generations.id = rejected.generation_id
                and generations.state = 'submitting'
            "#,
            attempt,
            pause.as_secs_f64(),
            delay.map(Delay::word),
        );
        Ok(answered(again.execute(self.connection())).await?.rows_affected() == 1)
    }

    /// Nobody knows whether it was made.
    pub async fn attempt_unknown(&mut self, attempt: Uuid) -> Result<(), StoreError> {
        let unknown = sqlx::query!(
            "update attempts set state = 'ambiguous' where id = $1 and state = 'submitting'",
            attempt,
        );
        self.run(unknown).await
    }

    /// Attempts that an earlier term was submitting: nobody knows what became of them. How many.
    pub async fn doubt_attempts(&mut self) -> Result<u64, StoreError> {
        let epoch = self.term().epoch();
        let doubt = sqlx::query!(
            r#"
            update attempts
            set state = 'ambiguous'
            where state = 'submitting'
                and epoch < $1
            "#,
            epoch,
        );
        Ok(answered(doubt.execute(self.connection())).await?.rows_affected())
    }
}
