//! `/word`: a command of the bot, with the word behind `/admin`, or a route of an instance.

use std::collections::BTreeSet;

use dialogue::commands::{command_words, words_of_admins};

use super::unused;
use crate::assert_none;
use crate::pages::{self, Page};

/// Commands and paths of others, each with its owner.
const FOREIGN: &[(&str, &str)] = &[("/newbot", "@BotFather")];

/// Where the routes of an instance are listed.
const ROUTES: [&str; 2] =
    ["crates/service/src/http/routes.rs", "crates/service/src/http/webhook.rs"];

/// The routes that sources name in quotes.
fn routes(sources: &str) -> BTreeSet<String> {
    let quoted = sources.split('"').skip(1).step_by(2);
    quoted.filter(|text| is_word(text)).map(str::to_owned).collect()
}

/// Whether a text is a slash and one plain word.
fn is_word(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c == '_';
    text.strip_prefix('/').is_some_and(|word| word.len() > 1 && word.chars().all(plain))
}

/// The words that a page names with a slash, with what stands behind each.
fn named(page: &Page) -> Vec<(usize, String, String)> {
    let mut named = Vec::new();
    for code in page.code() {
        // In a block only what is typed to the bot, which begins its line.
        for line in code.text.lines() {
            let (word, behind) = line.split_once(' ').unwrap_or((line, ""));
            let behind = behind.split(' ').next().unwrap_or_default();
            if is_word(word) {
                named.push((code.line, word.to_owned(), behind.to_owned()));
            }
        }
    }
    named
}

fn violations(pages: &[Page], known: &BTreeSet<String>, admin: &BTreeSet<&str>) -> Vec<String> {
    let mut violations = Vec::new();
    for page in pages {
        for (line, word, behind) in named(page) {
            let place = format!("{}:{line}", page.path);
            let is_plain = behind.chars().all(|c| c.is_ascii_lowercase());
            if !known.contains(&word) {
                violations.push(format!("{place}: neither the bot nor an instance knows {word}"));
            } else if word == "/admin"
                && is_plain
                && !behind.is_empty()
                && !admin.contains(&*behind)
            {
                violations.push(format!("{place}: /admin does not know {behind}"));
            }
        }
    }
    violations
}

#[test]
fn a_command_that_the_bot_does_not_have_is_found() {
    let text = "`/start` `/dance` `/admin refund CHARGE` `/admin waltz` `/etc/trt/env`\n\n```text\n\
                /health\n/unhealthy\n```\n";
    let known = ["/start", "/admin", "/health"].map(str::to_owned).into();

    let found = violations(&[Page::new("a.md", text)], &known, &BTreeSet::from(["refund"]));

    assert_eq!(found.len(), 3, "{found:?}");
}

#[test]
fn every_command_of_the_bot_on_a_page_is_one_that_it_has_and_every_one_stands_on_a_page() {
    let pages = pages::for_operators();
    let mut known = routes(&ROUTES.map(pages::read).concat());
    assert!(known.contains("/health") && known.contains("/webhook"), "{known:?}");
    let commands: Vec<String> = command_words().map(|word| format!("/{word}")).collect();
    known.extend(commands.iter().cloned());
    known.extend(FOREIGN.iter().map(|(name, _)| (*name).to_owned()));
    let admin: BTreeSet<&str> = words_of_admins().collect();

    let mut found = violations(&pages, &known, &admin);
    let all: Vec<_> = pages.iter().flat_map(named).collect();
    let is_named = |name: &str| all.iter().any(|(_, word, _)| word == name);
    found.extend(unused(FOREIGN, is_named));
    let silent = commands.iter().filter(|command| !is_named(command));
    found.extend(silent.map(|command| format!("{command} stands on no page")));
    let is_behind =
        |name: &str| all.iter().any(|(_, word, behind)| word == "/admin" && behind == name);
    let silent = admin.iter().filter(|word| !is_behind(word));
    found.extend(silent.map(|word| format!("/admin {word} stands on no page")));

    assert_none(&found);
}
