-- Seals that do not continue the one before or do not fit their transfers, and transfers that lie beside
-- all of them.
--
-- Who removes the last seal, or every seal, leaves a chain that is shorter and whole: against that helps
-- only a digest that is kept elsewhere. What is not sealed yet is nobody's fault: transfers of later
-- transactions than the last seal, and, after a restore on a server that counts its transactions anew,
-- transfers with higher numbers.
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
        coalesce(lag(digest) over (order by id), decode(repeat('00', 32), 'hex')) as before,
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
),
wrong as (
    select
        1 as list,
        chain.id,
        format('seal %s does not continue the one before it', chain.id) as subject
    from chain
    where chain.previous <> chain.before
    union all
    select
        1 as list,
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
    union all
    select
        2 as list,
        beside.id,
        format('transfer %s lies beside the seals', beside.id) as subject
    from beside
    where not exists (
        select
        from seals
        where beside.tx >= seals.from_tx
            and beside.tx < seals.upto_tx
            and beside.id between seals.from_id and seals.upto_id
    )
)
select
    count(*) over () as "violations!",
    subject as "subject!"
from wrong
order by list, id
limit 5
