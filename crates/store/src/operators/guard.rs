//! Words that orders must not hold, as admins changed the lists, and how often somebody was refused.
//!
//! Whether the lists changed is part of every conversation that is read ([`Conversation::guard_version`]), so whoever
//! keeps them in memory never goes by old ones. The words that were refused are kept nowhere. On failure: part of the
//! caller's commit.
//!
//! [`Conversation::guard_version`]: crate::Conversation::guard_version

mod suspects;

use domain::PersonId;
use domain::guard::{GuardChange, GuardList, GuardWord};

pub use suspects::Suspect;

use crate::error::StoreError;
use crate::transaction::answered;
use crate::views::UpkeepTx;

impl UpkeepTx<'_> {
    /// Every change of the lists, in their order.
    pub async fn guard_changes(&mut self) -> Result<Vec<GuardChange>, StoreError> {
        let read = sqlx::query!("select list, word, is_listed from guard_changes order by id");
        let rows = answered(read.fetch_all(self.connection())).await?;
        let changes = rows.into_iter().filter_map(|row| {
            let list = GuardList::from_word(&row.list)?;
            Some(GuardChange { list, word: GuardWord::read(&row.word)?, is_listed: row.is_listed })
        });
        Ok(changes.collect())
    }

    /// Changes a list.
    pub async fn change_guard(
        &mut self,
        change: &GuardChange,
        admin: PersonId,
    ) -> Result<(), StoreError> {
        let add = sqlx::query!(
            r#"
            insert into guard_changes (list, word, is_listed, changed_by)
            values ($1, $2, $3, $4)
            "#,
            change.list.word(),
            change.word.as_str(),
            change.is_listed,
            admin.get(),
        );
        self.run(add).await
    }

    /// Counts that a person's words were refused.
    pub async fn count_refusal(&mut self, person: PersonId) -> Result<(), StoreError> {
        let count = sqlx::query!(
            r#"
            insert into guard_refusals (person_id, refused)
            values ($1, 1)
            on conflict on constraint guard_refusals_pkey
            do update
            set refused = guard_refusals.refused + 1,
                last_at = trt_now()
            "#,
            person.get(),
        );
        self.run(count).await
    }
}
