//! What operators look at: the requests that are not closed, and what was said in one of them.
//!
//! Only read. On failure: part of the caller's transaction.

use domain::{PersonId, SupportTopic};

use super::SupportStanding;
use crate::error::StoreError;
use crate::transaction::answered;
use crate::views::PeopleTx;

/// A request in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedRequest {
    /// Its number.
    pub id: i64,
    /// Who asked.
    pub person: PersonId,
    /// What they were called then.
    pub name: String,
    /// About what.
    pub topic: SupportTopic,
    /// How it stands.
    pub standing: SupportStanding,
    /// When something was last said in it, ready to be shown.
    pub at: String,
}

/// Something that was said in a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SaidInRequest {
    /// Who answered; none: the person themselves.
    pub admin: Option<PersonId>,
    /// What it says; empty: only a file.
    pub words: String,
    /// What its file was sent as, if it has one.
    pub file_kind: Option<String>,
    /// When, ready to be shown.
    pub at: String,
}

impl PeopleTx<'_> {
    /// The requests that are not closed: first those that wait for an answer, the oldest first; and how many there are.
    pub async fn unclosed_support(
        &mut self,
        most: i64,
        zone: &str,
    ) -> Result<(Vec<ListedRequest>, u64), StoreError> {
        let list = sqlx::query!(
            r#"
            select
                request.id,
                request.person_id,
                request.name,
                request.topic,
                request.state,
                to_char(last.said_at at time zone $2, 'DD.MM HH24:MI') as "at!",
                count(*) over () as "all!"
            from support_requests as request
            cross join lateral (
                select coalesce(max(said_at), request.opened_at) as said_at
                from support_messages
                where request_id = request.id
            ) as last
            where request.state <> 'closed'
            order by request.state = 'open' desc, last.said_at, request.id
            limit $1
            "#,
            most,
            zone,
        );
        let rows = answered(list.fetch_all(self.connection())).await?;
        let all = rows.first().map_or(0, |row| u64::try_from(row.all).unwrap_or_default());
        let requests = rows.into_iter().map(|row| ListedRequest {
            id: row.id,
            person: PersonId::new(row.person_id),
            name: row.name,
            topic: SupportTopic::from_word(&row.topic).unwrap_or(SupportTopic::General),
            standing: SupportStanding::of(&row.state),
            at: row.at,
        });
        Ok((requests.collect(), all))
    }

    /// The requests of a person that are not closed.
    pub async fn unclosed_of(&mut self, person: PersonId) -> Result<Vec<i64>, StoreError> {
        let list = sqlx::query_scalar!(
            r#"
            select id
            from support_requests
            where person_id = $1
                and state <> 'closed'
            order by id
            "#,
            person.get(),
        );
        Ok(answered(list.fetch_all(self.connection())).await?)
    }

    /// What was last said in a request, in order; and what its person was called.
    pub async fn said_in_support(
        &mut self,
        request: i64,
        most: i64,
        zone: &str,
    ) -> Result<Vec<SaidInRequest>, StoreError> {
        let said = sqlx::query!(
            r#"
            select
                admin_id,
                words,
                file_kind,
                to_char(said_at at time zone $3, 'DD.MM HH24:MI') as "at!"
            from (
                select id, admin_id, words, file_kind, said_at
                from support_messages
                where request_id = $1
                order by id desc
                limit $2
            ) as last
            order by id
            "#,
            request,
            most,
            zone,
        );
        let rows = answered(said.fetch_all(self.connection())).await?;
        let said = rows.into_iter().map(|row| SaidInRequest {
            admin: row.admin_id.map(PersonId::new),
            words: row.words,
            file_kind: row.file_kind,
            at: row.at,
        });
        Ok(said.collect())
    }
}
