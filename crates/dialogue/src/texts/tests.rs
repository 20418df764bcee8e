//! Both languages say the same things, and exactly the things that the code says.

use std::collections::{BTreeMap, BTreeSet};

use domain::Language;
use fluent_bundle::{FluentArgs, FluentResource};

use super::{ENGLISH, Label, RUSSIAN, Text, bundle, jobs, order, rendered, shop};
use crate::conversations::COMMANDS;
use crate::html::Html;

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

/// Every list of texts.
fn texts() -> Vec<(&'static str, &'static [&'static str])> {
    [super::TEXTS, shop::TEXTS, jobs::TEXTS, order::TEXTS, order::PHRASES].concat()
}

/// Every list of labels.
fn labels() -> Vec<&'static str> {
    let commands = COMMANDS.iter().filter_map(|command| command.listed).collect::<Vec<_>>();
    [super::LABELS, shop::LABELS, jobs::LABELS, order::LABELS, &commands].concat()
}

fn declared() -> Messages {
    let arguments = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let texts = texts().into_iter().map(|(id, names)| (id.to_owned(), arguments(names)));
    let labels = labels().into_iter().map(|id| (id.to_owned(), BTreeSet::new()));
    texts.chain(labels).collect()
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
fn both_languages_have_exactly_the_messages_and_arguments_of_the_code() {
    for language in Language::ALL {
        assert_eq!(messages(files(language)), declared(), "{language:?}");
    }
}

#[test]
fn the_same_text_is_not_listed_twice() {
    assert_eq!(declared().len(), texts().len() + labels().len());
}

#[test]
fn every_message_can_be_said_with_its_arguments() {
    for language in Language::ALL {
        for (id, arguments) in declared() {
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
fn labels_are_plain_and_buttons_are_one_line() {
    for language in Language::ALL {
        for id in labels() {
            let words = rendered(language, id, &FluentArgs::new());

            assert!(!words.contains(['<', '>', '&']), "{words}");
            assert!(!id.contains("button") || words.chars().count() <= 30, "{words}");
            assert!(id == "profile-description" || !words.contains('\n'), "{words}");
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
    let quote = Html::default();
    let count = |language, count| {
        let html = Text::OfferedShortened { quote: &quote, count }.html(language);
        html.into_string()
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
    let html = Text::Hello { name: "<i>{ $name }</i>" }.html(Language::English);

    assert!(html.as_str().contains("<b>&lt;i&gt;{ $name }&lt;/i&gt;</b>"));
}

#[test]
fn a_label_is_said_in_its_language() {
    assert_eq!(Label::Image.words(Language::Russian), "Создать изображение");
    assert_eq!(Label::Image.words(Language::English), "Create an image");
}
