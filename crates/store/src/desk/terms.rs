//! Who had the role, as an admin reads it, and the wish that it be handed over.
//!
//! Asking is a row that the elector of the active instance finds with its next sign of life: nothing is handed over
//! inside the transaction that asks. On failure: part of the caller's commit, and rolled back with it.

use crate::error::StoreError;
use crate::transaction::answered;
use crate::views::OperatorsTx;

/// A term of the role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TermLine {
    /// Which term.
    pub epoch: i64,
    /// Why it began.
    pub reason: String,
    /// Who.
    pub instance: String,
    /// When it began.
    pub at: String,
}

impl OperatorsTx<'_> {
    /// The last terms, the newest first.
    pub async fn last_terms(&mut self, most: i64, zone: &str) -> Result<Vec<TermLine>, StoreError> {
        let name = self.term().name().to_owned();
        let read = sqlx::query!(
            r#"
            select
                epoch,
                reason,
                instance,
                to_char(at at time zone $3, 'DD.MM HH24:MI:SS') as "at!"
            from leader_history
            where name = $1
                and event = 'claimed'
            order by leader_history.at desc, epoch desc
            limit $2
            "#,
            name,
            most,
            zone,
        );
        let rows = answered(read.fetch_all(self.connection())).await?;
        let line = rows.into_iter().map(|row| TermLine {
            epoch: row.epoch,
            reason: row.reason,
            instance: row.instance,
            at: row.at,
        });
        Ok(line.collect())
    }

    /// The number of the term of this transaction.
    pub fn epoch(&self) -> i64 {
        self.term().epoch()
    }

    /// Asks the holder of the role to hand it over; false: it is another term by now, or it was asked before.
    pub async fn ask_handover(&mut self, epoch: i64, by: &str) -> Result<bool, StoreError> {
        if self.term().epoch() != epoch {
            return Ok(false);
        }
        let name = self.term().name().to_owned();
        let ask = sqlx::query_scalar!("select leader_ask_handover($1, $2, null)", name, by);
        Ok(answered(ask.fetch_one(self.connection())).await?.is_some())
    }
}
