//! What is emitted, held against the table.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use dialogue::PriceList;

use super::table::{Kind, Words, all};
use super::{
    Metrics, begin, database, generations, http, kie, leader, loops, money, operators, queues,
    spans, telegram,
};
use crate::process::instance::Instance;
use crate::status::{Board, Ending, Reason, Trust};

fn trusted() -> Trust {
    Trust::measured(|| Duration::from_secs(4))
}

/// What is read after everything that emits has run.
fn read() -> String {
    let (recorder, metrics) = Metrics::detached();
    let prices = PriceList {
        catalogue: domain::Catalogue::built_in().unwrap(),
        offers: domain::Offers::built_in().unwrap(),
    };
    metrics::with_local_recorder(&recorder, || {
        begin();
        let board = Board::new(Instance::begin());
        board.active(7, Reason::HolderDied, trusted());
        board.stepped_down(Ending::Deposed);
        board.active(8, Reason::Free, trusted());
        leader::one_of_each();
        database::one_of_each();
        http::one_of_each();
        queues::one_of_each();
        telegram::one_of_each();
        kie::one_of_each();
        generations::one_of_each(&prices);
        money::one_of_each();
        loops::one_of_each();
        operators::one_of_each();
        spans::one_of_each();
        metrics.text(&board)
    })
}

/// The names behind this mark.
fn named<'a>(text: &'a str, mark: &str) -> BTreeSet<&'a str> {
    text.lines().filter_map(|line| line.strip_prefix(mark)?.split(' ').next()).collect()
}

#[test]
fn every_metric_of_the_table_is_emitted_and_described_and_no_other() {
    let text = read();
    let known: BTreeSet<&str> = all().map(|metric| metric.name).collect();

    assert_eq!(named(&text, "# TYPE "), known);
    assert_eq!(named(&text, "# HELP "), known);
    for metric in all() {
        let kind = match metric.kind {
            Kind::Gauge => "gauge",
            Kind::Counter => "counter",
            Kind::Histogram(_) => "histogram",
        };
        let typed = format!("# TYPE {} {kind}", metric.name);
        assert!(text.lines().any(|line| line == typed), "{typed}");
    }
}

#[test]
fn every_label_has_a_word_of_the_table() {
    let text = read();
    let metrics: BTreeMap<&str, _> = all().map(|metric| (metric.name, metric)).collect();
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let (series, _) = line.rsplit_once(' ').unwrap();
        let (name, labels) = series.split_once('{').unwrap_or((series, "}"));
        let stem = ["_bucket", "_sum", "_count"].iter().find_map(|end| name.strip_suffix(end));
        let metric = metrics.get(name).or_else(|| metrics.get(stem?)).copied();
        let metric = metric.unwrap_or_else(|| panic!("{line}"));
        let pairs = labels.trim_end_matches('}').split("\",").filter(|pair| !pair.is_empty());
        for pair in pairs {
            let (label, word) = pair.trim_end_matches('"').split_once("=\"").unwrap();
            let found = metric.labels.iter().find(|known| known.name == label);
            match found.map(|label| &label.words) {
                Some(words @ (Words::These(_) | Words::Of(_))) => {
                    assert!(words.known().contains(&word), "{line}");
                }
                Some(Words::Models | Words::Version) => {}
                None => assert_eq!(label, "le", "{line}"),
            }
        }
        let labelled = labels.matches("=\"").count() - labels.matches("le=\"").count();
        assert_eq!(labelled, metric.labels.len(), "{line}");
    }
}

#[test]
fn what_happened_can_be_read() {
    let text = read();

    for line in [
        "trt_leader_transitions_total{to=\"active\",reason=\"holder_died\"} 1",
        "trt_leader_transitions_total{to=\"passive\",reason=\"deposed\"} 1",
        "trt_leader_active 1",
        "trt_leader_state{state=\"active\"} 1",
        "trt_leader_state{state=\"passive\"} 0",
        "trt_leader_epoch 8",
        "trt_fenced_writes_total 1",
        "trt_http_requests_total{route=\"/health\",code=\"200\"} 1",
        "trt_http_requests_total{route=\"other\",code=\"other\"} 1",
        "trt_generations_ended_total{model=\"other\",end=\"succeeded\"} 1",
        "trt_money_moved_total{operation=\"hold\",unit=\"wallet\"} 7",
        "trt_stars_received_total 50",
        "trt_payments_total{kind=\"renewal\"} 0",
        "trt_db_up NaN",
        "trt_books_audit_age_seconds NaN",
    ] {
        assert!(text.lines().any(|found| found == line), "{line} is not in\n{text}");
    }
    assert!(text.contains("trt_build_info{version=\""));
}
