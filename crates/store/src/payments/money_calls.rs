//! Calls to Telegram about money: written down first, made outside every transaction, booked after.
//!
//! ```text
//!   ask_telegram ──> due ──┬── carried out ──> done
//!                     ^ │  └── refused ──────> refused
//!                     └─┘ not known, or later: put off, longer each time
//! ```
//!
//! Every one of them may be made twice: a second link is not used, a subscription that is cancelled stays so,
//! and a charge that went back says that it did. On failure: a row that was not booked is due again.

use std::time::Duration;

use domain::PersonId;
use sqlx::PgConnection;

use crate::error::StoreError;
use crate::pool::Store;
use crate::transaction::answered;
use crate::views::BooksTx;

/// What is asked of Telegram.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoneyCallKind {
    /// A link by which a plan is paid; about its invoice.
    Link,
    /// A subscription is to end with its period; about its first charge.
    Cancel,
    /// The person may switch a subscription on again; about its first charge.
    Resume,
    /// A payment goes back; about its charge.
    Refund,
}

impl MoneyCallKind {
    const ALL: [Self; 4] = [Self::Link, Self::Cancel, Self::Resume, Self::Refund];

    /// Its word in the database and in logs.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Link => "link",
            Self::Cancel => "cancel",
            Self::Resume => "resume",
            Self::Refund => "refund",
        }
    }

    fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }
}

/// A call that is due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoneyCall {
    /// Its number.
    pub id: i64,
    /// What is asked.
    pub kind: MoneyCallKind,
    /// The invoice or the charge it is about.
    pub subject: String,
    /// Whose it is.
    pub person: PersonId,
    /// How often it was made.
    pub tries: i32,
}

/// How a call ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoneyCallEnd<'a> {
    /// It was carried out.
    Done,
    /// It never will be, for this reason.
    Refused(&'a str),
    /// It is made once more, after this long.
    Later(Duration, &'a str),
}

impl BooksTx<'_> {
    /// Writes down a call; the same one is not due twice at a time.
    pub async fn ask_telegram(
        &mut self,
        kind: MoneyCallKind,
        subject: &str,
        person: PersonId,
    ) -> Result<(), StoreError> {
        let ask = sqlx::query!(
            r#"
            insert into money_calls (kind, subject, person_id)
            values ($1, $2, $3)
            on conflict (kind, subject) where state = 'due' do nothing
            "#,
            kind.word(),
            subject,
            person.get(),
        );
        self.run(ask).await
    }

    /// Books how a call ended; whether it was still due.
    pub async fn end_money_call(
        &mut self,
        id: i64,
        end: MoneyCallEnd<'_>,
    ) -> Result<bool, StoreError> {
        let (state, pause, problem) = match end {
            MoneyCallEnd::Done => ("done", Duration::ZERO, None),
            MoneyCallEnd::Refused(why) => ("refused", Duration::ZERO, Some(why)),
            MoneyCallEnd::Later(pause, why) => ("due", pause, Some(why)),
        };
        let keep = sqlx::query!(
            r#"
            update money_calls
            set state = $2,
                tries = tries + 1,
                due_at = trt_now() + make_interval(secs => $3),
                ended_at = case when $2 <> 'due' then trt_now() end,
                problem = $4
            where id = $1
                and state = 'due'
            "#,
            id,
            state,
            pause.as_secs_f64(),
            problem,
        );
        Ok(answered(keep.execute(self.connection())).await?.rows_affected() == 1)
    }
}

impl Store {
    /// The calls that are due, the oldest first.
    pub async fn due_money_calls(&self, most: i64) -> Result<Vec<MoneyCall>, StoreError> {
        let find = async |connection: &mut PgConnection| {
            sqlx::query!(
                r#"
                select
                    id,
                    kind,
                    subject,
                    person_id,
                    tries
                from money_calls
                where state = 'due'
                    and due_at <= trt_now()
                order by
                    due_at,
                    id
                limit $1
                "#,
                most,
            )
            .fetch_all(connection)
            .await
        };
        let rows = self.reading(find).await?;
        let calls = rows.into_iter().filter_map(|row| {
            Some(MoneyCall {
                id: row.id,
                kind: MoneyCallKind::from_word(&row.kind)?,
                subject: row.subject,
                person: PersonId::new(row.person_id),
                tries: row.tries,
            })
        });
        Ok(calls.collect())
    }
}
