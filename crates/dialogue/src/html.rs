//! Text that Telegram reads as HTML, safe by its type.
//!
//! There are two ways to an [`Html`]: a stranger's text is escaped, and our own texts come from
//! `locales/` with every argument escaped. So a `<` of a person can never become a tag, and a
//! message is never refused because of what somebody is called.
//!
//! A message has at most [`MESSAGE_UNITS`] UTF-16 units after Telegram has parsed it: tags count
//! nothing, an entity counts as the one character it stands for. Only a quoted text is ever cut,
//! and it is cut before it is escaped, so a tag or an entity cannot be cut in half.

/// What one message can hold, in UTF-16 units after parsing.
pub const MESSAGE_UNITS: usize = 4096;

/// Text ready to be read as HTML by Telegram.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Html(String);

impl Html {
    /// Anybody's text, shown as it is.
    pub fn escaped(text: &str) -> Self {
        let mut html = String::with_capacity(text.len());
        for c in clean(text) {
            match c {
                '&' => html.push_str("&amp;"),
                '<' => html.push_str("&lt;"),
                '>' => html.push_str("&gt;"),
                // Arguments also stand in attributes.
                '"' => html.push_str("&quot;"),
                _ => html.push(c),
            }
        }
        Self(html)
    }

    /// Anybody's text as a quotation of at most `units` UTF-16 units, cut at its end if need be.
    pub fn quoted(text: &str, units: usize) -> Self {
        let Self(inside) = Self::escaped(&shortened(text, units));
        Self(format!("<blockquote>{inside}</blockquote>"))
    }

    /// Markup of our own, as it came from `locales/`. Nothing but `texts` calls this: it is the one
    /// place where arguments are known to be escaped.
    pub(crate) fn of_own_markup(markup: String) -> Self {
        Self(markup)
    }

    /// This and, after an empty line, that. A quotation has air of its own: beside it the line is left out.
    pub(crate) fn then(self, next: &Self) -> Self {
        let beside = self.0.ends_with("</blockquote>") || next.0.starts_with("<blockquote>");
        let between = if beside { "\n" } else { "\n\n" };
        Self(format!("{}{between}{}", self.0, next.0))
    }

    /// These, each on a line of its own.
    pub(crate) fn lines(lines: impl IntoIterator<Item = Self>) -> Self {
        let lines: Vec<String> = lines.into_iter().map(Self::into_string).collect();
        Self(lines.join("\n"))
    }

    /// The HTML itself.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The HTML itself, given away.
    pub fn into_string(self) -> String {
        self.0
    }

    /// How many UTF-16 units Telegram will count.
    pub fn units(&self) -> usize {
        let mut units = 0;
        let mut rest = self.0.chars();
        while let Some(c) = rest.next() {
            match c {
                '<' => skip_past(&mut rest, '>'),
                '&' => {
                    skip_past(&mut rest, ';');
                    units += 1;
                }
                _ => units += c.len_utf16(),
            }
        }
        units
    }
}

fn skip_past(rest: &mut std::str::Chars<'_>, end: char) {
    for c in rest {
        if c == end {
            return;
        }
    }
}

/// How many UTF-16 units a text has when it is shown.
pub(crate) fn shown_units(text: &str) -> usize {
    clean(text).map(char::len_utf16).sum()
}

/// The characters of a text that are fit to be shown and stored.
///
/// NUL cannot be stored by PostgreSQL. Line and direction marks would disorder the sentence of ours
/// in which the text is put; Telegram removes most of them as well.
pub(crate) fn clean(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter_map(|c| match c {
        '\n' => Some(c),
        '\t' => Some(' '),
        '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => None,
        _ if c.is_control() => None,
        _ => Some(c),
    })
}

/// A text on one line and of at most `max` characters: a name, a contact.
pub(crate) fn one_line(text: &str, max: usize) -> String {
    let clean: String = clean(text).collect();
    let line = clean.split_whitespace().collect::<Vec<_>>().join(" ");
    line.chars().take(max).collect()
}

/// The beginning of a text that fits into so many units, with a mark where it was cut.
fn shortened(text: &str, units: usize) -> String {
    if shown_units(text) <= units {
        return clean(text).collect();
    }
    // The mark takes one unit.
    let Some(mut left) = units.checked_sub(1) else { return String::new() };
    let mut beginning = String::new();
    for c in clean(text) {
        let Some(rest) = left.checked_sub(c.len_utf16()) else { break };
        left = rest;
        beginning.push(c);
    }
    format!("{}…", beginning.trim_end())
}

#[cfg(test)]
mod tests {
    use super::{Html, one_line};

    #[test]
    fn a_persons_markup_is_shown_and_not_obeyed() {
        let html = Html::escaped("<b>\"Tom\" & 'Ann'</b>");

        assert_eq!(html.as_str(), "&lt;b&gt;&quot;Tom&quot; &amp; 'Ann'&lt;/b&gt;");
        assert_eq!(html.units(), 20);
    }

    #[test]
    fn what_cannot_be_shown_is_left_out() {
        let html = Html::escaped("a\0b\u{7}c\r\n\td\u{202E}e\u{85}");

        assert_eq!(html.as_str(), "abc\n de");
    }

    #[test]
    fn a_quotation_is_whole_when_it_fits() {
        assert_eq!(Html::quoted("a < b", 5).as_str(), "<blockquote>a &lt; b</blockquote>");
    }

    #[test]
    fn a_quotation_is_cut_between_characters_and_says_so() {
        assert_eq!(Html::quoted("a < b", 4).as_str(), "<blockquote>a &lt;…</blockquote>");
        // The musical clef takes two units and does not fit into one.
        assert_eq!(Html::quoted("a\u{1D11E}b", 3).as_str(), "<blockquote>a…</blockquote>");
        assert_eq!(Html::quoted("ab", 1).as_str(), "<blockquote>…</blockquote>");
        assert_eq!(Html::quoted("ab", 0).as_str(), "<blockquote></blockquote>");
    }

    #[test]
    fn telegram_counts_neither_tags_nor_the_length_of_entities() {
        let html = Html::of_own_markup("<a href=\"x&amp;y\">&lt;\u{1D11E}</a>".to_owned());

        assert_eq!(html.units(), 3);
    }

    #[test]
    fn a_name_stays_on_one_line_and_is_bounded() {
        assert_eq!(one_line(" Ann \n\u{202E} Lee\0 ", 64), "Ann Lee");
        assert_eq!(one_line(&"x".repeat(100), 64).len(), 64);
    }
}
