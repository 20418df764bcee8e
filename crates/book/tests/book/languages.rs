//! Rule: a page says the same in both languages.
//!
//! What can be compared without understanding it is compared: the levels of the headings, the blocks of code but for
//! their comments, the names within sentences, the rows of the tables, and where the links lead. A translation that
//! lost a command or kept an old one is found by that.

use std::collections::BTreeSet;

use book::binding::has_both;
use book::links::links;
use pulldown_cmark::{Event, Tag};

use crate::assert_none;
use crate::pages::{self, Page};

/// What can be compared of a page.
#[derive(Debug, PartialEq)]
struct Bones {
    headings: Vec<String>,
    blocks: Vec<String>,
    names: BTreeSet<String>,
    rows: usize,
    links: BTreeSet<String>,
}

impl Bones {
    fn of(page: &Page) -> Self {
        let (mut headings, mut rows) = (Vec::new(), 0);
        for (_, event) in page.events() {
            match event {
                Event::Start(Tag::Heading { level, .. }) => headings.push(level.to_string()),
                Event::Start(Tag::TableRow) => rows += 1,
                _ => {}
            }
        }
        let code = page.code();
        let (blocks, names): (Vec<_>, Vec<_>) =
            code.into_iter().partition(|code| code.fence.is_some());
        let links = links(&page.text).into_iter().map(|link| match link.reaches(&page.path) {
            Some((reached, _)) => reached.replacen("docs/ru/", "docs/", 1),
            None => link.target.split('#').next().unwrap_or_default().to_owned(),
        });
        Self {
            headings,
            blocks: blocks.into_iter().map(|block| without_comments(&block.text)).collect(),
            names: names.into_iter().map(|name| name.text).collect(),
            rows,
            links: links.collect(),
        }
    }
}

/// A block without its comments and empty lines.
fn without_comments(block: &str) -> String {
    let bare = |line: &str| match line.split_once("# ") {
        Some((before, _)) if before.is_empty() || before.ends_with(' ') => before.trim().to_owned(),
        _ => line.trim_end().to_owned(),
    };
    let lines = block.lines().map(bare).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join("\n")
}

/// In what a Russian page differs from the English one.
fn differences(english: &Page, russian: &Page) -> Vec<String> {
    let (en, ru) = (Bones::of(english), Bones::of(russian));
    let mut faults = Vec::new();
    if en.headings != ru.headings {
        faults.push(format!("has the headings {:?}, not {:?}", ru.headings, en.headings));
    }
    if en.rows != ru.rows {
        faults.push(format!("has {} rows of tables, not {}", ru.rows, en.rows));
    }
    if en.blocks.len() != ru.blocks.len() {
        faults.push(format!("has {} blocks of code, not {}", ru.blocks.len(), en.blocks.len()));
    }
    for (en, ru) in en.blocks.iter().zip(&ru.blocks) {
        if en != ru {
            faults.push(format!("shows\n{ru}\nwhere the English page shows\n{en}"));
        }
    }
    for (what, en, ru) in [("names", &en.names, &ru.names), ("links to", &en.links, &ru.links)] {
        for one in en.difference(ru) {
            faults.push(format!("lacks `{one}`, which the English page {what}"));
        }
        for one in ru.difference(en) {
            faults.push(format!("has `{one}`, and the English page has not"));
        }
    }
    faults.iter().map(|fault| format!("{}: {fault}", russian.path)).collect()
}

#[test]
fn a_page_that_says_the_same_in_both_languages_is_fine() {
    let english = "# A\n\nrun `b`, [see](c.md#d)\n\n```sh\ne  # why\n# and why\n```\n";
    let russian = "# А\n\nзапустите `b`, [см.](c.md#г)\n\n```sh\ne  # зачем\n```\n";

    let found = differences(&Page::new("docs/a.md", english), &Page::new("docs/ru/a.md", russian));

    assert_eq!(found, [""; 0]);
}

#[test]
fn what_got_lost_in_translation_is_found() {
    let english = Page::new("docs/a.md", "# A\n\n## B\n\n`c` [d](d.md)\n\n```sh\ne\n```\n");
    let russian = "# А\n\n`x` [d](y.md)\n\n```sh\nf\n```\n\n| a |\n| - |\n| b |\n";

    let found = differences(&english, &Page::new("docs/ru/a.md", russian));

    assert_eq!(found.len(), 7, "{found:?}");
}

#[test]
fn every_page_says_the_same_in_both_languages() {
    let pages = pages::all();
    let mut found = Vec::new();
    for english in pages.iter().filter(|page| !page.is_russian() && has_both(page.name())) {
        let same = |page: &&Page| page.is_russian() && page.name() == english.name();
        match pages.iter().find(same) {
            Some(russian) => found.extend(differences(english, russian)),
            None => found.push(format!("docs/ru/{}: is not there", english.name())),
        }
    }
    assert_none(&found);
}
