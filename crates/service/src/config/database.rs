//! Where the database is: read here, so that a bad address stands in the list of problems.

use store::DatabaseUrl;

use super::problems::Values;

const CURE: &str = "set it to postgres://user:password@host:5432/database";

pub(super) fn read(values: &mut Values) -> Option<DatabaseUrl> {
    let text = values.required("DATABASE_URL", CURE)?;
    parse(values, "DATABASE_URL", &text)
}

/// Reads the direct way to the same database, if there is another one.
pub(super) fn read_lock(values: &mut Values) -> Option<DatabaseUrl> {
    let text = values.optional("LOCK_DATABASE_URL")?;
    parse(values, "LOCK_DATABASE_URL", &text)
}

fn parse(values: &mut Values, name: &str, text: &str) -> Option<DatabaseUrl> {
    let parsed = DatabaseUrl::parse(text);
    if let Err(bad) = &parsed {
        values.problem(name, &format!("cannot be used: {bad}"), CURE);
    }
    parsed.ok()
}
