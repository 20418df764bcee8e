//! Words that orders must not hold, as admins added them, and how often somebody was refused.
//!
//! The words that were refused are kept nowhere. On failure: part of the caller's commit.

mod suspects;

use domain::PersonId;
use domain::guard::GuardWord;

pub use suspects::Suspect;

use crate::error::StoreError;
use crate::transaction::answered;
use crate::views::UpkeepTx;

impl UpkeepTx<'_> {
    /// Every word that was added, in their order.
    pub async fn guard_words(&mut self) -> Result<Vec<GuardWord>, StoreError> {
        let read = sqlx::query_scalar!("select word from guard_words order by word");
        let words = answered(read.fetch_all(self.connection())).await?;
        Ok(words.iter().filter_map(|word| GuardWord::read(word)).collect())
    }

    /// Adds a word.
    pub async fn add_guard_word(
        &mut self,
        word: &GuardWord,
        admin: PersonId,
    ) -> Result<(), StoreError> {
        let add = sqlx::query!(
            r#"
            insert into guard_words (word, added_by)
            values ($1, $2)
            on conflict on constraint guard_words_pkey do nothing
            "#,
            word.as_str(),
            admin.get(),
        );
        self.run(add).await
    }

    /// Takes a word away.
    pub async fn remove_guard_word(&mut self, word: &GuardWord) -> Result<(), StoreError> {
        let remove = sqlx::query!("delete from guard_words where word = $1", word.as_str());
        self.run(remove).await
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
