//! Samples: files that Telegram has and everybody may see, for each model the newest few.
//!
//! ```text
//!   an admin shows a result ──> the newest of its model; of more than three the oldest leave
//!   Telegram no longer has it ──> gone
//! ```

use domain::{GenerationId, PersonId};

use crate::error::StoreError;
use crate::transaction::answered;
use crate::views::GenerationsTx;

/// So many of each model are kept.
const KEPT: i64 = 3;

/// A file that everybody may see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredSample {
    /// The model's key.
    pub model: String,
    /// `photo`, `video` or `audio`.
    pub kind: String,
    /// Telegram's id of the file.
    pub file: String,
}

impl GenerationsTx<'_> {
    /// Shows a file of a generation as a sample of a model.
    pub async fn show_sample(
        &mut self,
        sample: &StoredSample,
        generation: GenerationId,
        admin: PersonId,
    ) -> Result<(), StoreError> {
        let show = sqlx::query!(
            r#"
            insert into samples (model, kind, file_id, generation_id, added_by)
            values ($1, $2, $3, $4, $5)
            on conflict on constraint samples_pkey
            do update set
                added_by = excluded.added_by,
                added_at = excluded.added_at
            "#,
            sample.model,
            sample.kind,
            sample.file,
            generation.get(),
            admin.get(),
        );
        self.run(show).await?;
        let leave = sqlx::query!(
            r#"
            delete from samples
            where model = $1
                and file_id in (
                    select file_id
                    from samples
                    where model = $1
                    order by added_at desc, file_id
                    offset $2
                )
            "#,
            sample.model,
            KEPT,
        );
        self.run(leave).await
    }

    /// No longer shows what a generation made.
    pub async fn hide_sample(&mut self, generation: GenerationId) -> Result<(), StoreError> {
        let hide = sqlx::query!("delete from samples where generation_id = $1", generation.get());
        self.run(hide).await
    }

    /// No longer shows a file that Telegram does not have any more; whether it was shown.
    pub async fn drop_sample(&mut self, file: &str) -> Result<bool, StoreError> {
        let drop = sqlx::query!("delete from samples where file_id = $1", file);
        Ok(answered(drop.execute(self.connection())).await?.rows_affected() > 0)
    }

    /// Whether something that a generation made is shown.
    pub async fn is_sample(&mut self, generation: GenerationId) -> Result<bool, StoreError> {
        let read = sqlx::query_scalar!(
            r#"select exists (select from samples where generation_id = $1) as "is_shown!""#,
            generation.get(),
        );
        Ok(answered(read.fetch_one(self.connection())).await?)
    }

    /// The samples of a model, the newest first.
    pub async fn samples(&mut self, model: &str) -> Result<Vec<StoredSample>, StoreError> {
        let read = sqlx::query_as!(
            StoredSample,
            r#"
            select
                model,
                kind,
                file_id as file
            from samples
            where model = $1
            order by added_at desc, file_id
            limit $2
            "#,
            model,
            KEPT,
        );
        Ok(answered(read.fetch_all(self.connection())).await?)
    }

    /// The newest sample that can be seen of each model, the newest of all first.
    pub async fn newest_samples(&mut self) -> Result<Vec<StoredSample>, StoreError> {
        let read = sqlx::query_as!(
            StoredSample,
            r#"
            select
                model,
                kind,
                file_id as file
            from (
                select distinct on (model)
                    model,
                    kind,
                    file_id,
                    added_at
                from samples
                where kind in ('photo', 'video')
                order by model, added_at desc, file_id
            ) as newest
            order by added_at desc, model
            "#,
        );
        Ok(answered(read.fetch_all(self.connection())).await?)
    }
}
