//! Results that cannot be delivered now, kept in pieces until their person comes back.
//!
//! ```text
//!   parked, or on its way for too long ── copied piece by piece ──┬──> kept ── paid 14 days, free 3 ──> forgotten
//!            ^                                                    ├── broken ── a pause, twice as long each time
//!            └────────────────────────────────────────────────────┘
//!   undelivered for that long, or nothing carries it any more ──> given up: never copied again
//! ```
//!
//! A file counts as kept once its last piece is written; what a crash left half-way is written again. What
//! was delivered as links stays for whoever follows them.

use domain::{GenerationId, PersonId};

use crate::error::StoreError;
use crate::pool::Store;
use crate::transaction::answered;
use crate::views::GenerationsTx;

/// A file that should be kept and is not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unkept {
    /// The generation that made it.
    pub generation: GenerationId,
    /// Its place among the others.
    pub no: i16,
    /// Where KIE keeps it.
    pub url: String,
    /// Whose it is.
    pub person: PersonId,
    /// They paid for it.
    pub is_paid: bool,
    /// How long it is, if that is known.
    pub bytes: Option<i64>,
}

/// How much is kept of all files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kept {
    /// Pieces in all.
    pub pieces: i64,
    /// Of those, pieces of what cost nothing.
    pub free: i64,
}

/// A generation that nobody will ever deliver.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Undeliverable {
    /// Its number.
    pub generation: GenerationId,
    /// Whose it is.
    pub person: PersonId,
}

impl Store {
    /// Some generations that nobody will ever deliver: it was tried for as long as results are kept, or every
    /// message that carried it is dead. An operator has ten minutes to revive such a message.
    pub async fn undeliverable(&self, most: i64) -> Result<Vec<Undeliverable>, StoreError> {
        let rows = sqlx::query!(
            r#"
            select
                id,
                person_id
            from generations
            where state = 'succeeded'
                and failure is null
                and ended_at < trt_now() - interval '10 minutes'
                and (
                    ended_at < trt_now() - case when price > 0 then interval '14 days' else interval '3 days' end
                    or not exists (
                        select
                        from outbox
                        where outbox.generation_id = generations.id
                            and outbox.state in (0, 1, 4)
                    )
                )
            order by ended_at
            limit $1
            "#,
            most,
        );
        let rows = self.reading(async |read| rows.fetch_all(read).await).await?;
        let undeliverable = rows.into_iter().map(|row| Undeliverable {
            generation: GenerationId::new(row.id),
            person: PersonId::new(row.person_id),
        });
        Ok(undeliverable.collect())
    }

    /// Some files of at most so many bytes whose generations cannot be delivered now, those that were paid for
    /// first. One that could not be copied waits for its next time.
    pub async fn unkept(&self, largest: i64, most: i64) -> Result<Vec<Unkept>, StoreError> {
        let rows = sqlx::query!(
            r#"
            select
                results.generation_id,
                results.no,
                results.url,
                results.bytes,
                generations.person_id,
                generations.price > 0 as "is_paid!"
            from generations
            inner join results on results.generation_id = generations.id
            where generations.state = 'succeeded'
                and generations.failure is null
                and results.kept_at is null
                and results.file_id is null
                and coalesce(results.bytes, 0) <= $1
                and (
                    results.keep_after is null
                    or results.keep_after <= trt_now()
                )
                and (
                    generations.ended_at < trt_now() - interval '10 minutes'
                    or exists (
                        select
                        from outbox
                        where outbox.generation_id = generations.id
                            and outbox.state = 4
                    )
                )
            order by generations.price > 0 desc, results.keep_tries, generations.ended_at
            limit $2
            "#,
            largest,
            most,
        );
        let rows = self.reading(async |read| rows.fetch_all(read).await).await?;
        let unkept = rows.into_iter().map(|row| Unkept {
            generation: GenerationId::new(row.generation_id),
            no: row.no,
            url: row.url,
            person: PersonId::new(row.person_id),
            is_paid: row.is_paid,
            bytes: row.bytes,
        });
        Ok(unkept.collect())
    }

    /// How much is kept in all.
    pub async fn kept(&self) -> Result<Kept, StoreError> {
        let kept = sqlx::query_as!(
            Kept,
            r#"
            select
                count(*) as "pieces!",
                count(*) filter (where generations.price = 0) as "free!"
            from media
            inner join generations on generations.id = media.generation_id
            "#,
        );
        self.reading(async |read| kept.fetch_one(read).await).await
    }

    /// How many bytes are kept of what a person paid for, or got for nothing.
    pub async fn kept_for(&self, person: PersonId, is_paid: bool) -> Result<i64, StoreError> {
        let bytes = sqlx::query_scalar!(
            r#"
            select coalesce(sum(octet_length(media.bytes)), 0)::bigint as "bytes!"
            from generations
            inner join media on media.generation_id = generations.id
            where generations.person_id = $1
                and (generations.price > 0) = $2
            "#,
            person.get(),
            is_paid,
        );
        self.reading(async |read| bytes.fetch_one(read).await).await
    }
}

impl GenerationsTx<'_> {
    /// Gives up the delivery of a generation, and every message that carries it; whether it was still to be
    /// delivered, and by nothing that is being sent right now.
    pub async fn give_up_delivery(&mut self, generation: GenerationId) -> Result<bool, StoreError> {
        let give_up = sqlx::query!(
            r#"
            with carrying as (
                select
                    id,
                    state
                from outbox
                where generation_id = $1
                    and state in (0, 1, 4)
                for update
            ),
            given_up as (
                update generations
                set failure = 'undelivered'
                where id = $1
                    and state = 'succeeded'
                    and failure is null
                    and not exists (select from carrying where carrying.state = 1)
                returning id, price
            ),
            dropped as (
                update outbox
                set state = 3,
                    ended_at = trt_now(),
                    problem = 'given up and paid back',
                    -- What cost nothing is nothing that an operator must look at.
                    dropped_at = case when given_up.price = 0 then trt_now() end,
                    drop_reason = case when given_up.price = 0 then 'given up, for it was free' end
                from carrying, given_up
                where outbox.id = carrying.id
            )
            select exists (select from given_up) as "given_up!"
            "#,
            generation.get(),
        );
        Ok(answered(give_up.fetch_one(self.connection())).await?.given_up)
    }

    /// Whether a message that carries a generation is still to be sent, or waits for its person.
    pub async fn is_carried(&mut self, generation: GenerationId) -> Result<bool, StoreError> {
        let carried = sqlx::query_scalar!(
            r#"
            select exists (
                select
                from outbox
                where generation_id = $1
                    and state in (0, 1, 4)
            ) as "carried!"
            "#,
            generation.get(),
        );
        Ok(answered(carried.fetch_one(self.connection())).await?)
    }

    /// A file could not be copied, and what there is of it goes: it is tried again after a pause, ten seconds
    /// and then twice as long each time, an hour at most; never if it is gone.
    pub async fn file_not_kept(
        &mut self,
        generation: GenerationId,
        no: i16,
        is_gone: bool,
    ) -> Result<(), StoreError> {
        let later = sqlx::query!(
            r#"
            with later as (
                update results
                set keep_tries = least(keep_tries + 1, 100),
                    keep_after = case
                        when $3 then 'infinity'
                        else trt_now() + least(
                            interval '10 seconds' * (2 ^ least(keep_tries, 10)), interval '1 hour'
                        )
                    end
                where generation_id = $1
                    and no = $2
                    and kept_at is null
                returning generation_id, no
            )
            delete from media
            using later
            where media.generation_id = later.generation_id
                and media.no = later.no
            "#,
            generation.get(),
            no,
            is_gone,
        );
        self.run(later).await
    }

    /// All pieces of a file are written.
    pub async fn file_kept(&mut self, generation: GenerationId, no: i16) -> Result<(), StoreError> {
        let keep = sqlx::query!(
            "update results set kept_at = trt_now() where generation_id = $1 and no = $2",
            generation.get(),
            no,
        );
        self.run(keep).await
    }

    /// Forgets files that were kept long enough, that Telegram has, or that nobody is owed any more: whole ones
    /// and so many at most. How many pieces that were.
    pub async fn forget_pieces(&mut self, most: i64) -> Result<u64, StoreError> {
        let forget = sqlx::query!(
            r#"
            with old as (
                select distinct
                    media.generation_id,
                    media.no
                from media
                inner join generations on generations.id = media.generation_id
                inner join results on results.generation_id = media.generation_id
                    and results.no = media.no
                where generations.state not in ('succeeded', 'delivered')
                    or generations.failure is not null
                    or results.file_id is not null
                    or (generations.state = 'delivered' and results.kept_at is null)
                    or media.kept_at < trt_now() - case
                        when generations.price > 0 then interval '14 days' else interval '3 days'
                    end
                limit $1
            ),
            unkept as (
                update results
                set kept_at = null
                from old
                where results.generation_id = old.generation_id
                    and results.no = old.no
            )
            delete from media
            using old
            where media.generation_id = old.generation_id
                and media.no = old.no
            "#,
            most,
        );
        Ok(answered(forget.execute(self.connection())).await?.rows_affected())
    }
}
