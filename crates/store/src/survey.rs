//! What every instance reads about the whole of TRT, and how it learns whether updates can be stored.
//!
//! ```text
//!   survey: two statements, along indexes ──> health and metrics, answered from memory
//!   probe:  a row written and removed again in one commit ──> updates can be stored
//! ```
//!
//! Its parts: `outside`, what the active instance learned of KIE and of the webhook; `diagnosis`, what an
//! operator looks for; `stocks`, what is open, late or unsettled, in numbers.
//!
//! On failure: nothing was learned but that. Whoever asked shows what it knew before, and that storing is in
//! doubt.

mod diagnosis;
mod outside;
mod stocks;

use std::time::Duration;

use domain::Credits;
use uuid::Uuid;

use crate::error::StoreError;
use crate::intake::Intake;
use crate::transaction::answered;
pub(crate) use outside::millis;

pub use diagnosis::{Diagnosis, LossOfDay, TermEvent};
pub use outside::{CreditSample, KieStatus, WebhookStatus};
pub use stocks::{OpenGenerations, Stocks};

/// More waiting rows than this are not counted.
pub(crate) const MOST_COUNTED: i64 = 10_001;

/// What health shows, the same on every instance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Survey {
    /// Updates that wait to be handled.
    pub inbox: Depth,
    /// What waits to be said.
    pub outbox: Depth,
    /// How often the role was taken over.
    pub takeovers: Takeovers,
    /// Whether nothing at all can be ordered.
    pub everything_closed: bool,
    /// What the active instance learned about KIE, if it ever did.
    pub kie: Option<KieStatus>,
    /// What it learned about the webhook.
    pub webhook: Option<WebhookStatus>,
}

/// How full a queue is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Depth {
    /// Waiting rows, counted up to 10,001.
    pub rows: i64,
    /// The age of the oldest of those counted.
    pub oldest: Option<Duration>,
}

/// How often the role came from a holder that had died or fallen silent, as far back as the history goes: its
/// entries stay for 90 days at least.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Takeovers {
    /// Of all there is.
    pub count: i64,
    /// Of these, in the last hour.
    pub last_hour: i64,
    /// Why the last one was.
    pub last_reason: Option<String>,
}

/// The answer about everything but the queues.
struct Whole {
    takeovers: i64,
    takeovers_last_hour: i64,
    takeover_reason: Option<String>,
    everything_closed: bool,
    kie_status: Option<String>,
    kie_credits: Option<i64>,
    kie_daily_use: Option<i64>,
    kie_age_ms: Option<i64>,
    webhook_status: Option<String>,
    webhook_pending: Option<i64>,
    webhook_problem: Option<String>,
    webhook_age_ms: Option<i64>,
}

impl Intake {
    /// Looks at what health shows; the lock is the one whose takeovers count.
    pub async fn survey(&self, lock: &str) -> Result<Survey, StoreError> {
        let (inbox, outbox) = self.queues().await?;
        let found = self.whole(lock).await?;
        let (kie_age, webhook_age) = (found.kie_age_ms, found.webhook_age_ms);
        Ok(Survey {
            inbox,
            outbox,
            takeovers: Takeovers {
                count: found.takeovers,
                last_hour: found.takeovers_last_hour,
                last_reason: found.takeover_reason,
            },
            everything_closed: found.everything_closed,
            kie: found.kie_status.map(|status| KieStatus {
                status,
                credits: found.kie_credits.map(Credits::new),
                daily_use: found.kie_daily_use.map(Credits::new),
                age: millis(kie_age.unwrap_or_default()),
            }),
            webhook: found.webhook_status.map(|status| WebhookStatus {
                fits: status == "ok",
                pending: found.webhook_pending,
                problem: found.webhook_problem,
                age: millis(webhook_age.unwrap_or_default()),
            }),
        })
    }

    /// How full the inbox and the outbox are.
    async fn queues(&self) -> Result<(Depth, Depth), StoreError> {
        let mut read = self.side().read().await?;
        let queues = sqlx::query!(
            r#"
            select
                inbox.rows as "inbox_rows!",
                inbox.oldest_ms as inbox_oldest_ms,
                outbox.rows as "outbox_rows!",
                outbox.oldest_ms as outbox_oldest_ms
            from (
                select
                    count(*) as rows,
                    (extract(epoch from trt_now() - min(received_at)) * 1000)::bigint as oldest_ms
                from (
                    select received_at
                    from inbox
                    where state = 0
                    limit $1
                ) as counted
            ) as inbox
            cross join (
                select
                    count(*) as rows,
                    (extract(epoch from trt_now() - min(created_at)) * 1000)::bigint as oldest_ms
                from (
                    select created_at
                    from outbox
                    where state in (0, 1)
                    limit $1
                ) as counted
            ) as outbox
            "#,
            MOST_COUNTED,
        );
        let found = answered(queues.fetch_one(read.connection())).await?;
        read.end().await;
        let inbox = Depth::of(found.inbox_rows, found.inbox_oldest_ms);
        Ok((inbox, Depth::of(found.outbox_rows, found.outbox_oldest_ms)))
    }

    /// What else is the same for all.
    async fn whole(&self, lock: &str) -> Result<Whole, StoreError> {
        let mut read = self.side().read().await?;
        let whole = sqlx::query_as!(
            Whole,
            r#"
            select
                takeovers.rows as "takeovers!",
                takeovers.last_hour as "takeovers_last_hour!",
                (
                    select reason
                    from leader_history
                    where name = $1
                        and event = 'claimed'
                        and reason in ('holder_died', 'holder_silent')
                    order by at desc
                    limit 1
                ) as takeover_reason,
                exists (
                    select
                    from closed_now
                    where subject = '*'
                ) as "everything_closed!",
                kie.status as "kie_status?",
                kie.credits as "kie_credits?",
                kie.daily_use as "kie_daily_use?",
                (extract(epoch from trt_now() - kie.asked_at) * 1000)::bigint as kie_age_ms,
                webhook.status as "webhook_status?",
                webhook.pending as "webhook_pending?",
                webhook.problem as "webhook_problem?",
                (extract(epoch from trt_now() - webhook.asked_at) * 1000)::bigint as webhook_age_ms
            from (
                select
                    count(*) as rows,
                    count(*) filter (where at > clock_timestamp() - interval '1 hour') as last_hour
                from leader_history
                where name = $1
                    and event = 'claimed'
                    and reason in ('holder_died', 'holder_silent')
            ) as takeovers
            left join outside_status as kie on kie.service = 'kie'
            left join outside_status as webhook on webhook.service = 'webhook'
            "#,
            lock,
        );
        let whole = answered(whole.fetch_one(read.connection())).await?;
        read.end().await;
        Ok(whole)
    }

    /// Shows that updates can be stored: writes a row and removes it, in one commit that leaves nothing.
    pub async fn probe(&self) -> Result<(), StoreError> {
        let number = nobodys();
        let mut transaction = self.side().transaction().await?;
        let write = sqlx::query!(
            r#"
            insert into inbox (update_id, lane, state, done_at, payload)
            values ($1, 0, 1, trt_now(), '')
            "#,
            number,
        );
        answered(write.execute(transaction.connection())).await?;
        let remove = sqlx::query!("delete from inbox where update_id = $1", number);
        answered(remove.execute(transaction.connection())).await?;
        Ok(transaction.commit().await?)
    }
}

/// A number that no update has: far below those that Telegram gives, and new each time, so that no two instances
/// wait for one another.
fn nobodys() -> i64 {
    let (high, _) = Uuid::new_v4().as_u64_pair();
    i64::MIN.saturating_add_unsigned(high >> 2)
}

impl Depth {
    pub(crate) fn of(rows: i64, oldest_ms: Option<i64>) -> Self {
        Self { rows, oldest: oldest_ms.map(millis) }
    }
}
