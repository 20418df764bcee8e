//! Whole logs, good and bad: the rule and the line are named, and a good log passes.

use std::time::Duration;

use serde_json::{Value, json};

use super::{Audit, MOST_KEPT, Report, Rule};

/// A line of an instance, so many seconds after the beginning.
fn line(instance: &str, second: u32, message: &str, more: &Value) -> String {
    let (minutes, seconds) = (second / 60, second % 60);
    let ts = format!("2026-11-15T{:02}:{:02}:{seconds:02}.000Z", 9 + minutes / 60, minutes % 60);
    let mut line = json!({"ts": ts, "level": "INFO", "message": message, "instance_id": instance});
    for (name, value) in more.as_object().into_iter().flatten() {
        line[name] = value.clone();
    }
    line.to_string()
}

fn active(instance: &str, second: u32, epoch: i64, reason: &str) -> String {
    let more = json!({"epoch": epoch, "reason": reason, "waited_ms": 5});
    line(instance, second, "[LOCK] PASSIVE → ACTIVE", &more)
}

fn passive(instance: &str, second: u32) -> String {
    line(instance, second, "[LOCK] waiting (PASSIVE)", &json!({}))
}

fn step_down(instance: &str, second: u32, epoch: i64) -> String {
    let more = json!({"epoch": epoch, "reason": "stopped"});
    line(instance, second, "[LOCK] ACTIVE → PASSIVE", &more)
}

fn audit(lines: &[String], minutes: Option<u64>) -> Report {
    let mut audit = Audit::new(minutes.map(|minutes| Duration::from_secs(minutes * 60)));
    lines.iter().for_each(|line| audit.look(line.as_bytes()));
    audit.finish()
}

/// The rules that were broken, and by which lines.
fn broken(lines: &[String]) -> Vec<(Rule, u64)> {
    let report = audit(lines, None);
    report.violations.iter().map(|violation| (violation.rule, violation.line)).collect()
}

/// What two instances print when one replaces the other.
fn deploy() -> Vec<String> {
    vec![
        line("a", 0, "[RUN] starting", &json!({"version": "0.1.0"})),
        line("a", 0, "[HTTP] listening", &json!({"address": "[::]:8080"})),
        line("a", 1, "[DB] ready", &json!({"applied": 6})),
        passive("a", 1),
        active("a", 1, 1, "free"),
        line("a", 2, "[WEBHOOK] ensured", &json!({"epoch": 1})),
        line("b", 60, "[RUN] starting", &json!({"version": "0.1.0"})),
        line("b", 61, "[DB] ready", &json!({"applied": 6})),
        passive("b", 61),
        line("a", 120, "[RUN] stopping", &json!({"sign": "SIGTERM"})),
        line("a", 120, "[LOCK] draining", &json!({"epoch": 1})),
        step_down("a", 120, 1),
        active("b", 120, 3, "released"),
        line("a", 121, "[RUN] stopped", &json!({})),
    ]
}

#[test]
fn a_clean_deploy_passes() {
    let report = audit(&deploy(), None);

    assert!(report.is_clean(), "{:#?}", report.violations);
    assert_eq!((report.read, report.ignored), (14, 0));
}

#[test]
fn every_violation_names_its_rule_and_its_line() {
    let mut lines = deploy();
    lines.insert(2, line("a", 1, "[DB] gone", &json!({"level": "ERROR"})));

    let report = audit(&lines, None);

    assert_eq!(report.violations[0].to_string(), "FAIL error line 3: [DB] gone");
    assert!(!report.is_clean());
}

#[test]
fn being_passive_is_not_spoken_of_while_active() {
    let mut lines = deploy();
    lines.insert(5, passive("a", 40));
    assert_eq!(broken(&lines), [(Rule::PassiveAfterActive, 6)]);

    let again = [active("a", 0, 1, "free"), step_down("a", 5, 1), passive("a", 50)];
    assert!(broken(&again).is_empty(), "it is passive again");
    let debug = line("a", 40, "[LOCK] waiting (PASSIVE)", &json!({"level": "DEBUG"}));
    assert!(broken(&[active("a", 0, 1, "free"), debug]).is_empty());
}

#[test]
fn a_passive_instance_does_not_repeat_itself_within_half_a_minute() {
    assert_eq!(broken(&[passive("a", 0), passive("a", 29)]), [(Rule::PassiveTwice, 2)]);
    assert!(broken(&[passive("a", 0), passive("a", 30)]).is_empty());
    assert!(broken(&[passive("a", 0), passive("b", 1)]).is_empty(), "two instances");
}

#[test]
fn a_term_begins_once() {
    let twice = [active("a", 0, 7, "free"), active("b", 90, 7, "released")];

    assert_eq!(broken(&twice), [(Rule::SecondActivation, 2)]);
    assert!(broken(&[active("a", 0, 7, "free"), active("b", 90, 9, "released")]).is_empty());
}

#[test]
fn one_takeover_by_silence_in_an_hour_is_enough() {
    let takeover = |second: u32, epoch: i64| {
        let more = json!({"level": "WARN", "epoch": epoch, "heartbeat_age_ms": 9000});
        let instance = format!("i{epoch}");
        [
            active(&instance, second, epoch, "holder_silent"),
            line(&instance, second, "[LOCK] took over", &more),
        ]
    };

    assert!(broken(&takeover(0, 2)).is_empty(), "both lines tell of the same");
    let two = [takeover(0, 2), takeover(3_599, 3)].concat();
    assert_eq!(broken(&two), [(Rule::Takeovers, 3)]);
    assert!(broken(&[takeover(0, 2), takeover(3_600, 3)].concat()).is_empty());
    let died = [active("a", 0, 2, "holder_died"), active("b", 9, 3, "holder_died")];
    assert!(broken(&died).is_empty(), "a death is no silence");
}

#[test]
fn lines_that_are_no_json_are_panics_or_counted() {
    let mut lines = deploy();
    lines.push("thread 'tokio' (9) panicked at crates/x.rs:1:1:".to_owned());
    lines.push("note: run with RUST_BACKTRACE=1".to_owned());
    lines.push(String::new());

    let report = audit(&lines, None);

    assert_eq!(report.violations[0].rule, Rule::Panic);
    assert_eq!((report.violations[0].line, report.violations.len()), (15, 1));
    assert_eq!(report.ignored, 1);
}

#[test]
fn only_the_last_minutes_count_and_the_rules_remember_what_came_before() {
    let lines = [
        line("a", 0, "[DB] gone", &json!({"level": "ERROR"})),
        active("a", 1, 1, "free"),
        passive("a", 660),
        line("a", 700, "[RUN] fine", &json!({})),
    ];

    let report = audit(&lines, Some(10));

    let found: Vec<_> = report.violations.iter().map(|one| (one.rule, one.line)).collect();
    assert_eq!(found, [(Rule::PassiveAfterActive, 3)], "the error is older than ten minutes");
    assert_eq!(audit(&lines, None).violations.len(), 2);
}

#[test]
fn a_secret_fails_the_check_and_is_not_printed_whichever_rule_names_its_line() {
    let token = "123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw";
    let mut lines = deploy();
    lines.push(line("b", 130, &format!("[HTTP] /bot{token}/getMe"), &json!({"level": "ERROR"})));
    lines.push(format!("thread 'x' panicked at {token}"));
    lines.push(format!("a line of another program: {token}"));

    let report = audit(&lines, Some(10));

    let found: Vec<_> = report.violations.iter().map(|one| (one.rule, one.line)).collect();
    let expected = [
        (Rule::Error, 15),
        (Rule::Secret, 15),
        (Rule::Panic, 16),
        (Rule::Secret, 16),
        (Rule::Secret, 17),
    ];
    assert_eq!(found, expected);
    let said: String = report.violations.iter().map(ToString::to_string).collect();
    assert!(said.contains("a bot token") && !said.contains("AAHdq"), "{said}");
}

#[test]
fn a_log_in_which_nothing_can_be_read_is_not_clean() {
    assert!(!audit(&[], None).is_clean());
    assert!(!audit(&["12:00:00 INFO [RUN] starting".to_owned()], None).is_clean());
}

#[test]
fn endless_trouble_costs_no_more_memory() {
    let lines = vec![line("a", 0, "[DB] gone", &json!({"level": "ERROR"})); MOST_KEPT + 5];

    let report = audit(&lines, None);

    assert_eq!((report.violations.len(), report.more), (MOST_KEPT, 5));
    assert_eq!(report.violations[0].line, 6, "the newest are kept");
}
