//! People who are taken over from another bot, each once.
//!
//! ```text
//!   begin_imports(people) ──┬── new here ────> their conversation, a row of imports; what they had is given next
//!                           ├── known ───────> nothing: they were taken over before
//!                           └── forgotten ───> nothing: they asked to be deleted here
//! ```
//!
//! The row is written in the commit that moves the balance, under a key that is the person's number: whatever dies in
//! between, and whichever source is read the second time, nobody is given anything twice. The conversations are
//! locked in the order of the numbers, as everybody does who locks more than one.
//!
//! On failure: everything is rolled back with the transaction.

use std::collections::BTreeMap;

use domain::{Language, Money, PersonId};

use crate::error::StoreError;
use crate::intake::Intake;
use crate::transaction::answered;
use crate::views::OperatorsTx;

/// Somebody as another bot knew them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Import {
    /// Telegram's number of them.
    pub person: PersonId,
    /// What they had; never below zero.
    pub amount: Money,
    /// What they had chosen.
    pub language: Option<Language>,
}

/// How somebody stands here who may be taken over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// They were taken over before, with this balance.
    Imported(Money),
    /// They asked to be deleted: what was theirs stays where it is.
    Forgotten,
}

impl Intake {
    /// How those of these people stand who are not to be taken over any more.
    pub async fn import_standings(
        &self,
        people: &[PersonId],
    ) -> Result<BTreeMap<PersonId, Standing>, StoreError> {
        let ids: Vec<i64> = people.iter().map(|person| person.get()).collect();
        let mut read = self.side().read().await?;
        let look = sqlx::query!(
            r#"
            select
                person.id as "person_id!",
                imports.amount as "amount?"
            from unnest($1::bigint[]) as person (id)
            left join imports on imports.person_id = person.id
            where imports.person_id is not null
                or exists (select from departures where departures.person_id = person.id)
                or exists (
                    select
                    from conversations
                    where conversations.person_id = person.id
                        and conversations.deleted_at is not null
                )
            "#,
            &ids,
        );
        let rows = answered(look.fetch_all(read.connection())).await?;
        read.end().await;
        let standing = |amount: Option<i64>| {
            amount.map_or(Standing::Forgotten, |amount| Standing::Imported(Money::new(amount)))
        };
        Ok(rows
            .into_iter()
            .map(|row| (PersonId::new(row.person_id), standing(row.amount)))
            .collect())
    }
}

impl OperatorsTx<'_> {
    /// Begins to take these people over and says who of them is new: their conversations are locked and know their
    /// language unless they have chosen another one here. What they had is for the caller to give, in this commit.
    ///
    /// They are no newcomers: nobody greets them as such, and there is no gift for coming.
    pub async fn begin_imports(&mut self, people: &[Import]) -> Result<Vec<Import>, StoreError> {
        let mut people = people.to_vec();
        people.sort_by_key(|one| one.person);
        people.dedup_by_key(|one| one.person);
        let ids: Vec<i64> = people.iter().map(|one| one.person.get()).collect();
        self.meet(&ids).await?;
        let amounts: Vec<i64> = people.iter().map(|one| one.amount.get()).collect();
        let code = |one: &Import| one.language.map(|language| language.code().to_owned());
        let languages: Vec<Option<String>> = people.iter().map(code).collect();
        let epoch = self.term().epoch();
        let begin = sqlx::query_scalar!(
            r#"
            with taken as (
                insert into imports (person_id, amount, language, epoch)
                select
                    person.id,
                    person.amount,
                    person.language,
                    $4
                from unnest($1::bigint[], $2::bigint[], $3::text[]) as person (id, amount, language)
                join conversations on conversations.person_id = person.id
                where conversations.deleted_at is null
                    and not exists (select from departures where departures.person_id = person.id)
                on conflict on constraint imports_pkey do nothing
                returning person_id, language
            ),
            known as (
                update conversations
                set language = coalesce(conversations.language, taken.language),
                    welcomed_at = coalesce(conversations.welcomed_at, trt_now())
                from taken
                where conversations.person_id = taken.person_id
            )
            select person_id from taken
            "#,
            &ids,
            &amounts,
            &languages as &[Option<String>],
            epoch,
        );
        let taken = answered(begin.fetch_all(self.connection())).await?;
        people.retain(|one| taken.contains(&one.person.get()));
        Ok(people)
    }

    /// Opens the conversations with these people where there is none, and locks all of them in one order.
    async fn meet(&mut self, ids: &[i64]) -> Result<(), StoreError> {
        let open = sqlx::query!(
            r#"
            insert into conversations (person_id)
            select id
            from unnest($1::bigint[]) as person (id)
            order by id
            on conflict on constraint conversations_pkey do nothing
            "#,
            ids,
        );
        self.run(open).await?;
        let lock = sqlx::query_scalar!(
            r#"
            select person_id
            from conversations
            where person_id = any ($1)
            order by person_id
            for update
            "#,
            ids,
        );
        answered(lock.fetch_all(self.connection())).await?;
        Ok(())
    }
}
