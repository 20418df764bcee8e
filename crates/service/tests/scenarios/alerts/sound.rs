//! What every alert must say, and that it speaks of things that exist.

use std::collections::{BTreeMap, BTreeSet};

use testbed::skip;

use super::rules::{Alert, all};
use crate::recipes::reading::{path, read};

/// The rows of the tables of a page: their cells, without backticks.
pub(super) fn rows(page: &str) -> Vec<Vec<String>> {
    let cells = |line: &str| {
        let inner = line.strip_prefix("| ")?.strip_suffix(" |")?;
        // An empty cell is one space, which belongs to both of its borders.
        let inner = inner.replace(" | | ", " |  | ");
        Some(inner.split(" | ").map(|cell| cell.trim().to_owned()).collect::<Vec<_>>())
    };
    page.lines().filter_map(cells).collect()
}

fn plain(cell: &str) -> &str {
    cell.trim_matches('`')
}

/// What is wrong with what an alert says of itself.
fn faults(alert: &Alert) -> Vec<String> {
    let mut faults = Vec::new();
    let mut must = |holds: bool, what: &str| {
        if !holds {
            faults.push(format!("{}: {what}", alert.name));
        }
    };
    must(alert.name.starts_with("Trt"), "its name begins with Trt");
    must(["page", "ticket"].contains(&alert.severity.as_str()), "it is a page or a ticket");
    let known = ["summary", "description", "runbook", "causes", "notice"];
    let all_known = alert.annotations.keys().all(|key| known.contains(&key.as_str()));
    must(all_known, "it has an annotation that nobody reads");
    let has_all = known[..3].iter().all(|key| alert.annotations.contains_key(*key));
    must(has_all, "it has a summary, a description and a runbook");
    if has_all {
        let page = format!("docs/runbooks/{}.md", alert.page());
        must(alert.runbook() == page, &format!("its page is {page}"));
        must(alert.summary().len() <= 60, "its summary fits into a line of a telephone");
        must(alert.annotations["description"].ends_with('.'), "its description is a sentence");
    }
    let selectors = alert.expr.matches('{').count();
    let of_job = alert.expr.matches(r#"{job="trt""#).count();
    must(selectors > 0 && selectors == of_job, "each of its selectors begins with the job");
    faults
}

#[tokio::test]
async fn every_alert_says_what_is_wrong_how_bad_it_is_and_where_to_read_on() {
    let alerts = all().await;

    let faults: Vec<String> = alerts.iter().flat_map(faults).collect();

    assert_eq!(faults, [""; 0]);
    let names: BTreeSet<&str> = alerts.iter().map(|alert| alert.name.as_str()).collect();
    assert_eq!(names.len(), alerts.len(), "a name is used twice");
    assert!(alerts.len() >= 40, "{}", alerts.len());
}

#[tokio::test]
async fn the_causes_and_the_notice_that_an_alert_names_exist() {
    let (doctor, notices) = (read("docs/doctor.md").await, read("docs/notices.md").await);
    let first = |page: &str| {
        let cells = rows(page).into_iter().filter_map(|row| row.into_iter().next());
        cells.collect::<BTreeSet<String>>()
    };
    let (causes, kinds) = (first(&doctor), first(&notices));

    for alert in all().await {
        for cause in alert.causes() {
            assert!(causes.contains(cause), "{}: docs/doctor.md has no `{cause}`", alert.name);
        }
        let kind = alert.notice().map(|kind| format!("`{kind}`"));
        let has = kind.as_ref().is_none_or(|kind| kinds.contains(kind));
        assert!(has, "{}: docs/notices.md has no {kind:?}", alert.name);
    }
}

#[tokio::test]
async fn every_metric_of_an_alert_is_documented_and_has_such_labels() {
    const LIST: &str = "docs/metrics.md";
    if !tokio::fs::try_exists(path(LIST)).await.unwrap() {
        return skip::because("docs/metrics.md is not there");
    }
    let list = read(LIST).await;
    let documented: BTreeMap<String, Vec<String>> =
        rows(&list).into_iter().map(|row| (plain(&row[0]).to_owned(), row)).collect();

    for alert in all().await {
        for (metric, label, word) in alert.words() {
            let row = documented.get(&metric);
            let row = row.unwrap_or_else(|| panic!("{}: {LIST} has no {metric}", alert.name));
            let Some(label) = label else { continue };
            let is_it = |words: &&str| words.starts_with(&format!("`{label}`: "));
            let words = row[2].split("; ").find(is_it).unwrap_or_default();
            let has = words.contains(&format!("`{word}`"));
            assert!(has, "{}: {LIST} has no {metric} of which {label} is {word}", alert.name);
        }
    }
}

#[test]
fn an_alert_that_is_not_sound_is_found() {
    let annotations = [
        ("summary", "it is so"),
        ("description", "It is so."),
        ("runbook", "docs/runbooks/it-is-so.md"),
    ];
    let owned = annotations.map(|(key, value)| (key.to_owned(), value.to_owned()));
    let good = Alert {
        name: "TrtItIsSo".to_owned(),
        expr: r#"trt_a{job="trt"} > trt_b_bucket{job="trt",le="1"}"#.to_owned(),
        wait: None,
        severity: "page".to_owned(),
        annotations: owned.into(),
    };
    assert_eq!(faults(&good), [""; 0]);
    assert_eq!(good.metrics(), ["trt_a", "trt_b"]);
    let mut labelled = good.clone();
    labelled.expr = r#"trt_a{job="trt",c=~"d|e"} or trt_b_bucket{job="trt",le="1"}"#.to_owned();
    let word = |metric: &str, label: Option<&str>, word: &str| {
        (metric.to_owned(), label.map(str::to_owned), word.to_owned())
    };
    let words =
        [word("trt_a", Some("c"), "d"), word("trt_a", Some("c"), "e"), word("trt_b", None, "")];
    assert_eq!(labelled.words(), words);

    let changes: [fn(&mut Alert); 6] = [
        |alert| alert.name = "ItIsSo".to_owned(),
        |alert| alert.severity = "warning".to_owned(),
        |alert| alert.expr = "trt_a > 1".to_owned(),
        |alert| alert.expr = r#"trt_a{job="trt"} > trt_b{le="1"}"#.to_owned(),
        |alert| drop(alert.annotations.remove("description")),
        |alert| drop(alert.annotations.insert("owner".to_owned(), "me".to_owned())),
    ];
    for change in changes {
        let mut bad = good.clone();
        change(&mut bad);
        assert_eq!(faults(&bad).len(), 1, "{bad:?}");
    }
}
