//! A table of a file, asked field by field.

use toml::de::{DeTable, DeValue};

use super::{Field, Page};
use crate::spelling::nearest;

/// A table and where it begins.
///
/// An answer of `None` where something was required means that a mistake has been noted.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Table<'p> {
    page: &'p Page,
    fields: &'p DeTable<'p>,
    line: usize,
}

impl<'p> Table<'p> {
    pub(super) fn new(page: &'p Page, fields: &'p DeTable<'p>, line: usize) -> Self {
        Self { page, fields, line }
    }

    /// The file it is in.
    pub(crate) fn file(&self) -> &'p str {
        &self.page.file
    }

    /// The line in which it begins.
    pub(crate) fn line(&self) -> usize {
        self.line
    }

    /// Whether it has this field.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.fields.contains_key(name)
    }

    /// The names of all its fields, in the order of the alphabet.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'p str> {
        self.fields.keys().map(|name| name.get_ref().as_ref())
    }

    /// Writes down a mistake at this field, or at the table if it has no such field.
    pub(crate) fn note(&self, name: &str, what: impl Into<String>) {
        let line = self.field(name).map_or(self.line, |(line, _)| line);
        self.page.note(line, what);
    }

    /// Writes down every field that is not on this list.
    pub(crate) fn only(&self, known: &[&str]) {
        for name in self.names().filter(|name| !known.contains(name)) {
            let meant = nearest(name, known.iter().copied());
            let meant = meant.map(|known| format!("; is `{known}` meant?"));
            self.note(name, format!("`{name}` is not known here{}", meant.unwrap_or_default()));
        }
    }

    /// The value of a field that must be there.
    pub(crate) fn required<F: Field>(&self, name: &str) -> Option<F> {
        if !self.has(name) {
            self.note(name, format!("`{name}` is missing"));
        }
        self.optional(name)
    }

    /// The value of a field that may be left out.
    pub(crate) fn optional<F: Field>(&self, name: &str) -> Option<F> {
        let (line, value) = self.field(name)?;
        let read = F::read(value);
        read.map_err(|what| self.page.note(line, format!("`{name}` {what}"))).ok()
    }

    /// A table that must be there.
    pub(crate) fn table(&self, name: &str) -> Option<Table<'p>> {
        if !self.has(name) {
            self.note(name, format!("`{name}` is missing"));
        }
        self.optional_table(name)
    }

    /// A table that may be left out.
    pub(crate) fn optional_table(&self, name: &str) -> Option<Table<'p>> {
        let (line, value) = self.field(name)?;
        let fields = value.as_table();
        if fields.is_none() {
            self.page.note(line, format!("`{name}` must be a table"));
        }
        Some(Table { page: self.page, fields: fields?, line })
    }

    /// The tables written as `[[name]]` or as a list; none when the field is left out.
    pub(crate) fn tables(&self, name: &str) -> Vec<Table<'p>> {
        let Some((line, value)) = self.field(name) else { return Vec::new() };
        let tables = value.as_array().and_then(|items| {
            let tables = items.iter().map(|item| {
                let line = self.page.line(item.span().start);
                Some(Table { page: self.page, fields: item.get_ref().as_table()?, line })
            });
            tables.collect::<Option<Vec<_>>>()
        });
        if tables.is_none() {
            self.page.note(line, format!("`{name}` must be a list of tables"));
        }
        tables.unwrap_or_default()
    }

    fn field(&self, name: &str) -> Option<(usize, &'p DeValue<'p>)> {
        let (key, value) = self.fields.get_key_value(name)?;
        Some((self.page.line(key.span().start), value.get_ref()))
    }
}

#[cfg(test)]
mod tests {
    use super::Table;
    use crate::reading::read;

    /// The mistakes that reading this text notes, as they are shown.
    fn mistakes(text: &str, with: impl FnOnce(&Table<'_>)) -> Vec<String> {
        let (_, mistakes) = read("a.toml", text, with);
        mistakes.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_missing_field_is_noted_at_its_table() {
        let found = mistakes("a = 1\n\n[[b]]\nc = 1\n\n[[b]]\n", |root| {
            for table in root.tables("b") {
                table.required::<i64>("c");
            }
            root.table("d");
            root.optional::<i64>("e");
        });

        assert_eq!(found, ["a.toml:6: `c` is missing", "a.toml:1: `d` is missing"]);
    }

    #[test]
    fn a_field_of_another_kind_is_noted_at_its_own_line() {
        let found = mistakes("[a]\nb = \"1\"\nc = { d = [\n  1,\n] }\n", |root| {
            let a = root.table("a").unwrap();
            a.required::<i64>("b");
            a.table("b");
            a.tables("b");
            a.table("c").unwrap().tables("d");
        });

        assert_eq!(
            found,
            [
                "a.toml:2: `b` must be a whole number without quotes",
                "a.toml:2: `b` must be a table",
                "a.toml:2: `b` must be a list of tables",
                "a.toml:3: `d` must be a list of tables",
            ]
        );
    }

    #[test]
    fn an_unknown_field_is_noted_with_the_nearest_known_name() {
        let found = mistakes("[a]\nmax_lenght = 1\nseed = 2\n", |root| {
            root.table("a").unwrap().only(&["max_length", "name"]);
        });

        assert_eq!(
            found,
            [
                "a.toml:2: `max_lenght` is not known here; is `max_length` meant?",
                "a.toml:3: `seed` is not known here",
            ]
        );
    }
}
