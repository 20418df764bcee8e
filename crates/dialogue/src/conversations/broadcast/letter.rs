//! What people get, and the buttons below it: typed by an admin, line by line.
//!
//! ```text
//! What is new | https://example.org/news      opens that address
//! Try it | image                              opens that section of the bot
//! ```
//!
//! The stored form is what was typed, tidied; what an earlier release stored and this one cannot read is left out.
//! Below every broadcast stands the way to have no more of them.

use domain::Language;

use super::Label;
use crate::conversations::menu::Section;
use crate::html::one_line;
use crate::screen::{Button, Screen};
use crate::styles;
use crate::tap::{TalkTap, Tap};

/// So many buttons stand below a broadcast.
const MOST: usize = 6;

/// What fits on a button.
const MAX_TEXT: usize = 32;

/// What is taken as an address, in bytes.
const MAX_ADDRESS: usize = 512;

/// A broadcast as its people see it, from what is stored of it: words, how parts of them look, buttons. A file goes above
/// its words.
pub fn broadcast_letter(language: Language, words: &str, looks: &str, stored: &str) -> Screen {
    let screen = Screen::bare(styles::html(words, looks));
    let rows = buttons(stored).into_iter().map(|button| [button]);
    let screen = rows.fold(screen, Screen::row);
    screen.row([Button::new(Label::NoNews.words(language), Tap::Talk(TalkTap::StopNews))])
}

/// The buttons of a stored form.
pub(super) fn buttons(stored: &str) -> Vec<Button> {
    stored.lines().filter_map(button).take(MOST).collect()
}

/// Reads what an admin typed into the stored form; else the number of the first line that is none.
pub(super) fn read(typed: &str) -> Result<String, usize> {
    let lines: Vec<&str> = typed.lines().filter(|line| !line.trim().is_empty()).collect();
    let mut stored = Vec::with_capacity(lines.len());
    for (index, line) in lines.iter().enumerate() {
        match tidied(line).filter(|_| index < MOST) {
            Some(tidied) => stored.push(tidied),
            None => return Err(index + 1),
        }
    }
    if stored.is_empty() { Err(1) } else { Ok(stored.join("\n")) }
}

fn tidied(line: &str) -> Option<String> {
    let (text, target) = line.rsplit_once('|')?;
    let (text, target) = (one_line(text, MAX_TEXT + 1), target.trim());
    let fits = (1..=MAX_TEXT).contains(&text.chars().count()) && !text.contains('|');
    let target = match section(&target.to_ascii_lowercase()) {
        Some(_) => target.to_ascii_lowercase(),
        None => address(target)?.to_owned(),
    };
    fits.then(|| format!("{text} | {target}"))
}

fn button(line: &str) -> Option<Button> {
    let (text, target) = line.split_once(" | ")?;
    Some(match section(target) {
        Some(tap) => Button::new(text.to_owned(), tap),
        None => Button::link(text.to_owned(), address(target)?.to_owned()),
    })
}

/// An address that Telegram will take on a button.
fn address(text: &str) -> Option<&str> {
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"))?;
    let host = host.split(['/', '?', '#']).next().unwrap_or_default();
    let plain = |byte: u8| byte.is_ascii_graphic() && !matches!(byte, b'"' | b'<' | b'>' | b'\\');
    let is_name = host.split('.').all(|label| {
        !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    });
    let fits = text.len() <= MAX_ADDRESS && text.bytes().all(plain);
    (fits && host.contains('.') && is_name).then_some(text)
}

/// A section of the bot by its word.
fn section(word: &str) -> Option<Tap> {
    let named = match word {
        "menu" => Tap::Home,
        "models" => Tap::Kinds,
        "best" => Tap::Best,
        "topup" => Tap::TopUp,
        "plans" => Tap::Plans,
        "help" => Tap::Help,
        "settings" => Tap::Settings,
        word => Tap::Section(Section::ALL.into_iter().find(|one| one.word() == word)?),
    };
    Some(named)
}

#[cfg(test)]
mod tests {
    use domain::Language;

    use super::{broadcast_letter, read};
    use crate::screen::Press;
    use crate::tap::{TalkTap, Tap};

    #[test]
    fn buttons_are_typed_line_by_line_and_below_them_news_can_be_stopped() {
        let stored = read("What  is new | https://example.org/a?b=1\n\n Try it |IMAGE").unwrap();
        let letter = broadcast_letter(Language::English, "<b>&", "bold 1 2\n", &stored);

        assert_eq!(stored, "What is new | https://example.org/a?b=1\nTry it | image");
        assert_eq!(letter.text.as_str(), "&lt;<b>b</b>&gt;&amp;");
        let presses: Vec<_> = letter.keyboard.iter().flatten().map(|one| &one.press).collect();
        assert_eq!(presses.len(), 3);
        assert_eq!(presses[0], &Press::Link("https://example.org/a?b=1".to_owned()));
        assert!(matches!(presses[1], Press::Data(Tap::Section(_))));
        assert_eq!(presses[2], &Press::Data(Tap::Talk(TalkTap::StopNews)));
    }

    #[test]
    fn a_line_that_is_no_button_is_named() {
        let many = "a | menu\n".repeat(7);
        let long = format!("{} | menu", "x".repeat(33));
        for (typed, line) in [
            ("", 1),
            ("a", 1),
            ("a | menu\nb | nowhere", 2),
            ("a | javascript:alert(1)", 1),
            ("a | https://localhost", 1),
            ("a | https://a..b", 1),
            ("a | https://example.org/ x", 1),
            (" | menu", 1),
            (&long, 1),
            (&many, 7),
        ] {
            assert_eq!(read(typed), Err(line), "{typed}");
        }
    }
}
