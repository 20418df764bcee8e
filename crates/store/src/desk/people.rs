//! People as admins look them up: by number, name, username, charge or reference; bans and notes.
//!
//! ```text
//!   find_people ──> some ── person_card ──> one, with what they have and did
//!   ban ──> banned ── unban ──> served again        each says whether anything changed
//! ```
//!
//! On failure: part of the caller's commit, and rolled back with it.

use domain::{GenerationId, Language, Money, PersonId, TransferId};

use crate::error::StoreError;
use crate::transaction::answered;
use crate::views::OperatorsTx;

/// Somebody, by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    /// Who.
    pub person: PersonId,
    /// As Telegram told it last.
    pub name: String,
    /// The same, without `@`.
    pub username: Option<String>,
}

/// Somebody, as admins see them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonCard {
    /// Who.
    pub named: Named,
    /// The language they are spoken to in.
    pub speaks: Language,
    /// Whether our messages reach them.
    pub is_reachable: bool,
    /// When they were met.
    pub met: String,
    /// How much they ordered.
    pub orders: i64,
    /// How much of it was delivered.
    pub delivered: i64,
    /// How often they paid.
    pub payments: i64,
    /// How many Stars that were.
    pub stars: i64,
    /// How many notes there are about them.
    pub notes: i64,
    /// Since when they are banned.
    pub banned: Option<String>,
}

/// What an admin wrote down about somebody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// When.
    pub at: String,
    /// Who.
    pub by: PersonId,
    /// What.
    pub words: String,
}

/// What an admin sees of a bank transfer in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TransferLine {
    /// Its number.
    pub id: TransferId,
    /// When it was asked for.
    pub at: String,
    /// Over how much.
    pub amount: Money,
    /// How it stands, in one word.
    pub state: String,
}

impl OperatorsTx<'_> {
    /// Those whom these words may mean, so many at most: a number, a name or the beginning of one, a username, a
    /// charge, or the reference that they were given.
    pub async fn find_people(&mut self, words: &str, most: i64) -> Result<Vec<Named>, StoreError> {
        let name = words.strip_prefix('@').unwrap_or(words);
        let number = words.strip_prefix('#').unwrap_or(words).parse::<i64>().ok();
        let beginning = name.replace(['\\', '%', '_'], "");
        let find = sqlx::query!(
            r#"
            select
                person_id,
                name,
                username
            from conversations
            where person_id = $1
                or lower(username) = lower($2)
                or ($3 <> '' and lower(name) like lower($3) || '%')
                or person_id in (select person_id from payments where charge_id = $4)
                or person_id in (select lane from dead_letters where reference = upper($4))
                or person_id in (select person_id from transfer_requests where id = $1)
            order by
                person_id = $1 desc nulls last,
                person_id
            limit $5
            "#,
            number,
            name,
            beginning,
            words,
            most,
        );
        let rows = answered(find.fetch_all(self.connection())).await?;
        let named = rows.into_iter().map(|row| Named {
            person: PersonId::new(row.person_id),
            name: row.name,
            username: row.username,
        });
        Ok(named.collect())
    }

    /// Somebody; none if the bot never met them.
    pub async fn person_card(
        &mut self,
        person: PersonId,
        zone: &str,
    ) -> Result<Option<PersonCard>, StoreError> {
        let read = sqlx::query!(
            r#"
            select
                name,
                username,
                language,
                language_tag,
                unreachable_since is null as "is_reachable!",
                to_char(created_at at time zone $2, 'DD.MM.YYYY') as "met!",
                (select count(*) from generations where person_id = $1) as "orders!",
                (
                    select count(*)
                    from generations
                    where person_id = $1
                        and state = 'delivered'
                ) as "delivered!",
                (select count(*) from payments where person_id = $1) as "payments!",
                (
                    select coalesce(sum(stars), 0)::bigint
                    from payments
                    where person_id = $1
                ) as "stars!",
                (select count(*) from person_notes where person_id = $1) as "notes!",
                (
                    select to_char(banned_at at time zone $2, 'DD.MM HH24:MI')
                    from bans
                    where person_id = $1
                ) as banned
            from conversations
            where person_id = $1
            "#,
            person.get(),
            zone,
        );
        let row = answered(read.fetch_optional(self.connection())).await?;
        Ok(row.map(|row| {
            let chosen = row.language.as_deref().and_then(Language::from_code);
            PersonCard {
                named: Named { person, name: row.name, username: row.username },
                speaks: chosen.unwrap_or_else(|| Language::guess(row.language_tag.as_deref())),
                is_reachable: row.is_reachable,
                met: row.met,
                orders: row.orders,
                delivered: row.delivered,
                payments: row.payments,
                stars: row.stars,
                notes: row.notes,
                banned: row.banned,
            }
        }))
    }

    /// Whose generation it is.
    pub async fn owner_of(&mut self, id: GenerationId) -> Result<Option<PersonId>, StoreError> {
        let read = sqlx::query_scalar!("select person_id from generations where id = $1", id.get());
        Ok(answered(read.fetch_optional(self.connection())).await?.map(PersonId::new))
    }

    /// The last bank transfers of somebody.
    pub async fn transfers_of(
        &mut self,
        person: PersonId,
        most: i64,
        zone: &str,
    ) -> Result<Vec<TransferLine>, StoreError> {
        let read = sqlx::query!(
            r#"
            select
                id,
                to_char(asked_at at time zone $3, 'DD.MM HH24:MI') as "at!",
                amount,
                state
            from transfer_requests
            where person_id = $1
            order by id desc
            limit $2
            "#,
            person.get(),
            most,
            zone,
        );
        let rows = answered(read.fetch_all(self.connection())).await?;
        let line = rows.into_iter().map(|row| TransferLine {
            id: TransferId::new(row.id),
            at: row.at,
            amount: Money::new(row.amount),
            state: row.state,
        });
        Ok(line.collect())
    }

    /// The last notes about somebody, the newest first.
    pub async fn notes_about(
        &mut self,
        person: PersonId,
        most: i64,
        zone: &str,
    ) -> Result<Vec<Note>, StoreError> {
        let read = sqlx::query!(
            r#"
            select
                to_char(at at time zone $3, 'DD.MM HH24:MI') as "at!",
                written_by,
                words
            from person_notes
            where person_id = $1
            order by id desc
            limit $2
            "#,
            person.get(),
            most,
            zone,
        );
        let rows = answered(read.fetch_all(self.connection())).await?;
        let note = rows.into_iter().map(|row| Note {
            at: row.at,
            by: PersonId::new(row.written_by),
            words: row.words,
        });
        Ok(note.collect())
    }

    /// Writes a note about somebody down.
    pub async fn add_note(
        &mut self,
        person: PersonId,
        by: PersonId,
        words: &str,
    ) -> Result<(), StoreError> {
        let add = sqlx::query!(
            "insert into person_notes (person_id, written_by, words) values ($1, $2, $3)",
            person.get(),
            by.get(),
            words,
        );
        self.run(add).await
    }

    /// Bans somebody; false: they were banned.
    pub async fn ban(&mut self, person: PersonId, by: PersonId) -> Result<bool, StoreError> {
        let ban = sqlx::query!(
            r#"
            insert into bans (person_id, banned_by)
            values ($1, $2)
            on conflict on constraint bans_pkey do nothing
            "#,
            person.get(),
            by.get(),
        );
        Ok(answered(ban.execute(self.connection())).await?.rows_affected() > 0)
    }

    /// Serves somebody again; false: they were not banned.
    pub async fn unban(&mut self, person: PersonId) -> Result<bool, StoreError> {
        let unban = sqlx::query!("delete from bans where person_id = $1", person.get());
        Ok(answered(unban.execute(self.connection())).await?.rows_affected() > 0)
    }

    /// Whether somebody who is banned is told so now: once a minute at most.
    pub async fn may_tell_banned(&mut self, person: PersonId) -> Result<bool, StoreError> {
        let tell = sqlx::query!(
            r#"
            update bans
            set told_at = trt_now()
            where person_id = $1
                and (told_at is null or told_at <= trt_now() - interval '1 minute')
            "#,
            person.get(),
        );
        Ok(answered(tell.execute(self.connection())).await?.rows_affected() > 0)
    }
}
