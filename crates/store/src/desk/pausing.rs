//! Whether anything can be ordered at all, and which models admins made free.
//!
//! ```text
//!   open ── pause ──> paused: no orders are taken, people read the words
//!     ^ └── hold ──> held: orders are taken and wait; none is given to KIE
//!     └── resume ── from both
//! ```
//!
//! On failure: part of the caller's commit, and rolled back with it.

use domain::PersonId;

use crate::error::StoreError;
use crate::transaction::answered;
use crate::views::OperatorsTx;

/// Whether anything can be ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PauseForm {
    /// As always.
    Open,
    /// Orders are taken, and not given to KIE.
    Held,
    /// No orders are taken.
    Paused,
}

/// How it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pause {
    /// In which form.
    pub form: PauseForm,
    /// What people read meanwhile; empty: the usual words.
    pub words: String,
    /// Since when.
    pub since: String,
}

/// How often a model may be used free of charge, whatever the catalogue says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FreeModel {
    /// Its key.
    pub model: String,
    /// In a day; 0: never.
    pub per_day: i32,
    /// In an hour.
    pub per_hour: i32,
}

impl PauseForm {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Open, Self::Held, Self::Paused];

    /// Its word in the database.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Held => "held",
            Self::Paused => "paused",
        }
    }

    fn from_word(word: &str) -> Self {
        Self::ALL.into_iter().find(|form| form.word() == word).unwrap_or(Self::Open)
    }
}

impl OperatorsTx<'_> {
    /// How it stands.
    pub async fn pause(&mut self, zone: &str) -> Result<Pause, StoreError> {
        let read = sqlx::query!(
            r#"
            select
                form,
                words,
                to_char(since at time zone $1, 'DD.MM HH24:MI') as "since!"
            from pauses
            "#,
            zone,
        );
        let row = answered(read.fetch_one(self.connection())).await?;
        Ok(Pause { form: PauseForm::from_word(&row.form), words: row.words, since: row.since })
    }

    /// Changes it; false: it was so.
    pub async fn set_pause(
        &mut self,
        form: PauseForm,
        words: &str,
        by: PersonId,
    ) -> Result<bool, StoreError> {
        let set = sqlx::query!(
            r#"
            update pauses
            set form = $1,
                words = $2,
                since = trt_now(),
                set_by = $3
            where form <> $1
                or words <> $2
            "#,
            form.word(),
            words,
            by.get(),
        );
        Ok(answered(set.execute(self.connection())).await?.rows_affected() > 0)
    }

    /// Lets a model be used free of charge so often, or never with 0; false: it was so.
    pub async fn set_free(&mut self, free: &FreeModel) -> Result<bool, StoreError> {
        let set = sqlx::query!(
            r#"
            insert into free_models as known (model, per_day, per_hour)
            values ($1, $2, $3)
            on conflict on constraint free_models_pkey
            do update set
                per_day = excluded.per_day,
                per_hour = excluded.per_hour,
                set_at = trt_now()
            where known.per_day <> excluded.per_day
                or known.per_hour <> excluded.per_hour
            "#,
            free.model,
            free.per_day,
            free.per_hour,
        );
        Ok(answered(set.execute(self.connection())).await?.rows_affected() > 0)
    }
}
