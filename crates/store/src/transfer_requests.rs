//! Requests to pay in by bank transfer, their receipts, and what an admin decided.
//!
//! ```text
//!   open_transfer ──> waiting ── keep_receipt ──> received ── decide_transfer ──> approved, refused
//!                       ├── withdraw_transfer ──> withdrawn
//!                       └── a day went by ──> expired, by the next look of its person
//! ```
//!
//! Whoever looks at a request in order to change it locks its row, so that of two who decide at once the second
//! sees what the first did. A person's conversation is locked before their request, a request before anybody's
//! accounts. The database refuses a second open request of a person, and a decision without reason or receipt.
//!
//! Requests without a receipt are forgotten after 30 days. One with a receipt stays: it is what tells the next admin
//! that the same file was seen before.
//!
//! On failure: everything is part of the caller's commit, and rolled back with it.

use std::time::Duration;

use domain::transfer::{Receipt, ReceiptKind, SeenBefore, TransferRequest, TransferState, Verdict};
use domain::{Money, PersonId, TransferId};

use crate::error::StoreError;
use crate::transaction::answered;
use crate::views::BooksTx;

/// So many requests with the same receipt are named.
const SEEN: i64 = 5;

/// So many that came to nothing are forgotten with each that begins.
const FORGOTTEN: i64 = 20;

/// A request as the database has it.
struct Row {
    id: i64,
    person_id: i64,
    amount: i64,
    state: String,
    receipt_kind: Option<String>,
    receipt_file: Option<String>,
    receipt_unique: Option<String>,
    receipt_size: Option<String>,
    at: String,
    decided_by: Option<i64>,
    reason: Option<String>,
}

impl Row {
    fn read(self) -> Result<TransferRequest, StoreError> {
        let kind = self.receipt_kind.as_deref().and_then(ReceiptKind::from_word);
        let receipt = match (kind, self.receipt_file, self.receipt_unique) {
            (Some(kind), Some(file), Some(unique)) => {
                Some(Receipt { kind, file, unique, size: self.receipt_size })
            }
            _ => None,
        };
        Ok(TransferRequest {
            id: TransferId::new(self.id),
            person: PersonId::new(self.person_id),
            amount: Money::new(self.amount),
            state: state(&self.state)?,
            receipt,
            at: self.at,
            decided_by: self.decided_by.map(PersonId::new),
            reason: self.reason,
        })
    }
}

impl BooksTx<'_> {
    /// Writes a request down: the person has so long to show a receipt. Some that never had one are forgotten with
    /// it, so that there are never many of them.
    pub async fn open_transfer(
        &mut self,
        id: TransferId,
        person: PersonId,
        amount: Money,
        lives: Duration,
    ) -> Result<(), StoreError> {
        let open = sqlx::query!(
            r#"
            insert into transfer_requests (id, person_id, amount, expires_at)
            values ($1, $2, $3, trt_now() + make_interval(secs => $4))
            "#,
            id.get(),
            person.get(),
            amount.get(),
            lives.as_secs_f64(),
        );
        self.run(open).await?;
        let forget = sqlx::query!(
            r#"
            delete from transfer_requests
            where id in (
                select id
                from transfer_requests
                where receipt_kind is null
                    and expires_at < trt_now() - interval '30 days'
                order by expires_at
                limit $1
                for update skip locked
            )
            "#,
            FORGOTTEN,
        );
        self.run(forget).await
    }

    /// The open request of a person whose conversation is locked; it is locked too. One that had its day is over
    /// by this.
    pub async fn own_transfer(
        &mut self,
        person: PersonId,
        zone: &str,
    ) -> Result<Option<TransferRequest>, StoreError> {
        let expire = sqlx::query!(
            r#"
            update transfer_requests
            set state = 'expired',
                ended_at = trt_now()
            where person_id = $1
                and state = 'waiting'
                and expires_at <= trt_now()
            "#,
            person.get(),
        );
        self.run(expire).await?;
        let find = sqlx::query_as!(
            Row,
            r#"
            select
                id,
                person_id,
                amount,
                state,
                receipt_kind,
                receipt_file,
                receipt_unique,
                receipt_size,
                to_char(asked_at at time zone $2, 'DD.MM HH24:MI') as "at!",
                decided_by,
                reason
            from transfer_requests
            where person_id = $1
                and state in ('waiting', 'received')
            for no key update
            "#,
            person.get(),
            zone,
        );
        answered(find.fetch_optional(self.connection())).await?.map(Row::read).transpose()
    }

    /// How many requests a person made within a day.
    pub async fn transfers_of_a_day(&mut self, person: PersonId) -> Result<u32, StoreError> {
        let count = sqlx::query_scalar!(
            r#"
            select count(*) as "count!"
            from transfer_requests
            where person_id = $1
                and asked_at > trt_now() - interval '1 day'
            "#,
            person.get(),
        );
        let count = answered(count.fetch_one(self.connection())).await?;
        Ok(u32::try_from(count).unwrap_or(u32::MAX))
    }

    /// A request, locked; none if there is no such number.
    pub async fn transfer_request(
        &mut self,
        id: TransferId,
        zone: &str,
    ) -> Result<Option<TransferRequest>, StoreError> {
        let find = sqlx::query_as!(
            Row,
            r#"
            select
                id,
                person_id,
                amount,
                state,
                receipt_kind,
                receipt_file,
                receipt_unique,
                receipt_size,
                to_char(asked_at at time zone $2, 'DD.MM HH24:MI') as "at!",
                decided_by,
                reason
            from transfer_requests
            where id = $1
            for no key update
            "#,
            id.get(),
            zone,
        );
        answered(find.fetch_optional(self.connection())).await?.map(Row::read).transpose()
    }

    /// The first requests that wait for an admin, and how many there are in all.
    pub async fn received_transfers(
        &mut self,
        most: i64,
        zone: &str,
    ) -> Result<(Vec<TransferRequest>, u64), StoreError> {
        let find = sqlx::query_as!(
            Row,
            r#"
            select
                id,
                person_id,
                amount,
                state,
                receipt_kind,
                receipt_file,
                receipt_unique,
                receipt_size,
                to_char(asked_at at time zone $2, 'DD.MM HH24:MI') as "at!",
                decided_by,
                reason
            from transfer_requests
            where state = 'received'
            order by id
            limit $1
            "#,
            most,
            zone,
        );
        let rows = answered(find.fetch_all(self.connection())).await?;
        let found = rows.into_iter().map(Row::read).collect::<Result<_, _>>()?;
        let count = sqlx::query_scalar!(
            r#"
            select count(*) as "count!"
            from transfer_requests
            where state = 'received'
            "#,
        );
        let count = answered(count.fetch_one(self.connection())).await?;
        Ok((found, u64::try_from(count).unwrap_or_default()))
    }

    /// A person showed a receipt; false: their request does not wait for one.
    pub async fn keep_receipt(
        &mut self,
        id: TransferId,
        person: PersonId,
        receipt: &Receipt,
    ) -> Result<bool, StoreError> {
        let keep = sqlx::query!(
            r#"
            update transfer_requests
            set state = 'received',
                receipt_kind = $3,
                receipt_file = $4,
                receipt_unique = $5,
                receipt_size = $6,
                received_at = trt_now()
            where id = $1
                and person_id = $2
                and state = 'waiting'
            "#,
            id.get(),
            person.get(),
            receipt.kind.word(),
            receipt.file,
            receipt.unique,
            receipt.size,
        );
        Ok(answered(keep.execute(self.connection())).await?.rows_affected() == 1)
    }

    /// A person does not want to transfer anything after all; false: their request does not wait any more.
    pub async fn withdraw_transfer(
        &mut self,
        id: TransferId,
        person: PersonId,
    ) -> Result<bool, StoreError> {
        let withdraw = sqlx::query!(
            r#"
            update transfer_requests
            set state = 'withdrawn',
                ended_at = trt_now()
            where id = $1
                and person_id = $2
                and state = 'waiting'
            "#,
            id.get(),
            person.get(),
        );
        Ok(answered(withdraw.execute(self.connection())).await?.rows_affected() == 1)
    }

    /// An admin decided; false: somebody else had. What is approved is posted in the same commit.
    pub async fn decide_transfer(
        &mut self,
        id: TransferId,
        admin: PersonId,
        verdict: Verdict,
        reason: &str,
    ) -> Result<bool, StoreError> {
        let decide = sqlx::query!(
            r#"
            update transfer_requests
            set state = $2,
                decided_by = $3,
                reason = $4,
                ended_at = trt_now()
            where id = $1
                and state = 'received'
            "#,
            id.get(),
            verdict.state().word(),
            admin.get(),
            reason,
        );
        Ok(answered(decide.execute(self.connection())).await?.rows_affected() == 1)
    }

    /// Other requests that came with this receipt, or with a file of exactly its size; the same file first, then
    /// the latest.
    pub async fn seen_before(
        &mut self,
        id: TransferId,
        receipt: &Receipt,
    ) -> Result<Vec<SeenBefore>, StoreError> {
        let find = sqlx::query!(
            r#"
            select
                id,
                person_id,
                state,
                receipt_unique = $2 and $2 <> '' as "is_same!"
            from transfer_requests
            where id <> $1
                and ((receipt_unique = $2 and $2 <> '') or receipt_size = $3)
            order by receipt_unique = $2 desc, id desc
            limit $4
            "#,
            id.get(),
            receipt.unique,
            receipt.size,
            SEEN,
        );
        let rows = answered(find.fetch_all(self.connection())).await?;
        rows.into_iter()
            .map(|row| {
                Ok(SeenBefore {
                    id: TransferId::new(row.id),
                    person: PersonId::new(row.person_id),
                    state: state(&row.state)?,
                    is_same: row.is_same,
                })
            })
            .collect()
    }
}

fn state(word: &str) -> Result<TransferState, StoreError> {
    TransferState::from_word(word)
        .ok_or(StoreError::Broken("a transfer request in an unknown state"))
}
