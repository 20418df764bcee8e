//! A short text in every language.

use crate::language::Language;
use crate::reading::Table;

/// One text in each language the bot speaks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Texts {
    /// In Russian.
    pub ru: String,
    /// In English.
    pub en: String,
}

impl Texts {
    /// The text in this language.
    pub fn in_language(&self, language: Language) -> &str {
        match language {
            Language::Russian => &self.ru,
            Language::English => &self.en,
        }
    }

    /// Reads the field `name`, of at most `longest` characters in each language.
    pub(crate) fn field(table: &Table<'_>, name: &str, longest: usize) -> Option<Self> {
        Self::read(&table.table(name)?, longest)
    }

    /// Reads a table with one field per language.
    pub(crate) fn read(table: &Table<'_>, longest: usize) -> Option<Self> {
        table.only(&["ru", "en"]);
        let (ru, en) = (table.required::<String>("ru"), table.required::<String>("en"));
        for (name, text) in [("ru", &ru), ("en", &en)] {
            let length = text.as_ref().map_or(0, |text| text.chars().count());
            if length > longest {
                table.note(name, format!("`{name}` has {length} characters, more than {longest}"));
            }
        }
        Some(Self { ru: ru?, en: en? })
    }
}

#[cfg(test)]
mod tests {
    use super::Texts;
    use crate::language::Language;
    use crate::reading::read;

    #[test]
    fn each_language_has_its_own_text() {
        let text = "title = { ru = \"Кот\", en = \"Cat\" }\n";
        let (texts, mistakes) = read("a.toml", text, |root| Texts::field(root, "title", 3));

        let texts = texts.flatten().unwrap();
        assert_eq!(mistakes, []);
        assert_eq!(texts.in_language(Language::Russian), "Кот");
        assert_eq!(texts.in_language(Language::English), "Cat");
    }

    #[test]
    fn a_text_that_is_missing_or_too_long_is_a_mistake() {
        let text = "a = { ru = \"Кот\" }\nb = { ru = \"Кошка\", en = \"Cat\" }\n";
        let (_, mistakes) =
            read("a.toml", text, |root| (Texts::field(root, "a", 3), Texts::field(root, "b", 3)));

        let found: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
        assert_eq!(
            found,
            ["a.toml:1: `en` is missing", "a.toml:2: `ru` has 5 characters, more than 3"]
        );
    }
}
