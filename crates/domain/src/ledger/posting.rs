//! A posting: the legs of one operation, with what each leaves behind.
//!
//! ```text
//!   Draft::new(operation, actor, purses) ── moves() ── moves() ── ... ──> finish() ──> Posting
//!                                             └──> Refusal: nothing was written, nothing is owed
//! ```
//!
//! A draft keeps the running balances, so that two legs of one operation see each other.

use crate::id::{AccountId, HoldId, PersonId};
use crate::ledger::account::{Account, Bucket, House, Purse, Unit};
use crate::ledger::operation::{Actor, Kind, Operation};
use crate::money::Money;

/// One end of a leg.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// An account of the house.
    House(House),
    /// An account of a person.
    Person(PersonId, Bucket),
}

/// Why an operation may not happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Ask for a top-up: this much is missing.
    #[error("the balance is short by {}", .missing.get())]
    Short {
        /// What is missing.
        missing: Money,
    },
    /// Ask for the debt first: this much is owed.
    #[error("{} is owed from a refund", .owed.get())]
    InDebt {
        /// What is owed.
        owed: Money,
    },
    /// The amount makes no sense: nothing, below zero, or more than can be counted.
    #[error("the amount makes no sense")]
    Nonsense,
    /// The accounts of a person it names were not locked.
    #[error("the accounts of person {0} are not at hand")]
    Stranger(PersonId),
}

/// Balance and version of a person's account after a leg.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AccountState {
    /// What is in it.
    pub balance: i64,
    /// How many transfers touched it.
    pub version: i64,
}

/// One movement out of `debit` and into `credit`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Leg {
    /// What it is about.
    pub kind: Kind,
    /// What it counts.
    pub unit: Unit,
    /// Out of this account.
    pub debit: AccountId,
    /// Into this one.
    pub credit: AccountId,
    /// How much, in the unit; more than nothing.
    pub amount: i64,
    /// How it leaves the debit side, if that is a person's.
    pub debit_after: Option<AccountState>,
    /// How it leaves the credit side, if that is a person's.
    pub credit_after: Option<AccountState>,
}

/// An account that an operation changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change {
    /// Which.
    pub account: AccountId,
    /// The version it had.
    pub before: i64,
    /// How it ends.
    pub after: AccountState,
}

/// An operation, ready to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Posting {
    /// Its key.
    pub operation: Operation,
    /// Who is behind it.
    pub actor: Actor,
    /// The hold it opens or ends.
    pub hold: Option<HoldId>,
    /// Its legs, in order; at least one.
    pub legs: Vec<Leg>,
    /// The accounts it changes, each once.
    pub changes: Vec<Change>,
}

/// An operation being put together.
#[derive(Debug)]
pub(crate) struct Draft {
    operation: Operation,
    actor: Actor,
    hold: Option<HoldId>,
    before: Vec<Purse>,
    purses: Vec<Purse>,
    legs: Vec<Leg>,
}

impl Draft {
    /// An operation over these purses.
    pub(crate) fn new(operation: Operation, actor: Actor, purses: &[Purse]) -> Self {
        let purses = purses.to_vec();
        Self { operation, actor, hold: None, before: purses.clone(), purses, legs: Vec::new() }
    }

    /// It opens or ends this hold.
    pub(crate) fn about(mut self, hold: HoldId) -> Self {
        self.hold = Some(hold);
        self
    }

    /// Moves an amount; moving nothing is no leg.
    pub(crate) fn moves(
        mut self,
        kind: Kind,
        from: Place,
        to: Place,
        amount: i64,
    ) -> Result<Self, Refusal> {
        if amount == 0 {
            return Ok(self);
        }
        if amount < 0 {
            return Err(Refusal::Nonsense);
        }
        let (debit, unit, debit_after) = self.change(from, -amount)?;
        let (credit, credit_unit, credit_after) = self.change(to, amount)?;
        if unit != credit_unit || debit == credit {
            return Err(Refusal::Nonsense);
        }
        self.legs.push(Leg { kind, unit, debit, credit, amount, debit_after, credit_after });
        Ok(self)
    }

    /// The finished operation.
    pub(crate) fn finish(self) -> Result<Posting, Refusal> {
        if self.legs.is_empty() {
            return Err(Refusal::Nonsense);
        }
        let changes = self
            .before
            .iter()
            .zip(&self.purses)
            .flat_map(|(before, after)| {
                Bucket::ALL.map(|bucket| (*before.account(bucket), *after.account(bucket)))
            })
            .filter(|(before, after)| before.version != after.version)
            .map(|(before, after)| Change {
                account: after.id,
                before: before.version,
                after: standing(&after),
            })
            .collect();
        let Self { operation, actor, hold, legs, .. } = self;
        Ok(Posting { operation, actor, hold, legs, changes })
    }

    /// Changes one end of a leg.
    fn change(
        &mut self,
        place: Place,
        by: i64,
    ) -> Result<(AccountId, Unit, Option<AccountState>), Refusal> {
        let (person, bucket) = match place {
            Place::House(house) => {
                let (id, unit, _) = house.entry();
                return Ok((id, unit, None));
            }
            Place::Person(person, bucket) => (person, bucket),
        };
        let purse = self.purses.iter_mut().find(|purse| purse.person == person);
        let account = purse.ok_or(Refusal::Stranger(person))?.account_mut(bucket);
        let balance = account.balance.plus(Money::new(by)).ok_or(Refusal::Nonsense)?;
        match bucket {
            Bucket::Debt if balance > Money::ZERO => return Err(Refusal::Nonsense),
            Bucket::Paid | Bucket::Bonus | Bucket::Held if balance < Money::ZERO => {
                let missing = Money::ZERO.minus(balance).ok_or(Refusal::Nonsense)?;
                return Err(Refusal::Short { missing });
            }
            _ => {}
        }
        account.balance = balance;
        account.version = account.version.checked_add(1).ok_or(Refusal::Nonsense)?;
        Ok((account.id, Unit::Wallet, Some(standing(account))))
    }
}

const fn standing(account: &Account) -> AccountState {
    AccountState { balance: account.balance.get(), version: account.version }
}
