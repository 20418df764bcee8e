//! Differences: where the books are not what Telegram or KIE says, as rows that operators see.
//!
//! ```text
//!   found by one look ──> kept, and shown to nobody ── not found by the next ──> forgotten: it was on its way
//!        └── found by the next one as well ──> shown ──┬── not found any more ──> resolved by itself
//!                                                      └── trt books reconcile --resolve ──> resolved, with a reason
//!   learned, or seen once and for all ──> shown at once
//! ```
//!
//! Only what was looked at is judged: a look that could not reach Telegram says nothing about what it would have
//! found. What an operator has resolved for good is not opened again while it has the same size.
//!
//! On failure: part of the caller's commit, and rolled back with it.

use domain::payment::DifferenceKind;
use sqlx::PgConnection;

use crate::error::StoreError;
use crate::intake::Intake;
use crate::transaction::answered;
use crate::views::{BooksTx, UpkeepTx};

/// A difference that a look found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// What differs.
    pub kind: DifferenceKind,
    /// In what: a charge, a model, or a word.
    pub subject: String,
    /// How much, in the unit of its kind.
    pub size: i64,
    /// In words for an operator.
    pub details: String,
}

/// A difference as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// Its number.
    pub id: i64,
    /// What differs.
    pub kind: DifferenceKind,
    /// In what.
    pub subject: String,
    /// How much, in the unit of its kind.
    pub size: i64,
    /// In words for an operator.
    pub details: String,
    /// Found by so many looks in a row.
    pub times: i32,
    /// Since when, as it is shown.
    pub since: String,
}

impl BooksTx<'_> {
    /// Takes over what a look at differences of these kinds found; those that are shown from now on.
    pub async fn judge_differences(
        &mut self,
        looked_at: &[DifferenceKind],
        found: &[Found],
    ) -> Result<Vec<Difference>, StoreError> {
        let columns = Columns::of(found);
        let looked_at: Vec<String> = looked_at.iter().map(|kind| kind.word().to_owned()).collect();
        self.end_differences(&looked_at, &columns).await?;
        let lasting = DifferenceKind::ALL.iter().filter(|kind| kind.stays_resolved());
        let lasting: Vec<String> = lasting.map(|kind| kind.word().to_owned()).collect();
        let keep = sqlx::query!(
            r#"
            insert into differences (kind, subject, size, details)
            select
                kind,
                subject,
                size,
                details
            from unnest($1::text[], $2::text[], $3::bigint[], $4::text[])
                as found (kind, subject, size, details)
            where not exists (
                select
                from differences as resolved
                where resolved.kind = found.kind
                    and resolved.subject = found.subject
                    and resolved.size = found.size
                    and resolved.resolved_by <> 'bot'
                    and resolved.kind = any ($5)
            )
            on conflict (kind, subject) where resolved_at is null
            do update set
                size = excluded.size,
                details = excluded.details,
                times = differences.times + 1,
                last_seen_at = trt_now()
            "#,
            &columns.kinds,
            &columns.subjects,
            &columns.sizes,
            &columns.details,
            &lasting,
        );
        self.run(keep).await?;
        let show = sqlx::query_as!(
            Row,
            r#"
            update differences
            set shown_at = trt_now()
            where resolved_at is null
                and shown_at is null
                and times >= 2
            returning
                id,
                kind,
                subject,
                size,
                details,
                times,
                to_char(first_seen_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"') as "since!"
            "#,
        );
        let shown = answered(show.fetch_all(self.connection())).await?;
        shown.into_iter().map(Row::read).collect()
    }

    /// What is not found any more is over: it is forgotten if nobody saw it, else resolved.
    async fn end_differences(
        &mut self,
        looked_at: &[String],
        columns: &Columns,
    ) -> Result<(), StoreError> {
        let forget = sqlx::query!(
            r#"
            delete from differences
            where resolved_at is null
                and shown_at is null
                and kind = any ($1)
                and (kind, subject) not in (
                    select kind, subject
                    from unnest($2::text[], $3::text[]) as found (kind, subject)
                )
            "#,
            looked_at,
            &columns.kinds,
            &columns.subjects,
        );
        self.run(forget).await?;
        let resolve = sqlx::query!(
            r#"
            update differences
            set resolved_at = trt_now(),
                resolved_by = 'bot',
                reason = 'it is there no longer'
            where resolved_at is null
                and shown_at is not null
                and kind = any ($1)
                and (kind, subject) not in (
                    select kind, subject
                    from unnest($2::text[], $3::text[]) as found (kind, subject)
                )
            "#,
            looked_at,
            &columns.kinds,
            &columns.subjects,
        );
        self.run(resolve).await
    }

    /// Keeps a difference that needs no second look: shown at once, and resolved if the books have learned it.
    /// Its number; none if it is open already.
    pub async fn keep_difference(&mut self, found: &Found) -> Result<Option<i64>, StoreError> {
        let keep = sqlx::query_scalar!(
            r#"
            insert into differences (
                kind, subject, size, details, shown_at, resolved_at, resolved_by, reason
            )
            values (
                $1, $2, $3, $4, trt_now(),
                case when $5 then trt_now() end,
                case when $5 then 'bot' end,
                case when $5 then 'the books have it now' end
            )
            on conflict (kind, subject) where resolved_at is null do nothing
            returning id
            "#,
            found.kind.word(),
            found.subject,
            found.size,
            found.details,
            found.kind.is_learned(),
        );
        Ok(answered(keep.fetch_optional(self.connection())).await?)
    }

    /// Resolves a difference in an operator's name; none if it is not open.
    pub async fn resolve_difference(
        &mut self,
        id: i64,
        by: &str,
        reason: &str,
    ) -> Result<Option<Difference>, StoreError> {
        let resolve = sqlx::query_as!(
            Row,
            r#"
            update differences
            set resolved_at = trt_now(),
                resolved_by = $2,
                reason = $3,
                shown_at = coalesce(shown_at, trt_now())
            where id = $1
                and resolved_at is null
            returning
                id,
                kind,
                subject,
                size,
                details,
                times,
                to_char(first_seen_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"') as "since!"
            "#,
            id,
            by,
            reason,
        );
        let resolved = answered(resolve.fetch_optional(self.connection())).await?;
        resolved.map(Row::read).transpose()
    }
}

impl Intake {
    /// The differences that are shown and not resolved, the oldest first.
    pub async fn open_differences(&self, most: i64) -> Result<Vec<Difference>, StoreError> {
        let mut read = self.side().read().await?;
        let open = open_ones(read.connection(), most).await?;
        read.end().await;
        Ok(open)
    }
}

impl BooksTx<'_> {
    /// The same, as [`Intake::open_differences`] says.
    pub async fn open_differences(&mut self, most: i64) -> Result<Vec<Difference>, StoreError> {
        open_ones(self.connection(), most).await
    }
}

async fn open_ones(
    connection: &mut PgConnection,
    most: i64,
) -> Result<Vec<Difference>, StoreError> {
    let open = sqlx::query_as!(
        Row,
        r#"
            select
                id,
                kind,
                subject,
                size,
                details,
                times,
                to_char(first_seen_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"') as "since!"
            from differences
            where resolved_at is null
                and shown_at is not null
            order by id
            limit $1
            "#,
        most,
    );
    let open = answered(open.fetch_all(connection)).await?;
    open.into_iter().map(Row::read).collect()
}

impl UpkeepTx<'_> {
    /// Removes differences that were resolved more than a year ago, but for what an operator took over for good.
    pub async fn forget_differences(&mut self, rows: i64) -> Result<u64, StoreError> {
        let forget = sqlx::query!(
            r#"
            delete from differences
            where id in (
                select id
                from differences
                where resolved_at < trt_now() - interval '400 days'
                    and resolved_by = 'bot'
                limit $1
            )
            "#,
            rows,
        );
        Ok(answered(forget.execute(self.connection())).await?.rows_affected())
    }
}

/// What was found, column by column; each kind and subject once.
struct Columns {
    kinds: Vec<String>,
    subjects: Vec<String>,
    sizes: Vec<i64>,
    details: Vec<String>,
}

impl Columns {
    fn of(found: &[Found]) -> Self {
        let mut columns = Self { kinds: vec![], subjects: vec![], sizes: vec![], details: vec![] };
        let mut known = std::collections::BTreeSet::new();
        for one in found {
            if known.insert((one.kind, one.subject.as_str())) {
                columns.kinds.push(one.kind.word().to_owned());
                columns.subjects.push(one.subject.clone());
                columns.sizes.push(one.size);
                columns.details.push(one.details.clone());
            }
        }
        columns
    }
}

/// A difference as the database has it.
struct Row {
    id: i64,
    kind: String,
    subject: String,
    size: i64,
    details: String,
    times: i32,
    since: String,
}

impl Row {
    fn read(self) -> Result<Difference, StoreError> {
        let Self { id, kind, subject, size, details, times, since } = self;
        let kind = DifferenceKind::from_word(&kind);
        let kind = kind.ok_or(StoreError::Broken("a difference of another release"))?;
        Ok(Difference { id, kind, subject, size, details, times, since })
    }
}
