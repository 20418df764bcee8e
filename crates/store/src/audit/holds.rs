//! I4, I5, I6, I9: holds against balances, generations and the legs that ended them.

use sqlx::PgConnection;

use super::Wrong;
use super::session::patiently;

/// I4: people whose held money is not what their open holds say.
pub(super) async fn held(connection: &mut PgConnection) -> Result<Vec<Wrong>, sqlx::Error> {
    let wrong = sqlx::query_as!(
        Wrong,
        r#"
        with held as (
            select
                person_id,
                balance
            from accounts
            where kind = 'held'
                and person_id is not null
        ),
        open as (
            select
                person_id,
                sum(amount) as amount
            from holds
            where state = 0
            group by person_id
        )
        select
            count(*) over () as "violations!",
            format(
                'person %s: held %s, open holds %s',
                coalesce(held.person_id, open.person_id),
                coalesce(held.balance, 0),
                coalesce(open.amount, 0)
            ) as "subject!"
        from held
        full join open on open.person_id = held.person_id
        where coalesce(held.balance, 0) <> coalesce(open.amount, 0)
        order by coalesce(held.person_id, open.person_id)
        limit 5
        "#,
    );
    patiently(wrong.fetch_all(connection)).await
}

/// I5: live generations that nobody set money apart for, and money set apart for dead ones.
pub(super) async fn open(connection: &mut PgConnection) -> Result<Vec<Wrong>, sqlx::Error> {
    let wrong = sqlx::query_as!(
        Wrong,
        r#"
        with wrong as (
            select
                generations.id as generation_id,
                format(
                    'generation %s: %s and without an open hold', generations.id, generations.state
                ) as subject
            from generations
            left join holds on holds.generation_id = generations.id
                and holds.state = 0
            where generations.state in ('requested', 'submitting', 'submitted')
                and generations.price > 0
                and holds.id is null
            union all
            select
                holds.generation_id,
                format(
                    'generation %s: %s and with the open hold %s',
                    holds.generation_id, coalesce(generations.state, 'gone'), holds.id
                ) as subject
            from holds
            left join generations on generations.id = holds.generation_id
            where holds.state = 0
                and coalesce(generations.state, 'gone')
                    not in ('requested', 'submitting', 'submitted')
        )
        select
            count(*) over () as "violations!",
            subject as "subject!"
        from wrong
        order by generation_id
        limit 5
        "#,
    );
    patiently(wrong.fetch_all(connection)).await
}

/// I6: captured holds of generations that have nothing to show for it.
///
/// The message of a result leaves the outbox some days after its end; a result that could not be
/// delivered has been paid back by then, which is as good.
pub(super) async fn captured(connection: &mut PgConnection) -> Result<Vec<Wrong>, sqlx::Error> {
    let wrong = sqlx::query_as!(
        Wrong,
        r#"
        select
            count(*) over () as "violations!",
            format(
                'generation %s: captured and %s, %s, %s',
                holds.generation_id,
                coalesce(generations.state, 'gone'),
                case when generations.result is null then 'no result' else 'with a result' end,
                case when generations.delivered_at is null then 'nobody delivers it'
                    else 'delivered' end
            ) as "subject!"
        from holds
        left join generations on generations.id = holds.generation_id
        where holds.state = 1
            and (
                generations.id is null
                or generations.state not in ('succeeded', 'delivered')
                or generations.result is null
                or (
                    generations.delivered_at is null
                    and not exists (
                        select
                        from outbox
                        where outbox.generation_id = generations.id
                    )
                    and not exists (
                        select
                        from transfers
                        where transfers.operation = 'compensate:' || generations.id
                    )
                )
            )
        order by holds.generation_id
        limit 5
        "#,
    );
    patiently(wrong.fetch_all(connection)).await
}

/// I9: holds whose amount or state is not what became of their money, and legs of holds that do not exist.
pub(super) async fn ended(connection: &mut PgConnection) -> Result<Vec<Wrong>, sqlx::Error> {
    let wrong = sqlx::query_as!(
        Wrong,
        r#"
        with legs as (
            select
                hold_id,
                coalesce(sum(amount) filter (where kind = 'capture'), 0) as captured,
                coalesce(sum(amount) filter (where kind = 'release'), 0) as released,
                coalesce(sum(amount) filter (where kind = 'hold'), 0)
                    - coalesce(sum(amount) filter (where kind = 'reprice'), 0) as apart
            from transfers
            where hold_id is not null
            group by hold_id
        ),
        ends as (
            select
                coalesce(holds.id, legs.hold_id) as id,
                coalesce(holds.amount, 0) as amount,
                case holds.state
                    when 0 then 'open'
                    when 1 then 'captured'
                    when 2 then 'released'
                    else 'gone'
                end as state,
                coalesce(legs.captured, 0) as captured,
                coalesce(legs.released, 0) as released,
                coalesce(legs.apart, 0) as apart
            from holds
            full join legs on legs.hold_id = holds.id
        )
        select
            count(*) over () as "violations!",
            format(
                'hold %s of %s: %s, and %s was captured, %s released, %s set apart',
                id, amount, state, captured, released, apart
            ) as "subject!"
        from ends
        where state = 'gone'
            or captured <> case when state = 'captured' then amount else 0 end
            or released <> case when state = 'released' then amount else 0 end
            or apart <> amount
        order by id
        limit 5
        "#,
    );
    patiently(wrong.fetch_all(connection)).await
}
