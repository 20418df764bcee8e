//! What a person may see of the books: balances and the last operations. Nothing here locks.

use domain::ledger::{Bucket, Kind};
use domain::{Money, PersonId};

use crate::error::StoreError;
use crate::transaction::answered;
use crate::views::BooksTx;

/// The balances of a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Balance {
    /// Bought.
    pub paid: Money,
    /// Given.
    pub bonus: Money,
    /// Set apart for running generations.
    pub held: Money,
    /// Owed, below zero.
    pub debt: Money,
}

/// An operation as its person sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Movement {
    /// What it was about.
    pub kind: Kind,
    /// What it did to what may be spent.
    pub change: Money,
    /// When, as day, month and time of day in the bot's time zone.
    pub at: String,
    /// The key of the model whose generation it was about, if it was about one.
    pub model: Option<String>,
}

impl Balance {
    /// What may be spent: nothing, as long as there is a debt.
    pub fn available(&self) -> Money {
        if self.owed().is_positive() {
            return Money::ZERO;
        }
        self.paid.plus(self.bonus).unwrap_or(Money::ZERO)
    }

    /// What is owed; not negative.
    pub fn owed(&self) -> Money {
        Money::ZERO.minus(self.debt).unwrap_or(Money::ZERO)
    }
}

impl BooksTx<'_> {
    /// The balances of a person; nothing for somebody without accounts.
    pub async fn balance(&mut self, person: PersonId) -> Result<Balance, StoreError> {
        let read =
            sqlx::query!("select kind, balance from accounts where person_id = $1", person.get());
        let rows = answered(read.fetch_all(self.connection())).await?;
        let mut balance = Balance::default();
        for row in rows {
            let place = match Bucket::from_name(&row.kind) {
                Some(Bucket::Paid) => &mut balance.paid,
                Some(Bucket::Bonus) => &mut balance.bonus,
                Some(Bucket::Held) => &mut balance.held,
                Some(Bucket::Debt) => &mut balance.debt,
                None => continue,
            };
            *place = Money::new(row.balance);
        }
        Ok(balance)
    }

    /// The last operations that changed what a person may spend, the latest first.
    pub async fn movements(
        &mut self,
        person: PersonId,
        most: i64,
        zone: &str,
    ) -> Result<Vec<Movement>, StoreError> {
        let read =
            sqlx::query_file_as!(Moved, "src/accounts/movements.sql", person.get(), most, zone,);
        let rows = answered(read.fetch_all(self.connection())).await?;
        Ok(rows.into_iter().filter_map(Moved::read).collect())
    }
}

/// An operation as it is read.
struct Moved {
    kind: String,
    change: i64,
    at: String,
    model: Option<String>,
}

impl Moved {
    /// A kind that a newer version wrote is left out rather than guessed at.
    fn read(self) -> Option<Movement> {
        let kind = Kind::from_name(&self.kind)?;
        let change = Money::new(self.change);
        Some(Movement { kind, change, at: self.at, model: self.model })
    }
}

#[cfg(test)]
mod tests {
    use super::{Balance, Money};

    #[test]
    fn nothing_may_be_spent_as_long_as_something_is_owed() {
        let (paid, bonus) = (Money::new(100), Money::new(25));
        let free = Balance { paid, bonus, held: Money::new(7), debt: Money::ZERO };
        let bound = Balance { debt: Money::new(-1), ..free };

        assert_eq!((free.available(), free.owed()), (Money::new(125), Money::ZERO));
        assert_eq!((bound.available(), bound.owed()), (Money::ZERO, Money::new(1)));
    }
}
