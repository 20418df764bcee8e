//! `trt ...`: every command of a page is read by the command line of the program itself.
//!
//! A command that a block shows must be one that could be typed; within a sentence its arguments may be left out. An
//! option that is named alone must be one of some command, or of another program on [`FOREIGN`].

use std::collections::BTreeSet;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};
use trt::cli::command::Arguments;

use super::scripts::DEV;
use super::shell::{Typed, typed};
use super::unused;
use crate::assert_none;
use crate::pages::{self, Page};

/// Options of other programs that pages name in sentences, each with its program.
const FOREIGN: &[(&str, &str)] = &[("--build-arg", "docker build")];

/// What is wrong with a command; none if it is not of this program.
fn fault(typed: &Typed) -> Option<String> {
    let program = typed.words.first()?;
    if program.rsplit('/').next() != Some("trt") {
        return None;
    }
    // What a variable of the shell stands for, an address or a number, is known when it runs.
    let filled = |word: &String| match word.split_once('$') {
        Some((before, name)) => {
            let rest = name.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
            format!("{before}http://127.0.0.1:8081{rest}")
        }
        None => word.clone(),
    };
    let words = typed.words[1..].iter().filter(|word| *word != "...").map(filled);
    let error = Arguments::try_parse_from(["trt".to_owned()].into_iter().chain(words));
    let kind = error.err()?.kind();
    let is_prose = matches!(
        kind,
        ErrorKind::MissingRequiredArgument
            | ErrorKind::MissingSubcommand
            | ErrorKind::InvalidValue
            | ErrorKind::WrongNumberOfValues
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    );
    let is_help = matches!(kind, ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
    if is_help || (is_prose && !typed.is_whole) {
        return None;
    }
    Some(format!("{}: `{}` cannot be typed: {kind}", typed.place, typed.words.join(" ")))
}

/// Every option of every command.
fn options(command: &clap::Command, found: &mut BTreeSet<String>) {
    found.extend(command.get_arguments().filter_map(|one| Some(format!("--{}", one.get_long()?))));
    command.get_subcommands().for_each(|command| options(command, found));
}

/// The options that a page names alone.
fn alone(page: &Page) -> impl Iterator<Item = (usize, String)> {
    let code = page.code().into_iter().filter(|code| code.fence.is_none());
    code.filter(|code| code.text.starts_with("--")).map(|code| {
        let name = code.text.split([' ', '=', '[']).next().unwrap_or_default().to_owned();
        (code.line, name)
    })
}

fn violations(pages: &[Page], known: &BTreeSet<String>) -> Vec<String> {
    let mut violations = Vec::new();
    for page in pages {
        violations.extend(typed(page).iter().filter_map(fault));
        for (line, name) in alone(page).filter(|(_, name)| !known.contains(name)) {
            violations.push(format!("{}:{line}: nothing has the option {name}", page.path));
        }
    }
    violations
}

#[test]
fn a_command_that_the_program_does_not_have_is_found() {
    let text = "`trt lock stole` `trt dead` `--gone`\n\n```sh\ntrt dead show\ntrt check --jason\n\
                trt lock status\n```\n";

    let found = violations(&[Page::new("a.md", text)], &BTreeSet::new());

    assert_eq!(found.len(), 4, "{found:?}");
    assert!(found[0].starts_with("a.md:1: `trt lock stole` cannot be typed"));
}

#[test]
fn every_command_of_a_page_is_one_of_the_program() {
    let pages = pages::all();
    let mut known = BTreeSet::new();
    options(&Arguments::command(), &mut known);
    known.extend(FOREIGN.iter().map(|(name, _)| (*name).to_owned()));
    let scripts = [DEV, "deploy/release.sh", "deploy/image"].map(pages::read).concat();
    let words = scripts.split(|c: char| !(c.is_ascii_lowercase() || c == '-'));
    known.extend(words.filter(|word| word.starts_with("--")).map(str::to_owned));

    let mut found = violations(&pages, &known);
    let is_named = |name: &str| pages.iter().any(|page| alone(page).any(|(_, one)| one == name));
    found.extend(unused(FOREIGN, is_named));

    assert_none(&found);
}
