//! The rules of `deploy/prometheus/alerts.yaml`: their names, their pages, and the same rules in a hurry.

use serde_json::Value;
use testbed::prometheus::hurry::Hurry;

const FILE: &str = include_str!("../../../../../deploy/prometheus/alerts.yaml");

/// An alert as the file has it.
#[derive(Debug, Clone)]
pub(crate) struct Alert {
    pub(crate) name: String,
    pub(crate) expression: String,
    /// The path of its page.
    pub(crate) runbook: String,
}

fn file() -> Value {
    serde_norway::from_str(FILE).unwrap()
}

/// Every rule, to be read or changed.
fn rules(file: &mut Value) -> impl Iterator<Item = &mut Value> {
    let groups = file["groups"].as_array_mut().unwrap().iter_mut();
    groups.flat_map(|group| group["rules"].as_array_mut().unwrap().iter_mut())
}

/// Every alert of the file, in its order.
pub(crate) fn alerts() -> Vec<Alert> {
    let text = |rule: &Value, key: &str| rule[key].as_str().unwrap().to_owned();
    let alert = |rule: &mut Value| Alert {
        name: text(rule, "alert"),
        expression: text(rule, "expr"),
        runbook: text(&rule["annotations"], "runbook"),
    };
    rules(&mut file()).map(alert).collect()
}

/// The rules as they are.
pub(crate) fn as_they_are() -> String {
    FILE.to_owned()
}

/// The rules with everything shortened that says how long something lasts.
pub(crate) fn hurried(hurry: Hurry) -> String {
    let mut file = file();
    for group in file["groups"].as_array_mut().unwrap() {
        shorten(group, "interval", hurry);
    }
    for rule in rules(&mut file) {
        rule["expr"] = hurry.expression(rule["expr"].as_str().unwrap()).into();
        shorten(rule, "for", hurry);
        shorten(rule, "keep_firing_for", hurry);
    }
    file.to_string()
}

fn shorten(of: &mut Value, key: &str, hurry: Hurry) {
    let Some(long) = of.get(key).and_then(Value::as_str) else { return };
    let short = hurry.duration(long);
    of[key] = short.unwrap_or_else(|| panic!("{key}: {long} is no duration")).into();
}

#[test]
fn the_rules_in_a_hurry_are_the_same_rules_and_nothing_in_them_is_as_long_as_it_was() {
    use std::time::Duration;
    let hurry = Hurry { factor: 30, floor: Duration::from_secs(15) };
    let hurried: Value = serde_json::from_str(&hurried(hurry)).unwrap();
    let mut file = file();
    let mut hurried = hurried;

    for (before, after) in rules(&mut file).zip(rules(&mut hurried)) {
        assert_eq!((&before["alert"], &before["labels"]), (&after["alert"], &after["labels"]));
        assert_eq!(before["annotations"], after["annotations"]);
        if before.get("for").is_some() {
            assert!(after["for"].as_str().unwrap().ends_with("ms"), "{after}");
        }
        // What stands in a range ends with a unit of minutes or hours, until it was divided.
        let left = after["expr"].as_str().unwrap();
        assert!(!["m]", "h]", "d]"].iter().any(|unit| left.contains(unit)), "{left}");
    }
}
