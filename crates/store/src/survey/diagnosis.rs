//! What an operator looks for when something is wrong: the last terms, what is closed, what was set aside.
//!
//! Every instance reads it now and then, so that its answer is there when the database is not. No payload leaves
//! the database this way.
//!
//! On failure: nothing was learned; what was read before stays.

use crate::error::StoreError;
use crate::intake::Intake;
use crate::transaction::answered;

/// More rows than this are not counted.
const MOST_COUNTED: i64 = 10_001;

/// The newest so many of each are shown.
const NEWEST: i64 = 10;

/// More closed subjects than this are not shown.
const MOST_CLOSED: i64 = 100;

/// What an operator looks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnosis {
    /// Beginnings and ends of terms, newest first.
    pub terms: Vec<TermEvent>,
    /// What cannot be ordered now.
    pub closures: Vec<Closure>,
    /// How many updates were set aside, counted up to 10,001.
    pub dead_letters: i64,
    /// The newest of them.
    pub newest_dead_letters: Vec<DeadLetter>,
}

/// The beginning or the orderly end of a term.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TermEvent {
    /// The number of the term.
    pub epoch: i64,
    /// `claimed` or `sealed`.
    pub event: String,
    /// Why.
    pub reason: String,
    /// Whose term it was.
    pub instance: String,
    /// When.
    pub at: String,
}

/// Something that cannot be ordered now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Closure {
    /// A model, a variant, or `*` for everything.
    pub subject: String,
    /// Until when; none: until an operator says otherwise.
    pub until: Option<String>,
    /// Why.
    pub reason: String,
    /// Failures in a row.
    pub failures: i32,
}

/// An update that was set aside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeadLetter {
    /// Its number.
    pub id: i64,
    /// What its person was told to name.
    pub reference: String,
    /// When.
    pub at: String,
    /// What went wrong.
    pub problem: String,
}

impl Intake {
    /// Reads what an operator looks for.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn diagnosis(&self, lock: &str) -> Result<Diagnosis, StoreError> {
        let (dead_letters, newest_dead_letters) = self.dead_letters().await?;
        Ok(Diagnosis {
            terms: self.terms(lock).await?,
            closures: self.closures().await?,
            dead_letters,
            newest_dead_letters,
        })
    }

    async fn terms(&self, lock: &str) -> Result<Vec<TermEvent>, StoreError> {
        let mut read = self.side().read().await?;
        let terms = sqlx::query_as!(
            TermEvent,
            r#"
            select
                epoch,
                event,
                reason,
                instance,
                to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "at!"
            from leader_history
            where name = $1
            order by name desc, timeline desc, epoch desc, event desc
            limit $2
            "#,
            lock,
            NEWEST,
        );
        let terms = answered(terms.fetch_all(read.connection())).await?;
        read.end().await;
        Ok(terms)
    }

    async fn closures(&self) -> Result<Vec<Closure>, StoreError> {
        let mut read = self.side().read().await?;
        let closures = sqlx::query_as!(
            Closure,
            r#"
            select
                subject,
                case
                    when closed_until < 'infinity'
                    then to_char(closed_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
                end as until,
                reason,
                failures
            from closures
            where closed_until > trt_now()
            order by subject
            limit $1
            "#,
            MOST_CLOSED,
        );
        let closures = answered(closures.fetch_all(read.connection())).await?;
        read.end().await;
        Ok(closures)
    }

    async fn dead_letters(&self) -> Result<(i64, Vec<DeadLetter>), StoreError> {
        let mut read = self.side().read().await?;
        let count = sqlx::query_scalar!(
            r#"
            select count(*) as "count!"
            from (
                select
                from dead_letters
                limit $1
            ) as counted
            "#,
            MOST_COUNTED,
        );
        let count = answered(count.fetch_one(read.connection())).await?;
        read.end().await;
        let mut read = self.side().read().await?;
        let newest = sqlx::query_as!(
            DeadLetter,
            r#"
            select
                id,
                reference,
                to_char(set_aside_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "at!",
                problem
            from dead_letters
            order by id desc
            limit $1
            "#,
            NEWEST,
        );
        let newest = answered(newest.fetch_all(read.connection())).await?;
        read.end().await;
        Ok((count, newest))
    }
}
