//! Taps that come again: which button was tapped last, and how often a message may take the place of an edit.
//!
//! ```text
//!   a tap ── the same button as the last one, nothing else in between ──> how long ago that was
//!   a tapped message that cannot be edited ── at most once in ten seconds ──> one is said instead
//! ```

use domain::{ChatId, GenerationId, MessageId, OutboxId, PersonId};

use crate::error::StoreError;
use crate::transaction::answered;
use crate::views::{GenerationsTx, PeopleTx};

/// The button that a person tapped last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LastTap {
    /// The message it was on; none if Telegram did not tell.
    pub message: Option<MessageId>,
    /// What stands for what it carried.
    pub hash: i64,
    /// So many milliseconds ago.
    pub age_ms: i64,
}

impl PeopleTx<'_> {
    /// Remembers the button that a person tapped, or that they did something else.
    pub async fn keep_tap(
        &mut self,
        person: PersonId,
        tapped: Option<(Option<MessageId>, i64)>,
    ) -> Result<(), StoreError> {
        let keep = sqlx::query!(
            r#"
            update conversations
            set tapped_message = $2,
                tapped_hash = $3,
                tapped_at = case when $3::bigint is null then null else trt_now() end
            where person_id = $1
            "#,
            person.get(),
            tapped.and_then(|(message, _)| message).map(MessageId::get),
            tapped.map(|(_, hash)| hash),
        );
        self.run(keep).await
    }

    /// Whether a message may take the place of an edit in a chat now; if so it is the only one for ten seconds. What
    /// tells how a generation goes is always said.
    pub async fn may_say_instead(
        &mut self,
        chat: ChatId,
        row: Option<OutboxId>,
    ) -> Result<bool, StoreError> {
        let may = sqlx::query_scalar!(
            r#"
            with said as (
                update conversations
                set late_at = trt_now()
                where person_id = $1
                    and (late_at is null or late_at <= trt_now() - interval '10 s')
                returning person_id
            )
            select
                exists (select from said)
                or not exists (select from conversations where person_id = $1)
                or exists (select from generations where person_id = $1 and status_row = $2)
                as "may!"
            "#,
            chat.get(),
            row.map(OutboxId::get),
        );
        Ok(answered(may.fetch_one(self.connection())).await?)
    }
}

impl GenerationsTx<'_> {
    /// Remembers which tapped message tells how a generation goes.
    pub async fn keep_status_message(
        &mut self,
        id: GenerationId,
        message: MessageId,
    ) -> Result<(), StoreError> {
        let keep = sqlx::query!(
            "update generations set status_message = $2 where id = $1",
            id.get(),
            message.get(),
        );
        self.run(keep).await
    }

    /// Whether a message tells how one of a person's last generations goes: it is kept up to date by that alone.
    pub async fn is_status_message(
        &mut self,
        person: PersonId,
        message: MessageId,
    ) -> Result<bool, StoreError> {
        let tells = sqlx::query_scalar!(
            r#"
            select exists (
                select
                from (
                    select status_message
                    from generations
                    where person_id = $1
                    order by id desc
                    limit 100
                ) as latest
                where latest.status_message = $2
            ) as "tells!"
            "#,
            person.get(),
            message.get(),
        );
        Ok(answered(tells.fetch_one(self.connection())).await?)
    }
}
