//! I15: the chain of seals, and the transfers it covers.
//!
//! | what was done to the books | what shows it |
//! | --- | --- |
//! | a sealed transfer was changed or removed, or one slipped in among them | the digest of its seal |
//! | one slipped in between two seals, or beside the numbers of one | no seal covers it |
//! | a seal was changed, removed or slipped in | the next one does not continue it |
//!
//! Who removes the last seal, or every seal, leaves a chain that is shorter and whole: against that
//! helps only a digest that is kept elsewhere.
//!
//! What is not sealed yet is nobody's fault: transfers of later transactions than the last seal, and,
//! after a restore on a server that counts its transactions anew, transfers with higher numbers.

use sqlx::PgConnection;

use super::session::patiently;
use super::{MOST, Wrong};

/// I15: seals that do not fit, and transfers that lie beside all of them.
pub(super) async fn broken(connection: &mut PgConnection) -> Result<Vec<Wrong>, sqlx::Error> {
    let lists = [unfit(connection).await?, beside(connection).await?];
    // Each list counts its own; the finding counts both.
    let violations = lists.iter().filter_map(|list| list.first()).map(|one| one.violations).sum();
    let both = lists.into_iter().flatten().take(MOST);
    Ok(both.map(|one| Wrong { violations, ..one }).collect())
}

/// Seals that do not continue the one before, or do not fit their transfers.
async fn unfit(connection: &mut PgConnection) -> Result<Vec<Wrong>, sqlx::Error> {
    let wrong = sqlx::query_as!(
        Wrong,
        r#"
        with chain as (
            select
                id,
                previous,
                digest,
                from_tx,
                upto_tx,
                from_id,
                upto_id,
                transfers,
                coalesce(lag(digest) over (order by id), decode(repeat('00', 32), 'hex')) as before
            from seals
        ),
        wrong as (
            select
                chain.id,
                format('seal %s does not continue the one before it', chain.id) as subject
            from chain
            where chain.previous <> chain.before
            union all
            select
                chain.id,
                format(
                    'seal %s of %s transfers does not fit the %s there are',
                    chain.id, chain.transfers, found.transfers
                ) as subject
            from chain
            cross join lateral (
                select count(*) as transfers
                from transfers
                where transfers.tx >= chain.from_tx
                    and transfers.tx < chain.upto_tx
                    and transfers.id between chain.from_id and chain.upto_id
            ) as found
            where chain.transfers <> found.transfers
                or chain.digest <> seal_digest(
                    chain.previous, chain.from_tx, chain.upto_tx, chain.from_id, chain.upto_id
                )
        )
        select
            count(*) over () as "violations!",
            subject as "subject!"
        from wrong
        order by id
        limit 5
        "#,
    );
    patiently(wrong.fetch_all(connection)).await
}

/// Transfers that are older than the last seal and covered by none.
async fn beside(connection: &mut PgConnection) -> Result<Vec<Wrong>, sqlx::Error> {
    let wrong = sqlx::query_as!(
        Wrong,
        r#"
        with chain as (
            select
                from_tx,
                upto_tx,
                from_id,
                upto_id,
                least(from_tx, coalesce(lag(upto_tx) over (order by id), '0'::xid8)) as since_tx
            from seals
        ),
        -- Materialised, so that only these few are looked for in all the other seals.
        beside as materialized (
            select distinct
                transfers.id,
                transfers.tx
            from chain
            join transfers on transfers.tx >= chain.since_tx
                and transfers.tx < chain.upto_tx
            where transfers.id <= (select max(upto_id) from seals)
                and not (
                    transfers.tx >= chain.from_tx
                    and transfers.id between chain.from_id and chain.upto_id
                )
        )
        select
            count(*) over () as "violations!",
            format('transfer %s lies beside the seals', beside.id) as "subject!"
        from beside
        where not exists (
            select
            from seals
            where beside.tx >= seals.from_tx
                and beside.tx < seals.upto_tx
                and beside.id between seals.from_id and seals.upto_id
        )
        order by beside.id
        limit 5
        "#,
    );
    patiently(wrong.fetch_all(connection)).await
}
