//! What people ordered last of each kind of model: the next order of that kind begins with it.
//!
//! ```text
//!   an order begins ── keep_last, in the same commit ──> one row for its person and kind ──> last_used
//! ```
//!
//! The settings are a text of the domain; nothing here looks into it. An order that came to nothing counts
//! as well: what was wanted was wanted so.

use domain::PersonId;

use crate::error::StoreError;
use crate::transaction::answered;
use crate::views::GenerationsTx;

impl GenerationsTx<'_> {
    /// Remembers what a person ordered of a kind of model, in place of what they ordered before.
    pub async fn keep_last(
        &mut self,
        person: PersonId,
        kind: &str,
        model: &str,
        settings: &str,
    ) -> Result<(), StoreError> {
        let keep = sqlx::query!(
            r#"
            insert into last_used (person_id, kind, model, settings)
            values ($1, $2, $3, $4)
            on conflict on constraint last_used_pkey
            do update set
                model = excluded.model,
                settings = excluded.settings,
                used_at = excluded.used_at
            "#,
            person.get(),
            kind,
            model,
            settings,
        );
        self.run(keep).await
    }

    /// The models that a person ordered last, one of each kind, with their settings; the latest first.
    pub async fn last_used(
        &mut self,
        person: PersonId,
    ) -> Result<Vec<(String, String)>, StoreError> {
        let read = sqlx::query!(
            r#"
            select
                model,
                settings
            from last_used
            where person_id = $1
            order by used_at desc, kind
            "#,
            person.get(),
        );
        let rows = answered(read.fetch_all(self.connection())).await?;
        Ok(rows.into_iter().map(|row| (row.model, row.settings)).collect())
    }
}
