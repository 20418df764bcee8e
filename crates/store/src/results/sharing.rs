//! What a person can send to friends: their own last results, for whichever instance is asked.
//!
//! One read, of one person: nothing of anybody else can be in it. Only what Telegram has a copy of is found, for
//! nothing is uploaded there.

use domain::{Language, PersonId};
use sqlx::PgConnection;

use crate::error::StoreError;
use crate::intake::Intake;

/// What a person can send to friends.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Shareable {
    /// What the bot is called, once Telegram has told anybody.
    pub username: Option<String>,
    /// The code in their link, if they have one.
    pub code: Option<String>,
    /// The language they chose.
    pub language: Option<Language>,
    /// Their files: what is looked for first, then the newest first.
    pub files: Vec<SharedFile>,
}

/// A file that a person can send to friends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedFile {
    /// Which one of its person's generations made it.
    pub number: i64,
    /// The model's key.
    pub model: String,
    /// `image`, `video`, `audio` or `file`.
    pub kind: String,
    /// Its type, by its first bytes.
    pub mime: String,
    /// How long it is, if that is known.
    pub bytes: Option<i64>,
    /// Telegram's copy.
    pub file_id: String,
}

impl Intake {
    /// What a person can send to friends: the files of their last generations, those of the one with this number
    /// before all others.
    pub async fn shareable(
        &self,
        person: PersonId,
        number: Option<i64>,
        most: i64,
    ) -> Result<Shareable, StoreError> {
        let find =
            async |connection: &mut PgConnection| found(connection, person, number, most).await;
        let rows = self.side().reading(find).await?;
        Ok(Shareable::of(rows))
    }
}

/// A line of what is found; without a file: only what is known of the person.
struct Found {
    username: Option<String>,
    code: Option<String>,
    language: Option<String>,
    number: Option<i64>,
    model: Option<String>,
    kind: Option<String>,
    mime: Option<String>,
    bytes: Option<i64>,
    file_id: Option<String>,
}

/// All of it in one statement.
async fn found(
    connection: &mut PgConnection,
    person: PersonId,
    number: Option<i64>,
    most: i64,
) -> Result<Vec<Found>, sqlx::Error> {
    sqlx::query_file_as!(Found, "src/results/sharing/found.sql", person.get(), number, most,)
        .fetch_all(connection)
        .await
}

impl Shareable {
    fn of(rows: Vec<Found>) -> Self {
        let mut shareable = Self::default();
        for row in rows {
            shareable.username = row.username;
            shareable.code = row.code;
            shareable.language = row.language.as_deref().and_then(Language::from_code);
            let (Some(number), Some(model), Some(kind), Some(mime), Some(file_id)) =
                (row.number, row.model, row.kind, row.mime, row.file_id)
            else {
                continue;
            };
            let bytes = row.bytes;
            shareable.files.push(SharedFile { number, model, kind, mime, bytes, file_id });
        }
        shareable
    }
}
