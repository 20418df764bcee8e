//! Which generations are to be made, and which attempts are to be looked at.

use std::time::Duration;

use domain::catalogue::{Output, Route};
use domain::{Credits, GenerationId, PersonId};
use uuid::Uuid;

use crate::error::StoreError;
use crate::generations::FRESH;
use crate::pool::Store;

/// No call that submits takes longer, by far.
const LONGEST_CALL: Duration = Duration::from_secs(3 * 60);

/// A generation that waits to be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Waiting {
    /// Its number.
    pub generation: GenerationId,
    /// The model's key.
    pub model: String,
    /// What was ordered.
    pub input: String,
    /// It has waited long enough.
    pub is_overdue: bool,
    /// What is closed, if it could not be made in time: everything, its model, its variant, what costs as much.
    pub closed: Option<String>,
    /// The addresses of its files at KIE, as JSON, once they are there and as long as they will do.
    pub uploads: Option<String>,
    /// KIE could not fetch its files once.
    pub uploads_gone: bool,
    /// It has no files.
    pub is_plain: bool,
    /// What the catalogue says it costs us.
    pub cost: Credits,
    /// Something half open stands in its way, or is tried by it.
    pub tries: bool,
}

/// An attempt whose task is to be looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Look {
    /// The attempt.
    pub attempt: Uuid,
    /// Its generation.
    pub generation: GenerationId,
    /// Who ordered it.
    pub person: PersonId,
    /// The model's key.
    pub model: String,
    /// Which part of KIE's interface was asked; none in rows of earlier releases.
    pub route: Option<Route>,
    /// What comes out; none in rows of earlier releases.
    pub output: Option<Output>,
    /// KIE's name of the task.
    pub task: String,
    /// The task was only named by a doorbell: it counts if KIE's record knows our address.
    pub is_hearsay: bool,
    /// The secret part of our address.
    pub token: Vec<u8>,
    /// How old the attempt is, in seconds.
    pub age: i64,
    /// Its generation has waited long enough.
    pub is_overdue: bool,
    /// Its generation was given up; the result is delivered for nothing.
    pub is_late: bool,
}

/// An attempt about which nobody knows anything, past its deadline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Overdue {
    /// The attempt.
    pub attempt: Uuid,
    /// Its generation.
    pub generation: GenerationId,
}

impl Store {
    /// The generations that wait and can be made, the oldest first: neither is their pause running nor is
    /// anything of them closed. Neither counts once they are overdue: then there is nothing to wait for.
    /// Those whose files are not at KIE are not among them, unless they are to end without; nor are those
    /// that cost us more than `dearest`, so that they stand in nobody's way while there is no room for them.
    pub async fn waiting_generations(
        &self,
        most: i64,
        dearest: Option<Credits>,
    ) -> Result<Vec<Waiting>, StoreError> {
        let rows = sqlx::query_as!(
            WaitingRow,
            r#"
            with closed as materialized (
                select
                    subject,
                    above,
                    trial
                from closed_now
            )
            select
                id,
                model,
                input,
                deadline_at < trt_now() as "is_overdue!",
                case
                    when uploads_at > trt_now() - make_interval(secs => $2) then uploads
                end as uploads,
                uploads_gone,
                has_files is false as "is_plain!",
                cost,
                hit.subject as "closed?",
                exists (
                    select
                    from closures
                    where closed_until <= trt_now()
                        and (
                            subject in ('*', generations.model, generations.variant)
                            or generations.cost > above
                        )
                ) as "tries!"
            from generations
            left join lateral (
                select closed.subject
                from closed
                where (
                    closed.subject in ('*', generations.model, generations.variant)
                    or generations.cost > closed.above
                )
                    and closed.trial is distinct from generations.id
                order by closed.subject <> '*', closed.subject
                limit 1
            ) as hit on true
            where state = 'requested'
                and (
                    deadline_at < trt_now()
                    or (
                        hit.subject is null
                        and not exists (select from pauses where form = 'held')
                        and (not_before is null or not_before <= trt_now())
                        and (has_files is false or uploads_at > trt_now() - make_interval(secs => $2))
                        and ($3::bigint is null or cost <= $3)
                    )
                )
            order by id
            limit $1
            "#,
            most,
            FRESH.as_secs_f64(),
            dearest.map(Credits::get),
        );
        let rows = self.reading(async |read| rows.fetch_all(read).await).await?;
        Ok(rows.into_iter().map(Waiting::from).collect())
    }

    /// The attempts to be looked at now: their time has come, or KIE has rung.
    pub async fn due_looks(&self, most: i64) -> Result<Vec<Look>, StoreError> {
        let rows = sqlx::query_as!(
            Row,
            r#"
            with due as (
                (
                    select id
                    from attempts
                    where state in ('submitting', 'submitted', 'ambiguous')
                        and next_look_at <= trt_now()
                        and task_id is not null
                    order by next_look_at
                    limit $1
                )
                union
                (
                    select id
                    from attempts
                    where state = 'lost'
                        and next_look_at <= trt_now()
                        and task_id is not null
                    limit $1
                )
                union
                (
                    select attempts.id
                    from doorbells
                    inner join attempts on attempts.id = doorbells.attempt_id
                    where attempts.state in ('submitted', 'ambiguous', 'lost')
                        and coalesce(attempts.task_id, doorbells.task_id) is not null
                        and (
                            attempts.task_id is not null
                            or attempts.next_look_at is null
                            or attempts.next_look_at <= trt_now()
                        )
                    limit $1
                )
            )
            select
                attempts.id,
                attempts.generation_id,
                generations.person_id,
                generations.model,
                attempts.route,
                attempts.output,
                coalesce(attempts.task_id, doorbells.task_id) as "task!",
                attempts.task_id is null as "is_hearsay!",
                attempts.token,
                extract(epoch from trt_now() - attempts.started_at)::bigint as "age!",
                generations.deadline_at < trt_now() as "is_overdue!",
                attempts.state = 'lost' as "is_late!"
            from due
            inner join attempts on attempts.id = due.id
            inner join generations on generations.id = attempts.generation_id
            left join doorbells on doorbells.attempt_id = attempts.id
            limit $1
            "#,
            most,
        );
        let rows = self.reading(async |read| rows.fetch_all(read).await).await?;
        Ok(rows.into_iter().map(Look::from).collect())
    }

    /// The attempts whose outcome nobody knows although their time is over.
    ///
    /// Among them what has been submitted for longer than any call takes: whoever did it could not
    /// write down what came of it, and does not come back.
    pub async fn overdue_unknowns(&self, most: i64) -> Result<Vec<Overdue>, StoreError> {
        let rows = sqlx::query!(
            r#"
            select
                attempts.id,
                attempts.generation_id
            from attempts
            inner join generations on generations.id = attempts.generation_id
            where attempts.state in ('submitting', 'ambiguous')
                and (
                    attempts.state = 'ambiguous'
                    or attempts.started_at < trt_now() - make_interval(secs => $2)
                )
                and attempts.task_id is null
                and generations.deadline_at < trt_now()
            limit $1
            "#,
            most,
            LONGEST_CALL.as_secs_f64(),
        );
        let rows = self.reading(async |read| rows.fetch_all(read).await).await?;
        let overdue = rows.into_iter().map(|row| Overdue {
            attempt: row.id,
            generation: GenerationId::new(row.generation_id),
        });
        Ok(overdue.collect())
    }
}

/// A generation that waits as the database has it.
struct WaitingRow {
    id: i64,
    model: String,
    input: String,
    is_overdue: bool,
    uploads: Option<String>,
    uploads_gone: bool,
    is_plain: bool,
    cost: i64,
    closed: Option<String>,
    tries: bool,
}

impl From<WaitingRow> for Waiting {
    fn from(row: WaitingRow) -> Self {
        Self {
            generation: GenerationId::new(row.id),
            model: row.model,
            input: row.input,
            is_overdue: row.is_overdue,
            closed: row.closed,
            uploads: row.uploads,
            uploads_gone: row.uploads_gone,
            is_plain: row.is_plain,
            cost: Credits::new(row.cost),
            tries: row.tries,
        }
    }
}

/// A row as the database has it.
struct Row {
    id: Uuid,
    generation_id: i64,
    person_id: i64,
    model: String,
    route: Option<String>,
    output: Option<String>,
    task: String,
    is_hearsay: bool,
    token: Vec<u8>,
    age: i64,
    is_overdue: bool,
    is_late: bool,
}

impl From<Row> for Look {
    fn from(row: Row) -> Self {
        Self {
            attempt: row.id,
            generation: GenerationId::new(row.generation_id),
            person: PersonId::new(row.person_id),
            model: row.model,
            route: row.route.as_deref().and_then(Route::from_word),
            output: row.output.as_deref().and_then(Output::from_word),
            task: row.task,
            is_hearsay: row.is_hearsay,
            token: row.token,
            age: row.age,
            is_overdue: row.is_overdue,
            is_late: row.is_late,
        }
    }
}
