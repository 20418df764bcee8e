//! What any instance may write about attempts: that KIE rang, and what it learned too late.

use uuid::Uuid;

use crate::error::StoreError;
use crate::intake::Intake;
use crate::transaction::answered;

impl Intake {
    /// Whether there is such an attempt with such a token. For tokens that are not made from the attempt's
    /// id: only the database knows those.
    pub async fn knows_attempt(&self, attempt: Uuid, token: &[u8]) -> Result<bool, StoreError> {
        let mut read = self.side().read().await?;
        let known = sqlx::query_scalar!(
            r#"
            select exists (
                select
                from attempts
                where id = $1
                    and token = $2
            ) as "known!"
            "#,
            attempt,
            token,
        );
        let known = answered(known.fetch_one(read.connection())).await?;
        read.end().await;
        Ok(known)
    }

    /// Writes down that KIE rang; whether there is such an attempt with such a token.
    ///
    /// Of an attempt that is over, or of which the ring says nothing, nothing is written: nobody
    /// would look at it, and nobody would clear it away.
    pub async fn ring_doorbell(
        &self,
        attempt: Uuid,
        token: &[u8],
        task: Option<&str>,
    ) -> Result<bool, StoreError> {
        let mut transaction = self.side().transaction().await?;
        // The attempt is locked, so that a ring and an end never pass each other unseen.
        let ring = sqlx::query_scalar!(
            r#"
            with known as (
                select
                    id,
                    state,
                    task_id
                from attempts
                where id = $1
                    and token = $2
                for share
            ),
            rung as (
                insert into doorbells (attempt_id, task_id)
                select
                    id,
                    $3::text
                from known
                where state in ('submitting', 'submitted', 'ambiguous')
                    or (state = 'lost' and coalesce(task_id, $3) is not null)
                on conflict on constraint doorbells_pkey
                do update
                set rung_at = excluded.rung_at,
                    task_id = coalesce(excluded.task_id, doorbells.task_id)
            )
            select exists (select from known) as "known!"
            "#,
            attempt,
            token,
            task,
        );
        let known = answered(ring.fetch_one(transaction.connection())).await?;
        transaction.commit().await?;
        Ok(known)
    }

    /// Writes down what an instance learned after it had lost the role: KIE took the attempt.
    pub async fn attempt_was_taken(&self, attempt: Uuid, task: &str) -> Result<(), StoreError> {
        let mut transaction = self.side().transaction().await?;
        let taken = sqlx::query!(
            r#"
            update attempts
            set task_id = $2,
                next_look_at = trt_now()
            where id = $1
                and task_id is null
                and state in ('submitting', 'ambiguous', 'lost')
            "#,
            attempt,
            task,
        );
        answered(taken.execute(transaction.connection())).await?;
        Ok(transaction.commit().await?)
    }
}
