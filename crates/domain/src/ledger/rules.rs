//! The rules, one function per operation.
//!
//! Bonus is spent before what was bought. A hold remembers which part came from where, and goes back
//! exactly there. A debt is filled by the next payment before anything else, and nothing can be
//! started as long as there is one.

use crate::id::{GenerationId, HoldId, InboxId, PersonId, TransferId};
use crate::ledger::account::{Bucket, House, Purse};
use crate::ledger::operation::{Actor, Grant, Kind, Operation};
use crate::ledger::posting::{Draft, Place, Posting, Refusal};
use crate::money::{Credits, Money, Stars};

/// Where the money of a hold came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Split {
    /// From what was given.
    pub bonus: Money,
    /// From what was bought.
    pub paid: Money,
}

impl Split {
    /// Both parts together.
    pub fn total(self) -> Option<Money> {
        self.bonus.plus(self.paid)
    }
}

/// What a refund takes from where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Taken {
    /// What the balance still held of what was bought.
    pub taken: Money,
    /// What it still held of what was given on top.
    pub bonus: Money,
    /// What had been spent, and is owed now.
    pub owed: Money,
}

/// A payment: Stars in, balance issued, a debt filled first; what comes on top is given.
pub fn purchase(
    purse: &Purse,
    charge: &str,
    stars: Stars,
    amount: Money,
    bonus: Money,
) -> Result<Posting, Refusal> {
    let person = purse.person;
    let (fills, rest) = fill(purse, amount)?;
    let issued = Place::House(House::IssuedPaid);
    let given = Place::House(House::IssuedBonus);
    if !stars.is_positive() || !amount.is_positive() {
        return Err(Refusal::Nonsense);
    }
    Draft::new(Operation::purchase(charge), Actor::Telegram, &[*purse])
        .moves(
            Kind::Purchase,
            Place::House(House::Payers),
            Place::House(House::Telegram),
            stars.get(),
        )?
        .moves(Kind::DebtPaid, issued, Place::Person(person, Bucket::Debt), fills.get())?
        .moves(Kind::Purchase, issued, Place::Person(person, Bucket::Paid), rest.get())?
        .moves(Kind::PurchaseBonus, given, Place::Person(person, Bucket::Bonus), bonus.get())?
        .finish()
}

/// Something given, once for each `cause`.
pub fn grant(purse: &Purse, grant: Grant, cause: &str, amount: Money) -> Result<Posting, Refusal> {
    Draft::new(Operation::grant(grant, cause), Actor::Bot, &[*purse])
        .moves(
            grant.into(),
            Place::House(House::IssuedBonus),
            Place::Person(purse.person, Bucket::Bonus),
            amount.get(),
        )?
        .finish()
}

/// Takes back what was given for a `cause`, as far as it was not spent: who got it owes nothing. None when
/// nothing of it is left.
///
/// # Errors
/// When the amount makes no sense.
pub fn take_back(
    purse: &Purse,
    grant: Grant,
    cause: &str,
    amount: Money,
) -> Result<Option<(Posting, Money)>, Refusal> {
    if !amount.is_positive() {
        return Err(Refusal::Nonsense);
    }
    let taken = amount.min(purse.bonus.balance);
    if !taken.is_positive() {
        return Ok(None);
    }
    let posting = Draft::new(Operation::take_back(grant, cause), Actor::Bot, &[*purse])
        .moves(
            grant.into(),
            Place::Person(purse.person, Bucket::Bonus),
            Place::House(House::IssuedBonus),
            taken.get(),
        )?
        .finish()?;
    Ok(Some((posting, taken)))
}

/// An admin's correction: fills a debt and then adds to what was bought, or takes from what was
/// bought and then from what was given.
///
/// # Errors
/// When there is less to take, or the amount makes no sense.
pub fn adjust(
    purse: &Purse,
    update: InboxId,
    admin: PersonId,
    amount: Money,
) -> Result<Posting, Refusal> {
    let draft = Draft::new(Operation::adjust(update), Actor::Admin(admin), &[*purse]);
    if amount.is_positive() {
        return pay_in(draft, Kind::Adjust, House::Adjusted, purse, amount);
    }
    let house = Place::House(House::Adjusted);
    let paid = Place::Person(purse.person, Bucket::Paid);
    let takes = Money::ZERO.minus(amount).ok_or(Refusal::Nonsense)?;
    let from_paid = takes.min(purse.paid.balance);
    let from_bonus = takes.minus(from_paid).ok_or(Refusal::Nonsense)?;
    draft
        .moves(Kind::Adjust, paid, house, from_paid.get())?
        .moves(Kind::Adjust, Place::Person(purse.person, Bucket::Bonus), house, from_bonus.get())?
        .finish()
}

/// What somebody had in the bot they come from, once: fills a debt and then adds to what was bought.
pub fn import(purse: &Purse, amount: Money) -> Result<Posting, Refusal> {
    let draft = Draft::new(Operation::import(purse.person), Actor::Operator, &[*purse]);
    pay_in(draft, Kind::Adjust, House::Adjusted, purse, amount)
}

/// A bank transfer that an admin approved: fills a debt and then adds to what was bought.
pub fn bank_transfer(
    purse: &Purse,
    request: TransferId,
    admin: PersonId,
    amount: Money,
) -> Result<Posting, Refusal> {
    let draft = Draft::new(Operation::bank_transfer(request), Actor::Admin(admin), &[*purse]);
    pay_in(draft, Kind::BankTransfer, House::Transferred, purse, amount)
}

/// Whether a price can be held, and from where it would be taken.
///
/// # Errors
/// What is missing or owed.
pub fn split(purse: &Purse, price: Money) -> Result<Split, Refusal> {
    if !price.is_positive() {
        return Err(Refusal::Nonsense);
    }
    owes_nothing(purse)?;
    let missing = price.minus(purse.available()).ok_or(Refusal::Nonsense)?;
    if missing.is_positive() {
        return Err(Refusal::Short { missing });
    }
    let bonus = purse.bonus.balance.min(price);
    let paid = price.minus(bonus).ok_or(Refusal::Nonsense)?;
    Ok(Split { bonus, paid })
}

/// Sets money apart for a generation.
///
/// # Errors
/// When the purse does not hold it.
pub fn hold(
    purse: &Purse,
    generation: GenerationId,
    hold: HoldId,
    split: Split,
) -> Result<Posting, Refusal> {
    let person = purse.person;
    let held = Place::Person(person, Bucket::Held);
    Draft::new(Operation::hold(generation), Actor::Person(person), &[*purse])
        .about(hold)
        .moves(Kind::Hold, Place::Person(person, Bucket::Bonus), held, split.bonus.get())?
        .moves(Kind::Hold, Place::Person(person, Bucket::Paid), held, split.paid.get())?
        .finish()
}

/// A generation costs less than is held for it: the rest goes back to where it came from, of what was
/// bought first. Also what is held from then on.
///
/// # Errors
/// When the price is not lower, or makes no sense.
pub fn reprice(
    purse: &Purse,
    generation: GenerationId,
    hold: HoldId,
    split: Split,
    price: Money,
) -> Result<(Posting, Split), Refusal> {
    let back = split.total().and_then(|held| held.minus(price)).ok_or(Refusal::Nonsense)?;
    if !price.is_positive() || !back.is_positive() {
        return Err(Refusal::Nonsense);
    }
    let paid = back.min(split.paid);
    let bonus = back.minus(paid).ok_or(Refusal::Nonsense)?;
    let left = split.paid.minus(paid).zip(split.bonus.minus(bonus));
    let (left_paid, left_bonus) = left.ok_or(Refusal::Nonsense)?;
    let held = Place::Person(purse.person, Bucket::Held);
    let draft = Draft::new(Operation::reprice(generation), Actor::Bot, &[*purse]).about(hold);
    let posting = give(draft, Kind::Reprice, held, purse.person, Split { bonus, paid })?;
    Ok((posting, Split { bonus: left_bonus, paid: left_paid }))
}

/// A generation was delivered or can be: what was held is ours.
///
/// # Errors
/// When the purse does not hold it.
pub fn capture(purse: &Purse, hold: HoldId, split: Split) -> Result<Posting, Refusal> {
    let amount = split.total().ok_or(Refusal::Nonsense)?;
    Draft::new(Operation::settle(hold), Actor::Bot, &[*purse])
        .about(hold)
        .moves(
            Kind::Capture,
            Place::Person(purse.person, Bucket::Held),
            Place::House(House::Revenue),
            amount.get(),
        )?
        .finish()
}

/// A generation came to nothing: each part goes back to where it came from.
///
/// # Errors
/// When the purse does not hold it.
pub fn release(purse: &Purse, hold: HoldId, split: Split) -> Result<Posting, Refusal> {
    let held = Place::Person(purse.person, Bucket::Held);
    let draft = Draft::new(Operation::settle(hold), Actor::Bot, &[*purse]).about(hold);
    give(draft, Kind::Release, held, purse.person, split)
}

/// What was paid for a result that could not be delivered after all goes back.
pub fn compensate(
    purse: &Purse,
    generation: GenerationId,
    split: Split,
) -> Result<Posting, Refusal> {
    let draft = Draft::new(Operation::compensate(generation), Actor::Bot, &[*purse]);
    give(draft, Kind::Compensate, Place::House(House::Revenue), purse.person, split)
}

/// Begins a refund, by the decision with this number: takes back what is left of the payment and of what
/// was given on top; what was spent of either becomes a debt.
pub fn refund(
    purse: &Purse,
    charge: &str,
    no: i16,
    amount: Money,
    bonus: Money,
    actor: Actor,
) -> Result<(Posting, Taken), Refusal> {
    let paid_back = amount.min(purse.paid.balance);
    let bonus_back = bonus.min(purse.bonus.balance);
    let spent = amount.minus(paid_back).zip(bonus.minus(bonus_back));
    let owed = spent.and_then(|(paid, bonus)| paid.plus(bonus)).ok_or(Refusal::Nonsense)?;
    let refunded = Place::House(House::Refunded);
    let from = |bucket| Place::Person(purse.person, bucket);
    let posting = Draft::new(Operation::refund(charge, no), actor, &[*purse])
        .moves(Kind::Refund, from(Bucket::Paid), refunded, paid_back.get())?
        .moves(Kind::Refund, from(Bucket::Bonus), refunded, bonus_back.get())?
        .moves(Kind::RefundDebt, from(Bucket::Debt), refunded, owed.get())?
        .finish()?;
    Ok((posting, Taken { taken: paid_back, bonus: bonus_back, owed }))
}

/// Ends a refund: Telegram gave the Stars back.
pub fn refunded(charge: &str, no: i16, stars: Stars) -> Result<Posting, Refusal> {
    Draft::new(Operation::refunded(charge, no), Actor::Telegram, &[])
        .moves(
            Kind::Refund,
            Place::House(House::Telegram),
            Place::House(House::Payers),
            stars.get(),
        )?
        .finish()
}

/// Takes a refund back that Telegram refused. What was owed is forgiven as far as it is still owed,
/// the rest is paid in again.
pub fn unrefund(purse: &Purse, charge: &str, no: i16, taken: Taken) -> Result<Posting, Refusal> {
    let total = taken.taken.plus(taken.owed).ok_or(Refusal::Nonsense)?;
    let (forgiven, rest) = fill(purse, total)?;
    let (person, refunded) = (purse.person, Place::House(House::Refunded));
    let to = |bucket| Place::Person(person, bucket);
    Draft::new(Operation::unrefund(charge, no), Actor::Telegram, &[*purse])
        .moves(Kind::Unrefund, refunded, to(Bucket::Debt), forgiven.get())?
        .moves(Kind::Unrefund, refunded, to(Bucket::Paid), rest.get())?
        .moves(Kind::Unrefund, refunded, to(Bucket::Bonus), taken.bonus.get())?
        .finish()
}

/// What KIE charged for an attempt.
///
/// # Errors
/// When it charged nothing: then there is nothing to write.
pub fn cost(attempt: &str, credits: Credits) -> Result<Posting, Refusal> {
    Draft::new(Operation::cost(attempt), Actor::Bot, &[])
        .moves(Kind::Cost, Place::House(House::Prepaid), Place::House(House::Cost), credits.get())?
        .finish()
}

/// What KIE probably charged for an attempt that is lost.
///
/// # Errors
/// When it would be nothing: then there is nothing to write.
pub fn suspense(attempt: &str, credits: Credits) -> Result<Posting, Refusal> {
    let (from, to) = (Place::House(House::Prepaid), Place::House(House::Suspense));
    Draft::new(Operation::suspense(attempt), Actor::Bot, &[])
        .moves(Kind::Suspense, from, to, credits.get())?
        .finish()
}

/// The truth about such an attempt is known: what was put down for it is taken back.
///
/// # Errors
/// When nothing was put down.
pub fn unsuspense(attempt: &str, credits: Credits) -> Result<Posting, Refusal> {
    let (from, to) = (Place::House(House::Suspense), Place::House(House::Prepaid));
    Draft::new(Operation::unsuspense(attempt), Actor::Bot, &[])
        .moves(Kind::Unsuspense, from, to, credits.get())?
        .finish()
}

/// From one person to another, what was bought.
///
/// # Errors
/// When the first has less, owes something, or both are the same.
pub fn transfer(from: &Purse, to: &Purse, cause: &str, amount: Money) -> Result<Posting, Refusal> {
    if from.person == to.person || !amount.is_positive() {
        return Err(Refusal::Nonsense);
    }
    owes_nothing(from)?;
    Draft::new(Operation::transfer(cause), Actor::Person(from.person), &[*from, *to])
        .moves(
            Kind::Transfer,
            Place::Person(from.person, Bucket::Paid),
            Place::Person(to.person, Bucket::Paid),
            amount.get(),
        )?
        .finish()
}

/// Fills a debt and then adds to what was bought.
fn pay_in(
    draft: Draft,
    kind: Kind,
    house: House,
    purse: &Purse,
    amount: Money,
) -> Result<Posting, Refusal> {
    if !amount.is_positive() {
        return Err(Refusal::Nonsense);
    }
    let (fills, rest) = fill(purse, amount)?;
    let to = |bucket| Place::Person(purse.person, bucket);
    draft
        .moves(kind, Place::House(house), to(Bucket::Debt), fills.get())?
        .moves(kind, Place::House(house), to(Bucket::Paid), rest.get())?
        .finish()
}

/// Gives both parts back to a person.
fn give(
    draft: Draft,
    kind: Kind,
    from: Place,
    person: PersonId,
    split: Split,
) -> Result<Posting, Refusal> {
    draft
        .moves(kind, from, Place::Person(person, Bucket::Bonus), split.bonus.get())?
        .moves(kind, from, Place::Person(person, Bucket::Paid), split.paid.get())?
        .finish()
}

/// How much of an amount fills the purse's debt, and what is left.
fn fill(purse: &Purse, amount: Money) -> Result<(Money, Money), Refusal> {
    let fills = owed(purse)?.min(amount);
    Ok((fills, amount.minus(fills).ok_or(Refusal::Nonsense)?))
}

/// Refuses whoever is in debt.
fn owes_nothing(purse: &Purse) -> Result<(), Refusal> {
    let owed = owed(purse)?;
    if owed.is_positive() { Err(Refusal::InDebt { owed }) } else { Ok(()) }
}

fn owed(purse: &Purse) -> Result<Money, Refusal> {
    Money::ZERO.minus(purse.debt.balance).ok_or(Refusal::Nonsense)
}
