//! What leaves the tables, and when: small batches, each a part of somebody's transaction.
//!
//! | rows | leave |
//! | --- | --- |
//! | dead letters | 90 days after they were set aside, 14 after an operator retried or dropped them |
//! | sends that died, or are in doubt for good | the same, from when they ended |
//! | sends that are parked | after 90 days they die, unless a result that is still owed is in them |
//! | notices | after a day |
//! | terms of the lock | after 90 days, but never the last 1,000 |
//! | requests to hand over | after 7 days |
//! | requests of operators | after 90 days |
//! | losses, attempt by attempt | after 400 days; the totals of days stay |
//! | doorbells | a day after they rang, once their attempt is over and nobody looks at it any more |
//!
//! Questions to operators leave by [`crate::support`], 400 days after they were answered.
//! Differences that resolved themselves leave after 400 days, reconciliations after 90: see
//! [`crate::differences`] and [`crate::reconciliations`].
//! Failures and overcharges of models leave by [`crate::views::ClosuresTx`], after two days.
//! Updates and what was said leave by [`crate::views::InboxTx`] and [`crate::views::OutboxTx`].
//! Each method here takes so many rows at most and says how many it took: as many means that there may
//! be more.

use crate::error::StoreError;
use crate::transaction::answered;
use crate::views::UpkeepTx;

impl UpkeepTx<'_> {
    /// Removes dead letters that an operator had time to see.
    pub async fn forget_dead_letters(&mut self, rows: i64) -> Result<u64, StoreError> {
        let forget = sqlx::query!(
            r#"
            delete from dead_letters
            where id in (
                select id
                from dead_letters
                where set_aside_at < trt_now() - interval '90 days'
                    or ended_at < trt_now() - interval '14 days'
                order by id
                limit $1
            )
            "#,
            rows,
        );
        Ok(answered(forget.execute(self.connection())).await?.rows_affected())
    }

    /// Ends sends whose person did not come back. One that carries a result stays as long as that result
    /// is owed: its generation ends it.
    pub async fn end_parked(&mut self, rows: i64) -> Result<u64, StoreError> {
        let end = sqlx::query!(
            r#"
            update outbox
            set state = 3,
                ended_at = trt_now(),
                problem = 'parked for 90 days'
            where id in (
                select id
                from outbox
                where state = 4
                    and created_at < trt_now() - interval '90 days'
                    and not exists (
                        select
                        from generations
                        where generations.id = outbox.generation_id
                            and generations.state = 'succeeded'
                            and generations.failure is null
                    )
                limit $1
            )
            "#,
            rows,
        );
        Ok(answered(end.execute(self.connection())).await?.rows_affected())
    }

    /// Removes notices that limit nothing any more.
    pub async fn forget_notices(&mut self, rows: i64) -> Result<u64, StoreError> {
        let forget = sqlx::query!(
            r#"
            delete from notices
            where chat_id in (
                select chat_id
                from notices
                where noticed_at < trt_now() - interval '1 day'
                order by noticed_at
                limit $1
            )
            "#,
            rows,
        );
        Ok(answered(forget.execute(self.connection())).await?.rows_affected())
    }

    /// Removes old terms of a lock from its history; the last 1,000 lines stay, however old.
    pub async fn forget_terms(&mut self, rows: i64) -> Result<u64, StoreError> {
        let forget = sqlx::query!(
            r#"
            delete from leader_history
            using (
                select
                    name,
                    timeline,
                    epoch,
                    event
                from (
                    select
                        name,
                        timeline,
                        epoch,
                        event,
                        at,
                        row_number() over (partition by name order by at desc, epoch desc) as place
                    from leader_history
                ) as ranked
                where place > 1000
                    and at < trt_now() - interval '90 days'
                order by at
                limit $1
            ) as old
            where leader_history.name = old.name
                and leader_history.timeline = old.timeline
                and leader_history.epoch = old.epoch
                and leader_history.event = old.event
            "#,
            rows,
        );
        Ok(answered(forget.execute(self.connection())).await?.rows_affected())
    }

    /// Removes old requests to hand over.
    pub async fn forget_handovers(&mut self, rows: i64) -> Result<u64, StoreError> {
        let forget = sqlx::query!(
            r#"
            delete from leader_request
            where (name, epoch) in (
                select
                    name,
                    epoch
                from leader_request
                where requested_at < trt_now() - interval '7 days'
                limit $1
            )
            "#,
            rows,
        );
        Ok(answered(forget.execute(self.connection())).await?.rows_affected())
    }

    /// Removes old requests of operators; what they changed is in the audit log.
    pub async fn forget_requests(&mut self, rows: i64) -> Result<u64, StoreError> {
        let forget = sqlx::query!(
            r#"
            delete from operator_requests
            where id in (
                select id
                from operator_requests
                where requested_at < trt_now() - interval '90 days'
                limit $1
            )
            "#,
            rows,
        );
        Ok(answered(forget.execute(self.connection())).await?.rows_affected())
    }

    /// Removes losses of more than a year ago; the total of each day stays.
    pub async fn forget_losses(&mut self, rows: i64) -> Result<u64, StoreError> {
        let forget = sqlx::query!(
            r#"
            delete from losses
            where (attempt_id, day, cause) in (
                select
                    attempt_id,
                    day,
                    cause
                from losses
                where day < trt_now()::date - 400
                limit $1
            )
            "#,
            rows,
        );
        Ok(answered(forget.execute(self.connection())).await?.rows_affected())
    }

    /// Removes rings about attempts that are over and that nobody looks at any more.
    pub async fn forget_rings(&mut self, rows: i64) -> Result<u64, StoreError> {
        let forget = sqlx::query!(
            r#"
            delete from doorbells
            where attempt_id in (
                select doorbells.attempt_id
                from doorbells
                left join attempts on attempts.id = doorbells.attempt_id
                where doorbells.rung_at < trt_now() - interval '1 day'
                    and (
                        attempts.id is null
                        or (
                            attempts.ended_at < trt_now() - interval '1 day'
                            and (attempts.state <> 'lost' or attempts.next_look_at is null)
                        )
                    )
                limit $1
            )
            "#,
            rows,
        );
        Ok(answered(forget.execute(self.connection())).await?.rows_affected())
    }
}
