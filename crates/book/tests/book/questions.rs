//! Rule: a stranger's questions are ten, each answered by one page of at most one screen.
//!
//! An answer that has to be scrolled is not read at three in the morning. Each shows at least one command, and the
//! start page leads to it.

use book::links::links;

use crate::assert_none;
use crate::pages::{self, Page};

const MOST_LINES: usize = 45;
const MOST_CHARACTERS: usize = 3_000;
/// As wide as a line may be on a screen; a table's may be wider.
const WIDTH: usize = 125;

/// What is wrong with the answers of one language, given its start page.
fn violations(start: &Page, answers: &[&Page]) -> Vec<String> {
    let mut violations = Vec::new();
    if answers.len() != 10 {
        violations.push(format!("{}: there are {} questions, not ten", start.path, answers.len()));
    }
    let led_to: Vec<String> = links(&start.text).into_iter().map(|link| link.target).collect();
    for Page { path, text } in answers {
        let name = path.rsplit_once("questions/").map_or("", |(_, name)| name);
        let (lines, characters) = (text.lines().count(), text.chars().count());
        if lines > MOST_LINES || characters > MOST_CHARACTERS {
            violations.push(format!("{path}: has {lines} lines and {characters} characters"));
        }
        if text.lines().any(|line| line.chars().count() > WIDTH && !line.starts_with('|')) {
            violations.push(format!("{path}: has a line of more than {WIDTH} characters"));
        }
        if !text.contains("```sh\n") && !text.contains("```text\n") {
            violations.push(format!("{path}: shows no command"));
        }
        let asks = text.lines().next().is_some_and(|title| title.ends_with('?'));
        if !asks {
            violations.push(format!("{path}: its title is no question"));
        }
        if !led_to.contains(&format!("questions/{name}")) {
            violations.push(format!("{path}: the start page does not lead to it"));
        }
    }
    violations
}

#[test]
fn an_answer_that_is_long_mute_or_lost_is_found() {
    let long = "word\n".repeat(46);
    let pages = [
        Page::new("docs/questions/a.md", &long),
        Page::new("docs/questions/b.md", "# B?\n\n```sh\ntrt check\n```\n"),
    ];
    let start = Page::new("docs/README.md", "[B](questions/b.md)\n");

    let found = violations(&start, &pages.iter().collect::<Vec<_>>());

    assert_eq!(found.len(), 5, "{found:?}");
    assert!(found[1..].iter().all(|fault| fault.starts_with("docs/questions/a.md")));
}

#[test]
fn ten_questions_are_answered_on_one_screen_each() {
    let pages = pages::all();
    let mut found = Vec::new();
    for folder in ["docs/", "docs/ru/"] {
        let start = format!("{folder}README.md");
        let start = pages.iter().find(|page| page.path == start).expect("there is a start page");
        let questions = format!("{folder}questions/");
        let answers: Vec<&Page> =
            pages.iter().filter(|page| page.path.starts_with(&questions)).collect();
        found.extend(violations(start, &answers));
    }
    assert_none(&found);
}
