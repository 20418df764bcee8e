//! I12, I16: generations against what ordered them, and against what was used for nothing.

use sqlx::PgConnection;

use super::Wrong;
use super::session::patiently;

/// I12: updates and quotes with two generations, updates with two dead letters.
///
/// Unique constraints forbid all of it; a damaged index, or a restore without one, does not.
pub(super) async fn done_twice(connection: &mut PgConnection) -> Result<Vec<Wrong>, sqlx::Error> {
    let wrong = sqlx::query_as!(
        Wrong,
        r#"
        with twice as (
            select format('update %s: %s generations', inbox_id, count(*)) as subject
            from generations
            group by inbox_id, seq
            having count(*) > 1
            union all
            select format('quote %s: %s generations', quote_id, count(*)) as subject
            from generations
            group by quote_id
            having count(*) > 1
            union all
            select format('update %s: %s dead letters', inbox_id, count(*)) as subject
            from dead_letters
            group by inbox_id
            having count(*) > 1
        )
        select
            count(*) over () as "violations!",
            subject as "subject!"
        from twice
        order by subject
        limit 5
        "#,
    );
    patiently(wrong.fetch_all(connection)).await
}

/// I16: days on which a person used a model for nothing more or less often than the generations say.
pub(super) async fn free_use(connection: &mut PgConnection) -> Result<Vec<Wrong>, sqlx::Error> {
    let wrong = sqlx::query_as!(
        Wrong,
        r#"
        with counted as (
            select
                person_id,
                free_day as day,
                model,
                count(*) as generations
            from generations
            where free_day is not null
                and state not in ('failed', 'cancelled')
            group by person_id, free_day, model
        ),
        days as (
            select
                coalesce(free_use.person_id, counted.person_id) as person_id,
                coalesce(free_use.day, counted.day) as day,
                coalesce(free_use.model, counted.model) as model,
                coalesce(free_use.used, 0) as used,
                coalesce(counted.generations, 0) as generations
            from free_use
            full join counted on counted.person_id = free_use.person_id
                and counted.day = free_use.day
                and counted.model = free_use.model
        )
        select
            count(*) over () as "violations!",
            format(
                'person %s: %s on %s used %s, generations %s',
                person_id, model, day, used, generations
            ) as "subject!"
        from days
        where used <> generations
        order by person_id, day, model
        limit 5
        "#,
    );
    patiently(wrong.fetch_all(connection)).await
}
