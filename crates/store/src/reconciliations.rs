//! Reconciliations: when the books were last held against Telegram and KIE, and what came of it.
//!
//! On failure: a row is part of the commit that judges what was found.

use crate::error::StoreError;
use crate::intake::Intake;
use crate::transaction::answered;
use crate::views::{BooksTx, UpkeepTx};

/// What a reconciliation did.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reconciled {
    /// Who asked for it; `hour` when nobody did.
    pub asked_by: String,
    /// Pages of Telegram's list.
    pub pages: i64,
    /// Transactions on them that were news.
    pub transactions: i64,
    /// Payments learned from it.
    pub imported: i64,
    /// Refunds learned from it.
    pub returned: i64,
    /// Why a part was not looked at.
    pub problem: Option<String>,
    /// How long it took, in milliseconds.
    pub took_ms: i64,
}

/// The last reconciliation, as an operator sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LastReconciled {
    /// How long ago, in seconds.
    pub age: i64,
    /// Why a part was not looked at.
    pub problem: Option<String>,
    /// How many differences are open now.
    pub open: i64,
}

impl BooksTx<'_> {
    /// Writes a reconciliation down; its number, and how many differences are open.
    pub async fn keep_reconciliation(
        &mut self,
        done: &Reconciled,
    ) -> Result<(i64, i64), StoreError> {
        let epoch = self.term().epoch();
        let keep = sqlx::query!(
            r#"
            insert into reconciliations (
                asked_by, pages, transactions, imported, returned, problem, took_ms, epoch,
                open_differences
            )
            values (
                $1, $2, $3, $4, $5, $6, $7, $8,
                (
                    select count(*)
                    from differences
                    where resolved_at is null
                        and shown_at is not null
                )
            )
            returning
                id,
                open_differences
            "#,
            done.asked_by,
            done.pages,
            done.transactions,
            done.imported,
            done.returned,
            done.problem,
            done.took_ms,
            epoch,
        );
        let row = answered(keep.fetch_one(self.connection())).await?;
        Ok((row.id, row.open_differences))
    }
}

impl Intake {
    /// The last reconciliation; none if there was none yet.
    pub async fn last_reconciliation(&self) -> Result<Option<LastReconciled>, StoreError> {
        let mut read = self.side().read().await?;
        let last = sqlx::query_as!(
            LastReconciled,
            r#"
            select
                extract(epoch from trt_now() - ended_at)::bigint as "age!",
                problem,
                (
                    select count(*)
                    from differences
                    where resolved_at is null
                        and shown_at is not null
                ) as "open!"
            from reconciliations
            order by id desc
            limit 1
            "#,
        );
        let last = answered(last.fetch_optional(read.connection())).await?;
        read.end().await;
        Ok(last)
    }
}

impl UpkeepTx<'_> {
    /// Removes reconciliations of more than 90 days ago.
    pub async fn forget_reconciliations(&mut self, rows: i64) -> Result<u64, StoreError> {
        let forget = sqlx::query!(
            r#"
            delete from reconciliations
            where id in (
                select id
                from reconciliations
                where ended_at < trt_now() - interval '90 days'
                order by ended_at
                limit $1
            )
            "#,
            rows,
        );
        Ok(answered(forget.execute(self.connection())).await?.rows_affected())
    }
}
