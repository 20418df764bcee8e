//! How a subject is closed, for a while or until an operator says otherwise, and how it is opened.
//!
//! Whoever changes a subject locks its row first; whoever changes several does so in the order of their names.

use std::time::Duration;

use super::{BOT, EVERYTHING};
use crate::error::StoreError;
use crate::transaction::answered;
use crate::views::ClosuresTx;

/// What is to be closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Closing<'a> {
    /// The subject.
    pub subject: &'a str,
    /// For how long; none: until an operator says otherwise.
    pub pause: Option<Duration>,
    /// Why, the word of a cause.
    pub cause: &'a str,
    /// `bot`, or `operator:<name>`.
    pub by: &'a str,
    /// An operator's own words.
    pub note: &'a str,
}

/// What came of closing something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shut {
    /// It was open: that is news.
    Anew,
    /// It was half open, and its trial or somebody else found it still broken.
    Again,
    /// It was closed; of two closures the longer one counts, with its cause.
    Already,
}

impl<'a> Closing<'a> {
    /// Closed by the bot itself.
    pub fn by_itself(subject: &'a str, pause: Option<Duration>, cause: &'a str) -> Self {
        Self { subject, pause, cause, by: BOT, note: "" }
    }
}

impl ClosuresTx<'_> {
    /// Closes a subject.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn close_subject(&mut self, closing: Closing<'_>) -> Result<Shut, StoreError> {
        self.meet_subject(closing.subject).await?;
        let close = sqlx::query!(
            r#"
            with before as (
                select
                    subject,
                    closed_until is null as was_open,
                    coalesce(closed_until > trt_now(), false) as was_closed,
                    coalesce(trt_now() + make_interval(secs => $2), 'infinity') as until
                from closures
                where subject = $1
                for update
            )
            update closures
            set closed_until = greatest(closed_until, until),
                reason = case when closed_until > until then reason else $3 end,
                closed_by = case when closed_until > until then closed_by else $4 end,
                note = case when closed_until > until then note else $5 end,
                since = case when was_open then trt_now() else since end,
                pauses = case when was_closed then pauses else pauses + 1 end,
                trial = null
            from before
            where closures.subject = before.subject
            returning
                before.was_open as "was_open!",
                before.was_closed as "was_closed!"
            "#,
            closing.subject,
            closing.pause.map(|pause| pause.as_secs_f64()),
            closing.cause,
            closing.by,
            closing.note,
        );
        let before = answered(close.fetch_one(self.connection())).await?;
        Ok(match (before.was_open, before.was_closed) {
            (true, _) => Shut::Anew,
            (false, false) => Shut::Again,
            (false, true) => Shut::Already,
        })
    }

    /// The row of a subject is there: many find out at the same moment, and one of them is to raise the alarm,
    /// so there has to be something to lock.
    pub(super) async fn meet_subject(&mut self, subject: &str) -> Result<(), StoreError> {
        let meet = sqlx::query!(
            r#"
            insert into closures (subject)
            values ($1)
            on conflict on constraint closures_pkey do nothing
            "#,
            subject,
        );
        answered(meet.execute(self.connection())).await?;
        Ok(())
    }

    /// A generation of these subjects worked: failures no longer count, and those of which it was the trial are
    /// open. Which opened.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn subjects_work(
        &mut self,
        subjects: &[&str],
        generation: domain::GenerationId,
    ) -> Result<Vec<String>, StoreError> {
        self.open(subjects, Opener::Trial(generation)).await
    }

    /// An operator opens a subject, whatever closed it: nothing speaks against it any more. Whether it was closed.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn open_subject(&mut self, subject: &str) -> Result<bool, StoreError> {
        Ok(!self.open(&[subject], Opener::Operator).await?.is_empty())
    }

    /// Everything is open if this cause had closed it. Whether it opened.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn open_everything(&mut self, cause: &str) -> Result<bool, StoreError> {
        Ok(!self.open(&[EVERYTHING], Opener::Cause(cause)).await?.is_empty())
    }

    /// Everything is half open from now on if this cause had closed it: one order tries it. Whether that is news.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn try_everything(&mut self, cause: &str) -> Result<bool, StoreError> {
        let half_open = sqlx::query!(
            r#"
            update closures
            set closed_until = trt_now()
            where subject = $1
                and reason = $2
                and closed_until > trt_now()
                and closed_until < 'infinity'
            "#,
            EVERYTHING,
            cause,
        );
        Ok(answered(half_open.execute(self.connection())).await?.rows_affected() == 1)
    }

    /// Opens those of the subjects that this opener may open; which. A cause never opens what an operator closed.
    async fn open(
        &mut self,
        subjects: &[&str],
        opener: Opener<'_>,
    ) -> Result<Vec<String>, StoreError> {
        let (cause, trial) = match opener {
            Opener::Operator => (None, None),
            Opener::Cause(cause) => (Some(cause), None),
            Opener::Trial(generation) => (None, Some(generation.get())),
        };
        let open = sqlx::query_scalar!(
            r#"
            with forgotten as (
                delete from model_failures
                where subject = any ($1)
                    and ($3::bigint is null or kind = 'failure')
            )
            update closures
            set closed_until = null,
                reason = '',
                closed_by = 'bot',
                note = '',
                since = null,
                trial = null,
                pauses = 0,
                above = null,
                wanted = null,
                refused = null,
                failures = 0,
                overcharges = 0
            where subject = any ($1)
                and closed_until is not null
                and ($2::text is null or (reason = $2 and closed_until < 'infinity'))
                and ($3::bigint is null or (trial = $3 and closed_until <= trt_now()))
            returning subject
            "#,
            subjects as &[&str],
            cause,
            trial,
        );
        Ok(answered(open.fetch_all(self.connection())).await?)
    }
}

/// What opens a subject.
enum Opener<'a> {
    /// An operator's word: whatever closed it, nothing speaks against it any more.
    Operator,
    /// This cause of its closing is over.
    Cause(&'a str),
    /// This generation was its trial, and worked.
    Trial(domain::GenerationId),
}
