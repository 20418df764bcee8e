//! The alerts as their file says.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::recipes::reading::yaml;

pub(crate) const FILE: &str = "deploy/prometheus/alerts.yaml";

/// One alert.
#[derive(Debug, Clone)]
pub(crate) struct Alert {
    pub(crate) name: String,
    pub(crate) expr: String,
    /// For how long it must hold; none fires at once.
    pub(crate) wait: Option<String>,
    pub(crate) severity: String,
    pub(crate) annotations: BTreeMap<String, String>,
}

impl Alert {
    fn read(rule: &Value) -> Self {
        let text = |value: &Value| value.as_str().unwrap_or_else(|| panic!("{rule}")).to_owned();
        let annotations = rule["annotations"].as_object().unwrap_or_else(|| panic!("{rule}"));
        Self {
            name: text(&rule["alert"]),
            expr: text(&rule["expr"]),
            wait: rule["for"].as_str().map(str::to_owned),
            severity: text(&rule["labels"]["severity"]),
            annotations: annotations
                .iter()
                .map(|(key, value)| (key.clone(), text(value)))
                .collect(),
        }
    }

    /// What is wrong when it fires, in a few words.
    pub(crate) fn summary(&self) -> &str {
        &self.annotations["summary"]
    }

    /// The path of its page.
    pub(crate) fn runbook(&self) -> &str {
        &self.annotations["runbook"]
    }

    /// What `trt check` may find when it fires, as docs/doctor.md calls it.
    pub(crate) fn causes(&self) -> Vec<&str> {
        let causes = self.annotations.get("causes");
        causes.map(|causes| causes.split("; ").collect()).unwrap_or_default()
    }

    /// The kind of notice by which the bot tells of it.
    pub(crate) fn notice(&self) -> Option<&str> {
        self.annotations.get("notice").map(String::as_str)
    }

    /// The name of its page: `TrtNobodyActive` has `nobody-active`.
    pub(crate) fn page(&self) -> String {
        let mut page = String::new();
        for c in self.name.trim_start_matches("Trt").chars() {
            if c.is_ascii_uppercase() && !page.is_empty() {
                page.push('-');
            }
            page.push(c.to_ascii_lowercase());
        }
        page
    }

    /// The metrics that its expression names.
    pub(crate) fn metrics(&self) -> Vec<String> {
        let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let words = self.expr.split(|c| !word(c));
        let names = words.filter(|word| word.starts_with("trt_"));
        names.map(stem).collect()
    }

    /// The words that labels of its metrics are compared with; a metric without one has one entry as well.
    pub(crate) fn words(&self) -> Vec<(String, Option<String>, String)> {
        let mut words = Vec::new();
        for part in self.expr.split("trt_").skip(1) {
            let name = part.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next();
            let metric = stem(&format!("trt_{}", name.unwrap_or_default()));
            let selector = part.split_once('{').and_then(|(_, rest)| rest.split_once('}'));
            let before = words.len();
            for matcher in selector.map_or("", |(inside, _)| inside).split("\",") {
                let Some((label, value)) = matcher.split_once('=') else { continue };
                let label = label.trim_end_matches('!');
                if EVERYWHERE.contains(&label) {
                    continue;
                }
                let value = value.trim_start_matches('~').trim_matches('"');
                let all = value.split('|').map(str::to_owned);
                words.extend(all.map(|word| (metric.clone(), Some(label.to_owned()), word)));
            }
            if words.len() == before {
                words.push((metric, None, String::new()));
            }
        }
        words
    }
}

/// A metric without what a histogram adds to its name.
fn stem(name: &str) -> String {
    name.strip_suffix("_bucket").unwrap_or(name).to_owned()
}

/// The labels of every target, and those of histograms.
const EVERYWHERE: [&str; 2] = ["job", "le"];

/// All of them, in their order.
pub(crate) async fn all() -> Vec<Alert> {
    let file = yaml(FILE).await;
    let groups = file["groups"].as_array().unwrap().iter();
    let rules = groups.flat_map(|group| group["rules"].as_array().unwrap());
    rules.map(Alert::read).collect()
}
