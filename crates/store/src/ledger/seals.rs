//! Seals: a chain of digests over the transfers, so that a change afterwards shows.
//!
//! Transfers commit in another order than their ids are given out. A seal therefore covers those
//! below the horizon: the oldest transaction that is still running and may yet add some. Nothing can
//! join them later. Transactions count for the whole server; those of its other databases cannot write
//! here, and do not hold the horizon back.
//!
//! On failure: two that seal at once try to continue the same seal; the database lets one.

use crate::error::StoreError;
use crate::transaction::answered;
use crate::views::BooksTx;

/// How many transfers a seal covers at most; the next one covers the next.
const MOST: i64 = 50_000;

/// What a seal covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sealing {
    /// So many transfers were sealed.
    Sealed(i64),
    /// There was nothing new.
    Nothing,
}

impl BooksTx<'_> {
    /// Seals the transfers that are ready for it.
    pub async fn seal(&mut self) -> Result<Sealing, StoreError> {
        let seal = sqlx::query_scalar!(
            r#"
            with last as (
                select
                    digest,
                    upto_tx,
                    (select max(upto_id) from seals) as upto_id
                from seals
                order by id desc
                limit 1
            ),
            ready as (
                select
                    id,
                    tx
                from transfers
                where tx < seal_horizon()
                    and (
                        not exists (select from last)
                        or tx >= (select upto_tx from last)
                        -- After a restore on another server its transactions count anew.
                        or id > (select upto_id from last)
                    )
                order by
                    tx,
                    id
                limit $1::bigint + 1
            ),
            bound as (
                select
                    case
                        when count(*) > $1::bigint then max(tx)
                        else seal_horizon()
                    end as upto_tx
                from ready
            ),
            covered as (
                select
                    coalesce((select digest from last), decode(repeat('00', 32), 'hex')) as previous,
                    min(ready.tx) as from_tx,
                    (select upto_tx from bound) as upto_tx,
                    min(ready.id) as from_id,
                    max(ready.id) as upto_id,
                    count(*) as transfers
                from ready
                where ready.tx < (select upto_tx from bound)
                having count(*) > 0
            )
            insert into seals (
                previous, digest, from_tx, upto_tx, from_id, upto_id, transfers, epoch
            )
            select
                previous,
                seal_digest(previous, from_tx, upto_tx, from_id, upto_id),
                from_tx,
                upto_tx,
                from_id,
                upto_id,
                transfers,
                $2
            from covered
            returning transfers
            "#,
            MOST,
            self.term().epoch(),
        );
        let sealed = answered(seal.fetch_optional(self.connection())).await?;
        Ok(sealed.map_or(Sealing::Nothing, Sealing::Sealed))
    }
}
