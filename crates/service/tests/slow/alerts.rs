//! Every alert of `deploy/prometheus/alerts.yaml`, fired by its fault and cleared when that is healed.
//!
//! ```text
//!   two instances behind the simulators <── every half second ── Prometheus, the rules thirty times faster
//!   a story: fault ──> its alerts fire ──> healed ──> they clear
//! ```
//!
//! Each story has a world of its own and a list of the alerts that it fires; an alert of the file that no story
//! fires fails a test that takes no time. Printed: an alert, how long after its fault it fired, how long after
//! the end of that it cleared.

mod database;
mod inside;
mod kie;
mod leadership;
mod money;
pub(crate) mod rules;
mod runbooks;
pub(crate) mod stage;
mod telegram;

use std::collections::BTreeSet;

/// What no fault from outside brings about, and why; `promtool` tries these rules against made-up series.
const UNTOLD: [(&str, &str); 2] = [
    ("TrtTaskRestarts", "a background task ends by a mistake of ours only, and none is known"),
    ("TrtTaskDown", "the same"),
];

/// The alerts of every story.
const STORIES: [&[&str]; 29] = [
    &leadership::AWAY,
    &leadership::DEATHS,
    &leadership::TWO,
    &leadership::FENCED,
    &database::OLD,
    &database::SLOW,
    &database::LOCKED,
    &database::OVERDUE,
    &telegram::SILENT,
    &telegram::REFUSED,
    &telegram::MOVED,
    &telegram::FOUGHT,
    &telegram::PILED,
    &telegram::POLLED,
    &telegram::HANGING,
    &telegram::POISONED,
    &kie::FAILING,
    &kie::REFUSED,
    &kie::EMPTY,
    &kie::GONE,
    &kie::LOSING,
    &money::FORGED,
    &money::DIFFERENT,
    &money::UNANSWERED,
    &money::UNAUDITED,
    &money::HELD,
    &money::TRICKED,
    &inside::FULL,
    &inside::UNHEARD,
];

#[test]
fn every_alert_has_one_story_that_fires_it() {
    let untold = UNTOLD.map(|(alert, _why)| alert);
    let told: Vec<&str> = [STORIES.concat().as_slice(), &untold].concat();
    let file: Vec<String> = rules::alerts().into_iter().map(|alert| alert.name).collect();

    let once: BTreeSet<&str> = told.iter().copied().collect();
    assert_eq!(once.len(), told.len(), "an alert is in two stories");
    let file: BTreeSet<&str> = file.iter().map(String::as_str).collect();
    assert_eq!(file, once);
}
