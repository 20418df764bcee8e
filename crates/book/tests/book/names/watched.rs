//! `trt_*` and `Trt*`: metrics and alerts.
//!
//! `docs/metrics.md` is written from what the program declares, and `deploy/prometheus/alerts.yaml` is what Prometheus
//! reads: a metric or an alert that is gone there may be named on no page. Each alert has its runbook, and stands on
//! the page of runbooks.

use std::collections::{BTreeMap, BTreeSet};

use serde_norway::Value;

use super::unused;
use crate::assert_none;
use crate::pages::{self, Page};

/// The page of metrics, and the one that leads to the runbooks.
const METRICS: &str = "docs/metrics.md";
const BROKEN: &str = "docs/when-it-breaks.md";
const ALERTS: &str = "deploy/prometheus/alerts.yaml";

/// What looks like a metric and is none, each with what it is.
const OTHERS: &[(&str, &str)] =
    &[("trt_reader", "a role of the database"), ("trt_now", "a function of the database")];

/// What Prometheus makes of a histogram.
const PARTS: [&str; 3] = ["_bucket", "_count", "_sum"];

/// The words of a text that begin so and go on with letters of names.
fn words<'t>(text: &'t str, prefix: &'t str) -> impl Iterator<Item = (usize, &'t str)> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let lines = text.lines().enumerate();
    lines
        .flat_map(move |(line, text)| {
            text.split(move |c| !is_part(c)).map(move |word| (line + 1, word))
        })
        .filter(move |(_, word)| word.strip_prefix(prefix).is_some_and(|rest| !rest.is_empty()))
}

/// The metrics that pages name and the program has not.
fn metrics(pages: &[Page], known: &BTreeSet<String>) -> Vec<String> {
    let is_known = |word: &str| {
        let whole = PARTS.iter().find_map(|part| word.strip_suffix(part));
        known.contains(word) || whole.is_some_and(|whole| known.contains(whole))
    };
    let mut violations = Vec::new();
    for page in pages {
        let strangers = words(&page.text, "trt_").filter(|(_, word)| !is_known(word));
        violations.extend(
            strangers.map(|(line, word)| {
                format!("{}:{line}: {METRICS} has no metric {word}", page.path)
            }),
        );
    }
    violations
}

/// The alerts that pages name and Prometheus does not.
fn alerts(pages: &[Page], known: &BTreeMap<String, String>) -> Vec<String> {
    let is_alert = |word: &str| word["Trt".len()..].starts_with(|c: char| c.is_ascii_uppercase());
    let mut violations = Vec::new();
    for page in pages {
        let strangers = words(&page.text, "Trt").filter(|(_, word)| is_alert(word));
        let strangers = strangers.filter(|(_, word)| !known.contains_key(*word));
        violations.extend(
            strangers
                .map(|(line, word)| format!("{}:{line}: {ALERTS} has no alert {word}", page.path)),
        );
    }
    violations
}

/// The alerts, each with the path of its runbook.
fn runbooks(alerts: &str) -> BTreeMap<String, String> {
    let read: Value = serde_norway::from_str(alerts).expect("the alerts are YAML");
    let list = |value: &Value, key: &str| value[key].as_sequence().cloned().unwrap_or_default();
    let rules = list(&read, "groups").into_iter().flat_map(|group| list(&group, "rules"));
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let alerts = rules.filter(|rule| rule["alert"].is_string());
    alerts.map(|rule| (text(&rule["alert"]), text(&rule["annotations"]["runbook"]))).collect()
}

/// The alerts without a page of their own, or to which the page of runbooks does not lead.
fn lost(alerts: &BTreeMap<String, String>, pages: &[Page]) -> Vec<String> {
    let broken = pages.iter().find(|page| page.path == BROKEN).map_or("", |page| &page.text);
    let mut violations = Vec::new();
    for (alert, runbook) in alerts {
        if pages.iter().all(|page| page.path != *runbook) {
            violations.push(format!("{ALERTS}: {alert} has no runbook `{runbook}`"));
        }
        if words(broken, "Trt").all(|(_, word)| word != alert) {
            violations.push(format!("{BROKEN}: does not lead to the runbook of {alert}"));
        }
    }
    violations
}

#[test]
fn a_metric_or_an_alert_that_is_gone_is_found() {
    let text =
        "`trt_here_total` and trt_here_seconds_bucket, trt_gone; TrtHere, TrtGone, Trtless, TRT\n";
    let pages = [Page::new("a.md", text)];
    let known = ["trt_here_total", "trt_here_seconds"].map(str::to_owned).into();
    let here = BTreeMap::from([("TrtHere".to_owned(), "r.md".to_owned())]);

    assert_eq!(metrics(&pages, &known), ["a.md:1: docs/metrics.md has no metric trt_gone"]);
    assert_eq!(alerts(&pages, &here).len(), 1);
}

#[test]
fn an_alert_without_a_runbook_is_found() {
    let yaml = "groups:\n- name: a\n  rules:\n  - alert: TrtHere\n    annotations: { runbook: docs/r.md }\n";
    let known = runbooks(yaml);
    let pages = [Page::new("docs/r.md", ""), Page::new(BROKEN, "TrtHere")];

    assert_eq!(lost(&known, &pages), [""; 0]);
    assert_eq!(lost(&known, &[]).len(), 2);
}

#[test]
fn every_metric_on_a_page_is_one_of_the_program() {
    let pages = pages::for_operators();
    let text = pages::read(METRICS);
    let mut known: BTreeSet<String> =
        words(&text, "trt_").map(|(_, word)| word.to_owned()).collect();
    assert!(known.len() > 20, "{METRICS} lists {} metrics", known.len());
    known.extend(OTHERS.iter().map(|(name, _)| (*name).to_owned()));

    let mut found = metrics(&pages, &known);
    let is_named = |name: &str| {
        pages.iter().any(|page| words(&page.text, "trt_").any(|(_, word)| word == name))
    };
    found.extend(unused(OTHERS, is_named));

    assert_none(&found);
}

#[test]
fn every_alert_on_a_page_is_one_of_prometheus_and_has_its_runbook() {
    let pages = pages::for_operators();
    let known = runbooks(&pages::read(ALERTS));
    assert!(known.len() > 20, "{ALERTS} has {} alerts", known.len());

    let mut found = alerts(&pages, &known);
    found.extend(lost(&known, &pages));

    assert_none(&found);
}
