//! Where the old bot kept its people: a folder of files, or a database.
//!
//! ```text
//!   data/                 ──> user_balances.json, user_languages.json, user_registry.json
//!   postgres://...        ──┬── storage_json: the same files, for each partner
//!                           └── wallets and users
//! ```
//!
//! On failure: the sentence says what to write instead. Nothing is written here.

use std::path::Path;

use store::DatabaseUrl;
use store::operators::old_bot::{self, MOST_PEOPLE, OldBot, OldFile};

use super::sheet::Sheet;
use crate::cli::failure::Failure;

const BALANCES: &str = "user_balances.json";
const LANGUAGES: &str = "user_languages.json";
const REGISTRY: &str = "user_registry.json";

/// A file of a million people is a third of this.
const MOST_BYTES: u64 = 128 * 1024 * 1024;

/// What an operator chose where the source alone does not say.
#[derive(Debug, Clone, Copy)]
pub(super) struct Choices<'a> {
    pub(super) partner: Option<&'a str>,
    pub(super) from: Option<From>,
}

/// Which of two stores in one database is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum From {
    /// `storage_json`.
    Files,
    /// `wallets` and `users`.
    Tables,
}

/// Reads a source into the sheet, and says what it was.
pub(super) async fn read(
    source: &str,
    choices: Choices<'_>,
    sheet: &mut Sheet,
) -> Result<String, Failure> {
    if source.starts_with("postgres://") || source.starts_with("postgresql://") {
        let url = DatabaseUrl::parse(source).map_err(|bad| {
            Failure::Other(format!("the address of the old database cannot be used: {bad}"))
        })?;
        let old = old_bot::read(&url, &[BALANCES, LANGUAGES, REGISTRY]).await;
        let old =
            old.map_err(|error| Failure::Other(format!("the old database {url}: {error}")))?;
        return database(old, choices, sheet).map(|what| format!("{what} of {url}"));
    }
    folder(Path::new(source), sheet).await
}

async fn folder(folder: &Path, sheet: &mut Sheet) -> Result<String, Failure> {
    let mut found = Vec::new();
    for name in [BALANCES, LANGUAGES, REGISTRY] {
        if let Some(text) = file(&folder.join(name), sheet).await? {
            found.push(name);
            take(name, name, &text, sheet);
        }
    }
    if found.contains(&BALANCES) {
        return Ok(format!("{} in {}", found.join(", "), folder.display()));
    }
    let below = nearby(folder).await;
    let cure = match below.as_slice() {
        [] => {
            "name the folder in which the Python bot kept its files, or the postgres:// address of \
               its database"
                .to_owned()
        }
        below => format!("it is in {}: name that one", below.join(", ")),
    };
    Err(Failure::Other(format!("there is no {BALANCES} in {}: {cure}", folder.display())))
}

/// A file's text; none when it is not there.
async fn file(path: &Path, sheet: &mut Sheet) -> Result<Option<String>, Failure> {
    let size = match tokio::fs::metadata(path).await {
        Ok(about) => about.len(),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(unreadable(path, &error)),
    };
    if size > MOST_BYTES {
        return Err(Failure::Other(format!("{} is too large: {size} bytes", path.display())));
    }
    let bytes = tokio::fs::read(path).await.map_err(|error| unreadable(path, &error))?;
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Some(text)),
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            sheet.broken(&name, format!("cannot be read: it is no UTF-8 at byte {at}"));
            Ok(Some(String::new()))
        }
    }
}

/// The folders below, or one further, that have what was looked for.
async fn nearby(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let Ok(mut entries) = tokio::fs::read_dir(folder).await else { return found };
    while let Ok(Some(entry)) = entries.next_entry().await {
        let path = entry.path();
        if tokio::fs::metadata(path.join(BALANCES)).await.is_ok() && found.len() < 5 {
            found.push(path.display().to_string());
        }
    }
    found.sort();
    found
}

fn unreadable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Other(format!("{} cannot be read: {error}", path.display()))
}

fn database(old: OldBot, choices: Choices<'_>, sheet: &mut Sheet) -> Result<String, Failure> {
    let files = old.files.unwrap_or_default();
    let has_files = files.iter().any(|file| file.name == BALANCES);
    let has_tables = old.wallets.is_some() || old.users.is_some();
    let has_rows = |rows: &Option<Vec<String>>| rows.as_ref().is_some_and(|rows| !rows.is_empty());
    let both = has_files && (has_rows(&old.wallets) || has_rows(&old.users));
    match choices.from {
        None if both => Err(Failure::other(
            "the old database has balances in storage_json and in wallets or users: name the one that \
             was used last, --from files or --from tables",
        )),
        Some(From::Tables) | None if has_tables && !(has_files && choices.from.is_none()) => {
            tables(old.wallets, old.users, sheet)
        }
        Some(From::Files) | None if has_files => partner(&files, choices.partner, sheet),
        Some(_) | None => Err(Failure::other(
            "the old database has no storage_json with user_balances.json, no wallets and no users: see \
             that the address is that of the Python bot's database",
        )),
    }
}

fn tables(
    wallets: Option<Vec<String>>,
    users: Option<Vec<String>>,
    sheet: &mut Sheet,
) -> Result<String, Failure> {
    let is_purse = wallets.is_none();
    let what = if is_purse { "users" } else { "wallets and users" };
    let (wallets, users) = (wallets.unwrap_or_default(), users.unwrap_or_default());
    if wallets.len().max(users.len()) > MOST_PEOPLE {
        return Err(Failure::Other(format!("there are more than {MOST_PEOPLE} people in {what}")));
    }
    wallets.iter().for_each(|row| sheet.wallet(row));
    users.iter().for_each(|row| sheet.user(row, is_purse));
    Ok(what.to_owned())
}

/// The files of one partner: the one that was named, or the only one.
fn partner(files: &[OldFile], named: Option<&str>, sheet: &mut Sheet) -> Result<String, Failure> {
    let with_balances = files.iter().filter(|file| file.name == BALANCES);
    let partners: Vec<&str> = with_balances.map(|file| file.partner.as_str()).collect();
    let partner = match (named, partners.as_slice()) {
        (Some(named), _) if partners.contains(&named) => named,
        (None, [only]) => only,
        _ => {
            let partners = partners.join(", ");
            return Err(Failure::Other(format!(
                "the old database has balances of these partners: {partners}; name one with --partner"
            )));
        }
    };
    for file in files.iter().filter(|file| file.partner == partner) {
        let place = format!("storage_json {}/{}", file.partner, file.name);
        take(&file.name, &place, &file.payload, sheet);
    }
    Ok(format!("storage_json, partner {partner},"))
}

fn take(name: &str, place: &str, text: &str, sheet: &mut Sheet) {
    match name {
        BALANCES => sheet.balances(place, text),
        LANGUAGES => sheet.languages(place, text),
        _ => sheet.registry(place, text),
    }
}

#[cfg(test)]
mod tests {
    use store::operators::old_bot::{OldBot, OldFile};

    use super::{Choices, From, Sheet, database};

    const NONE: Choices<'_> = Choices { partner: None, from: None };

    fn file(partner: &str, balance: &str) -> OldFile {
        let (partner, name) = (partner.to_owned(), "user_balances.json".to_owned());
        OldFile { partner, name, payload: format!("{{\"7\": {balance}}}") }
    }

    fn sum(old: &OldBot, choices: Choices<'_>) -> Result<i64, String> {
        let mut sheet = Sheet::new(false);
        let read = database(old.clone(), choices, &mut sheet);
        read.map_err(|failure| failure.to_string())?;
        Ok(sheet.good().filter_map(|(_, known)| known.amount).map(|amount| amount.get()).sum())
    }

    #[test]
    fn a_database_with_two_stores_or_several_partners_is_asked_about() {
        let files = Some(vec![file("a", "1"), file("b", "2")]);
        let wallets = Some(vec!["{\"user_id\": 7, \"balance_rub\": 4.00}".to_owned()]);
        let old =
            OldBot { files: files.clone(), wallets: wallets.clone(), users: Some(Vec::new()) };
        let from = |from| Choices { from: Some(from), ..NONE };

        assert!(sum(&old, NONE).unwrap_err().contains("--from files or --from tables"));
        assert_eq!(sum(&old, from(From::Tables)), Ok(400));
        assert!(sum(&old, from(From::Files)).unwrap_err().contains("these partners: a, b;"));
        let named = Choices { partner: Some("b"), from: Some(From::Files) };
        assert_eq!(sum(&old, named), Ok(200));
        let unknown = Choices { partner: Some("c"), ..named };
        assert!(sum(&old, unknown).unwrap_err().contains("name one with --partner"));
    }

    #[test]
    fn a_database_with_one_store_needs_no_word() {
        let files = OldBot { files: Some(vec![file("a", "1.5")]), ..OldBot::default() };
        let users = vec!["{\"user_id\": 7, \"balance\": 3}".to_owned()];
        let users = OldBot { users: Some(users), ..OldBot::default() };
        let empty = OldBot { wallets: Some(Vec::new()), ..files.clone() };

        assert_eq!(sum(&files, NONE), Ok(150));
        assert_eq!(sum(&empty, NONE), Ok(150));
        assert_eq!(sum(&users, NONE), Ok(300));
        assert!(sum(&OldBot::default(), NONE).unwrap_err().contains("no wallets and no users"));
    }
}
