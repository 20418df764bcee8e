//! The page of commands.

use std::collections::BTreeSet;

use clap::CommandFactory;
use dialogue::commands::{command_words, commands, words_of_admins};
use domain::Language;
use trt::cli::command::Arguments;

use super::words::{ADMIN, DEV as DEV_WORDS, SIMULATORS, TRT, UNLISTED};
use crate::names::{DEV, arms, simulators};
use crate::pages;

/// A row of a table: a command, what it does, and its options.
type Row = [String; 3];

fn table(title: &str, head: &str, rows: &[Row]) -> String {
    let has_options = rows.iter().any(|[_, _, options]| !options.is_empty());
    let mut text = format!("\n## {title}\n\n{head}\n");
    text += if has_options { "| --- | --- | --- |\n" } else { "| --- | --- |\n" };
    for [command, does, options] in rows {
        let does = does.replace('|', "\\|");
        text += &match has_options {
            true => format!("| `{command}` | {does} | {options} |\n"),
            false => format!("| `{command}` | {does} |\n"),
        };
    }
    text
}

/// The commands of the program that end in none further, with their path.
fn leaves(command: &clap::Command, path: &str, found: &mut Vec<(String, String, String)>) {
    if !command.has_subcommands() {
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        let options =
            command.get_arguments().filter_map(|one| Some(format!("`--{}`", one.get_long()?)));
        let options = options.filter(|name| name != "`--help`").collect::<Vec<_>>().join(", ");
        let arguments: Vec<String> = command
            .get_positionals()
            .map(|one| {
                let name = one.get_value_names().and_then(|names| names.first());
                let name = name.map(ToString::to_string).unwrap_or_default();
                if one.is_required_set() { format!(" {name}") } else { format!(" [{name}]") }
            })
            .collect();
        found.push((format!("{path}{}", arguments.concat()), about, options));
    }
    for one in command.get_subcommands().filter(|one| one.get_name() != "help") {
        leaves(one, &format!("{path} {}", one.get_name()), found);
    }
}

/// What is said in Russian of a command; without it the test fails.
fn russian(words: &[(&str, &str)], command: &str) -> String {
    let found = words.iter().find(|(known, _)| {
        command == *known || command.strip_prefix(known).is_some_and(|rest| rest.starts_with(' '))
    });
    let words = found.unwrap_or_else(|| panic!("`{command}` has no Russian words in words.rs"));
    words.1.to_owned()
}

fn of_program(language: Language) -> Vec<Row> {
    let mut found = Vec::new();
    leaves(&Arguments::command(), "trt", &mut found);
    let row = |(command, about, options): (String, String, String)| {
        let does = match language {
            Language::English => about,
            Language::Russian => russian(TRT, &command),
        };
        [command, does, options]
    };
    found.into_iter().map(row).collect()
}

/// What `./dev help` prints: a command, and in a column of its own what it does.
fn of_script(language: Language) -> Vec<Row> {
    let script = pages::read(DEV);
    let help = script.split_once("cat <<'END'\n").map_or("", |(_, rest)| rest);
    let help = help.split("\nEND").next().unwrap_or_default();
    let gap = help.find("  ").unwrap_or_default();
    let column = gap + help[gap..].find(|c| c != ' ').unwrap_or_default();
    let rows: Vec<Row> = help
        .lines()
        .map(|line| (line[..column].trim(), &line[column..]))
        .map(|(command, does)| {
            let does = match language {
                Language::English => does.to_owned(),
                Language::Russian => russian(DEV_WORDS, command),
            };
            [command.to_owned(), does, String::new()]
        })
        .collect();
    let said: BTreeSet<String> = rows
        .iter()
        .filter_map(|[command, ..]| Some(command.split(' ').nth(1)?.to_owned()))
        .collect();
    let known: BTreeSet<String> = arms(&script).into_iter().collect();
    assert_eq!(said, known, "./dev help lists what ./dev takes");
    rows
}

fn of_simulators(language: Language) -> Vec<Row> {
    let known = simulators(&pages::read("crates/simulator/src/main.rs"));
    let row = |name: &String| {
        let command = format!("trt-sim {name}");
        let words = SIMULATORS.iter().find(|(known, ..)| *known == command);
        let (_, en, ru) = words.unwrap_or_else(|| panic!("`{command}` has no words in words.rs"));
        let does = match language {
            Language::English => en,
            Language::Russian => ru,
        };
        [command, (*does).to_owned(), String::new()]
    };
    known.iter().map(row).collect()
}

fn of_bot(language: Language) -> Vec<Row> {
    let listed = commands(language);
    let row = |word: &str| {
        let does = listed.iter().find(|one| one.name == word).map(|one| one.description.clone());
        let unlisted = || {
            let words = UNLISTED.iter().find(|(known, ..)| *known == word);
            let (_, en, ru) = words.unwrap_or_else(|| panic!("/{word} has no words in words.rs"));
            (if language == Language::English { en } else { ru }).to_string()
        };
        [format!("/{word}"), does.unwrap_or_else(unlisted), String::new()]
    };
    command_words().map(row).collect()
}

fn of_admins(language: Language) -> Vec<Row> {
    let known: BTreeSet<&str> = words_of_admins().collect();
    let row = |(form, en, ru): &(&str, &str, &str)| {
        let word = form.split(' ').next().unwrap_or_default();
        assert!(known.contains(word), "/admin has no {word}: strike it out in words.rs");
        let does = if language == Language::English { en } else { ru };
        [format!("/admin {form}"), (*does).to_owned(), String::new()]
    };
    let rows: Vec<Row> = ADMIN.iter().map(row).collect();
    for word in known {
        let is_there = |(form, ..): &(&str, &str, &str)| form.split(' ').next() == Some(word);
        assert!(ADMIN.iter().any(is_there), "/admin {word} has no words in words.rs");
    }
    rows
}

fn page(language: Language) -> String {
    let (intro, titles, head, options): (_, [&str; 5], _, _) = match language {
        Language::English => (
            "# Commands\n\nEvery command there is. `trt help` says more about each of its own, and `trt dead show --help` \
             about one.\n\nThis page is written by a test of `crates/book`, with `BLESS=1`.\n",
            ["The program", "The script", "The simulators", "The bot", "The bot, for admins"],
            "| command | does |",
            " options |",
        ),
        Language::Russian => (
            "# Команды\n\nВсе команды, какие есть. Подробнее о каждой своей говорит `trt help`, а об одной — например, \
             `trt dead show --help`.\n\nЭту страницу пишет тест `crates/book`, с `BLESS=1`.\n",
            ["Программа", "Скрипт", "Симуляторы", "Бот", "Бот, для админов"],
            "| команда | что делает |",
            " ключи |",
        ),
    };
    let tables = [
        (of_program(language), format!("{head}{options}")),
        (of_script(language), head.to_owned()),
        (of_simulators(language), head.to_owned()),
        (of_bot(language), head.to_owned()),
        (of_admins(language), head.to_owned()),
    ];
    let tables = titles.iter().zip(&tables).map(|(title, (rows, head))| table(title, head, rows));
    intro.to_owned() + &tables.collect::<String>()
}

#[test]
fn the_page_of_commands_has_every_command() {
    pages::is_written("docs/commands.md", &page(Language::English));
    pages::is_written("docs/ru/commands.md", &page(Language::Russian));
}
