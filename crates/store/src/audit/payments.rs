//! I8, I18: payments and refunds against their legs, in both directions.

use sqlx::PgConnection;

use super::Wrong;
use super::session::patiently;

/// I8: payments without exactly their legs, and purchases without a payment.
///
/// The legs: one of Stars, and wallet legs of the payment's amount, all of them to the one who paid.
pub(super) async fn paid(connection: &mut PgConnection) -> Result<Vec<Wrong>, sqlx::Error> {
    let wrong = sqlx::query_as!(
        Wrong,
        r#"
        with legs as (
            select
                substr(transfers.operation, length('purchase:') + 1) as charge_id,
                count(*) filter (where transfers.unit <> 'wallet') as other_legs,
                coalesce(sum(transfers.amount) filter (where transfers.unit = 'stars'), 0) as stars,
                coalesce(
                    sum(transfers.amount) filter (where transfers.unit = 'wallet'), 0
                ) as amount,
                array_agg(distinct credit.person_id)
                    filter (where transfers.unit = 'wallet') as people
            from transfers
            left join accounts as credit on credit.id = transfers.credit_id
            where starts_with(transfers.operation, 'purchase:')
            group by transfers.operation
        )
        select
            count(*) over () as "violations!",
            case
                when payments.charge_id is null
                    then format('purchase %s: no payment', legs.charge_id)
                when legs.charge_id is null
                    then format('payment %s: no legs', payments.charge_id)
                else format(
                    'payment %s of %s: stars %s, amount %s; %s legs of stars %s, amount %s to %s',
                    payments.charge_id, payments.person_id, payments.stars, payments.amount,
                    legs.other_legs, legs.stars, legs.amount, array_to_string(legs.people, ', ')
                )
            end as "subject!"
        from payments
        full join legs on legs.charge_id = payments.charge_id
        where payments.charge_id is null
            or legs.charge_id is null
            or legs.other_legs <> 1
            or legs.stars <> payments.stars
            or legs.amount <> payments.amount
            or legs.people is distinct from array[payments.person_id]
        order by coalesce(payments.charge_id, legs.charge_id)
        limit 5
        "#,
    );
    patiently(wrong.fetch_all(connection)).await
}

/// I18: refunds whose legs are not what the payment's state says.
///
/// While it is refunding or refunded its whole amount was taken back; while it is paid nothing was,
/// or all of it was given again. Its Stars went back when it is refunded, and not before.
pub(super) async fn refunded(connection: &mut PgConnection) -> Result<Vec<Wrong>, sqlx::Error> {
    let wrong = sqlx::query_as!(
        Wrong,
        r#"
        with legs as (
            select
                split_part(operation, ':', 1) as step,
                substr(operation, strpos(operation, ':') + 1) as charge_id,
                case when split_part(operation, ':', 1) = 'unrefund' then -amount else amount end
                    as amount
            from transfers
            where starts_with(operation, 'refund:')
                or starts_with(operation, 'unrefund:')
                or starts_with(operation, 'refunded:')
        ),
        sums as (
            select
                charge_id,
                coalesce(sum(amount) filter (where step <> 'refunded'), 0) as taken,
                coalesce(sum(amount) filter (where step = 'refunded'), 0) as stars
            from legs
            group by charge_id
        ),
        refunds as (
            select
                coalesce(payments.charge_id, sums.charge_id) as charge_id,
                coalesce(payments.state, 'gone') as state,
                coalesce(payments.amount, 0) as amount,
                coalesce(payments.stars, 0) as paid_stars,
                coalesce(sums.taken, 0) as taken,
                coalesce(sums.stars, 0) as stars
            from payments
            full join sums on sums.charge_id = payments.charge_id
        )
        select
            count(*) over () as "violations!",
            format(
                'payment %s: %s, of amount %s was taken %s, of stars %s went back %s',
                charge_id, state, amount, taken, paid_stars, stars
            ) as "subject!"
        from refunds
        where taken <> case when state in ('refunding', 'refunded') then amount else 0 end
            or stars <> case when state = 'refunded' then paid_stars else 0 end
        order by charge_id
        limit 5
        "#,
    );
    patiently(wrong.fetch_all(connection)).await
}
