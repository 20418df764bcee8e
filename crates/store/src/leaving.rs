//! What is held of a person: all of it told, and all of it taken away but the books.
//!
//! ```text
//!   ask_to_leave ──> something is being made: waits ──> erase ──> sweep, batch by batch ──> nothing is left
//!                                                        └── every table of HELD, in one commit
//! ```
//!
//! One list, [`HELD`], says of every table there is what it holds of a person, what they are told of it and what
//! becomes of it when they leave. A test holds it against the schema: a table that is not in it fails.
//!
//! [`sweeping`] takes away what is not found by a person's number: raw updates, and what was said.
//! [`aging`] takes away what was kept long enough.
//!
//! On failure: erasing is one commit; sweeping goes on where it was.

pub mod aging;
mod held;
pub mod sweeping;

use domain::{GenerationId, PersonId};
use sqlx::AssertSqlSafe;

pub use self::held::{HELD, Held, Leaving, Told};

use crate::error::StoreError;
use crate::pool::Store;
use crate::transaction::answered;
use crate::views::PeopleTx;

/// Rows of one table that a person is told, the newest.
pub const MOST_ROWS: i64 = 5_000;

/// Somebody is sent what is held of them once in so many seconds.
const PAUSE: f64 = 600.0;

/// What one table holds of a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToldTable {
    /// Its name.
    pub table: &'static str,
    /// What it is about.
    pub about: &'static str,
    /// Its rows, each as JSON; bytes in it are `\x` and digits.
    pub rows: Vec<String>,
}

impl Store {
    /// Everything that is held of a person, table by table.
    pub async fn held_of(&self, person: PersonId) -> Result<Vec<ToldTable>, StoreError> {
        let mut tables = Vec::new();
        for held in HELD {
            let Told::Rows(which) = held.told else { continue };
            let rows = self.rows_of(held.table, which, person).await?;
            tables.push(ToldTable { table: held.table, about: held.about, rows });
        }
        Ok(tables)
    }

    async fn rows_of(
        &self,
        table: &str,
        which: &str,
        person: PersonId,
    ) -> Result<Vec<String>, StoreError> {
        // Both are constants of the list; what a person can have any influence on is bound.
        let text = format!(
            "select to_jsonb(told)::text from (select {table}.* from {table} where {which} \
             limit $2) as told"
        );
        let read =
            sqlx::query_scalar::<_, String>(AssertSqlSafe(text)).bind(person.get()).bind(MOST_ROWS);
        self.reading(async |connection| read.fetch_all(connection).await).await
    }
}

impl PeopleTx<'_> {
    /// Whether a person may be sent what is held of them now; if so, they were.
    pub async fn may_be_told(&mut self, person: PersonId) -> Result<bool, StoreError> {
        let keep = sqlx::query!(
            r#"
            update conversations
            set data_sent_at = trt_now()
            where person_id = $1
                and (
                    data_sent_at is null
                    or data_sent_at <= trt_now() - make_interval(secs => $2)
                )
            "#,
            person.get(),
            PAUSE,
        );
        Ok(answered(keep.execute(self.connection())).await?.rows_affected() == 1)
    }

    /// A person whose conversation is locked wants to be deleted.
    pub async fn ask_to_leave(&mut self, person: PersonId) -> Result<(), StoreError> {
        let keep = sqlx::query!(
            r#"
            insert into departures (person_id)
            values ($1)
            on conflict on constraint departures_pkey
            do update
            set erased_at = null,
                inbox_after = 0,
                outbox_after = 0
            "#,
            person.get(),
        );
        self.run(keep).await
    }

    /// The orders of a person that nobody has begun to make.
    pub async fn unbegun(&mut self, person: PersonId) -> Result<Vec<GenerationId>, StoreError> {
        let read = sqlx::query_scalar!(
            r#"
            select id
            from generations
            where person_id = $1
                and state = 'requested'
            order by id
            "#,
            person.get(),
        );
        let rows = answered(read.fetch_all(self.connection())).await?;
        Ok(rows.into_iter().map(GenerationId::new).collect())
    }

    /// Whether something of a person's is being made, or is on its way to them.
    pub async fn is_awaited(&mut self, person: PersonId) -> Result<bool, StoreError> {
        let read = sqlx::query_scalar!(
            r#"
            select exists (
                select
                from generations
                where person_id = $1
                    and (
                        state in ('requested', 'submitting', 'submitted')
                        or (state = 'succeeded' and failure is null)
                    )
            ) as "is_awaited!"
            "#,
            person.get(),
        );
        Ok(answered(read.fetch_one(self.connection())).await?)
    }

    /// Takes away everything that is found by the number of a person whose conversation is locked, but the books.
    pub async fn erase(&mut self, person: PersonId) -> Result<(), StoreError> {
        for held in HELD {
            let Leaving::Cleared(statements) = held.leaving else { continue };
            for statement in statements {
                let clear = sqlx::query(*statement).bind(person.get());
                answered(clear.execute(self.connection())).await?;
            }
        }
        Ok(())
    }

    /// The next of those who leave of whom something can be taken away now, after this one.
    pub async fn next_leaver(&mut self, after: i64) -> Result<Option<PersonId>, StoreError> {
        let read = sqlx::query_scalar!(
            r#"
            select person_id
            from departures
            where person_id > $1
                and (
                    erased_at is not null
                    or not exists (
                        select
                        from generations
                        where generations.person_id = departures.person_id
                            and (
                                state in ('requested', 'submitting', 'submitted')
                                or (state = 'succeeded' and failure is null)
                            )
                    )
                )
            order by person_id
            limit 1
            "#,
            after,
        );
        Ok(answered(read.fetch_optional(self.connection())).await?.map(PersonId::new))
    }

    /// Whether somebody who leaves has been erased, and only what was not found by their number is left.
    pub async fn is_erased(&mut self, person: PersonId) -> Result<bool, StoreError> {
        let read = sqlx::query_scalar!(
            r#"
            select exists (
                select
                from departures
                where person_id = $1
                    and erased_at is not null
            ) as "is_erased!"
            "#,
            person.get(),
        );
        Ok(answered(read.fetch_one(self.connection())).await?)
    }
}
