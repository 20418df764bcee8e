//! The commands: how they are read, and what Telegram shows about them and about the bot.
//!
//! One table says what a word means and how the list under Telegram's menu button describes it, so
//! what is offered there is what works. Case does not matter. `/start@name` names the bot it is
//! for; in a private chat there is only us, so any name will do.

use domain::Language;

use crate::conversations::{COMMANDS, Command, admin};
use crate::scene::Role;
use crate::texts::words;

/// What Telegram takes as the name of a command.
const MAX_NAME: usize = 32;

/// A command for Telegram's own list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BotCommand {
    /// Without the slash.
    pub name: &'static str,
    /// What it does, in a few words.
    pub description: String,
}

/// The commands to be shown in a language, in order.
pub fn commands(language: Language) -> Vec<BotCommand> {
    let listed = COMMANDS.iter().filter_map(|command| {
        Some(BotCommand { name: command.word, description: words(language, command.listed?) })
    });
    listed.collect()
}

/// Every command, without its slash, those included that Telegram does not show.
pub fn command_words() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(|command| command.word)
}

/// Every word that stands behind `/admin`.
pub fn words_of_admins() -> impl Iterator<Item = &'static str> {
    admin::words()
}

/// What stands in an empty chat before `/start`, in a language.
pub fn description(language: Language) -> String {
    words(language, "profile-description")
}

/// What stands on the bot's profile and goes along when it is shared, in a language.
pub fn short_description(language: Language) -> String {
    words(language, "profile-short-description")
}

/// A text that is a command: `/name@bot rest`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Spoken<'a> {
    /// As it was typed, without the slash.
    pub(crate) name: &'a str,
    /// The bot it is for, if it says so.
    pub(crate) bot: Option<&'a str>,
    /// What comes after it.
    pub(crate) rest: &'a str,
}

impl<'a> Spoken<'a> {
    /// Reads a text as a command, if it is one. `/a/b` and `/ ` are not: they are just text.
    pub(crate) fn parse(text: &'a str) -> Option<Self> {
        let text = text.trim().strip_prefix('/')?;
        let (head, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let (name, bot) = match head.split_once('@') {
            Some((name, bot)) => (name, Some(bot)),
            None => (head, None),
        };
        let is_word = |word: &str| {
            !word.is_empty()
                && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        };
        let is_command = is_word(name) && name.len() <= MAX_NAME && bot.is_none_or(is_word);
        is_command.then_some(Self { name, bot, rest: rest.trim() })
    }

    /// The command, if it is one that somebody with this role has.
    pub(crate) fn command(&self, role: Role) -> Option<&'static Command> {
        let command = COMMANDS.iter().find(|one| self.name.eq_ignore_ascii_case(one.word))?;
        (command.role == Role::Person || role == Role::Admin).then_some(command)
    }
}

#[cfg(test)]
mod tests {
    use domain::Language;

    use super::{COMMANDS, Spoken, commands, description, short_description};
    use crate::scene::Role;

    fn spoken(text: &str) -> Option<(&str, Option<&str>, &str)> {
        Spoken::parse(text).map(|Spoken { name, bot, rest }| (name, bot, rest))
    }

    #[test]
    fn a_command_has_a_name_perhaps_a_bot_and_perhaps_more() {
        assert_eq!(spoken("/start"), Some(("start", None, "")));
        assert_eq!(spoken("/Start@My_Bot  ref_1 "), Some(("Start", Some("My_Bot"), "ref_1")));
        assert_eq!(spoken("/promo\nA B"), Some(("promo", None, "A B")));
    }

    #[test]
    fn what_only_begins_with_a_slash_is_text() {
        let long = format!("/{}", "a".repeat(33));
        for text in
            ["", "/", "/ start", "//", "/a/b", "/start!", "/@bot", "/a@", "/a@b@c", "/старт", &long]
        {
            assert_eq!(spoken(text), None, "{text}");
        }
    }

    #[test]
    fn the_case_of_a_command_does_not_matter() {
        let command = |text| {
            let found = Spoken::parse(text).and_then(|spoken| spoken.command(Role::Person));
            found.map(|command| command.word)
        };

        assert_eq!(command("/CANCEL"), Some("cancel"));
        assert_eq!(command("/canceled"), None);
    }

    #[test]
    fn only_admins_have_the_command_of_admins() {
        let is_there = |role| Spoken::parse("/Admin").is_some_and(|it| it.command(role).is_some());

        assert!(is_there(Role::Admin));
        assert!(!is_there(Role::Person));
    }

    #[test]
    fn no_word_stands_twice_in_the_table() {
        for (index, command) in COMMANDS.iter().enumerate() {
            let is_new = COMMANDS[..index].iter().all(|earlier| earlier.word != command.word);
            assert!(is_new, "{}", command.word);
        }
    }

    #[test]
    fn telegram_takes_what_it_is_told_about_the_bot() {
        for language in Language::ALL {
            let commands = commands(language);
            assert_eq!(commands[0].name, "start");
            assert!(commands.len() <= 100);
            for command in commands {
                let length = command.description.chars().count();
                assert!((1..=256).contains(&length), "{}", command.name);
                assert_eq!(command.name, command.name.to_ascii_lowercase());
            }
            assert!(description(language).encode_utf16().count() <= 512);
            assert!(short_description(language).encode_utf16().count() <= 120);
        }
    }
}
