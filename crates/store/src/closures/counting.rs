//! What speaks against a model or a variant: rows of their own, which count for a while and then leave.
//!
//! ```text
//!   a generation fails, or costs too much ──> one row ── older than its window ──> no longer counted, forgotten
//!                                                     └── its model works ──> failures forgotten
//! ```
//!
//! The row of the subject is locked before anything is counted, so that of many at once the last sees them all.

use std::time::Duration;

use domain::{GenerationId, PersonId};

use crate::error::StoreError;
use crate::transaction::answered;
use crate::views::ClosuresTx;

/// What a generation met.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TroubleKind {
    /// The model failed.
    Failure,
    /// KIE charged too much.
    Overcharge,
}

/// What speaks against a subject.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Trouble<'a> {
    /// A model or a variant.
    pub subject: &'a str,
    /// What it is.
    pub kind: TroubleKind,
    /// The generation that met it; it counts once.
    pub generation: GenerationId,
    /// Whose that was.
    pub person: PersonId,
    /// For how long it counts.
    pub window: Duration,
}

/// What speaks against a subject in all, this one included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counted {
    /// How many people met it.
    pub people: u32,
    /// How many generations did.
    pub generations: u32,
    /// How the subject stands.
    pub standing: SubjectState,
    /// How often in a row it was closed.
    pub pauses: u32,
}

/// How a subject stands for a generation that met trouble with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SubjectState {
    /// It can be ordered.
    Open,
    /// The generation was to try it.
    OnTrial,
    /// It is closed, or tried by another one.
    Closed,
}

impl TroubleKind {
    const fn word(self) -> &'static str {
        match self {
            Self::Failure => "failure",
            Self::Overcharge => "overcharge",
        }
    }
}

impl ClosuresTx<'_> {
    /// Writes trouble down; what there is of its kind within its window.
    pub async fn count_trouble(&mut self, trouble: Trouble<'_>) -> Result<Counted, StoreError> {
        self.meet_subject(trouble.subject).await?;
        let lock = sqlx::query!(
            r#"
            select
                pauses,
                closed_until is null as "is_open!",
                coalesce(trial = $2 and closed_until <= trt_now(), false) as "is_on_trial!"
            from closures
            where subject = $1
            for update
            "#,
            trouble.subject,
            trouble.generation.get(),
        );
        let row = answered(lock.fetch_one(self.connection())).await?;
        let write = sqlx::query!(
            r#"
            insert into model_failures (generation_id, kind, subject, person_id)
            values ($1, $2, $3, $4)
            on conflict on constraint model_failures_pkey do nothing
            "#,
            trouble.generation.get(),
            trouble.kind.word(),
            trouble.subject,
            trouble.person.get(),
        );
        answered(write.execute(self.connection())).await?;
        let count = sqlx::query!(
            r#"
            select
                count(distinct person_id) as "people!",
                count(*) as "generations!"
            from model_failures
            where subject = $1
                and kind = $2
                and at > trt_now() - make_interval(secs => $3)
            "#,
            trouble.subject,
            trouble.kind.word(),
            trouble.window.as_secs_f64(),
        );
        let counted = answered(count.fetch_one(self.connection())).await?;
        let standing = match (row.is_open, row.is_on_trial) {
            (true, _) => SubjectState::Open,
            (false, true) => SubjectState::OnTrial,
            (false, false) => SubjectState::Closed,
        };
        Ok(Counted {
            people: u32::try_from(counted.people).unwrap_or(u32::MAX),
            generations: u32::try_from(counted.generations).unwrap_or(u32::MAX),
            standing,
            pauses: u32::try_from(row.pauses).unwrap_or_default(),
        })
    }

    /// Removes what no longer counts by any window. What an older release closed for good is tried after a day.
    pub async fn forget_failures(&mut self, rows: i64) -> Result<u64, StoreError> {
        let bound = sqlx::query!(
            r#"
            update closures
            set closed_until = trt_now() + interval '1 day'
            where closed_until = 'infinity'
                and closed_by = 'bot'
                and reason = 'overcharged'
            "#,
        );
        answered(bound.execute(self.connection())).await?;
        let forget = sqlx::query!(
            r#"
            delete from model_failures
            where (generation_id, kind) in (
                select
                    generation_id,
                    kind
                from model_failures
                where at < trt_now() - interval '2 days'
                order by at
                limit $1
            )
            "#,
            rows,
        );
        Ok(answered(forget.execute(self.connection())).await?.rows_affected())
    }
}
