//! What the balance cannot pay: one subject, `cost`, with a ceiling that moves with the balance.
//!
//! The rule is [`Ceiling`]; here it is kept.

use std::time::Duration;

use domain::Credits;
use domain::generation::Ceiling;

use super::{Closing, DEAR, Shut};
use crate::error::StoreError;
use crate::transaction::answered;
use crate::views::ClosuresTx;

impl ClosuresTx<'_> {
    /// KIE refused an order of this cost for want of credits: what costs more than the balance is closed.
    pub async fn close_dear(
        &mut self,
        cost: Credits,
        balance: Option<Credits>,
        pause: Duration,
        cause: &str,
    ) -> Result<(Shut, Ceiling), StoreError> {
        self.meet_subject(DEAR).await?;
        let before = self.ceiling().await?;
        let ceiling = Ceiling::after(before, cost, balance);
        let shut = self.close_subject(Closing::by_itself(DEAR, Some(pause), cause)).await?;
        self.keep_ceiling(ceiling).await?;
        Ok((shut, ceiling))
    }

    /// The balance is known anew: the ceiling moves, or is lifted. Whether it was lifted.
    pub async fn balance_is(&mut self, balance: Credits) -> Result<bool, StoreError> {
        let Some(ceiling) = self.ceiling().await? else { return Ok(false) };
        match ceiling.at(balance) {
            Some(moved) if moved == ceiling => Ok(false),
            Some(moved) => {
                self.keep_ceiling(moved).await?;
                Ok(false)
            }
            None => self.open_subject(DEAR).await,
        }
    }

    /// The ceiling, locked; none while there is none.
    async fn ceiling(&mut self) -> Result<Option<Ceiling>, StoreError> {
        let ceiling = sqlx::query!(
            r#"
            select
                above,
                wanted,
                refused
            from closures
            where subject = $1
            for update
            "#,
            DEAR,
        );
        let row = answered(ceiling.fetch_optional(self.connection())).await?;
        Ok(row.and_then(|row| {
            Some(Ceiling {
                above: Credits::new(row.above?),
                wanted: Credits::new(row.wanted?),
                refused: row.refused.map(Credits::new),
            })
        }))
    }

    async fn keep_ceiling(&mut self, ceiling: Ceiling) -> Result<(), StoreError> {
        let keep = sqlx::query!(
            r#"
            update closures
            set above = $2,
                wanted = $3,
                refused = $4
            where subject = $1
            "#,
            DEAR,
            ceiling.above.get(),
            ceiling.wanted.get(),
            ceiling.refused.map(Credits::get),
        );
        self.run(keep).await
    }
}
