//! What people made before, as they may look at it.

use std::ops::RangeInclusive;
use std::time::Duration;

use domain::generation::GenerationState;
use domain::{GenerationId, Money, PersonId};

use crate::error::StoreError;
use crate::transaction::answered;
use crate::views::GenerationsTx;

/// A generation as its person may look at it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastGeneration {
    /// Its number.
    pub id: GenerationId,
    /// Which one of its person's it is.
    pub number: i64,
    /// The model's key.
    pub model: String,
    /// What was ordered.
    pub input: String,
    /// What it cost.
    pub price: Money,
    /// It was for nothing.
    pub is_free: bool,
    /// Where it stands.
    pub state: GenerationState,
    /// Why it failed.
    pub failure: Option<String>,
    /// When it was ordered, as day, month and time of day.
    pub at: String,
    /// When it ended.
    pub ended: Option<String>,
    /// The kinds of its files and Telegram's copies of them, in order.
    pub files: Vec<(String, String)>,
}

/// Taps of an impatient finger come within this.
const JUST_NOW: Duration = Duration::from_secs(10);

/// Which generations of a person to read, the latest first.
struct Selection {
    /// Only numbers within.
    numbers: RangeInclusive<i64>,
    skip: i64,
    most: i64,
}

impl GenerationsTx<'_> {
    /// The generations of a person, the latest first, from this place on.
    pub async fn past_generations(
        &mut self,
        person: PersonId,
        skip: i64,
        most: i64,
        zone: &str,
    ) -> Result<Vec<PastGeneration>, StoreError> {
        self.past(person, Selection { numbers: i64::MIN..=i64::MAX, skip, most }, zone).await
    }

    /// One generation of a person, locked: what is decided about it is still so when it is written. None if
    /// it is not theirs.
    pub async fn past_generation(
        &mut self,
        person: PersonId,
        generation: GenerationId,
        zone: &str,
    ) -> Result<Option<PastGeneration>, StoreError> {
        let number = generation.get();
        let lock = sqlx::query!(
            "select id from generations where id = $1 and person_id = $2 for update",
            number,
            person.get(),
        );
        answered(lock.fetch_optional(self.connection())).await?;
        let one = Selection { numbers: number..=number, skip: 0, most: 1 };
        Ok(self.past(person, one, zone).await?.pop())
    }

    /// Whether a generation of a person is made once more by the button below its result: that one is alive, or
    /// was ordered just now.
    pub async fn is_repeated(
        &mut self,
        person: PersonId,
        generation: GenerationId,
    ) -> Result<bool, StoreError> {
        let read = sqlx::query_scalar!(
            r#"
            select exists (
                select
                from generations
                where person_id = $1
                    and id > $2
                    and repeats = $2
                    and (ended_at is null or created_at > trt_now() - make_interval(secs => $3))
            ) as "is_repeated!"
            "#,
            person.get(),
            generation.get(),
            JUST_NOW.as_secs_f64(),
        );
        Ok(answered(read.fetch_one(self.connection())).await?)
    }

    async fn past(
        &mut self,
        person: PersonId,
        selection: Selection,
        zone: &str,
    ) -> Result<Vec<PastGeneration>, StoreError> {
        let read = sqlx::query_as!(
            Row,
            r#"
            select
                id,
                number,
                model,
                input,
                price,
                free_day is not null as "is_free!",
                state,
                failure,
                to_char(created_at at time zone $6, 'DD.MM HH24:MI') as "at!",
                to_char(ended_at at time zone $6, 'DD.MM HH24:MI') as ended,
                array(
                    select kind
                    from results
                    where generation_id = generations.id
                        and file_id is not null
                    order by no
                ) as "kinds!",
                array(
                    select file_id
                    from results
                    where generation_id = generations.id
                        and file_id is not null
                    order by no
                ) as "file_ids!: Vec<String>"
            from generations
            where person_id = $1
                and id between $2 and $3
                -- Who was deleted and comes back has made nothing so far.
                and created_at > coalesce(
                    (select deleted_at from conversations where conversations.person_id = $1),
                    '-infinity'
                )
            order by id desc
            offset $4
            limit $5
            "#,
            person.get(),
            *selection.numbers.start(),
            *selection.numbers.end(),
            selection.skip,
            selection.most,
            zone,
        );
        let rows = answered(read.fetch_all(self.connection())).await?;
        rows.into_iter().map(PastGeneration::try_from).collect()
    }
}

/// A row as the database has it.
struct Row {
    id: i64,
    number: i64,
    model: String,
    input: String,
    price: i64,
    is_free: bool,
    state: String,
    failure: Option<String>,
    at: String,
    ended: Option<String>,
    kinds: Vec<String>,
    file_ids: Vec<String>,
}

impl TryFrom<Row> for PastGeneration {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let state = GenerationState::from_word(&row.state);
        Ok(Self {
            id: GenerationId::new(row.id),
            number: row.number,
            model: row.model,
            input: row.input,
            price: Money::new(row.price),
            is_free: row.is_free,
            state: state.ok_or(StoreError::Broken("a generation in an unknown state"))?,
            failure: row.failure,
            at: row.at,
            ended: row.ended,
            files: row.kinds.into_iter().zip(row.file_ids).collect(),
        })
    }
}
