//! Stored updates, as the active instance takes them.
//!
//! ```text
//!   pending ── take, in the transaction that handles it ──> done
//!      │ ^
//!      │ ├── open_attempt: about to be tried after a crash
//!      │ └── count_attempt: handling failed
//!      └──── set_aside ──> dead letter
//! ```
//!
//! A try that is opened ahead belongs to its term. It counts for good once it has failed, or once its
//! term has ended without a seal: then it may be what ended it. Of a term that was sealed, or that goes
//! on, it says nothing about the update, and the next try takes its place.
//!
//! Nothing is claimed ahead: one fenced instance handles, and taking a row is a compare-and-set in
//! the very commit that holds its effects. There is no high-water mark either, since a lower number
//! can be committed later: [`Store::pending`] walks the lanes that have something, wherever it
//! stands in the table.
//!
//! On failure: a transaction that does not commit leaves the row pending.

use std::time::Duration;

use domain::{InboxId, UpdateId};

use crate::error::StoreError;
use crate::leader_tx::Deed;
use crate::pool::Store;
use crate::survey::millis;
use crate::transaction::answered;
use crate::views::InboxTx;

/// A pending update: where it stands in its lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pending {
    /// Our number of it.
    pub id: InboxId,
    /// Its place in the lane.
    pub update_id: UpdateId,
    /// Whose it is.
    pub lane: i64,
    /// How often it was tried.
    pub attempts: i16,
}

/// How much of the inbox to look at.
#[derive(Debug, Clone, Copy)]
pub struct Window<'a> {
    /// Only lanes after this one.
    pub after: i64,
    /// Lanes of which nothing more is wanted.
    pub full: &'a [i64],
    /// How many lanes at most.
    pub lanes: i64,
    /// How many rows of one lane at most.
    pub per_lane: i64,
    /// How many rows at most.
    pub rows: i64,
}

/// An update in hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Letter {
    /// Its bytes as they came.
    pub payload: Vec<u8>,
    /// How often it was tried before.
    pub attempts: i16,
}

/// How often an update was tried, the try that is opened now among them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tried {
    /// So often.
    pub attempts: i16,
    /// The term of the last try ended in the middle of it, without a seal.
    pub last_was_fatal: bool,
}

/// The next rows to look at for what is old.
#[derive(Debug, Clone, Copy)]
pub struct Batch {
    /// What is older may go.
    pub age: Duration,
    /// The number of the last row looked at.
    pub after: i64,
    /// How many rows at most.
    pub rows: i64,
}

/// What became of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Forgotten {
    /// How many rows went.
    pub rows: i64,
    /// The last old row of the batch; none when nothing there was old.
    pub last: Option<i64>,
}

impl Store {
    /// The pending updates of the next lanes, each lane in its order.
    ///
    /// The lanes are found one by one in the index `inbox_pending`, so that a lane with a million
    /// rows costs no more than one with a single row.
    pub async fn pending(&self, window: Window<'_>) -> Result<Vec<Pending>, StoreError> {
        let rows = sqlx::query!(
            r#"
            with recursive lanes as (
                (
                    select lane
                    from inbox
                    where state = 0
                        and lane > $1
                    order by lane
                    limit 1
                )
                union all
                select (
                    select lane
                    from inbox
                    where state = 0
                        and lane > lanes.lane
                    order by lane
                    limit 1
                )
                from lanes
                where lanes.lane is not null
            )
            select
                waiting.id,
                waiting.update_id,
                waiting.lane,
                waiting.attempts
            from (
                select lane
                from lanes
                where lane is not null
                    and lane <> all ($2)
                limit $3
            ) as next
            cross join lateral (
                select
                    id,
                    update_id,
                    lane,
                    attempts
                from inbox
                where state = 0
                    and inbox.lane = next.lane
                order by update_id
                limit $4
            ) as waiting
            limit $5
            "#,
            window.after,
            window.full,
            window.lanes,
            window.per_lane,
            window.rows,
        );
        let rows = self.reading(async |read| rows.fetch_all(read).await).await?;
        let pending = rows.into_iter().map(|row| Pending {
            id: InboxId::new(row.id),
            update_id: UpdateId::new(row.update_id),
            lane: row.lane,
            attempts: row.attempts,
        });
        Ok(pending.collect())
    }
}

impl InboxTx<'_> {
    /// Takes a pending update: with this transaction it is done. None: it no longer waits.
    pub async fn take_update(&mut self, id: InboxId) -> Result<Option<Letter>, StoreError> {
        let epoch = self.term().epoch();
        let take = sqlx::query!(
            r#"
            update inbox
            set state = 1,
                done_at = trt_now(),
                done_epoch = $2
            where id = $1
                and state = 0
            returning
                payload,
                attempts,
                (extract(epoch from trt_now() - received_at) * 1000)::bigint as "waited_ms!"
            "#,
            id.get(),
            epoch,
        );
        let Some(row) = answered(take.fetch_optional(self.connection())).await? else {
            return Ok(None);
        };
        self.note(Deed::Handled(millis(row.waited_ms)));
        Ok(Some(Letter { payload: row.payload, attempts: row.attempts }))
    }

    /// Opens a try ahead of it, so that it counts even if the process ends in it. None: it no longer
    /// waits.
    pub async fn open_attempt(&mut self, id: InboxId) -> Result<Option<Tried>, StoreError> {
        let epoch = Some(self.term().epoch());
        self.attempt(id, epoch).await
    }

    /// Counts a try that failed; says how many there were. None: it no longer waits.
    pub async fn count_attempt(&mut self, id: InboxId) -> Result<Option<i16>, StoreError> {
        Ok(self.attempt(id, None).await?.map(|tried| tried.attempts))
    }

    /// Counts a try, in place of an open one that says nothing about the update, and leaves it open in
    /// this term or closed.
    async fn attempt(
        &mut self,
        id: InboxId,
        open: Option<i64>,
    ) -> Result<Option<Tried>, StoreError> {
        let (name, epoch) = (self.term().name().to_owned(), self.term().epoch());
        let count = sqlx::query_as!(
            Tried,
            r#"
            with waiting as (
                select
                    inbox.id,
                    inbox.tried_epoch is null as closed,
                    inbox.tried_epoch <> $3 and not exists (
                        select
                        from leader_history
                        where leader_history.name = $2
                            and leader_history.epoch = inbox.tried_epoch
                            and leader_history.event = 'sealed'
                    ) as fatal
                from inbox
                where inbox.id = $1
                    and inbox.state = 0
                for update
            )
            update inbox
            set attempts = attempts + case when closed or fatal then 1 else 0 end,
                tried_epoch = $4
            from waiting
            where inbox.id = waiting.id
            returning inbox.attempts, coalesce(waiting.fatal, false) as "last_was_fatal!"
            "#,
            id.get(),
            name,
            epoch,
            open,
        );
        Ok(answered(count.fetch_optional(self.connection())).await?)
    }

    /// Sets an update aside for an operator; returns its bytes. None: it no longer waits.
    pub async fn set_aside(
        &mut self,
        id: InboxId,
        reference: &str,
        problem: &str,
    ) -> Result<Option<Vec<u8>>, StoreError> {
        let epoch = self.term().epoch();
        let set_aside = sqlx::query_scalar!(
            r#"
            with taken as (
                update inbox
                set state = 3,
                    done_at = trt_now(),
                    done_epoch = $2
                where id = $1
                    and state = 0
                returning id, update_id, lane, attempts, received_at, payload
            )
            insert into dead_letters (
                inbox_id, update_id, lane, attempts, received_at, payload, epoch, reference, problem
            )
            select id, update_id, lane, attempts, received_at, payload, $2, $3, $4
            from taken
            returning payload
            "#,
            id.get(),
            epoch,
            reference,
            problem,
        );
        Ok(answered(set_aside.fetch_optional(self.connection())).await?)
    }

    /// Removes, of the next rows in the table, those that came longer than `age` ago and are not
    /// pending.
    ///
    /// It looks at one batch from where the last one ended, so that it costs the same every time and
    /// rows that stay are not in the way of those that go.
    pub async fn forget_updates(&mut self, batch: Batch) -> Result<Forgotten, StoreError> {
        let forget = sqlx::query_as!(
            Forgotten,
            r#"
            with looked as (
                select id, state, received_at < trt_now() - make_interval(secs => $1) as old
                from inbox
                where id > $2
                order by id
                limit $3
            ), gone as (
                delete from inbox
                using looked
                where inbox.id = looked.id
                    and looked.state <> 0
                    and looked.old
                returning inbox.id
            )
            select
                (select count(*) from gone) as "rows!",
                (select max(id) from looked where old) as last
            "#,
            batch.age.as_secs_f64(),
            batch.after,
            batch.rows,
        );
        Ok(answered(forget.fetch_one(self.connection())).await?)
    }

    /// Removes unreadable bodies that came longer than `age` ago.
    pub async fn forget_unreadable(&mut self, age: Duration) -> Result<u64, StoreError> {
        let forget = sqlx::query!(
            "delete from inbox_unreadable where received_at < trt_now() - make_interval(secs => $1)",
            age.as_secs_f64(),
        );
        Ok(answered(forget.execute(self.connection())).await?.rows_affected())
    }
}
