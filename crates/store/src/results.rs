//! What generations made: where KIE keeps it, what Telegram has of it, and pieces of what could not be
//! delivered yet.
//!
//! ```text
//!   keep_results ──> at KIE, for a day ──┬── delivered: Telegram's copy ──> sent again by its id
//!                                        └── cannot be: pieces here, for a while
//! ```
//!
//! Whoever has the token of a file may have it: our own pieces where there are any, else KIE's.

use domain::catalogue::Output;
use domain::{GenerationId, OutboxId};
use sqlx::PgConnection;

use crate::error::StoreError;
use crate::intake::Intake;
use crate::leader_tx::Deed;
use crate::pool::Store;
use crate::survey::millis;
use crate::transaction::answered;
use crate::views::GenerationsTx;

pub mod keeping;
pub mod samples;
pub mod sharing;

/// A file that a generation made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResultFile {
    /// Its place among the others, from 0.
    pub no: i16,
    /// `image`, `video`, `audio` or `file`.
    pub kind: String,
    /// Its type, by its first bytes.
    pub mime: String,
    /// How long it is, if that is known.
    pub bytes: Option<i64>,
    /// Where KIE keeps it.
    pub url: String,
    /// The secret part of our link to it.
    pub token: Vec<u8>,
    /// Telegram's copy.
    pub file_id: Option<String>,
    /// All of it is kept here as well.
    pub is_kept: bool,
}

/// A file that somebody asks for by its link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Linked {
    /// The generation that made it.
    pub generation: GenerationId,
    /// Its place among the others.
    pub no: i16,
    /// Its type, by its first bytes.
    pub mime: String,
    /// Where KIE keeps it.
    pub url: String,
    /// How many pieces of it are here, all of it or none.
    pub pieces: i32,
    /// How many bytes they have together.
    pub bytes: i64,
}

impl Store {
    /// The files of a generation, in order.
    pub async fn results(&self, generation: GenerationId) -> Result<Vec<ResultFile>, StoreError> {
        self.reading(async |read| files(read, generation).await).await
    }

    /// What was ordered: the key of the model, and the brief; none for a generation that is not there.
    pub async fn ordered(
        &self,
        generation: GenerationId,
    ) -> Result<Option<(String, String)>, StoreError> {
        let find =
            sqlx::query!("select model, input from generations where id = $1", generation.get());
        let row = self.reading(async |read| find.fetch_optional(read).await).await?;
        Ok(row.map(|row| (row.model, row.input)))
    }

    /// The number of pieces that are kept of a file.
    pub async fn kept_pieces(&self, generation: GenerationId, no: i16) -> Result<i64, StoreError> {
        let count = sqlx::query_scalar!(
            r#"
            select count(*) as "count!"
            from media
            inner join results using (generation_id, no)
            where generation_id = $1
                and no = $2
                and results.kept_at is not null
            "#,
            generation.get(),
            no,
        );
        self.reading(async |read| count.fetch_one(read).await).await
    }

    /// One piece of a file that is kept.
    pub async fn kept_piece(
        &self,
        generation: GenerationId,
        no: i16,
        piece: i32,
    ) -> Result<Option<Vec<u8>>, StoreError> {
        let bytes = sqlx::query_scalar!(
            "select bytes from media where generation_id = $1 and no = $2 and piece = $3",
            generation.get(),
            no,
            piece,
        );
        self.reading(async |read| bytes.fetch_optional(read).await).await
    }
}

impl GenerationsTx<'_> {
    /// The files of a generation, in order.
    pub async fn result_files(
        &mut self,
        generation: GenerationId,
    ) -> Result<Vec<ResultFile>, StoreError> {
        Ok(answered(files(self.connection(), generation)).await?)
    }

    /// Writes down what a generation made.
    pub async fn keep_results(
        &mut self,
        generation: GenerationId,
        files: &[ResultFile],
    ) -> Result<(), StoreError> {
        for file in files {
            let keep = sqlx::query!(
                r#"
                insert into results (generation_id, no, kind, mime, bytes, url, token)
                values ($1, $2, $3, $4, $5, $6, $7)
                on conflict on constraint results_pkey do nothing
                "#,
                generation.get(),
                file.no,
                file.kind,
                file.mime,
                file.bytes,
                file.url,
                file.token,
            );
            answered(keep.execute(self.connection())).await?;
        }
        Ok(())
    }

    /// A message that delivers a generation was sent: the generation is delivered, and Telegram has
    /// these copies, in order. The generation, if it had been on its way.
    ///
    /// Copies are kept when there is one for each file: a message with some of them does not say
    /// which ones they are.
    pub async fn delivered_by(
        &mut self,
        row: OutboxId,
        file_ids: &[String],
    ) -> Result<Option<GenerationId>, StoreError> {
        let delivered = sqlx::query!(
            r#"
            with delivery as (
                select generation_id
                from outbox
                where id = $1
                    and generation_id is not null
            ),
            copied as (
                update results
                set file_id = copy.file_id
                from delivery, unnest($2::text[]) with ordinality as copy (file_id, place)
                where results.generation_id = delivery.generation_id
                    and results.no = copy.place - 1
                    and results.file_id is null
                    and cardinality($2::text[]) = (
                        select count(*)
                        from results as every
                        where every.generation_id = delivery.generation_id
                    )
            )
            update generations
            set state = 'delivered',
                delivered_at = trt_now()
            from delivery
            where generations.id = delivery.generation_id
                and generations.state = 'succeeded'
            returning
                generations.id,
                (extract(epoch from trt_now() - generations.created_at) * 1000)::bigint as "took_ms!",
                (
                    select attempts.output
                    from attempts
                    where attempts.generation_id = generations.id
                    order by attempts.no desc
                    limit 1
                ) as output
            "#,
            row.get(),
            file_ids,
        );
        let delivered = answered(delivered.fetch_optional(self.connection())).await?;
        let Some(delivered) = delivered else { return Ok(None) };
        // Attempts of an earlier release do not say.
        if let Some(output) = delivered.output.as_deref().and_then(Output::from_word) {
            self.note(Deed::Delivered(output, millis(delivered.took_ms)));
        }
        Ok(Some(GenerationId::new(delivered.id)))
    }

    /// Keeps one piece of a file that cannot be delivered now.
    pub async fn keep_piece(
        &mut self,
        generation: GenerationId,
        no: i16,
        piece: i32,
        bytes: &[u8],
    ) -> Result<(), StoreError> {
        let keep = sqlx::query!(
            r#"
            insert into media (generation_id, no, piece, bytes)
            values ($1, $2, $3, $4)
            on conflict on constraint media_pkey do nothing
            "#,
            generation.get(),
            no,
            piece,
            bytes,
        );
        self.run(keep).await
    }
}

impl Intake {
    /// The file with this token.
    pub async fn linked(&self, token: &[u8]) -> Result<Option<Linked>, StoreError> {
        let mut read = self.side().read().await?;
        let find = sqlx::query!(
            r#"
            select
                results.generation_id,
                results.no,
                results.mime,
                results.url,
                copy.pieces as "pieces!",
                copy.bytes as "bytes!"
            from results
            cross join lateral (
                select
                    count(*)::int as pieces,
                    coalesce(sum(octet_length(media.bytes)), 0)::bigint as bytes
                from media
                where media.generation_id = results.generation_id
                    and media.no = results.no
                    and results.kept_at is not null
            ) as copy
            where results.token = $1
            "#,
            token,
        );
        let found = answered(find.fetch_optional(read.connection())).await?;
        read.end().await;
        Ok(found.map(|row| Linked {
            generation: GenerationId::new(row.generation_id),
            no: row.no,
            mime: row.mime,
            url: row.url,
            pieces: row.pieces,
            bytes: row.bytes,
        }))
    }

    /// One piece of a file that is kept.
    pub async fn linked_piece(
        &self,
        generation: GenerationId,
        no: i16,
        piece: i32,
    ) -> Result<Option<Vec<u8>>, StoreError> {
        self.side().kept_piece(generation, no, piece).await
    }
}

async fn files(
    connection: &mut PgConnection,
    generation: GenerationId,
) -> Result<Vec<ResultFile>, sqlx::Error> {
    let rows = sqlx::query_as!(
        ResultFile,
        r#"
        select
            no,
            kind,
            mime,
            bytes,
            url,
            token,
            file_id,
            kept_at is not null as "is_kept!"
        from results
        where generation_id = $1
        order by no
        "#,
        generation.get(),
    );
    rows.fetch_all(connection).await
}
