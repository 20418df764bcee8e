//! What is not found by a person's number: raw updates and what was said, walked batch by batch.
//!
//! ```text
//!   erased ── a batch of updates, a batch of what was said ──> how far is kept ── ... ──> the departure is over
//!                                    └── of theirs is being sent right now: not past it
//! ```
//!
//! Updates stay as rows, since Telegram may deliver one again, and lose their bytes. So do those that operators sent,
//! and what operators were told: nobody needs either once it is handled, and what was said of the person has no mark
//! by which it could be found. What waits to be handled or sent to others is left alone.
//!
//! On failure: part of the caller's commit, which also keeps how far it got.

use domain::PersonId;

use crate::error::StoreError;
use crate::transaction::answered;
use crate::views::PeopleTx;

/// How far a sweep has got.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Swept {
    /// There is more to be looked at.
    More,
    /// Something to them is being sent right now: to be looked at again.
    HeldUp,
    /// Nothing of them is left.
    Done,
}

impl PeopleTx<'_> {
    /// Sweeps a batch; `desks` are the numbers of operators and of the chats in which they read.
    pub async fn sweep(
        &mut self,
        person: PersonId,
        desks: &[i64],
        rows: i64,
    ) -> Result<Swept, StoreError> {
        let updates = self.sweep_updates(person, desks, rows).await?;
        let sending = self.being_sent(person, desks).await?;
        let said = self.sweep_said(person, desks, (sending, rows)).await?;
        if updates == rows || said == rows {
            return Ok(Swept::More);
        }
        if sending.is_some() {
            return Ok(Swept::HeldUp);
        }
        self.sweep_asides(person, desks).await?;
        let end = sqlx::query!("delete from departures where person_id = $1", person.get());
        self.run(end).await?;
        Ok(Swept::Done)
    }

    /// How many updates were looked at.
    async fn sweep_updates(
        &mut self,
        person: PersonId,
        desks: &[i64],
        rows: i64,
    ) -> Result<i64, StoreError> {
        let sweep = sqlx::query_scalar!(
            r#"
            with looked as (
                select
                    inbox.id,
                    inbox.state,
                    inbox.lane = $1
                    or inbox.lane = any ($2)
                    or position(convert_to($1::bigint::text, 'UTF8') in inbox.payload) > 0 as theirs
                from inbox
                where inbox.id > (
                    select inbox_after
                    from departures
                    where person_id = $1
                )
                order by inbox.id
                limit $3
            ),
            emptied as (
                update inbox
                set payload = ''
                from looked
                where inbox.id = looked.id
                    and looked.theirs
                    and looked.state <> 0
            ),
            kept as (
                update departures
                set inbox_after = (select max(id) from looked)
                where person_id = $1
                    and exists (select from looked)
            )
            select count(*) as "looked!"
            from looked
            "#,
            person.get(),
            desks,
            rows,
        );
        Ok(answered(sweep.fetch_one(self.connection())).await?)
    }

    /// The first row about the person that is being sent right now.
    async fn being_sent(
        &mut self,
        person: PersonId,
        desks: &[i64],
    ) -> Result<Option<i64>, StoreError> {
        let read = sqlx::query_scalar!(
            r#"
            select min(id)
            from outbox
            where state = 1
                and (
                    chat_id = $1
                    or (
                        chat_id = any ($2)
                        and position(convert_to($1::bigint::text, 'UTF8') in body) > 0
                    )
                )
            "#,
            person.get(),
            desks,
        );
        Ok(answered(read.fetch_one(self.connection())).await?)
    }

    /// How many rows were looked at, those before the one that is being sent.
    async fn sweep_said(
        &mut self,
        person: PersonId,
        desks: &[i64],
        (before, rows): (Option<i64>, i64),
    ) -> Result<i64, StoreError> {
        let sweep = sqlx::query_scalar!(
            r#"
            with looked as (
                select
                    outbox.id,
                    outbox.state,
                    outbox.chat_id = $1 as theirs,
                    outbox.chat_id = any ($2) as told,
                    position(convert_to($1::bigint::text, 'UTF8') in outbox.body) > 0 as named
                from outbox
                where outbox.id > (select outbox_after from departures where person_id = $1)
                    and ($4::bigint is null or outbox.id < $4)
                order by outbox.id
                limit $3
            ),
            emptied as (
                update outbox
                set body = '',
                    problem = null,
                    dropped_at = case when looked.state in (3, 6) then coalesce(dropped_at, trt_now()) end,
                    drop_reason = case when looked.state in (3, 6) then 'its person was deleted' end
                from looked
                where outbox.id = looked.id
                    and (
                        (looked.theirs and looked.state in (2, 3, 5, 6))
                        or (looked.told and looked.state in (2, 5))
                    )
            ),
            removed as (
                delete from outbox
                using looked
                where outbox.id = looked.id
                    and looked.told
                    and looked.named
                    and not looked.theirs
                    and looked.state in (0, 3, 4, 6)
            ),
            kept as (
                update departures
                set outbox_after = (select max(id) from looked)
                where person_id = $1
                    and exists (select from looked)
            )
            select count(*) as "looked!"
            from looked
            "#,
            person.get(),
            desks,
            rows,
            before,
        );
        Ok(answered(sweep.fetch_one(self.connection())).await?)
    }

    /// What operators are in the middle of, and what nobody could read.
    async fn sweep_asides(&mut self, person: PersonId, desks: &[i64]) -> Result<(), StoreError> {
        let talks = sqlx::query!(
            r#"
            update conversations
            set state = ''
            where person_id = any ($2)
                and state ~ ('(^|[^0-9])' || $1::bigint || '($|[^0-9])')
            "#,
            person.get(),
            desks,
        );
        self.run(talks).await?;
        let unreadable = sqlx::query!(
            r#"
            delete from inbox_unreadable
            where position(convert_to($1::bigint::text, 'UTF8') in payload) > 0
            "#,
            person.get(),
        );
        self.run(unreadable).await
    }
}
