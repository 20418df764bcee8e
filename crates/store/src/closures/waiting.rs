//! Why an order waits: what its person can be told.

use domain::GenerationId;
use domain::generation::Cause;

use crate::error::StoreError;
use crate::leader_tx::LeaderTx;
use crate::transaction::answered;

/// Why an order waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WhyWaiting {
    /// Its model, its variant, what costs as much, or everything is closed.
    Closed(Cause),
    /// KIE, or a file, is not ready for it: it is tried again soon.
    KieBusy,
    /// Others are before it.
    InLine,
}

impl LeaderTx<'_> {
    /// Why a generation waits; none when it does not.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn why_waiting(
        &mut self,
        generation: GenerationId,
    ) -> Result<Option<WhyWaiting>, StoreError> {
        let why = sqlx::query!(
            r#"
            select
                coalesce(not_before > trt_now(), false) as "is_postponed!",
                (
                    select closed_now.reason
                    from closed_now
                    where (
                        closed_now.subject in ('*', generations.model, generations.variant)
                        or generations.cost > closed_now.above
                    )
                        and closed_now.trial is distinct from generations.id
                    order by closed_now.subject <> '*', closed_now.subject
                    limit 1
                ) as cause
            from generations
            where id = $1
                and state = 'requested'
            "#,
            generation.get(),
        );
        let why = answered(why.fetch_optional(self.connection())).await?;
        Ok(why.map(|why| match why.cause {
            // A word of another release: that it does not work is all that can be said.
            Some(word) => WhyWaiting::Closed(Cause::from_word(&word).unwrap_or(Cause::KeepsFailing)),
            None if why.is_postponed => WhyWaiting::KieBusy,
            None => WhyWaiting::InLine,
        }))
    }
}
