//! Both languages say the same things, and exactly the things that the code says.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use domain::Language;
use fluent_bundle::{FluentArgs, FluentResource};

use super::{ENGLISH, RUSSIAN, bundle, html, words};
use crate::conversations::COMMANDS;
use crate::conversations::menu::{Section, menu_screen};

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
            assert!(!id.contains("button") || words.chars().count() <= 30, "{words}");
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

/// That nothing declared is unused is the compiler's part: a variant that no code makes is a
/// warning of the library, and warnings fail.
#[test]
fn every_message_of_both_languages_is_declared_once_in_the_code() {
    let mut code = String::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut code);
    assert_eq!(messages(RUSSIAN), messages(ENGLISH));
    for id in messages(RUSSIAN).keys() {
        assert_eq!(code.matches(&format!("\"{id}\"")).count(), 1, "{id}");
    }
}

#[test]
fn the_commands_are_described_in_both_languages() {
    let listed: Vec<&str> = COMMANDS.iter().filter_map(|command| command.listed).collect();

    check_labels(&listed);
}

#[test]
fn every_message_can_be_said_with_its_arguments() {
    for language in Language::ALL {
        for (id, arguments) in messages(files(language)) {
            let mut given = FluentArgs::new();
            for argument in &arguments {
                given.set(argument.clone(), 1);
            }
            let message = bundle(language).get_message(&id).and_then(|message| message.value());
            let mut faults = Vec::new();
            let words = message
                .map(|pattern| bundle(language).format_pattern(pattern, Some(&given), &mut faults));

            assert!(words.is_some_and(|words| !words.trim().is_empty()), "{language:?} {id}");
            assert!(faults.is_empty(), "{language:?} {id}: {faults:?}");
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
        let arguments = vec![("quote", "".into()), ("count", count.into())];
        html(language, "prompt-offer-shortened", arguments).into_string()
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

    assert_eq!(image(Language::Russian), "Создать изображение");
    assert_eq!(image(Language::English), "Create an image");
}
