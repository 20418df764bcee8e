//! What operators are to be told of money, gathered until it is told.
//!
//! ```text
//!   a commit about money ── add_news ──> a row ── untold_news: once a minute for each event
//!                                                    └── take_news ──> one notice, with how many; rows leave
//! ```
//!
//! Those who add never wait for each other, nor for those who tell. On failure: part of the caller's commit; what
//! was not told stays.

use std::time::Duration;

use domain::PersonId;
use domain::payment::MoneyNews;

use crate::error::StoreError;
use crate::pool::Store;
use crate::transaction::answered;
use crate::views::OperatorsTx;

/// A subject is at most this long, in bytes.
const LONGEST_SUBJECT: usize = 200;

/// What happened of one kind since operators were last told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Happened {
    /// How often.
    pub count: u32,
    /// How many whole Stars together.
    pub stars: i64,
    /// Whose it was, the last time.
    pub person: PersonId,
    /// What it was about, the last time.
    pub subject: String,
}

impl OperatorsTx<'_> {
    /// Something happened that operators are to be told.
    pub async fn add_news(
        &mut self,
        news: MoneyNews,
        person: PersonId,
        stars: i64,
        subject: &str,
    ) -> Result<(), StoreError> {
        let subject = subject.replace('\0', "");
        let subject = &subject[..subject.floor_char_boundary(LONGEST_SUBJECT)];
        let add = sqlx::query!(
            r#"
            insert into operator_news (event, person_id, stars, subject)
            values ($1, $2, $3, $4)
            "#,
            news.word(),
            person.get(),
            stars,
            subject,
        );
        self.run(add).await
    }

    /// Takes what happened of one kind, to tell it now; none if nothing did.
    pub async fn take_news(&mut self, news: MoneyNews) -> Result<Option<Happened>, StoreError> {
        let take = sqlx::query!(
            r#"
            with taken as (
                delete from operator_news
                where event = $1
                returning
                    id,
                    person_id,
                    stars,
                    subject
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
                count(*) over () as "count!",
                (sum(stars) over ())::bigint as "stars!",
                person_id as "person!",
                subject as "subject!"
            from taken
            order by id desc
            limit 1
            "#,
            news.word(),
        );
        let row = answered(take.fetch_optional(self.connection())).await?;
        Ok(row.map(|row| Happened {
            count: u32::try_from(row.count).unwrap_or(u32::MAX),
            stars: row.stars,
            person: PersonId::new(row.person),
            subject: row.subject,
        }))
    }
}

impl Store {
    /// What operators are to be told now: they were not told of it for so long.
    pub async fn untold_news(&self, pause: Duration) -> Result<Vec<MoneyNews>, StoreError> {
        let find = async |connection: &mut sqlx::PgConnection| {
            sqlx::query_scalar!(
                r#"
                select distinct operator_news.event
                from operator_news
                left join operator_notices on operator_notices.event = operator_news.event
                where operator_notices.told_at is null
                    or operator_notices.told_at <= trt_now() - make_interval(secs => $1)
                "#,
                pause.as_secs_f64(),
            )
            .fetch_all(connection)
            .await
        };
        let events = self.reading(find).await?;
        Ok(events.iter().filter_map(|event| MoneyNews::from_word(event)).collect())
    }
}
