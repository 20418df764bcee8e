//! Who is in the channel whose members use models for nothing, as Telegram last said.
//!
//! ```text
//!   nobody knows ── Telegram was asked ──┬── member ───> believed for an hour
//!                                        ├── stranger ─> asked again the next time
//!                                        └── no answer > let through for a minute
//! ```
//!
//! An answer is of one channel: the operator may name another one.
//!
//! On failure: everything is part of the caller's commit, and rolled back with it.

use domain::PersonId;
use domain::channel::ChannelStanding;

use crate::error::StoreError;
use crate::transaction::answered;
use crate::views::PeopleTx;

impl PeopleTx<'_> {
    /// How a person stands with a channel; none: Telegram must be asked.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn channel_standing(
        &mut self,
        person: PersonId,
        channel: &str,
    ) -> Result<Option<ChannelStanding>, StoreError> {
        // What this very transaction wrote is fresh, whatever it says.
        let find = sqlx::query_scalar!(
            r#"
            select standing
            from channel_standings
            where person_id = $1
                and channel = $2
                and asked_at + case standing
                    when 'member' then interval '1 hour'
                    when 'unknown' then interval '1 minute'
                    else interval '0'
                end >= trt_now()
            "#,
            person.get(),
            channel,
        );
        let found = answered(find.fetch_optional(self.connection())).await?;
        Ok(found.as_deref().and_then(ChannelStanding::from_word))
    }

    /// Remembers what Telegram said of a person whose conversation is locked.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn keep_channel_standing(
        &mut self,
        person: PersonId,
        channel: &str,
        standing: ChannelStanding,
    ) -> Result<(), StoreError> {
        let keep = sqlx::query!(
            r#"
            insert into channel_standings (person_id, channel, standing)
            values ($1, $2, $3)
            on conflict on constraint channel_standings_pkey
            do update
            set channel = excluded.channel,
                standing = excluded.standing,
                asked_at = trt_now()
            "#,
            person.get(),
            channel,
            standing.word(),
        );
        self.run(keep).await
    }
}
