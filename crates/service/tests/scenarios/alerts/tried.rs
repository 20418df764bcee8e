//! Prometheus's own tool reads the rules and plays them through.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::Value;
use testbed::process::Process;
use testbed::{places, skip};

use super::rules::{FILE, all};
use crate::recipes::reading::{path, yaml};

/// Hours of every rule, evaluated every few seconds, are played through by then.
const PLAYED: Duration = Duration::from_secs(180);

/// Runs promtool beside the rules: whether it is content, and what it says. Nothing where it is not there.
async fn promtool(arguments: &[&str]) -> Option<(bool, String)> {
    let Some(promtool) = places::program("promtool") else {
        skip::because("there is no promtool");
        return None;
    };
    let run = Process::build("promtool", promtool).args(arguments);
    let run = run.folder(path("deploy/prometheus")).start().unwrap();
    let ended = run.exit(PLAYED).await.unwrap();
    Some((ended.success(), run.all_lines(PLAYED).await.unwrap().join("\n")))
}

/// The files that play the rules through.
async fn files() -> Vec<String> {
    let mut files = Vec::new();
    let mut folder = tokio::fs::read_dir(path("deploy/prometheus/tests")).await.unwrap();
    while let Some(entry) = folder.next_entry().await.unwrap() {
        files.push(format!("tests/{}", entry.file_name().into_string().unwrap()));
    }
    files.sort();
    files
}

#[tokio::test]
async fn promtool_has_nothing_to_say_against_the_rules() {
    let Some((content, words)) = promtool(&["check", "rules", "--lint-fatal", "alerts.yaml"]).await
    else {
        return;
    };
    assert!(content, "{words}");

    let arguments = ["check", "config", "--syntax-only", "prometheus.yaml"];
    let (content, words) = promtool(&arguments).await.unwrap();

    assert!(content, "{words}");
}

#[tokio::test]
async fn each_alert_fires_from_its_fault_in_its_time_and_clears_after_it() {
    let files = files().await;
    let arguments: Vec<&str> =
        ["test", "rules"].into_iter().chain(files.iter().map(String::as_str)).collect();

    let Some((content, words)) = promtool(&arguments).await else { return };

    assert!(content, "{words}");
}

/// What the cases of one alert try.
#[derive(Debug, Default, PartialEq, Eq)]
struct Tries {
    /// It fires, and in the same case is quiet before and afterwards.
    fires_and_clears: bool,
    /// In a case of its own it is always quiet, with something to look at.
    stays_quiet: bool,
}

/// What one case tries: the alert's name, and whether it fires, in the order of time.
fn looks(case: &Value) -> Vec<(&str, bool)> {
    let looks = case["alert_rule_test"].as_array().unwrap().iter();
    let fires = |look: &Value| look["exp_alerts"].as_array().is_some_and(|all| !all.is_empty());
    looks.map(|look| (look["alertname"].as_str().unwrap(), fires(look))).collect()
}

#[tokio::test]
async fn each_alert_has_series_that_fire_it_and_series_that_just_do_not() {
    let mut tries: BTreeMap<String, Tries> = BTreeMap::new();
    for file in files().await {
        let file = yaml(&format!("deploy/prometheus/{file}")).await;
        for case in file["tests"].as_array().unwrap() {
            let looks = looks(case);
            let (name, _) = looks[0];
            let of_one = looks.iter().all(|(other, _)| *other == name);
            assert!(of_one, "{} is about several alerts", case["name"]);
            let of_alert = tries.entry(name.to_owned()).or_default();
            let fires: Vec<bool> = looks.iter().map(|(_, fires)| *fires).collect();
            let has_series = case["input_series"].as_array().is_some_and(|all| !all.is_empty());
            of_alert.fires_and_clears |= matches!(fires[..], [false, .., true, false]);
            of_alert.stays_quiet |= has_series && !fires.contains(&true);
        }
    }

    let both = Tries { fires_and_clears: true, stays_quiet: true };
    for alert in all().await {
        let tried = tries.remove(&alert.name).unwrap_or_default();
        assert_eq!(tried, both, "{FILE}: {}", alert.name);
    }
    assert!(tries.is_empty(), "tried and not there: {tries:?}");
}
