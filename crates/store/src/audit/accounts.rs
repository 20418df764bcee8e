//! I1, I2, I3, I10, I11: accounts against the transfers that touched them.
//!
//! Balances and versions are kept only for the accounts of people; those of the house are summed when
//! somebody asks, so there is nothing to hold against anything.

use sqlx::PgConnection;

use super::Wrong;
use super::session::patiently;

/// I1: balances that are not what the postings say, or not what the last one left.
pub(super) async fn balances(connection: &mut PgConnection) -> Result<Vec<Wrong>, sqlx::Error> {
    let wrong = sqlx::query_as!(
        Wrong,
        r#"
        with sides as (
            select
                credit_id as account_id,
                amount,
                array[id, credit_after] as step
            from transfers
            union all
            select
                debit_id as account_id,
                -amount as amount,
                array[id, debit_after] as step
            from transfers
        ),
        sums as (
            select
                account_id,
                sum(amount) as postings,
                -- Of the highest number; looking the transfer up again would cost far more.
                (max(step))[2] as left_by_last
            from sides
            group by account_id
        ),
        kept as (
            select
                accounts.id,
                accounts.person_id,
                accounts.kind,
                accounts.balance,
                coalesce(sums.postings, 0) as postings,
                case when sums.account_id is null then 0 else sums.left_by_last end as left_by_last
            from accounts
            left join sums on sums.account_id = accounts.id
            where accounts.person_id is not null
        )
        select
            count(*) over () as "violations!",
            format(
                'person %s: %s has balance %s, postings %s, the last left %s',
                person_id, kind, balance, postings, coalesce(left_by_last::text, 'nothing')
            ) as "subject!"
        from kept
        where balance <> postings
            or balance is distinct from left_by_last
        order by id
        limit 5
        "#,
    );
    patiently(wrong.fetch_all(connection)).await
}

/// I2: transfers between accounts of another unit, or of none.
pub(super) async fn units(connection: &mut PgConnection) -> Result<Vec<Wrong>, sqlx::Error> {
    let wrong = sqlx::query_as!(
        Wrong,
        r#"
        select
            count(*) over () as "violations!",
            format(
                'transfer %s: %s from an account of %s to one of %s',
                transfers.id, transfers.unit,
                coalesce(debit.unit, 'nothing'), coalesce(credit.unit, 'nothing')
            ) as "subject!"
        from transfers
        left join accounts as debit on debit.id = transfers.debit_id
        left join accounts as credit on credit.id = transfers.credit_id
        where debit.unit is distinct from transfers.unit
            or credit.unit is distinct from transfers.unit
        order by transfers.id
        limit 5
        "#,
    );
    patiently(wrong.fetch_all(connection)).await
}

/// I3: debts above zero, and everything else below.
pub(super) async fn sides(connection: &mut PgConnection) -> Result<Vec<Wrong>, sqlx::Error> {
    let wrong = sqlx::query_as!(
        Wrong,
        r#"
        select
            count(*) over () as "violations!",
            format(
                '%s: %s has balance %s',
                coalesce('person ' || person_id, 'the house'), kind, balance
            ) as "subject!"
        from accounts
        where case
            when kind = 'debt' then balance > 0
            else balance < 0
        end
        order by id
        limit 5
        "#,
    );
    patiently(wrong.fetch_all(connection)).await
}

/// I10: versions that are not how many transfers there are.
pub(super) async fn versions(connection: &mut PgConnection) -> Result<Vec<Wrong>, sqlx::Error> {
    let wrong = sqlx::query_as!(
        Wrong,
        r#"
        with sides as (
            select credit_id as account_id
            from transfers
            union all
            select debit_id as account_id
            from transfers
        ),
        counts as (
            select
                account_id,
                count(*) as transfers
            from sides
            group by account_id
        )
        select
            count(*) over () as "violations!",
            format(
                'person %s: %s has version %s, transfers %s',
                accounts.person_id, accounts.kind, accounts.version, coalesce(counts.transfers, 0)
            ) as "subject!"
        from accounts
        left join counts on counts.account_id = accounts.id
        where accounts.person_id is not null
            and accounts.version <> coalesce(counts.transfers, 0)
        order by accounts.id
        limit 5
        "#,
    );
    patiently(wrong.fetch_all(connection)).await
}

/// I11: transfers of an epoch that was over when the transfer before them was written.
pub(super) async fn epochs(connection: &mut PgConnection) -> Result<Vec<Wrong>, sqlx::Error> {
    let wrong = sqlx::query_as!(
        Wrong,
        r#"
        with steps as (
            select
                id,
                epoch,
                lag(epoch) over (order by id) as before
            from transfers
        )
        select
            count(*) over () as "violations!",
            format('transfer %s: epoch %s after epoch %s', id, epoch, before) as "subject!"
        from steps
        where epoch < before
        order by id
        limit 5
        "#,
    );
    patiently(wrong.fetch_all(connection)).await
}
