//! Results that cannot be delivered now, kept in pieces until their person comes back.
//!
//! ```text
//!   parked, or on its way for too long ── copied piece by piece ──> kept ── 14 days ──> forgotten
//!   paid for, and undelivered for 14 days, or nothing carries it any more ──> given up
//! ```
//!
//! A file counts as kept once its last piece is written; what a crash left half-way is written again.

use domain::{GenerationId, PersonId};

use crate::error::StoreError;
use crate::leader_tx::LeaderTx;
use crate::pool::Store;
use crate::transaction::answered;

/// A file that should be kept and is not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unkept {
    /// The generation that made it.
    pub generation: GenerationId,
    /// Its place among the others.
    pub no: i16,
    /// Where KIE keeps it.
    pub url: String,
}

/// A generation that was paid for and that nobody will ever deliver.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Undeliverable {
    /// Its number.
    pub generation: GenerationId,
    /// Who paid.
    pub person: PersonId,
}

impl Store {
    /// Some generations that were paid for and that nobody will ever deliver: it was tried for as long as
    /// results are kept, or every message that carried it is dead.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn undeliverable(&self, most: i64) -> Result<Vec<Undeliverable>, StoreError> {
        let mut read = self.read().await?;
        let rows = sqlx::query!(
            r#"
            select
                id,
                person_id
            from generations
            where state = 'succeeded'
                and failure is null
                and price > 0
                and ended_at < trt_now() - interval '10 minutes'
                and (
                    ended_at < trt_now() - interval '14 days'
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
        let rows = answered(rows.fetch_all(read.connection())).await?;
        read.end().await;
        let undeliverable = rows.into_iter().map(|row| Undeliverable {
            generation: GenerationId::new(row.id),
            person: PersonId::new(row.person_id),
        });
        Ok(undeliverable.collect())
    }

    /// Some files of at most so many bytes whose generations cannot be delivered now; each time others, so
    /// that a few that KIE no longer has are in nobody's way.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn unkept(&self, largest: i64, most: i64) -> Result<Vec<Unkept>, StoreError> {
        let mut read = self.read().await?;
        let rows = sqlx::query!(
            r#"
            select
                results.generation_id,
                results.no,
                results.url
            from generations
            inner join results on results.generation_id = generations.id
            where generations.state = 'succeeded'
                and results.kept_at is null
                and results.file_id is null
                and coalesce(results.bytes, 0) <= $1
                and (
                    generations.ended_at < trt_now() - interval '10 minutes'
                    or exists (
                        select
                        from outbox
                        where outbox.generation_id = generations.id
                            and outbox.state = 4
                    )
                )
            order by random()
            limit $2
            "#,
            largest,
            most,
        );
        let rows = answered(rows.fetch_all(read.connection())).await?;
        read.end().await;
        let unkept = rows.into_iter().map(|row| Unkept {
            generation: GenerationId::new(row.generation_id),
            no: row.no,
            url: row.url,
        });
        Ok(unkept.collect())
    }

    /// How many pieces are kept in all.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn pieces(&self) -> Result<i64, StoreError> {
        let mut read = self.read().await?;
        let count = sqlx::query_scalar!(r#"select count(*) as "count!" from media"#);
        let count = answered(count.fetch_one(read.connection())).await?;
        read.end().await;
        Ok(count)
    }
}

impl LeaderTx<'_> {
    /// Gives up the delivery of a generation, and every message that carries it; whether it was still to be
    /// delivered, and by nothing that is being sent right now.
    ///
    /// # Errors
    /// When the database does not answer.
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
                returning id
            ),
            dropped as (
                update outbox
                set state = 3,
                    ended_at = trt_now(),
                    problem = 'given up and paid back'
                from carrying, given_up
                where outbox.id = carrying.id
            )
            select exists (select from given_up) as "given_up!"
            "#,
            generation.get(),
        );
        Ok(answered(give_up.fetch_one(self.connection())).await?.given_up)
    }

    /// All pieces of a file are written.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn file_kept(&mut self, generation: GenerationId, no: i16) -> Result<(), StoreError> {
        let keep = sqlx::query!(
            "update results set kept_at = trt_now() where generation_id = $1 and no = $2",
            generation.get(),
            no,
        );
        answered(keep.execute(self.connection())).await?;
        Ok(())
    }

    /// Forgets files that were kept long enough, or whose generation was delivered, whole ones and so many at
    /// most. How many pieces that were.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn forget_pieces(&mut self, most: i64) -> Result<u64, StoreError> {
        let forget = sqlx::query!(
            r#"
            with old as (
                select distinct
                    media.generation_id,
                    media.no
                from media
                inner join generations on generations.id = media.generation_id
                where generations.state = 'delivered'
                    or media.kept_at < trt_now() - interval '14 days'
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
