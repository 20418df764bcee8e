//! What is counted about the role: who has it, since when, and how it is kept.

use std::time::Duration;

use leadership::{Ending, Reason};

use super::table::{Active, Label, Metric, Own, Shared, Words};
use super::{known, seconds};
use crate::process::instance::VERSION;
use crate::status::{LockState, PROBLEMS, Readings};

const BUILD_INFO: &str = "trt_build_info";
const ACTIVE: &str = "trt_leader_active";
const STATE: &str = "trt_leader_state";
const EPOCH: &str = "trt_leader_epoch";
const TRANSITIONS: &str = "trt_leader_transitions_total";
const HEARTBEAT_AGE: &str = "trt_leader_heartbeat_age_seconds";
const TRUST_LEFT: &str = "trt_leader_trust_left_seconds";
const TAKEOVERS: &str = "trt_leader_takeovers_last_hour";
const BEAT: &str = "trt_leader_beat_seconds";
const GAP: &str = "trt_leader_gap_seconds";
const PROBLEM: &str = "trt_problem";

/// A beat is given up after a few seconds.
const BEATS: &[f64] = &[0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0];

/// Why a term began.
const REASONS: [Reason; 4] =
    [Reason::Free, Reason::Released, Reason::HolderDied, Reason::HolderSilent];

/// Why it ended.
const ENDINGS: [Ending; 8] = [
    Ending::Stopped,
    Ending::HandedOver,
    Ending::ActivationFailed,
    Ending::DrainRanOut,
    Ending::Untrusted,
    Ending::SessionLost,
    Ending::Deposed,
    Ending::Stalled,
];

pub(super) const METRICS: &[Metric] = &[
    Metric::gauge(
        BUILD_INFO,
        &[Label { name: "version", words: Words::Version }],
        Own,
        "always 1; the version of the binary",
    ),
    Metric::gauge(ACTIVE, &[], Own, "1 on the instance that has the role, 0 elsewhere"),
    Metric::gauge(
        STATE,
        &[Label::of("state", || LockState::ALL.map(LockState::word).to_vec())],
        Own,
        "1 for the state of this instance, 0 for the others; a role that is not trusted any more is not shown",
    ),
    Metric::gauge(EPOCH, &[], Own, "number of the newest term this instance knows of"),
    Metric::counter(
        TRANSITIONS,
        &[
            Label::these("to", &["active", "passive"]),
            Label::of("reason", || {
                let words = REASONS.map(Reason::as_str).into_iter();
                words.chain(ENDINGS.map(Ending::as_str)).collect()
            }),
        ],
        Own,
        "changes of role of this instance",
    ),
    Metric::gauge(HEARTBEAT_AGE, &[], Own, "age of the newest heartbeat this instance knows of"),
    Metric::gauge(TRUST_LEFT, &[], Own, "how long the role is trusted if nothing more is heard"),
    Metric::gauge(
        TAKEOVERS,
        &[],
        Shared,
        "takeovers (the holder had died or fallen silent) in the last hour, by the lock's history",
    ),
    Metric::histogram(BEAT, (&[], BEATS), Active, "how long a beat took to be acknowledged"),
    Metric::gauge(
        GAP,
        &[],
        Own,
        "how long nobody led before the newest term: by the history after an orderly end, else from the last beat \
         that this instance saw; not known to one that began later",
    ),
    Metric::gauge(
        PROBLEM,
        &[Label::these("problem", &PROBLEMS)],
        Own,
        "1 while `/health` names it; `task` stands for every `task:NAME`",
    ),
];

pub(crate) fn transition(to: &'static str, reason: &'static str) {
    metrics::counter!(TRANSITIONS, "to" => to, "reason" => reason).increment(1);
}

/// A beat was acknowledged.
pub(crate) fn beat(took: Duration) {
    metrics::histogram!(BEAT).record(took.as_secs_f64());
}

pub(super) fn begin() {
    metrics::gauge!(BUILD_INFO, "version" => VERSION).set(1.0);
}

pub(super) fn show(read: &Readings) {
    let leader = &read.leader;
    metrics::gauge!(ACTIVE).set(if leader.active { 1.0 } else { 0.0 });
    for state in LockState::ALL {
        let is_it = state == read.state;
        metrics::gauge!(STATE, "state" => state.word()).set(f64::from(u8::from(is_it)));
    }
    metrics::gauge!(EPOCH).set(known(leader.epoch.map(|epoch| epoch as f64)));
    metrics::gauge!(HEARTBEAT_AGE).set(seconds(leader.heartbeat_age));
    metrics::gauge!(TRUST_LEFT).set(seconds(leader.trust_left));
    metrics::gauge!(TAKEOVERS).set(known(read.takeovers_last_hour.map(|count| count as f64)));
    metrics::gauge!(GAP).set(seconds(read.gap));
    for word in PROBLEMS {
        let is_named = read.problems.contains(&word);
        metrics::gauge!(PROBLEM, "problem" => word).set(f64::from(u8::from(is_named)));
    }
}

/// Emits each of them once.
#[cfg(test)]
pub(super) fn one_of_each() {
    beat(Duration::from_millis(2));
}
