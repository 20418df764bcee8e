//! The message that tells how a generation goes, and what the loop reads to write it.

use domain::generation::Delay;
use domain::{ChatId, Credits, GenerationId, MessageId, Money, OutboxId, PersonId};

use super::{Generation, Place, Progress};
use crate::error::StoreError;
use crate::pool::Store;
use crate::transaction::answered;
use crate::views::GenerationsTx;

/// How long people are told nothing about a generation, in seconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pauses {
    /// Until the first word after it was ordered.
    pub first: f64,
    /// While it waits.
    pub waiting: f64,
    /// While it is made.
    pub working: f64,
}

/// A queue is counted so far.
const MOST_COUNTED: i64 = 1_000;

impl GenerationsTx<'_> {
    /// A generation, locked. A status message that has been forgotten is none.
    pub async fn lock(&mut self, id: GenerationId) -> Result<Option<Generation>, StoreError> {
        let read = sqlx::query!(
            r#"
            select
                number,
                person_id,
                chat_id,
                model,
                input,
                price,
                cost,
                free_day is not null as "is_free!",
                variant,
                (
                    select outbox.id
                    from outbox
                    where outbox.id = generations.status_row
                ) as status_row,
                status_message,
                revision,
                ended_at is null as "is_alive!"
            from generations
            where id = $1
            for update
            "#,
            id.get(),
        );
        let row = answered(read.fetch_optional(self.connection())).await?;
        Ok(row.map(|row| Generation {
            id,
            number: row.number,
            person: PersonId::new(row.person_id),
            chat: ChatId::new(row.chat_id),
            model: row.model,
            input: row.input,
            price: Money::new(row.price),
            cost: Credits::new(row.cost),
            is_free: row.is_free,
            variant: row.variant,
            status_row: row.status_row.map(OutboxId::new),
            status_message: row.status_message.map(MessageId::new),
            revision: row.revision,
            is_alive: row.is_alive,
        }))
    }

    /// Who ordered a generation.
    pub async fn person_of(&mut self, id: GenerationId) -> Result<Option<PersonId>, StoreError> {
        let read = sqlx::query_scalar!("select person_id from generations where id = $1", id.get());
        Ok(answered(read.fetch_optional(self.connection())).await?.map(PersonId::new))
    }

    /// Remembers which message tells how a generation goes.
    pub async fn keep_status_row(
        &mut self,
        id: GenerationId,
        row: OutboxId,
    ) -> Result<(), StoreError> {
        let keep = sqlx::query!(
            "update generations set status_row = $2, told_at = trt_now() where id = $1",
            id.get(),
            row.get(),
        );
        self.run(keep).await
    }

    /// The status message changes: the number of the change.
    pub async fn next_revision(&mut self, id: GenerationId) -> Result<i32, StoreError> {
        let next = sqlx::query_scalar!(
            r#"
            update generations
            set revision = revision + 1,
                told_at = trt_now()
            where id = $1
            returning revision
            "#,
            id.get(),
        );
        Ok(answered(next.fetch_one(self.connection())).await?)
    }

    /// Counts a generation against the free limits of its day; false: the day's budget is used up.
    pub async fn use_free(
        &mut self,
        id: GenerationId,
        budget: Credits,
    ) -> Result<bool, StoreError> {
        let spend = sqlx::query!(
            r#"
            insert into free_days (day, spent)
            select
                free_day,
                cost
            from generations
            where id = $1
                and cost <= $2
            on conflict on constraint free_days_pkey
            do update set spent = free_days.spent + excluded.spent
            where free_days.spent + excluded.spent <= $2
            "#,
            id.get(),
            budget.get(),
        );
        if answered(spend.execute(self.connection())).await?.rows_affected() == 0 {
            return Ok(false);
        }
        let count = sqlx::query!(
            r#"
            insert into free_use (person_id, day, model, used)
            select
                person_id,
                free_day,
                model,
                1
            from generations
            where id = $1
            on conflict on constraint free_use_pkey
            do update set used = free_use.used + 1
            "#,
            id.get(),
        );
        answered(count.execute(self.connection())).await?;
        Ok(true)
    }

    /// Gives a free try back, since it came to nothing.
    pub async fn give_back_free(&mut self, id: GenerationId) -> Result<(), StoreError> {
        let give_back = sqlx::query!(
            r#"
            with tried as (
                select
                    person_id,
                    free_day,
                    model,
                    -- What it really cost is counted already, and stays.
                    case when free_cost is null then cost else 0 end as cost
                from generations
                where id = $1
                    and free_day is not null
            ),
            counted as (
                update free_use
                set used = used - 1
                from tried
                where free_use.person_id = tried.person_id
                    and free_use.day = tried.free_day
                    and free_use.model = tried.model
            )
            update free_days
            set spent = greatest(spent - tried.cost, 0)
            from tried
            where free_days.day = tried.free_day
            "#,
            id.get(),
        );
        self.run(give_back).await
    }
}

impl Store {
    /// Generations that are alive and whose people have not heard of them for a while. What takes long is told of
    /// less often: a twentieth of its age is no news.
    pub async fn untold(&self, pauses: Pauses, most: i64) -> Result<Vec<Progress>, StoreError> {
        let rows = sqlx::query!(
            r#"
            select
                id,
                person_id,
                state = 'requested' as "is_waiting!",
                extract(epoch from trt_now() - coalesce(began_at, created_at))::bigint
                    as "seconds!",
                coalesce(
                    (
                        select case when closed.subject = '*' then 'paused' else 'closed' end
                        from closed_now as closed
                        where generations.state = 'requested'
                            and (
                                closed.subject in ('*', generations.model, generations.variant)
                                or generations.cost > closed.above
                            )
                            and closed.trial is distinct from generations.id
                        order by closed.subject <> '*'
                        limit 1
                    ),
                    case when not_before > trt_now() then delay end,
                    case when has_files and uploads_at is null then 'files' end
                ) as delay,
                (
                    select count(*)
                    from (
                        select
                        from generations as earlier
                        where earlier.state = 'requested'
                            and earlier.id <= generations.id
                            and generations.state = 'requested'
                        limit $4
                    ) as ahead
                ) as "place!"
            from generations
            where state in ('requested', 'submitting', 'submitted')
                and status_row is not null
                and told_at < trt_now() - make_interval(
                    secs => case
                        when revision = 0 then $5::float8
                        when state = 'requested' then $2::float8
                        else greatest($1::float8, extract(epoch from trt_now() - created_at) / 20)
                    end
                )
            order by told_at, id
            limit $3
            "#,
            pauses.working,
            pauses.waiting,
            most,
            MOST_COUNTED,
            pauses.first,
        );
        let rows = self.reading(async |read| rows.fetch_all(read).await).await?;
        let progress = rows.into_iter().map(|row| Progress {
            id: GenerationId::new(row.id),
            person: PersonId::new(row.person_id),
            seconds: row.seconds,
            waiting: row.is_waiting.then(|| Place {
                number: row.place,
                delay: row.delay.as_deref().and_then(Delay::from_word),
            }),
        });
        Ok(progress.collect())
    }
}
