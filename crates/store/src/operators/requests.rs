//! Requests: asked by anybody, carried out by the active instance, answered in the same row.

use std::time::Duration;

use domain::AdminAction;
use uuid::Uuid;

use crate::error::StoreError;
use crate::intake::Intake;
use crate::pool::Store;
use crate::transaction::answered;
use crate::views::OperatorsTx;

/// What can be asked for. A new one is a word here and an arm where requests are carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Handle an update, or send a request, that was set aside.
    DeadRetry,
    /// Take one off the list.
    DeadDrop,
    /// Open what is closed.
    ClosuresOpen,
    /// Close something until an operator opens it.
    ClosuresClose,
    /// Hold the books against Telegram and KIE. It takes longer than a commit: see [`Kind::is_long`].
    BooksReconcile,
    /// Take over a difference.
    BooksResolve,
    /// Take people over from another bot: so many of them as a commit may hold.
    Import,
}

/// Something to be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewRequest<'a> {
    /// Its number, which who asks has chosen.
    pub id: Uuid,
    /// What to do.
    pub kind: Kind,
    /// To what.
    pub subject: &'a str,
    /// More, in the words of its kind.
    pub details: &'a str,
    /// Why; never empty.
    pub reason: &'a str,
    /// Who asks.
    pub by: &'a str,
    /// For how long it may be carried out.
    pub patience: Duration,
}

/// A request in the hands of the active instance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// What to do; none when only another release knows it.
    pub kind: Option<Kind>,
    /// To what.
    pub subject: String,
    /// More, in the words of its kind.
    pub details: String,
    /// Why.
    pub reason: String,
    /// Who asks.
    pub by: String,
}

/// What became of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// Nobody has carried it out yet.
    Waiting,
    /// The active instance is about it.
    InHand,
    /// It was done; this is what came of it.
    Done(String),
    /// It was not done; this is why.
    Refused(String),
    /// It was not done and never will be: nobody was there to do it.
    Withdrawn,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::DeadRetry,
        Self::DeadDrop,
        Self::ClosuresOpen,
        Self::ClosuresClose,
        Self::BooksReconcile,
        Self::BooksResolve,
        Self::Import,
    ];

    /// The word in the row and in the audit log.
    pub fn word(self) -> &'static str {
        self.action().word()
    }

    /// What it is in the audit log.
    pub const fn action(self) -> AdminAction {
        match self {
            Self::DeadRetry => AdminAction::DeadRetry,
            Self::DeadDrop => AdminAction::DeadDrop,
            Self::ClosuresOpen => AdminAction::ClosuresOpen,
            Self::ClosuresClose => AdminAction::ClosuresClose,
            Self::BooksReconcile => AdminAction::BooksReconcile,
            Self::BooksResolve => AdminAction::BooksResolve,
            Self::Import => AdminAction::Import,
        }
    }

    /// How its subject stood before and stands after it was done; nothing where nothing changed.
    pub const fn change(self) -> (&'static str, &'static str) {
        match self {
            Self::DeadRetry => ("set aside", "tried again"),
            Self::DeadDrop => ("set aside", "dropped"),
            Self::ClosuresOpen => ("closed", "open"),
            Self::ClosuresClose => ("", "closed"),
            Self::BooksReconcile | Self::Import => ("", ""),
            Self::BooksResolve => ("open", "resolved"),
        }
    }

    /// Whether it asks others before it is done: it is taken in hand by one commit and answered by another, and
    /// whoever asked waits for as long as it is in hand.
    pub fn is_long(self) -> bool {
        self == Self::BooksReconcile
    }

    /// The kind of this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }
}

impl Intake {
    /// Asks the active instance for something.
    ///
    /// # Errors
    /// When it is not known to be asked; should it be all the same, it expires.
    pub async fn ask(&self, request: NewRequest<'_>) -> Result<(), StoreError> {
        let mut transaction = self.side().transaction().await?;
        let ask = sqlx::query!(
            r#"
            insert into operator_requests (
                id, kind, subject, details, reason, requested_by, expires_at
            )
            values ($1, $2, $3, $4, $5, $6, trt_now() + make_interval(secs => $7))
            "#,
            request.id,
            request.kind.word(),
            request.subject,
            request.details,
            request.reason,
            request.by,
            request.patience.as_secs_f64(),
        );
        answered(ask.execute(transaction.connection())).await?;
        Ok(transaction.commit().await?)
    }

    /// What became of a request so far.
    pub async fn answer_to(&self, id: Uuid) -> Result<Answer, StoreError> {
        let mut read = self.side().read().await?;
        let answer = sqlx::query!(
            r#"
            select
                state,
                outcome,
                taken_at is not null as "is_taken!"
            from operator_requests
            where id = $1
            "#,
            id,
        );
        let answer = answered(answer.fetch_optional(read.connection())).await?;
        read.end().await;
        Ok(answer.map_or(Answer::Withdrawn, |row| Answer::of(row.state, row.outcome, row.is_taken)))
    }

    /// Takes a request back that nobody has carried out; says what became of it in the end.
    ///
    /// # Errors
    /// When it is not known to be taken back; then it expires.
    pub async fn withdraw(&self, id: Uuid) -> Result<Answer, StoreError> {
        let mut transaction = self.side().transaction().await?;
        let withdraw = sqlx::query!(
            "update operator_requests set state = 3, done_at = trt_now() where id = $1 and state = 0",
            id,
        );
        answered(withdraw.execute(transaction.connection())).await?;
        transaction.commit().await?;
        self.answer_to(id).await
    }
}

impl Store {
    /// The oldest requests that can still be carried out: those that take long, or those that do not.
    pub async fn requests_waiting(&self, long: bool, most: i64) -> Result<Vec<Uuid>, StoreError> {
        let kinds: Vec<String> = Kind::ALL
            .iter()
            .filter(|kind| kind.is_long())
            .map(|kind| kind.word().to_owned())
            .collect();
        let waiting = sqlx::query_scalar!(
            r#"
            select id
            from operator_requests
            where state = 0
                and expires_at > trt_now()
                and (kind = any ($1)) = $2
            order by requested_at
            limit $3
            "#,
            &kinds,
            long,
            most,
        );
        self.reading(async |read| waiting.fetch_all(read).await).await
    }
}

impl OperatorsTx<'_> {
    /// Takes a request to carry it out in this transaction; none when it no longer waits.
    pub async fn take_request(&mut self, id: Uuid) -> Result<Option<Asked>, StoreError> {
        let take = sqlx::query!(
            r#"
            select
                kind,
                subject,
                details,
                reason,
                requested_by
            from operator_requests
            where id = $1
                and state = 0
                and expires_at > trt_now()
            for update
            "#,
            id,
        );
        let taken = answered(take.fetch_optional(self.connection())).await?;
        Ok(taken.map(|row| Asked {
            kind: Kind::from_word(&row.kind),
            subject: row.subject,
            details: row.details,
            reason: row.reason,
            by: row.requested_by,
        }))
    }

    /// Takes a request in hand, to answer it later: until then whoever asked waits, for so long at most. Should this
    /// instance end before, the next one takes it up.
    pub async fn hold_request(&mut self, id: Uuid, longest: Duration) -> Result<(), StoreError> {
        let hold = sqlx::query!(
            r#"
            update operator_requests
            set taken_at = trt_now(),
                expires_at = trt_now() + make_interval(secs => $2)
            where id = $1
                and state = 0
            "#,
            id,
            longest.as_secs_f64(),
        );
        self.run(hold).await
    }

    /// Forgets what a request was about in detail: who is named there has it in their own rows by now.
    pub async fn forget_details(&mut self, id: Uuid) -> Result<(), StoreError> {
        let forget = sqlx::query!("update operator_requests set details = '' where id = $1", id);
        self.run(forget).await
    }

    /// Writes down what became of a request: done or refused, never that it still waits.
    pub async fn answer_request(&mut self, id: Uuid, answer: &Answer) -> Result<(), StoreError> {
        let (state, outcome) = answer.parts();
        let epoch = self.term().epoch();
        let write = sqlx::query!(
            r#"
            update operator_requests
            set state = $2,
                outcome = $3,
                done_at = trt_now(),
                done_epoch = $4
            where id = $1
                and state = 0
            "#,
            id,
            state,
            outcome,
            epoch,
        );
        self.run(write).await
    }
}

impl Answer {
    fn of(state: i16, outcome: Option<String>, is_taken: bool) -> Self {
        let outcome = outcome.unwrap_or_default();
        match state {
            0 if is_taken => Self::InHand,
            0 => Self::Waiting,
            1 => Self::Done(outcome),
            2 => Self::Refused(outcome),
            _ => Self::Withdrawn,
        }
    }

    fn parts(&self) -> (i16, Option<&str>) {
        match self {
            Self::Waiting | Self::InHand => (0, None),
            Self::Done(outcome) => (1, Some(outcome)),
            Self::Refused(outcome) => (2, Some(outcome)),
            Self::Withdrawn => (3, None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Kind;

    #[test]
    fn every_kind_is_known_by_its_word_and_no_other_word_is() {
        for kind in Kind::ALL {
            assert_eq!(Kind::from_word(kind.word()), Some(kind));
        }
        assert_eq!(Kind::from_word("dead"), None);
    }
}
