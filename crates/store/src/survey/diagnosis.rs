//! What an operator looks for when something is wrong: the last terms, what is closed, what was set aside.
//!
//! Every instance reads it now and then, so that its answer is there when the database is not. No payload leaves
//! the database this way.
//!
//! On failure: nothing was learned; what was read before stays.

use crate::closures::Closure;
use crate::error::StoreError;
use crate::intake::Intake;
use crate::operators::DeadList;
use crate::transaction::answered;

/// The newest so many of each are shown.
const NEWEST: i64 = 10;

/// More closed subjects than this are not shown.
const MOST_CLOSED: i64 = 100;

/// What an operator looks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnosis {
    /// Beginnings and ends of terms, newest first.
    pub terms: Vec<TermEvent>,
    /// What is closed, or half open.
    pub closures: Vec<Closure>,
    /// What was set aside and waits for an operator.
    pub dead: DeadList,
    /// What KIE charged today without income, by cause.
    pub losses: Vec<LossOfDay>,
    /// Payments and refunds that Telegram told of and that nothing has booked.
    pub unbooked_payments: i64,
}

/// What was lost today for one cause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LossOfDay {
    /// The word of the cause.
    pub cause: String,
    /// How much, in millionths of a credit.
    pub credits: i64,
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

impl Intake {
    /// Reads what an operator looks for; a day is one of this time zone.
    pub async fn diagnosis(&self, lock: &str, zone: &str) -> Result<Diagnosis, StoreError> {
        Ok(Diagnosis {
            terms: self.terms(lock).await?,
            closures: self.closures(MOST_CLOSED).await?,
            dead: self.dead_list(NEWEST).await?,
            losses: self.losses_of_day(zone).await?,
            unbooked_payments: self.unbooked_payments().await?,
        })
    }

    /// What was lost on the present day of a time zone.
    async fn losses_of_day(&self, zone: &str) -> Result<Vec<LossOfDay>, StoreError> {
        let mut read = self.side().read().await?;
        let losses = sqlx::query_as!(
            LossOfDay,
            r#"
            select
                cause,
                sum(credits)::bigint as "credits!"
            from losses
            where day = (trt_now() at time zone $1)::date
            group by cause
            order by cause
            "#,
            zone,
        );
        let losses = answered(losses.fetch_all(read.connection())).await?;
        read.end().await;
        Ok(losses)
    }

    async fn unbooked_payments(&self) -> Result<i64, StoreError> {
        let mut read = self.side().read().await?;
        let count = sqlx::query_scalar!(
            r#"
            select count(*) as "count!"
            from unbooked_payments
            where not exists (
                select
                from payments
                where payments.charge_id = unbooked_payments.charge_id
                    and (unbooked_payments.kind = 'payment' or payments.state = 'refunded')
            )
            "#,
        );
        let count = answered(count.fetch_one(read.connection())).await?;
        read.end().await;
        Ok(count)
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
}
