//! Accounts: four of each person, and the house's own.

use crate::id::{AccountId, PersonId};
use crate::ledger::posting::Posting;
use crate::money::Money;

/// What an account counts. Money never moves between units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Minor units of the wallet's currency.
    Wallet,
    /// Nano-stars.
    Stars,
    /// Millionths of a KIE credit.
    Kie,
}

impl Unit {
    /// Its name in the books.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wallet => "wallet",
            Self::Stars => "stars",
            Self::Kie => "kie",
        }
    }
}

/// Which of a person's accounts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bucket {
    /// Bought.
    Paid,
    /// Given; spent before what was bought.
    Bonus,
    /// Set apart for running generations.
    Held,
    /// Spent and then refunded: below zero until paid.
    Debt,
}

impl Bucket {
    /// Every one of them, in the order in which they are opened.
    pub const ALL: [Self; 4] = [Self::Paid, Self::Bonus, Self::Held, Self::Debt];

    /// Its name in the books.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Paid => "paid",
            Self::Bonus => "bonus",
            Self::Held => "held",
            Self::Debt => "debt",
        }
    }

    /// The bucket of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|bucket| bucket.name() == name)
    }
}

/// The house's accounts. Their balances are not kept but summed: a row that every operation writes
/// would make all of them wait for each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum House {
    /// Balance sold for Stars.
    IssuedPaid,
    /// Balance given away.
    IssuedBonus,
    /// What people spent.
    Revenue,
    /// Balance taken back because its payment was refunded.
    Refunded,
    /// An admin's corrections.
    Adjusted,
    /// Balance that lapsed.
    Expired,
    /// Balance sold for money on our bank account.
    Transferred,
    /// Stars in people's hands.
    Payers,
    /// Stars Telegram keeps for us.
    Telegram,
    /// Stars paid out.
    Withdrawn,
    /// Stars given away.
    Gifts,
    /// Stars of partners that buy nothing of us, and what an operator put right.
    OtherStars,
    /// Stars from before these books began.
    EarlierStars,
    /// KIE credits as they are bought.
    Bought,
    /// KIE credits we have.
    Prepaid,
    /// KIE credits spent on known results.
    Cost,
    /// KIE credits probably spent on results nobody knows.
    Suspense,
    /// KIE credits that went for nothing we know of, as an operator put right.
    OtherCredits,
}

impl House {
    /// Every one of them.
    pub const ALL: [Self; 18] = [
        Self::IssuedPaid,
        Self::IssuedBonus,
        Self::Revenue,
        Self::Refunded,
        Self::Adjusted,
        Self::Expired,
        Self::Transferred,
        Self::Payers,
        Self::Telegram,
        Self::Withdrawn,
        Self::Gifts,
        Self::OtherStars,
        Self::EarlierStars,
        Self::Bought,
        Self::Prepaid,
        Self::Cost,
        Self::Suspense,
        Self::OtherCredits,
    ];

    /// Its id, unit and name in the books, as the migration wrote them.
    pub const fn entry(self) -> (AccountId, Unit, &'static str) {
        let (id, unit, name) = match self {
            Self::IssuedPaid => (1, Unit::Wallet, "issued_paid"),
            Self::IssuedBonus => (2, Unit::Wallet, "issued_bonus"),
            Self::Revenue => (3, Unit::Wallet, "revenue"),
            Self::Refunded => (4, Unit::Wallet, "refunded"),
            Self::Adjusted => (5, Unit::Wallet, "adjusted"),
            Self::Expired => (6, Unit::Wallet, "expired"),
            Self::Transferred => (7, Unit::Wallet, "transferred"),
            Self::Payers => (20, Unit::Stars, "payers"),
            Self::Telegram => (21, Unit::Stars, "telegram"),
            Self::Withdrawn => (22, Unit::Stars, "withdrawn"),
            Self::Gifts => (23, Unit::Stars, "gifts"),
            Self::OtherStars => (24, Unit::Stars, "others"),
            Self::EarlierStars => (25, Unit::Stars, "earlier"),
            Self::Bought => (40, Unit::Kie, "bought"),
            Self::Prepaid => (41, Unit::Kie, "prepaid"),
            Self::Cost => (42, Unit::Kie, "cost"),
            Self::Suspense => (43, Unit::Kie, "suspense"),
            Self::OtherCredits => (44, Unit::Kie, "others"),
        };
        (AccountId::new(id), unit, name)
    }
}

/// A person's account as it is while locked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Account {
    /// Which.
    pub id: AccountId,
    /// What is in it.
    pub balance: Money,
    /// How many transfers touched it.
    pub version: i64,
}

/// The four accounts of a person, locked until the transaction ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Purse {
    /// Whose.
    pub person: PersonId,
    /// Bought.
    pub paid: Account,
    /// Given.
    pub bonus: Account,
    /// Set apart.
    pub held: Account,
    /// Owed, below zero.
    pub debt: Account,
}

impl Purse {
    /// What may be spent: nothing, as long as there is a debt.
    pub fn available(&self) -> Money {
        if self.debt.balance < Money::ZERO {
            return Money::ZERO;
        }
        self.paid.balance.plus(self.bonus.balance).unwrap_or(Money::ZERO)
    }

    /// One of its accounts.
    pub const fn account(&self, bucket: Bucket) -> &Account {
        match bucket {
            Bucket::Paid => &self.paid,
            Bucket::Bonus => &self.bonus,
            Bucket::Held => &self.held,
            Bucket::Debt => &self.debt,
        }
    }

    /// The purse as an operation leaves it.
    #[must_use]
    pub fn after(mut self, posting: &Posting) -> Self {
        for bucket in Bucket::ALL {
            let account = self.account_mut(bucket);
            if let Some(change) = posting.changes.iter().find(|one| one.account == account.id) {
                account.balance = Money::new(change.after.balance);
                account.version = change.after.version;
            }
        }
        self
    }

    /// One of its accounts, to be changed.
    pub(crate) const fn account_mut(&mut self, bucket: Bucket) -> &mut Account {
        match bucket {
            Bucket::Paid => &mut self.paid,
            Bucket::Bonus => &mut self.bonus,
            Bucket::Held => &mut self.held,
            Bucket::Debt => &mut self.debt,
        }
    }
}
