//! The transfers, page by page, for whoever wants all of them.
//!
//! ```text
//!   open ── how far, and what is not there ──> page ──> page ──> ... ──> an empty page
//! ```
//!
//! One snapshot over years of transfers would hold up vacuum for everybody, so each page is a short
//! one of its own. That the pages agree with each other all the same, and that reading them twice
//! gives the same, is settled at the beginning: transfers are never changed or removed, so what can
//! differ from one moment to the next is only what was not there yet. Numbers above the highest one
//! are left out; numbers below it that are missing, because their transactions have not ended or were
//! rolled back, are remembered and left out as well, whatever becomes of them.
//!
//! On failure: a page that was not read can be asked for again.

use domain::PersonId;
use sqlx::types::time::OffsetDateTime;

use super::session::{Session, patiently};
use crate::error::StoreError;
use crate::options::DatabaseUrl;
use crate::transaction::answered;

/// How many transfers a page has.
pub const PAGE: i64 = 5_000;

/// How far below the highest number one may still be missing because its transaction goes on: far
/// more than are written in the seconds that a transaction can last.
const UNSETTLED: i64 = 100_000;

/// The transfers as they were at one moment.
#[derive(Debug)]
pub struct Books {
    session: Session,
    upto: i64,
    absent: Vec<i64>,
}

/// One transfer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its number, which orders them.
    pub id: i64,
    /// When it was written.
    pub at: OffsetDateTime,
    /// The key of its operation.
    pub operation: String,
    /// Which leg of it.
    pub leg: i16,
    /// What it is about.
    pub kind: String,
    /// What it counts.
    pub unit: String,
    /// Out of this account.
    pub debit: Party,
    /// Into this one.
    pub credit: Party,
    /// How much, in the unit.
    pub amount: i64,
    /// Who is behind it.
    pub actor: String,
    /// The term it was written in.
    pub epoch: i64,
}

/// One side of a transfer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Party {
    /// The kind of its account.
    pub kind: String,
    /// Whose it is; nobody's are the house's.
    pub person: Option<PersonId>,
}

impl Books {
    /// Opens the books as they are now.
    pub async fn open(url: &DatabaseUrl) -> Result<Self, StoreError> {
        let mut session = Session::open(url, "export").await?;
        let connection = session.begin().await?;
        let horizon = sqlx::query!(
            r#"
            with highest as (
                select coalesce(max(id), 0) as id
                from transfers
            )
            select
                highest.id as "upto!",
                array(
                    select number.id
                    from generate_series(greatest(highest.id - $1, 1), highest.id) as number (id)
                    where not exists (
                        select
                        from transfers
                        where transfers.id = number.id
                    )
                ) as "absent!"
            from highest
            "#,
            UNSETTLED,
        );
        let horizon = patiently(horizon.fetch_one(connection)).await?;
        session.end().await?;
        Ok(Self { session, upto: horizon.upto, absent: horizon.absent })
    }

    /// The next transfers after this number, in order; empty when there are no more.
    pub async fn page(&mut self, after: i64) -> Result<Vec<Entry>, StoreError> {
        let connection = self.session.begin().await?;
        let page = sqlx::query_as!(
            Row,
            r#"
            select
                transfers.id,
                transfers.at,
                transfers.operation,
                transfers.leg,
                transfers.kind,
                transfers.unit,
                debit.kind as debit_kind,
                debit.person_id as debit_person,
                credit.kind as credit_kind,
                credit.person_id as credit_person,
                transfers.amount,
                transfers.actor,
                transfers.epoch
            from transfers
            join accounts as debit on debit.id = transfers.debit_id
            join accounts as credit on credit.id = transfers.credit_id
            where transfers.id > $1
                and transfers.id <= $2
                and transfers.id <> all ($3::bigint[])
            order by transfers.id
            limit $4
            "#,
            after,
            self.upto,
            &self.absent,
            PAGE,
        );
        let rows = answered(page.fetch_all(connection)).await?;
        self.session.end().await?;
        Ok(rows.into_iter().map(Entry::from).collect())
    }

    /// Closes them.
    pub async fn close(self) {
        self.session.close().await;
    }
}

/// A transfer as the database has it.
struct Row {
    id: i64,
    at: OffsetDateTime,
    operation: String,
    leg: i16,
    kind: String,
    unit: String,
    debit_kind: String,
    debit_person: Option<i64>,
    credit_kind: String,
    credit_person: Option<i64>,
    amount: i64,
    actor: String,
    epoch: i64,
}

impl From<Row> for Entry {
    fn from(row: Row) -> Self {
        let party = |kind, person: Option<i64>| Party { kind, person: person.map(PersonId::new) };
        Self {
            id: row.id,
            at: row.at,
            operation: row.operation,
            leg: row.leg,
            kind: row.kind,
            unit: row.unit,
            debit: party(row.debit_kind, row.debit_person),
            credit: party(row.credit_kind, row.credit_person),
            amount: row.amount,
            actor: row.actor,
            epoch: row.epoch,
        }
    }
}
