//! Rule: every page stands once in the table of contents of its language, and both have the same.

use std::collections::BTreeMap;

use book::binding::has_both;
use book::links::links;

use crate::assert_none;
use crate::pages::{self, Page};

/// The pages that a table of contents names, in order.
fn listed(summary: &str) -> Vec<String> {
    links(summary).into_iter().map(|link| link.target).collect()
}

/// Compares a table of contents with the names of the pages of its language.
fn violations(of: &str, summary: &str, pages: &[&Page]) -> Vec<String> {
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    for name in listed(summary) {
        *times.entry(name).or_default() += 1;
    }
    let mut violations = Vec::new();
    for (name, times) in &times {
        if *times > 1 {
            violations.push(format!("{of}: {name} stands there {times} times; keep one"));
        }
        if pages.iter().all(|page| page.name() != name) {
            violations.push(format!("{of}: there is no page {name}; write or strike it"));
        }
    }
    let absent = pages.iter().filter(|page| !times.contains_key(page.name()));
    violations.extend(absent.map(|page| format!("{of}: {} is missing; add it", page.path)));
    violations
}

#[test]
fn a_page_that_is_missing_twice_or_nowhere_is_found() {
    let pages = [Page::new("docs/a.md", ""), Page::new("docs/b.md", "")];
    let pages: Vec<&Page> = pages.iter().collect();

    let found = violations("S", "- [A](a.md)\n- [A](a.md)\n- [C](c.md)\n", &pages);

    assert_eq!(found.len(), 3, "{found:?}");
    assert!(violations("S", "- [A](a.md)\n- [B](b.md)\n", &pages).is_empty());
}

#[test]
fn every_page_stands_in_the_table_of_contents() {
    let pages = pages::all();
    let (russian, english): (Vec<&Page>, Vec<&Page>) =
        pages.iter().partition(|page| page.is_russian());
    let mut found = Vec::new();
    for (of, pages) in [("docs/SUMMARY.md", &english), ("docs/ru/SUMMARY.md", &russian)] {
        found.extend(violations(of, &pages::read(of), pages));
    }
    assert_none(&found);
}

#[test]
fn both_languages_have_the_same_pages_in_the_same_order() {
    let english = listed(&pages::read("docs/SUMMARY.md"));
    let english: Vec<String> = english.into_iter().filter(|name| has_both(name)).collect();

    assert_eq!(listed(&pages::read("docs/ru/SUMMARY.md")), english);
}
