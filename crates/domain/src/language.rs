//! The languages the bot speaks.

/// A language with a complete set of texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Language {
    /// Russian.
    Russian,
    /// English.
    English,
}

impl Language {
    /// Every one of them, in the order in which they are offered.
    pub const ALL: [Self; 2] = [Self::Russian, Self::English];

    /// Its code as Telegram and the database write it.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Russian => "ru",
            Self::English => "en",
        }
    }

    /// The language with exactly this code.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|language| language.code() == code)
    }

    /// The best guess for a person whose Telegram is set to `tag`, such as `pt-br`; English if it does not say.
    ///
    /// Neighbours of Russian get Russian: most of their speakers read it better than English.
    pub fn guess(tag: Option<&str>) -> Self {
        Self::guess_or(tag, Self::English)
    }

    /// The same, but another language if it does not say.
    pub fn guess_or(tag: Option<&str>, otherwise: Self) -> Self {
        let primary = tag.unwrap_or_default().split(['-', '_']).next().unwrap_or_default();
        match primary.to_ascii_lowercase().as_str() {
            "" => otherwise,
            "ru" | "uk" | "be" | "kk" | "ky" | "uz" | "tg" | "hy" | "az" => Self::Russian,
            _ => Self::English,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Language;

    #[test]
    fn a_code_leads_back_to_its_language() {
        for language in Language::ALL {
            assert_eq!(Language::from_code(language.code()), Some(language));
        }
        assert_eq!(Language::from_code("RU"), None);
    }

    #[test]
    fn a_persons_tag_decides_by_its_first_part() {
        assert_eq!(Language::guess(Some("ru-RU")), Language::Russian);
        assert_eq!(Language::guess(Some("UK")), Language::Russian);
        assert_eq!(Language::guess(Some("pt-br")), Language::English);
        assert_eq!(Language::guess(None), Language::English);
        for tag in [None, Some(""), Some("-")] {
            assert_eq!(Language::guess_or(tag, Language::Russian), Language::Russian, "{tag:?}");
        }
        assert_eq!(Language::guess_or(Some("en"), Language::Russian), Language::English);
    }
}
