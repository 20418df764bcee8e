//! The database of the Python bot, read once by who takes its people over.
//!
//! ```text
//!   postgres://... ──> one read-only snapshot ──┬── storage_json: "files", one row for each partner and name
//!                                               └── wallets, users: one row for each person
//! ```
//!
//! That schema is not ours and came in several forms, so the compiler cannot check what is asked here: each table is
//! looked for first, and each row is taken as JSON text in whatever columns it has. PostgreSQL writes its decimals
//! there digit by digit. Nothing is judged here, and nothing is written.
//!
//! On failure: asking again is always safe.

use sqlx::{Connection, PgConnection};

use crate::error::StoreError;
use crate::options::DatabaseUrl;
use crate::transaction::answered;
use crate::way::Way;

/// So many people are read at most.
pub const MOST_PEOPLE: usize = 1_000_000;

const BEGIN: &str = "begin isolation level repeatable read, read only; \
    set local statement_timeout = '60s'; \
    set local lock_timeout = '5s'; \
    set local idle_in_transaction_session_timeout = '60s'";

/// What the old database holds, as text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OldBot {
    /// What was kept as files, if there is such a table.
    pub files: Option<Vec<OldFile>>,
    /// Rows of `wallets`, each as a JSON object, if there is such a table.
    pub wallets: Option<Vec<String>>,
    /// Rows of `users`, likewise.
    pub users: Option<Vec<String>>,
}

/// A "file" in the old database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OldFile {
    /// Whose bot it belongs to, where several shared a database.
    pub partner: String,
    /// Its name.
    pub name: String,
    /// Its content, JSON.
    pub payload: String,
}

/// Reads the old database; of its files only those with these names.
///
/// # Errors
/// When it does not answer, or does not let us read.
pub async fn read(url: &DatabaseUrl, names: &[&str]) -> Result<OldBot, StoreError> {
    let mut connection = answered(Way::to(url, "import").connect()).await?;
    answered(sqlx::raw_sql(BEGIN).execute(&mut connection)).await?;
    let old = OldBot {
        files: files(&mut connection, names).await?,
        wallets: rows(
            &mut connection,
            "wallets",
            "select to_jsonb(wallets)::text from wallets limit $1",
        )
        .await?,
        users: rows(&mut connection, "users", "select to_jsonb(users)::text from users limit $1")
            .await?,
    };
    answered(sqlx::raw_sql("rollback").execute(&mut connection)).await?;
    let _ = answered(connection.close()).await;
    Ok(old)
}

async fn files(
    connection: &mut PgConnection,
    names: &[&str],
) -> Result<Option<Vec<OldFile>>, StoreError> {
    if !is_there(connection, "storage_json").await? {
        return Ok(None);
    }
    let read = sqlx::query_as::<_, (String, String, String)>(
        "select partner_id, filename, payload::text from storage_json \
         where filename = any ($1) order by partner_id, filename",
    );
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    let rows = answered(read.bind(names).fetch_all(connection)).await?;
    let file = |(partner, name, payload)| OldFile { partner, name, payload };
    Ok(Some(rows.into_iter().map(file).collect()))
}

/// One row more than are read, so that the caller sees that there are too many.
async fn rows(
    connection: &mut PgConnection,
    table: &str,
    query: &'static str,
) -> Result<Option<Vec<String>>, StoreError> {
    if !is_there(connection, table).await? {
        return Ok(None);
    }
    let most = i64::try_from(MOST_PEOPLE + 1).unwrap_or(i64::MAX);
    let read = sqlx::query_scalar::<_, String>(query).bind(most);
    Ok(Some(answered(read.fetch_all(connection)).await?))
}

async fn is_there(connection: &mut PgConnection, table: &str) -> Result<bool, StoreError> {
    let look = sqlx::query_scalar::<_, bool>("select to_regclass($1) is not null").bind(table);
    Ok(answered(look.fetch_one(connection)).await?)
}
