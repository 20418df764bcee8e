//! Which order may try what is half open: one at a time.
//!
//! ```text
//!   half open ── an order claims it ──> closed for all others ──┬── works ──> open
//!                                                               ├── fails ──> closed for longer
//!                                                               └── ends otherwise, or is overdue ──> half open
//! ```

use domain::GenerationId;

use crate::error::StoreError;
use crate::transaction::answered;
use crate::views::ClosuresTx;

impl ClosuresTx<'_> {
    /// A generation claims everything half open that stands in its way, or nothing of it; whether it may be made.
    /// To claim again what one has claimed changes nothing.
    pub async fn claim_trials(&mut self, generation: GenerationId) -> Result<bool, StoreError> {
        // A statement of its own: what others claimed while this one waited for the rows is seen by the next.
        let lock = sqlx::query_scalar!(
            r#"
            select closures.subject
            from closures
            inner join generations on generations.id = $1
            where closures.closed_until <= trt_now()
                and (
                    closures.subject in ('*', generations.model, generations.variant)
                    or generations.cost > closures.above
                )
            order by closures.subject
            for update of closures
            "#,
            generation.get(),
        );
        let half_open = answered(lock.fetch_all(self.connection())).await?;
        if half_open.is_empty() {
            return Ok(true);
        }
        let claim = sqlx::query!(
            r#"
            update closures
            set trial = $1
            where subject = any ($2)
                and not exists (
                    select
                    from closed_now
                    inner join generations on generations.id = $1
                    where (
                        closed_now.subject in ('*', generations.model, generations.variant)
                        or generations.cost > closed_now.above
                    )
                        and closed_now.trial is distinct from $1
                )
            "#,
            generation.get(),
            &half_open,
        );
        Ok(answered(claim.execute(self.connection())).await?.rows_affected() > 0)
    }
}
