//! Both languages say the same things, and exactly the things that the code says.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use domain::Language;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};

use super::{ENGLISH, RUSSIAN, bundle, html, words};
use crate::conversations::COMMANDS;
use crate::conversations::menu::{Section, menu_screen};

mod voice;

type Messages = BTreeMap<String, BTreeSet<String>>;

fn files(language: Language) -> &'static [&'static str] {
    match language {
        Language::Russian => RUSSIAN,
        Language::English => ENGLISH,
    }
}

/// The messages of Fluent files with the arguments each one names.
fn messages(files: &[&str]) -> Messages {
    let mut messages = Messages::new();
    let mut current = String::new();
    for line in files.iter().flat_map(|file| file.lines()) {
        if line.starts_with(|c: char| c.is_ascii_lowercase()) {
            current = line.split([' ', '=']).next().unwrap_or_default().to_owned();
            let is_new = messages.insert(current.clone(), BTreeSet::new()).is_none();
            assert!(is_new, "{current} is there twice");
        }
        if !line.starts_with('#') {
            let names = line.split('$').skip(1).map(|after| {
                let end = after.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(after.len());
                after[..end].to_owned()
            });
            messages.entry(current.clone()).or_default().extend(names);
        }
    }
    messages.remove("");
    messages
}

/// Whether both languages have these texts, with exactly these arguments.
#[track_caller]
pub(crate) fn check_texts(texts: &[(&str, &[&str])]) {
    for language in Language::ALL {
        let messages = messages(files(language));
        for (id, arguments) in texts {
            let arguments = arguments.iter().map(|name| (*name).to_owned()).collect();
            assert_eq!(messages.get(*id), Some(&arguments), "{language:?} {id}");
        }
    }
}

/// Whether both languages have these labels, without arguments and markup, and buttons that fit.
#[track_caller]
pub(crate) fn check_labels(labels: &[&str]) {
    for id in labels {
        check_texts(&[(id, &[])]);
        for language in Language::ALL {
            let words = words(language, id);
            assert!(!words.contains(['<', '>', '&', '\n']), "{words}");
            assert!(!id.contains("button") || words.chars().count() <= 24, "{words}");
        }
    }
}

/// The sources of this room, but for its tests.
#[expect(clippy::disallowed_methods, reason = "a test that reads files and runs no async code")]
fn sources(folder: &Path, all: &mut String) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.ends_with("tests") || path.ends_with("tests.rs") {
            continue;
        }
        if path.is_dir() {
            sources(&path, all);
        } else {
            all.push_str(&fs::read_to_string(path).unwrap());
        }
    }
}

#[test]
fn every_file_is_valid_fluent() {
    for language in Language::ALL {
        for file in files(language) {
            let parsed = FluentResource::try_new((*file).to_owned());
            assert!(parsed.is_ok(), "{:?}", parsed.map_err(|(_, errors)| errors).err());
        }
    }
}

/// The ids that a macro of this module declares in a source.
fn declared(code: &str) -> Vec<String> {
    let mut ids = Vec::new();
    for opening in ["texts! {", "labels! {", "phrases! {"] {
        for (at, _) in code.match_indices(opening) {
            let block = &code[at..];
            let block = &block[..block.find("\n}").or_else(|| block.find("\n    }")).unwrap()];
            let after = block.split("= \"").skip(1);
            ids.extend(after.filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())));
        }
    }
    ids
}

/// Ids without a macro of their own: what Telegram shows about the bot and its commands. They take no arguments.
fn of_the_profile() -> Vec<String> {
    let listed = COMMANDS.iter().filter_map(|command| command.listed);
    let others = ["profile-description", "profile-short-description"];
    listed.chain(others).map(str::to_owned).collect()
}

/// That nothing declared is unused is the compiler's part: a variant that no code makes is a
/// warning of the library, and warnings fail.
#[test]
fn every_message_of_both_languages_is_declared_once_in_the_code() {
    let mut code = String::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut code);
    let mut ids = declared(&code);
    ids.extend(of_the_profile());
    ids.sort();
    for language in Language::ALL {
        let messages: Vec<String> = messages(files(language)).into_keys().collect();
        let unsaid = messages.iter().filter(|id| ids.binary_search(id).is_err());
        assert_eq!(unsaid.collect::<Vec<_>>(), [""; 0], "{language:?}: nobody says these");
        assert_eq!(messages, ids, "{language:?}: declared twice, or missing");
    }
    for id in of_the_profile() {
        check_texts(&[(id.as_str(), &[])]);
    }
}

#[test]
fn what_is_declared_is_found_by_its_id() {
    let code = "texts! { Text<'a>;\n    One { words: &'a str } = \"a-one\",\n}\nlet b = \"b\";\n\
                labels! { Label;\n    Two = \"a-two\",\n}\nif x == \"c\" {}\n";

    assert_eq!(declared(code), ["a-one", "a-two"]);
}

#[test]
#[expect(clippy::disallowed_methods, reason = "a test that reads files and runs no async code")]
fn every_file_of_both_languages_is_part_of_the_program() {
    let locales = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../locales");
    let mut names = BTreeSet::new();
    for language in Language::ALL {
        let folder = fs::read_dir(locales.join(language.code())).unwrap();
        for path in folder.map(|entry| entry.unwrap().path()) {
            let text = fs::read_to_string(&path).unwrap();
            assert!(files(language).contains(&text.as_str()), "{} is in no list", path.display());
            names.insert(path.file_name().unwrap().to_owned());
        }
        assert_eq!(names.len(), files(language).len(), "{language:?} has every file");
    }
}

#[test]
fn the_commands_are_described_in_both_languages() {
    let listed: Vec<&str> = COMMANDS.iter().filter_map(|command| command.listed).collect();

    check_labels(&listed);
}

/// The words that choose between the forms of each message, and one that chooses none.
fn choices(files: &[&str]) -> BTreeMap<String, BTreeSet<String>> {
    let mut choices: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut current = String::new();
    for line in files.iter().flat_map(|file| file.lines()) {
        if line.starts_with(|c: char| c.is_ascii_lowercase()) {
            current = line.split([' ', '=']).next().unwrap_or_default().to_owned();
            choices.insert(current.clone(), BTreeSet::from(["word".to_owned()]));
        }
        let key = line.trim_start().trim_start_matches('*').strip_prefix('[');
        if let Some((key, _)) = key.and_then(|key| key.split_once(']')) {
            choices.entry(current.clone()).or_default().insert(key.to_owned());
        }
    }
    choices
}

/// A message with every argument the same, and what went wrong.
fn said(language: Language, id: &str, arguments: &FluentArgs<'_>) -> (String, usize) {
    let message = bundle(language).get_message(id).and_then(|message| message.value());
    let mut faults = Vec::new();
    let words = message.map(|pattern| {
        bundle(language).format_pattern(pattern, Some(arguments), &mut faults).into_owned()
    });
    (words.unwrap_or_default(), faults.len())
}

/// Every message of a language in every form, each with its id and how often something was missing in it.
fn every_form(language: Language) -> Vec<(String, String, usize)> {
    let choices = choices(files(language));
    let mut forms = Vec::new();
    for (id, arguments) in messages(files(language)) {
        let numbers = [0, 1, 2, 5, 11, 21, 22, 1_000_000].map(FluentValue::from);
        let words = choices[&id].iter().map(|word| FluentValue::from(word.clone()));
        for value in numbers.into_iter().chain(words) {
            let mut given = FluentArgs::new();
            arguments.iter().for_each(|name| given.set(name.clone(), value.clone()));
            let (words, faults) = said(language, &id, &given);
            forms.push((id.clone(), words, faults));
        }
    }
    forms
}

#[test]
fn every_message_can_be_said_in_every_form_with_its_arguments() {
    for language in Language::ALL {
        for (id, words, faults) in every_form(language) {
            assert!(!words.trim().is_empty() && faults == 0, "{language:?} {id}: {words}");
            assert!(!words.contains(['{', '}', '$']), "{language:?} {id}: {words}");
        }
    }
}

#[test]
fn an_argument_that_is_not_given_is_noticed() {
    let nothing = FluentArgs::new();
    let lacking = |id: &str| said(Language::English, id, &nothing).1;

    assert_eq!((lacking("menu-home"), lacking("order-price")), (0, 1));
}

#[test]
fn every_command_that_a_text_names_exists() {
    for file in RUSSIAN.iter().chain(ENGLISH) {
        let texts = file.lines().filter(|line| !line.starts_with('#'));
        let words = texts.flat_map(|line| line.split(|c: char| c.is_whitespace() || c == '('));
        let is_end = |c: char| !c.is_ascii_alphanumeric() && c != '_';
        for word in words.filter_map(|word| word.trim_start_matches("<code>").strip_prefix('/')) {
            let name = word.split(is_end).next().unwrap_or_default();
            let is_there = COMMANDS.iter().any(|command| command.word == name);
            assert!(is_there, "/{name} is no command");
        }
    }
}

#[test]
fn nothing_says_any_more_that_topping_up_is_to_come() {
    for file in RUSSIAN.iter().chain(ENGLISH) {
        for words in ["not open yet", "пополнить баланс пока нельзя", "пополнение пока"]
        {
            assert!(!file.to_lowercase().contains(words), "{words}");
        }
    }
}

#[test]
fn the_provider_is_never_named() {
    for file in RUSSIAN.iter().chain(ENGLISH) {
        let lower = file.to_lowercase();
        assert!(!lower.split(|c: char| !c.is_alphanumeric()).any(|word| word == "kie"));
    }
}

#[test]
fn numbers_take_the_form_of_the_language() {
    let count = |language, count: usize| {
        let arguments = vec![("count", count.into()), ("most", 1.into()), ("over", 1.into())];
        html(language, "order-too-long", arguments).into_string()
    };

    for (number, words) in
        [(1, "1 знак,"), (22, "22 знака,"), (11, "11 знаков,"), (4096, "4096 знаков,")]
    {
        assert!(count(Language::Russian, number).contains(words), "{words}");
    }
    assert!(count(Language::English, 1).contains("1 character,"));
    assert!(count(Language::English, 22).contains("22 characters,"));
}

#[test]
fn an_argument_cannot_become_markup_or_a_placeable() {
    let screen = menu_screen(Language::English, "<i>{ $name }</i>");

    assert!(screen.text.as_str().contains("<b>&lt;i&gt;{ $name }&lt;/i&gt;</b>"));
}

#[test]
fn a_label_is_said_in_its_language() {
    let image = |language| Section::Image.button(language).text;

    assert_eq!(image(Language::Russian), "\u{1F3A8} Создать изображение");
    assert_eq!(image(Language::English), "\u{1F3A8} Create an image");
}
