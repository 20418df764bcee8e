//! The list of metrics beside the page that is written from it, and the most series it can come to.

use std::collections::BTreeSet;

use super::super::loops::Loop;
use super::{Kind, Label, Metric, SUBJECTS, Shown, Words, all};
use crate::status::PROBLEMS;

/// No instance can ever show more series than this, with the catalogue as it is built in.
const MOST_SERIES: usize = 5_000;

/// The page about metrics.
fn page() -> String {
    let mut page = "# Metrics\n\n\
        What `/metrics` shows, in the text format of Prometheus. With `CONSOLE_TOKEN` it asks for that token. Everything\n\
        is answered from memory, whether the database answers or not: what comes from it is as old as the last look,\n\
        which is a few seconds. What is not known is `NaN`.\n\n\
        Labels have words of closed sets, or models of the catalogue: nothing here is a person's, a chat's or a\n\
        message's id.\n\n"
        .to_owned();
    page += &format!(
        "One instance never shows more than {} series, buckets of histograms included, with the catalogue that is\n\
         built in.\n\n",
        with_commas(series())
    );
    page += "| shown by | means |\n| --- | --- |\n";
    page += "| each its own | every instance counts and measures itself |\n";
    page += "| all the same | every instance shows what it read in the database: take `max` of them |\n";
    page += "| the active one | counted by whoever is active; the others show what they counted when they were: \
             take `sum` of `increase` |\n\n";
    page += "This page is written from `crates/service/src/metrics/table.rs` and the tables it names, by its test with\n\
             `BLESS=1`.\n";
    for (subject, metrics) in SUBJECTS {
        page += &format!("\n## {subject}\n\n| metric | kind | labels | shown by | meaning |\n");
        page += "| --- | --- | --- | --- | --- |\n";
        page.extend(metrics.iter().map(row));
    }
    page + &rounds()
}

fn row(metric: &Metric) -> String {
    let kind = match metric.kind {
        Kind::Gauge => "gauge",
        Kind::Counter => "counter",
        Kind::Histogram(_) => "histogram",
    };
    let shown = match metric.shown {
        Shown::Own => "each its own",
        Shown::Shared => "all the same",
        Shown::Active => "the active one",
    };
    let labels: Vec<String> = metric.labels.iter().map(words).collect();
    let (name, labels, meaning) = (metric.name, labels.join("; "), metric.meaning);
    format!("| `{name}` | {kind} | {labels} | {shown} | {meaning} |\n")
}

fn words(label: &Label) -> String {
    let words: Vec<String> = match label.words {
        Words::Models => vec!["models of the catalogue".to_owned(), "`other`".to_owned()],
        Words::Version => vec!["the version".to_owned()],
        Words::These(_) | Words::Of(_) => {
            label.words.known().iter().map(|word| format!("`{word}`")).collect()
        }
    };
    format!("`{}`: {}", label.name, words.join(", "))
}

/// How often each loop comes round.
fn rounds() -> String {
    let mut rounds = "\n## How often loops come round\n\n\
        The longest time between two rounds while all is well. Each runs in a task of `/health`.\n\n\
        | loop | task | comes round within |\n| --- | --- | --- |\n"
        .to_owned();
    for one in Loop::ALL {
        let (word, task, longest) = (one.word(), one.task(), one.longest().as_secs());
        rounds += &format!("| `{word}` | `{task}` | {longest} s |\n");
    }
    rounds
}

/// How many series one instance can ever show.
fn series() -> usize {
    all().map(series_of).sum()
}

fn series_of(metric: &Metric) -> usize {
    let sets: usize = metric.labels.iter().map(|label| number_of_words(&label.words)).product();
    match metric.kind {
        Kind::Gauge | Kind::Counter => sets,
        // Each bucket, the one without a bound, the sum and the count.
        Kind::Histogram(buckets) => sets * (buckets.len() + 3),
    }
}

fn number_of_words(words: &Words) -> usize {
    match words {
        Words::Models => models() + 1,
        Words::Version => 1,
        Words::These(_) | Words::Of(_) => words.known().len(),
    }
}

/// How many models the built-in catalogue has, those that are off included.
fn models() -> usize {
    domain::Catalogue::built_in().unwrap().models().len()
}

fn with_commas(number: usize) -> String {
    format!("{},{:03}", number / 1_000, number % 1_000)
}

#[tokio::test]
async fn the_page_about_metrics_says_what_this_list_says() {
    let path = format!("{}/../../docs/metrics.md", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("BLESS").is_some() {
        tokio::fs::write(&path, page()).await.unwrap();
    }
    let written = tokio::fs::read_to_string(&path).await.unwrap_or_default();
    assert!(written == page(), "docs/metrics.md is not what the list says: BLESS=1");
}

#[test]
fn one_instance_never_shows_more_series_than_a_server_can_keep() {
    let largest = all().max_by_key(|metric| series_of(metric)).unwrap();
    println!("{} series at most, {} of {}", series(), series_of(largest), largest.name);
    assert!(series() <= MOST_SERIES, "{} series", series());
}

#[test]
fn every_metric_is_there_once_and_is_called_what_it_is() {
    let names: BTreeSet<&str> = all().map(|metric| metric.name).collect();
    assert_eq!(names.len(), all().count(), "each once");
    for metric in all() {
        let name = metric.name;
        assert!(name.starts_with("trt_"), "{name}");
        assert_eq!(name.ends_with("_total"), metric.kind == Kind::Counter, "{name}");
        if let Kind::Histogram(buckets) = metric.kind {
            assert!(!buckets.is_empty() && buckets.is_sorted(), "{name}");
        }
        for label in metric.labels {
            let words = label.words.known();
            let different: BTreeSet<&str> = words.iter().copied().collect();
            assert_eq!(different.len(), words.len(), "{name}: {words:?}");
        }
    }
}

#[test]
fn a_problem_is_called_what_health_calls_it() {
    let of_health = include_str!("../../status/problems.rs");
    for word in PROBLEMS {
        let shown = if word == "task" { "task:<name>" } else { word };
        assert!(of_health.contains(&format!("//! | `{shown}` |")), "{word}");
    }
}
