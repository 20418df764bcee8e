//! The books: accounts locked in one order, operations written in one statement.
//!
//! ```text
//!   purses(people) ──> locked accounts ──> a rule of domain::ledger ──> Posting ── post ──┬──> Done
//!                                               └──> Refusal                              └──> Already
//! ```
//!
//! Every transaction about money locks the accounts of everybody involved first, all at once and in
//! the order of their ids: two that meet wait for each other and never lock each other out. What a
//! posting says about balances and versions was worked out from the locked rows; it is written only
//! where the versions still are what they were.
//!
//! On failure: an operation whose key is known changes nothing and says [`Posted::Already`].

use domain::ledger::{Account, Bucket, Posting, Purse};
use domain::{AccountId, Money, PersonId};

use crate::error::StoreError;
use crate::leader_tx::Deed;
use crate::transaction::answered;
use crate::views::BooksTx;

pub mod seals;

/// What became of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Posted {
    /// It was written.
    Done,
    /// It had been written before; nothing changed.
    Already,
}

impl BooksTx<'_> {
    /// Locks the accounts of these people, opening those that do not exist yet.
    pub async fn purses(&mut self, people: &[PersonId]) -> Result<Vec<Purse>, StoreError> {
        if let Some(purses) = self.lock_purses(people).await? {
            return Ok(purses);
        }
        // A row that does not exist cannot be locked: they are made, whoever makes them.
        let ids = numbers(people);
        let kinds = Bucket::ALL.map(|bucket| bucket.name().to_owned());
        let open = sqlx::query!(
            r#"
            insert into accounts (person_id, unit, kind)
            select
                person.id,
                'wallet',
                kind.name
            from unnest($1::bigint[]) as person (id)
            cross join unnest($2::text[]) as kind (name)
            order by
                person.id,
                kind.name
            on conflict on constraint accounts_once do nothing
            "#,
            &ids,
            &kinds,
        );
        answered(open.execute(self.connection())).await?;
        self.lock_purses(people)
            .await?
            .ok_or(StoreError::Broken("accounts that were just opened are not there"))
    }

    /// Locks the accounts of one person.
    pub async fn purse(&mut self, person: PersonId) -> Result<Purse, StoreError> {
        let purses = self.purses(&[person]).await?;
        purses.into_iter().next().ok_or(StoreError::Broken("no accounts"))
    }

    async fn lock_purses(&mut self, people: &[PersonId]) -> Result<Option<Vec<Purse>>, StoreError> {
        let accounts = i64::try_from(people.len() * Bucket::ALL.len()).unwrap_or(i64::MAX);
        let lock = sqlx::query_as!(
            Row,
            r#"
            select
                id,
                person_id as "person_id!",
                kind,
                balance,
                version
            from accounts
            where person_id = any ($1)
                and $2 = (select count(*) from accounts as all_of_them where person_id = any ($1))
            order by id
            for no key update
            "#,
            &numbers(people),
            accounts,
        );
        let rows = answered(lock.fetch_all(self.connection())).await?;
        Ok(people.iter().map(|person| purse(*person, &rows)).collect())
    }

    /// Writes an operation, unless its key has been written before.
    ///
    /// # Errors
    /// When the database does not answer, or the accounts are not as they were locked.
    pub async fn post(&mut self, posting: &Posting) -> Result<Posted, StoreError> {
        let columns = Columns::of(posting);
        let actor = posting.actor.to_string();
        let epoch = self.term().epoch();
        let post = sqlx::query!(
            r#"
            with written as (
                insert into transfers (
                    operation, leg, kind, unit, debit_id, credit_id, amount,
                    debit_after, debit_version, credit_after, credit_version,
                    hold_id, actor, epoch
                )
                select
                    $1, no, kind, unit, debit, credit, amount,
                    debit_after, debit_version, credit_after, credit_version,
                    $2, $3, $4
                from unnest(
                    $5::smallint[], $6::text[], $7::text[], $8::bigint[], $9::bigint[],
                    $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[], $14::bigint[]
                ) as leg (
                    no, kind, unit, debit, credit,
                    amount, debit_after, debit_version, credit_after, credit_version
                )
                where not exists (select from transfers where operation = $1)
                on conflict on constraint transfers_operation_once do nothing
                returning id
            ),
            changed as (
                -- By the ids themselves: a join with the arrays would read all accounts.
                update accounts
                set balance = ($17::bigint[])[array_position($15::bigint[], id)],
                    version = ($18::bigint[])[array_position($15::bigint[], id)]
                where id = any ($15::bigint[])
                    and version = ($16::bigint[])[array_position($15::bigint[], id)]
                    and exists (select from written)
                returning id
            )
            select
                (select count(*) from written) as "written!",
                (select count(*) from changed) as "changed!"
            "#,
            posting.operation.as_str(),
            posting.hold.map(domain::HoldId::get),
            actor,
            epoch,
            &columns.numbers,
            &columns.kinds,
            &columns.units,
            &columns.debits,
            &columns.credits,
            &columns.amounts,
            &columns.debit_balances as &[Option<i64>],
            &columns.debit_versions as &[Option<i64>],
            &columns.credit_balances as &[Option<i64>],
            &columns.credit_versions as &[Option<i64>],
            &columns.accounts,
            &columns.befores,
            &columns.balances,
            &columns.versions,
        );
        let rows = answered(post.fetch_one(self.connection())).await?;
        let posted = columns.judge(rows.written, rows.changed)?;
        if posted == Posted::Done {
            for leg in &posting.legs {
                self.note(Deed::Moved(leg.kind, leg.unit, leg.amount));
            }
        }
        Ok(posted)
    }
}

/// An account as the database has it.
struct Row {
    id: i64,
    person_id: i64,
    kind: String,
    balance: i64,
    version: i64,
}

/// A person's purse out of the rows of many, if it is complete.
fn purse(person: PersonId, rows: &[Row]) -> Option<Purse> {
    let account = |bucket: Bucket| {
        let row = rows.iter().find(|r| r.person_id == person.get() && r.kind == bucket.name())?;
        Some(Account {
            id: AccountId::new(row.id),
            balance: Money::new(row.balance),
            version: row.version,
        })
    };
    Some(Purse {
        person,
        paid: account(Bucket::Paid)?,
        bonus: account(Bucket::Bonus)?,
        held: account(Bucket::Held)?,
        debt: account(Bucket::Debt)?,
    })
}

fn numbers(people: &[PersonId]) -> Vec<i64> {
    people.iter().map(|person| person.get()).collect()
}

/// A posting, column by column.
struct Columns {
    numbers: Vec<i16>,
    kinds: Vec<String>,
    units: Vec<String>,
    debits: Vec<i64>,
    credits: Vec<i64>,
    amounts: Vec<i64>,
    debit_balances: Vec<Option<i64>>,
    debit_versions: Vec<Option<i64>>,
    credit_balances: Vec<Option<i64>>,
    credit_versions: Vec<Option<i64>>,
    accounts: Vec<i64>,
    befores: Vec<i64>,
    balances: Vec<i64>,
    versions: Vec<i64>,
}

impl Columns {
    fn of(posting: &Posting) -> Self {
        let (legs, changes) = (&posting.legs, &posting.changes);
        Self {
            numbers: (0..).take(legs.len()).collect(),
            kinds: legs.iter().map(|leg| leg.kind.name().to_owned()).collect(),
            units: legs.iter().map(|leg| leg.unit.name().to_owned()).collect(),
            debits: legs.iter().map(|leg| leg.debit.get()).collect(),
            credits: legs.iter().map(|leg| leg.credit.get()).collect(),
            amounts: legs.iter().map(|leg| leg.amount).collect(),
            debit_balances: legs.iter().map(|leg| Some(leg.debit_after?.balance)).collect(),
            debit_versions: legs.iter().map(|leg| Some(leg.debit_after?.version)).collect(),
            credit_balances: legs.iter().map(|leg| Some(leg.credit_after?.balance)).collect(),
            credit_versions: legs.iter().map(|leg| Some(leg.credit_after?.version)).collect(),
            accounts: changes.iter().map(|change| change.account.get()).collect(),
            befores: changes.iter().map(|change| change.before).collect(),
            balances: changes.iter().map(|change| change.after.balance).collect(),
            versions: changes.iter().map(|change| change.after.version).collect(),
        }
    }
    /// What it means that so many legs were written and so many accounts changed.
    fn judge(&self, written: i64, changed: i64) -> Result<Posted, StoreError> {
        let is = |count: i64, all: usize| usize::try_from(count) == Ok(all);
        if written == 0 {
            Ok(Posted::Already)
        } else if is(written, self.numbers.len()) && is(changed, self.accounts.len()) {
            Ok(Posted::Done)
        } else {
            Err(StoreError::Broken("accounts changed while they were locked"))
        }
    }
}
