//! Holds: money set apart for one generation, until that generation ends.
//!
//! ```text
//!   hold ──> open ── reprice ──> open, with less in it
//!             open ──┬── settle(Capture) ──> captured ── compensate ──> captured, and given back
//!                    └── settle(Release) ──> released
//! ```
//!
//! Both ends share one operation key, and the row's state moves once: whichever comes first is the
//! only one. A hold is ended by its generation's own transition and by nothing else.

use std::time::Duration;

use domain::ledger::{Refusal, Split, rules};
use domain::{GenerationId, HoldId, Money, PersonId};

use crate::error::StoreError;
use crate::ledger::Posted;
use crate::transaction::answered;
use crate::views::BooksTx;

/// What became of a wish to hold money.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Held {
    /// It is held, taken from these parts.
    Done(Split),
    /// This generation has its hold; nothing changed.
    Already,
    /// It cannot be: nothing changed.
    Refused(Refusal),
}

/// What became of a lower price.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repriced {
    /// So much is still held, of these parts.
    Done(Split),
    /// The price of this generation was lowered before; nothing changed.
    Already,
    /// There is no open hold, or it is not above that price; nothing changed.
    None,
}

/// How a hold ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Settlement {
    /// It was earned.
    Capture,
    /// It goes back.
    Release,
}

/// What became of a hold's end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HoldEnd {
    /// It ended now; this was held.
    Done(Split),
    /// It had ended before, this way; nothing changed.
    Already(Settlement),
    /// There is no hold for this generation.
    None,
}

impl BooksTx<'_> {
    /// Sets the price of a generation apart.
    pub async fn hold(
        &mut self,
        person: PersonId,
        generation: GenerationId,
        price: Money,
        expires: Duration,
    ) -> Result<Held, StoreError> {
        let purse = self.purse(person).await?;
        let split = match rules::split(&purse, price) {
            Ok(split) => split,
            // Whoever asks twice has the money in the hold, not in the balance.
            Err(_) if self.hold_of(generation).await?.is_some() => return Ok(Held::Already),
            Err(refusal) => return Ok(Held::Refused(refusal)),
        };
        let open = sqlx::query_scalar!(
            r#"
            insert into holds (
                person_id, generation_id, amount, from_bonus, from_paid, expires_at
            )
            values ($1, $2, $3, $4, $5, trt_now() + make_interval(secs => $6))
            on conflict on constraint holds_generation_once do nothing
            returning id
            "#,
            person.get(),
            generation.get(),
            price.get(),
            split.bonus.get(),
            split.paid.get(),
            expires.as_secs_f64(),
        );
        let Some(id) = answered(open.fetch_optional(self.connection())).await? else {
            return Ok(Held::Already);
        };
        let posting = rules::hold(&purse, generation, HoldId::new(id), split);
        let posting = posting.map_err(|_| StoreError::Broken("a hold that had been allowed"))?;
        match self.post(&posting).await? {
            Posted::Done => Ok(Held::Done(split)),
            Posted::Already => Err(StoreError::Broken("a hold without a row was posted before")),
        }
    }

    /// A generation turned out to cost less: the hold shrinks to its price, and the order says so.
    pub async fn reprice(
        &mut self,
        person: PersonId,
        generation: GenerationId,
        price: Money,
    ) -> Result<Repriced, StoreError> {
        let purse = self.purse(person).await?;
        let open = self.hold_of(generation).await?;
        let Some(hold) = open.filter(|hold| hold.state == OPEN && hold.person_id == person.get())
        else {
            return Ok(Repriced::None);
        };
        let split = Split { bonus: Money::new(hold.from_bonus), paid: Money::new(hold.from_paid) };
        let repriced = rules::reprice(&purse, generation, HoldId::new(hold.id), split, price);
        let Ok((posting, left)) = repriced else { return Ok(Repriced::None) };
        if self.post(&posting).await? == Posted::Already {
            return Ok(Repriced::Already);
        }
        let shrink = sqlx::query!(
            r#"
            with shrunk as (
                update holds
                set amount = $2,
                    from_bonus = $3,
                    from_paid = $4
                where id = $1
                returning generation_id
            )
            update generations
            set price = $2
            from shrunk
            where generations.id = shrunk.generation_id
            "#,
            hold.id,
            price.get(),
            left.bonus.get(),
            left.paid.get(),
        );
        answered(shrink.execute(self.connection())).await?;
        Ok(Repriced::Done(left))
    }

    /// Ends the hold of a generation.
    pub async fn settle(
        &mut self,
        person: PersonId,
        generation: GenerationId,
        settlement: Settlement,
    ) -> Result<HoldEnd, StoreError> {
        let purse = self.purse(person).await?;
        let Some(hold) = self.hold_of(generation).await? else { return Ok(HoldEnd::None) };
        if hold.person_id != person.get() {
            return Err(StoreError::Broken("a hold of somebody else"));
        }
        match hold.state {
            CAPTURED => return Ok(HoldEnd::Already(Settlement::Capture)),
            RELEASED => return Ok(HoldEnd::Already(Settlement::Release)),
            _ => {}
        }
        let split = Split { bonus: Money::new(hold.from_bonus), paid: Money::new(hold.from_paid) };
        let (posting, state) = match settlement {
            Settlement::Capture => (rules::capture(&purse, HoldId::new(hold.id), split), CAPTURED),
            Settlement::Release => (rules::release(&purse, HoldId::new(hold.id), split), RELEASED),
        };
        let posting = posting.map_err(|_| StoreError::Broken("less is held than holds say"))?;
        if self.post(&posting).await? == Posted::Already {
            return Err(StoreError::Broken("an open hold was settled before"));
        }
        let end = sqlx::query!(
            "update holds set state = $2, ended_at = trt_now() where id = $1 and state = 0",
            hold.id,
            state,
        );
        answered(end.execute(self.connection())).await?;
        Ok(HoldEnd::Done(split))
    }

    /// Gives back what was captured for a generation, once; what that was.
    pub async fn compensate(
        &mut self,
        person: PersonId,
        generation: GenerationId,
    ) -> Result<Option<Split>, StoreError> {
        let purse = self.purse(person).await?;
        let hold = self.hold_of(generation).await?.filter(|hold| hold.state == CAPTURED);
        let Some(hold) = hold else { return Ok(None) };
        if hold.person_id != person.get() {
            return Err(StoreError::Broken("a hold of somebody else"));
        }
        let split = Split { bonus: Money::new(hold.from_bonus), paid: Money::new(hold.from_paid) };
        let posting = rules::compensate(&purse, generation, split);
        let posting = posting.map_err(|_| StoreError::Broken("a captured hold of nothing"))?;
        Ok((self.post(&posting).await? == Posted::Done).then_some(split))
    }

    /// The hold of a generation. Its person's accounts are locked by now, and with them the hold.
    async fn hold_of(&mut self, generation: GenerationId) -> Result<Option<Row>, StoreError> {
        let find = sqlx::query_as!(
            Row,
            r#"
            select
                id,
                person_id,
                from_bonus,
                from_paid,
                state
            from holds
            where generation_id = $1
            "#,
            generation.get(),
        );
        Ok(answered(find.fetch_optional(self.connection())).await?)
    }
}

const OPEN: i16 = 0;
const CAPTURED: i16 = 1;
const RELEASED: i16 = 2;

/// A hold as the database has it.
struct Row {
    id: i64,
    person_id: i64,
    from_bonus: i64,
    from_paid: i64,
    state: i16,
}
