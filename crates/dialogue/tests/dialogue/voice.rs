//! The voice of the bot on whole screens: what one text keeps to, a screen made of several must keep to as well.
//!
//! The rules are those of `docs/voice.md` that are marked (checked). What a person wrote is theirs and is not judged:
//! quotations are taken out before.

use std::collections::BTreeSet;

use dialogue::{Role, Screen};
use domain::Language;

use crate::crawl::crawled;
use crate::person::{Talker, seen};
use crate::strict;

const MOST_SIGNS: usize = 900;
const MOST_ON_A_BUTTON: usize = 32;

/// The screen without what it quotes.
fn without_quotations(html: &str) -> String {
    let mut parts = html.split("<blockquote>");
    let mut own = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        own.push_str(part.split_once("</blockquote>").map_or("", |(_, after)| after));
    }
    own
}

const fn is_emoji(c: char) -> bool {
    matches!(c, '\u{1F000}'..='\u{1FAFF}' | '\u{2300}'..='\u{23FF}' | '\u{2600}'..='\u{27BF}' | '\u{2B00}'..='\u{2BFF}')
}

/// How many emoji a line has; a Star after a number is a unit.
fn emoji(line: &str) -> usize {
    let signs: Vec<char> = line.chars().filter(|c| !c.is_whitespace()).collect();
    let is_unit = |at: usize| signs[at] == '⭐' && at > 0 && signs[at - 1].is_ascii_digit();
    (0..signs.len()).filter(|at| is_emoji(signs[*at]) && !is_unit(*at)).count()
}

/// What is wrong with a screen.
fn faults(screen: &Screen) -> Vec<String> {
    let html = screen.text.as_str();
    let shown = strict::parse(&without_quotations(html)).unwrap_or_default();
    let mut faults = Vec::new();
    if shown.chars().count() > MOST_SIGNS {
        faults.push(format!("{} signs: {shown}", shown.chars().count()));
    }
    faults
        .extend(shown.lines().filter(|line| emoji(line) > 1).map(|line| format!("emoji: {line}")));
    if html.contains("\n\n<blockquote>") || html.contains("</blockquote>\n\n") {
        faults.push(format!("an empty line beside a quotation: {shown}"));
    }
    for button in screen.keyboard.iter().flatten() {
        let text = &button.text;
        if text.chars().count() > MOST_ON_A_BUTTON || emoji(text) > 1 {
            faults.push(format!("button of {}: {text}", text.chars().count()));
        }
    }
    faults
}

#[test]
fn every_screen_is_short_and_keeps_to_one_emoji_a_line() {
    for language in Language::ALL {
        let read = |command: &str| seen(&Talker::new(language).says(command)).text.clone();
        let contracts = [read("/terms"), read("/privacy")];
        for role in [Role::Person, Role::Admin] {
            let screens = crawled(language, role).iter().map(|(_, screen)| screen);
            let screens = screens.filter(|screen| !contracts.contains(&screen.text));
            let faults: BTreeSet<String> = screens.flat_map(faults).collect();
            assert!(faults.is_empty(), "{language:?}: {faults:#?}");
        }
    }
}

#[test]
fn a_quotation_is_nobody_s_fault_and_the_rest_is() {
    assert_eq!(without_quotations("a<blockquote>b</blockquote>c<blockquote>d</blockquote>"), "ac");
    assert_eq!((emoji("12 ₽ · 10 ⭐"), emoji("⭐ and \u{1F381}"), emoji("10 ⭐ ⭐")), (0, 2, 1));
}
