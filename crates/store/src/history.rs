//! What people made before, as they may look at it.

use domain::{GenerationId, Money, PersonId};

use crate::error::StoreError;
use crate::leader_tx::LeaderTx;
use crate::transaction::answered;

/// A generation as its person may look at it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastGeneration {
    /// Its number.
    pub id: GenerationId,
    /// The model's key.
    pub model: String,
    /// What was ordered.
    pub input: String,
    /// What it cost.
    pub price: Money,
    /// It was for nothing.
    pub is_free: bool,
    /// Its state, as the table has it.
    pub state: String,
    /// Why it failed.
    pub failure: Option<String>,
    /// When it was ordered, as day, month and time of day.
    pub at: String,
    /// When it ended.
    pub ended: Option<String>,
    /// The kinds of its files and Telegram's copies of them, in order.
    pub files: Vec<(String, String)>,
}

impl LeaderTx<'_> {
    /// The generations of a person, the latest first, from this place on.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn past_generations(
        &mut self,
        person: PersonId,
        skip: i64,
        most: i64,
        zone: &str,
    ) -> Result<Vec<PastGeneration>, StoreError> {
        let read = sqlx::query_as!(
            Row,
            r#"
            select
                id,
                model,
                input,
                price,
                free_day is not null as "is_free!",
                state,
                failure,
                to_char(created_at at time zone $4, 'DD.MM HH24:MI') as "at!",
                to_char(ended_at at time zone $4, 'DD.MM HH24:MI') as ended,
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
            order by id desc
            offset $2
            limit $3
            "#,
            person.get(),
            skip,
            most,
            zone,
        );
        let rows = answered(read.fetch_all(self.connection())).await?;
        Ok(rows.into_iter().map(PastGeneration::from).collect())
    }

    /// One generation of a person, locked: what is decided about it is still so when it is written. None if
    /// it is not theirs.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn past_generation(
        &mut self,
        person: PersonId,
        generation: GenerationId,
        zone: &str,
    ) -> Result<Option<PastGeneration>, StoreError> {
        let read = sqlx::query_as!(
            Row,
            r#"
            select
                id,
                model,
                input,
                price,
                free_day is not null as "is_free!",
                state,
                failure,
                to_char(created_at at time zone $3, 'DD.MM HH24:MI') as "at!",
                to_char(ended_at at time zone $3, 'DD.MM HH24:MI') as ended,
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
                and id = $2
            for update
            "#,
            person.get(),
            generation.get(),
            zone,
        );
        let row = answered(read.fetch_optional(self.connection())).await?;
        Ok(row.map(PastGeneration::from))
    }
}

/// A row as the database has it.
struct Row {
    id: i64,
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

impl From<Row> for PastGeneration {
    fn from(row: Row) -> Self {
        Self {
            id: GenerationId::new(row.id),
            model: row.model,
            input: row.input,
            price: Money::new(row.price),
            is_free: row.is_free,
            state: row.state,
            failure: row.failure,
            at: row.at,
            ended: row.ended,
            files: row.kinds.into_iter().zip(row.file_ids).collect(),
        }
    }
}
