//! The pages of alerts: one for each, and all made alike, so that who is woken finds their way in the dark.

use std::collections::BTreeSet;

use testbed::pages::Page;

use super::rules::{Alert, all};
use crate::recipes::reading::{path, read};
use crate::runbooks;

/// The chapters of a page, in this order.
const CHAPTERS: [&str; 6] =
    ["Meaning", "What people notice", "Look", "Do now", "Never", "How it is tested"];

/// Two screens.
const MOST_LINES: usize = 100;

/// So many commands to look with, at least.
const COMMANDS: usize = 3;

/// What is wrong with the page of an alert.
fn faults(alert: &Alert, text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let mut must = |holds: bool, what: String| {
        if !holds {
            faults.push(format!("{}: {what}", alert.runbook()));
        }
    };
    let title = text.lines().next().and_then(|line| line.strip_prefix("# ")).unwrap_or_default();
    let is_title = title.to_lowercase() == alert.summary().to_lowercase();
    must(is_title, format!("its title is {:?}", alert.summary()));
    let wait =
        alert.wait.as_deref().map_or_else(|| "at once".to_owned(), |wait| format!("after {wait}"));
    let head = format!("`{}`, a {}, {wait}", alert.name, alert.severity);
    must(text.contains(&head), format!("it begins with {head}"));
    let chapters: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    must(chapters == CHAPTERS, format!("its chapters are {chapters:?}"));
    let lines = text.lines().count();
    must(lines <= MOST_LINES, format!("it has {lines} lines"));
    let look = runbooks::chapter(text, "Look");
    let commands = Page::read("", look).blocks.len();
    must(commands >= COMMANDS, format!("it has {commands} commands to look with"));
    let metrics: BTreeSet<String> = alert.metrics().into_iter().collect();
    let is_named = metrics.iter().all(|metric| text.contains(&format!("`{metric}")));
    must(is_named, format!("it explains {metrics:?}"));
    faults
}

#[tokio::test]
async fn each_alert_has_a_page_and_each_page_is_made_alike() {
    let mut found: Vec<String> = Vec::new();
    for alert in all().await {
        match tokio::fs::read_to_string(path(alert.runbook())).await {
            Ok(text) => found.extend(faults(&alert, &text)),
            Err(error) => found.push(format!("{}: {error}", alert.runbook())),
        }
    }

    assert!(found.is_empty(), "{found:#?}");
}

#[tokio::test]
async fn no_page_is_left_of_an_alert_that_is_gone() {
    let of_alerts: BTreeSet<String> =
        all().await.iter().map(|alert| alert.runbook().to_owned()).collect();

    let left: Vec<String> =
        runbooks::files().await.into_iter().filter(|file| !of_alerts.contains(file)).collect();

    assert_eq!(left, [""; 0]);
}

#[tokio::test]
async fn the_index_of_pages_says_which_variables_they_use() {
    let index = read(runbooks::INDEX).await;

    for name in runbooks::VARIABLES {
        assert!(index.contains(&format!("| `{name}` |")), "{} has no {name}", runbooks::INDEX);
    }
}
