//! What the instances show at `/metrics`, held against the page that lists it.
//!
//! ```text
//!   docs/metrics.md ──> names, labels, words ──┐
//!   every instance that answers ── /metrics ───┴──> a series that is not listed, or holds somebody's id, is a fault
//! ```
//!
//! On failure: an instance that does not answer, or asks for a token, is passed over; one that answers there must be.

use std::collections::{BTreeMap, BTreeSet};

use super::World;

/// The list, as operators read it.
const PAGE: &str = include_str!("../../../../docs/metrics.md");

/// What stands for the models of a catalogue, and for a version: words that no list has.
const OPEN: [&str; 2] = ["models of the catalogue", "the version"];

/// No word of ours has so many digits in a row; every id of a person, a chat or an order may.
const DIGITS: usize = 6;

/// A metric of the page: its labels, each with its words.
type Labels = BTreeMap<&'static str, BTreeSet<&'static str>>;

/// The page as a list.
fn listed() -> BTreeMap<&'static str, Labels> {
    let rows = PAGE.lines().filter_map(|line| line.strip_prefix("| `trt_"));
    let list = rows.filter_map(|row| {
        let mut cells = row.split(" | ");
        let (name, _kind, labels) = (cells.next()?, cells.next()?, cells.next()?);
        let labels = labels.split("; ").filter_map(|label| {
            let (name, words) = label.split_once(": ")?;
            let words = words.split(", ").map(|word| word.trim_matches('`')).collect();
            Some((name.trim_matches('`'), words))
        });
        Some((name.trim_end_matches('`'), labels.collect()))
    });
    list.collect()
}

/// What is wrong with a line of `/metrics`, if anything is.
fn fault(line: &str, listed: &BTreeMap<&str, Labels>) -> Option<String> {
    let (series, _) = line.rsplit_once(' ')?;
    let (name, labels) = series.split_once('{').unwrap_or((series, ""));
    let Some(name) = name.strip_prefix("trt_") else { return Some("it is not ours".to_owned()) };
    let stem = ["_bucket", "_sum", "_count"].iter().find_map(|end| name.strip_suffix(end));
    let Some(known) = listed.get(name).or_else(|| listed.get(stem?)) else {
        return Some("the metric is not listed".to_owned());
    };
    for pair in labels.trim_end_matches('}').split("\",").filter(|pair| !pair.is_empty()) {
        let (label, word) = pair.trim_end_matches('"').split_once("=\"")?;
        if label == "le" && stem.is_some() {
            continue;
        }
        let Some(words) = known.get(label) else { return Some(format!("no label {label}")) };
        let is_open = OPEN.iter().any(|open| words.contains(open));
        let is_listed = words.contains(word) || (is_open && is_plain(word));
        if !is_listed {
            return Some(format!("{label} has no word {word}"));
        }
    }
    None
}

/// A word of an open list: short, of the letters that keys have, and nobody's id.
fn is_plain(word: &str) -> bool {
    let runs = word.split(|sign: char| !sign.is_ascii_digit());
    let is_short = word.len() <= 64 && runs.map(str::len).max() < Some(DIGITS);
    let is_key = |sign: char| sign.is_ascii_alphanumeric() || "-._+".contains(sign);
    is_short && word.chars().all(is_key)
}

impl World {
    /// Every series that an instance shows is one of the page, and holds nobody's id.
    pub(super) async fn metrics_are_listed(&self) {
        let listed = listed();
        let (mut shown, mut closed) = (0, 0);
        for instance in &self.instances {
            let Some(text) = instance.get("/metrics").await else { continue };
            let text = String::from_utf8_lossy(&text);
            if text.contains("CONSOLE_TOKEN") {
                closed += 1;
                continue;
            }
            let series = text.lines().filter(|line| line.starts_with("trt_") && line.contains(' '));
            for line in series {
                shown += 1;
                if let Some(fault) = fault(line, &listed) {
                    panic!("/metrics has what docs/metrics.md has not: {fault}: {line}");
                }
            }
            assert!(text.contains("# TYPE trt_build_info gauge"), "no metrics:\n{text}");
        }
        assert!(shown + closed > 0, "no instance shows its metrics");
    }
}

#[cfg(test)]
mod tests {
    use super::{fault, listed};

    #[test]
    fn what_is_not_on_the_page_is_found() {
        let listed = listed();
        assert!(listed.len() > 80, "{} metrics", listed.len());
        let good = [
            "trt_leader_active 1",
            "trt_inbox_handled_total{outcome=\"done\"} 3",
            "trt_outbox_wait_seconds_bucket{line=\"answers\",le=\"0.5\"} 3",
            "trt_generations_ended_total{model=\"kling-2.1-master\",end=\"succeeded\"} 1",
            "trt_build_info{version=\"0.9.0\"} 1",
        ];
        for line in good {
            assert_eq!(fault(line, &listed), None, "{line}");
        }
        let bad = [
            "trt_something_total 1",
            "process_threads 1",
            "trt_inbox_handled_total{outcome=\"lost\"} 3",
            "trt_inbox_handled_total{person=\"done\"} 3",
            "trt_generations_ended_total{model=\"1000017\",end=\"succeeded\"} 1",
            "trt_generations_ended_total{model=\"a cat\",end=\"succeeded\"} 1",
            "trt_leader_active{le=\"1\"} 1",
        ];
        for line in bad {
            assert!(fault(line, &listed).is_some(), "{line}");
        }
    }
}
