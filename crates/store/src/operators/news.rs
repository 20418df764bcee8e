//! What operators are to be told, gathered until it is told.
//!
//! ```text
//!   a commit ── add_news, add_trouble ──> a row ── untold_news: its kind was told a pause ago or more
//!                                                     └── take_news ──> one notice, with how many; rows leave
//! ```
//!
//! Those who add never wait for each other, nor for those who tell. A time of telling that lies in the future is
//! none: somebody set the clock back. On failure: part of the caller's commit; what was not told stays, for a day
//! if there is nobody to tell it to.

use std::time::Duration;

use domain::{News, OutboxId, PersonId};

use crate::error::StoreError;
use crate::pool::Store;
use crate::transaction::answered;
use crate::views::{OperatorsTx, UpkeepTx};

/// A subject, and what stands beside it, is at most this long, in bytes.
const LONGEST: usize = 200;

/// So many of one kind are named, the last ones; the others are counted.
const NAMED: i64 = 5;

/// What happened of one kind since operators were last told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Happened {
    /// How often.
    pub count: u32,
    /// How many whole Stars together.
    pub stars: i64,
    /// Whose it was, the last time, if it was anybody's.
    pub person: Option<PersonId>,
    /// What it was about, the last of it first.
    pub last: Vec<Subject>,
}

/// What something was about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subject {
    /// Its name.
    pub name: String,
    /// What stands beside it.
    pub details: String,
}

impl OperatorsTx<'_> {
    /// Something happened to somebody's money that operators are to be told.
    pub async fn add_news(
        &mut self,
        news: News,
        person: PersonId,
        stars: i64,
        subject: &str,
    ) -> Result<(), StoreError> {
        let add = sqlx::query!(
            r#"
            insert into operator_news (event, person_id, stars, subject)
            values ($1, $2, $3, $4)
            "#,
            news.word(),
            person.get(),
            stars,
            bounded(subject),
        );
        self.run(add).await
    }

    /// Something else happened so often, which is nobody's.
    pub async fn add_trouble(
        &mut self,
        news: News,
        times: u32,
        subject: &str,
        details: &str,
    ) -> Result<(), StoreError> {
        let add = sqlx::query!(
            r#"
            insert into operator_news (event, times, subject, details)
            values ($1, $2, $3, $4)
            "#,
            news.word(),
            i32::try_from(times).unwrap_or(i32::MAX),
            bounded(subject),
            bounded(details),
        );
        self.run(add).await
    }

    /// Those of these sends that are set aside are to be told. Not what was for the operators' own chats: who cannot
    /// be told cannot be told of that either.
    pub async fn add_dead_sends(
        &mut self,
        sends: &[OutboxId],
        desks: &[i64],
    ) -> Result<(), StoreError> {
        let ids: Vec<i64> = sends.iter().map(|id| id.get()).collect();
        let add = sqlx::query!(
            r#"
            insert into operator_news (event, subject, details)
            select
                $3,
                's' || id,
                left(coalesce(problem, ''), 50)
            from outbox
            where id = any ($1)
                and state + 0 in (3, 6)
                and dropped_at is null
                and chat_id <> all ($2)
            "#,
            &ids,
            desks,
            News::DeadSend.word(),
        );
        self.run(add).await
    }

    /// Takes what happened of one kind, to tell it now; none if nothing did, or if it is too early.
    pub async fn take_news(&mut self, news: News) -> Result<Option<Happened>, StoreError> {
        let take = sqlx::query!(
            r#"
            with taken as (
                delete from operator_news
                where event = $1
                    and not exists (
                        select
                        from operator_notices
                        where event = $1
                            and told_at > trt_now() - make_interval(secs => $2)
                            and told_at <= trt_now()
                    )
                returning
                    id,
                    person_id,
                    stars,
                    times,
                    subject,
                    details
            ),
            told as (
                insert into operator_notices (event, told_at)
                select
                    $1,
                    trt_now()
                from taken
                limit 1
                on conflict on constraint operator_notices_pkey
                do update set told_at = excluded.told_at
            )
            select
                (sum(times) over ())::bigint as "count!",
                (sum(stars) over ())::bigint as "stars!",
                person_id,
                subject as "subject!",
                details as "details!"
            from taken
            order by id desc
            limit $3
            "#,
            news.word(),
            news.pause().as_secs_f64(),
            NAMED,
        );
        let rows = answered(take.fetch_all(self.connection())).await?;
        let Some(newest) = rows.first() else { return Ok(None) };
        Ok(Some(Happened {
            count: u32::try_from(newest.count).unwrap_or(u32::MAX),
            stars: newest.stars,
            person: newest.person_id.map(PersonId::new),
            last: rows
                .into_iter()
                .map(|row| Subject { name: row.subject, details: row.details })
                .collect(),
        }))
    }
}

impl Store {
    /// What operators are to be told now: they were not told of it for the pause of its kind.
    pub async fn untold_news(&self) -> Result<Vec<News>, StoreError> {
        let words: Vec<&str> = News::ALL.iter().map(|news| news.word()).collect();
        let pauses: Vec<f64> = News::ALL.iter().map(|news| news.pause().as_secs_f64()).collect();
        let find = async |connection: &mut sqlx::PgConnection| {
            sqlx::query_scalar!(
                r#"
                select known.event as "event!"
                from unnest($1::text[], $2::float8[]) as known (event, pause)
                where exists (
                    select
                    from operator_news
                    where operator_news.event = known.event
                )
                    and not exists (
                        select
                        from operator_notices
                        where operator_notices.event = known.event
                            and told_at > trt_now() - make_interval(secs => known.pause)
                            and told_at <= trt_now()
                    )
                "#,
                &words as &[&str],
                &pauses,
            )
            .fetch_all(connection)
            .await
        };
        let events = self.reading(find).await?;
        Ok(events.iter().filter_map(|event| News::from_word(event)).collect())
    }
}

impl UpkeepTx<'_> {
    /// Removes what nobody could be told for so long, as there was nobody to tell it to.
    pub async fn forget_news(&mut self, age: Duration, rows: i64) -> Result<u64, StoreError> {
        let forget = sqlx::query!(
            r#"
            delete from operator_news
            where id in (
                select id
                from operator_news
                where happened_at < trt_now() - make_interval(secs => $1)
                limit $2
            )
            "#,
            age.as_secs_f64(),
            rows,
        );
        Ok(answered(forget.execute(self.connection())).await?.rows_affected())
    }
}

/// Without what PostgreSQL does not take, and not too long.
fn bounded(text: &str) -> String {
    let mut text = text.replace('\0', "");
    text.truncate(text.floor_char_boundary(LONGEST));
    text
}
