//! Lines as they leave the process, read back as JSON.

use std::io::Write;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::Value;
use tracing::field::Empty;
use tracing::{debug, error, error_span, info, warn};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::registry;

use super::{Format, Lines, levels};
use crate::process::instance::InstanceId;

/// What was written, for the test to read.
#[derive(Clone, Default)]
struct Paper(Arc<Mutex<Vec<u8>>>);

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Runs `work` with logs of this level and form, and gives what they say.
fn written(level: &str, format: Format, work: impl FnOnce()) -> String {
    let paper = Paper::default();
    let lines = Lines::new(format, &InstanceId::random(), paper.clone());
    let levels = levels::parse(level).unwrap();
    tracing::subscriber::with_default(registry().with(levels).with(lines), work);
    let bytes = paper.0.lock().unwrap().clone();
    String::from_utf8(bytes).unwrap()
}

fn json(level: &str, work: impl FnOnce()) -> Vec<Value> {
    let text = written(level, Format::Json, work);
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_line_is_an_object_with_flat_fields() {
    let text = written("info", Format::Json, || {
        info!(epoch = 7, reason = "free", waited_ms = 12_u64, cold = true, age = 0.5, "[LOCK] won");
    });

    assert_eq!(text.lines().count(), 1);
    let line: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(line["level"], "INFO");
    assert_eq!(line["message"], "[LOCK] won");
    assert_eq!(line["epoch"], 7);
    assert_eq!(line["reason"], "free");
    assert_eq!(line["waited_ms"], 12);
    assert_eq!(line["cold"], true);
    assert_eq!(line["age"], 0.5);
    assert!(line["instance_id"].as_str().unwrap().len() > 8);
    let ts = line["ts"].as_str().unwrap();
    assert!(ts.len() == 24 && ts.ends_with('Z') && &ts[10..11] == "T", "{ts}");
    let order = ["\"ts\"", "\"level\"", "\"message\"", "\"instance_id\"", "\"epoch\""];
    let places = order.map(|name| text.find(name).unwrap());
    assert!(places.is_sorted(), "{text}");
}

#[test]
fn a_field_cannot_take_the_place_of_the_lines_own() {
    let lines = json("info", || info!(level = "ERROR", ts = 1, "[HTTP] odd"));

    assert_eq!(lines[0]["level"], "INFO");
    assert_eq!(lines[0]["level_"], "ERROR");
    assert_eq!(lines[0]["ts_"], 1);
}

#[test]
fn a_line_carries_the_fields_of_the_spans_around_it_each_once() {
    let lines = json("warn", || {
        let update = error_span!("update", update = 7, lane = 70, generation = Empty);
        let generation = error_span!(parent: &update, "generation", generation = 8, lane = 80);
        update.in_scope(|| error!(lane = 71, "[QUEUE] its own field wins"));
        generation.in_scope(|| error!("[KIE] the innermost span wins"));
        update.record("generation", 9);
        update.in_scope(|| error!("[QUEUE] known later"));
        error_span!(target: "hyper", "connection", peer = 1).in_scope(|| error!("[HTTP] alone"));
        error!("[RUN] outside");
    });

    let told = |line: &Value| {
        ["update", "lane", "generation", "peer"].map(|name| line[name].as_i64().unwrap_or(-1))
    };
    let expected =
        [[7, 71, -1, -1], [7, 80, 8, -1], [7, 70, 9, -1], [-1, -1, -1, -1], [-1, -1, -1, -1]];
    assert_eq!(lines.iter().map(told).collect::<Vec<_>>(), expected, "{lines:#?}");
    let text = written("info", Format::Json, || {
        let outer = error_span!("update", update = 7).entered();
        error_span!("again", update = 8).in_scope(|| info!(update = 9, "[QUEUE] once"));
        drop(outer);
    });
    assert_eq!(text.matches("\"update\"").count(), 1, "{text}");
}

#[test]
fn only_the_asked_levels_are_printed() {
    let events = || {
        debug!("d");
        info!("i");
        error!("e");
    };

    assert_eq!(json("info", events).len(), 2);
    assert_eq!(json("debug", events).len(), 3);
    assert_eq!(json("error", events).len(), 1);
    assert_eq!(json("off", events).len(), 0);
    assert_eq!(json("error,trt=debug", events).len(), 3);
}

#[test]
fn no_text_can_forge_a_line() {
    let nasty = "a\n{\"level\":\"ERROR\"}\r\u{1b}[31m\u{202e}\u{2028}\u{85}\u{0}end";
    for format in [Format::Json, Format::Pretty] {
        let text = written("info", format, || info!(prompt = nasty, "{nasty}"));

        assert_eq!(text.matches('\n').count(), 1, "{text:?}");
        let raw = ['\r', '\u{1b}', '\u{202e}', '\u{2028}', '\u{85}', '\u{0}'];
        assert!(!text.contains(raw), "{text:?}");
    }
    let line = &json("info", || info!(prompt = nasty, "{nasty}"))[0];
    assert_eq!(line["prompt"], nasty);
    assert_eq!(line["message"], nasty);
}

#[test]
fn a_token_never_leaves() {
    let token = "123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw";
    for format in [Format::Json, Format::Pretty] {
        let text = written("info", format, || {
            info!(url = format!("https://a/bot{token}/x"), other = ?Some(token), "[HTTP] {token}");
        });

        assert!(!text.contains("AAHdq"), "{text}");
        assert_eq!(text.matches("***").count(), 3, "{text}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_repeated_event_is_printed_once_a_minute_with_a_count() {
    let paper = Paper::default();
    let lines = Lines::new(Format::Json, &InstanceId::random(), paper.clone());
    let _guard = tracing::subscriber::set_default(registry().with(lines));
    let report = |what: &'static str| warn!(repeats = what, "[KIE] does not answer");

    for _ in 0..5 {
        report("kie");
    }
    report("other");
    tokio::time::advance(Duration::from_millis(59_999)).await;
    report("kie");
    tokio::time::advance(Duration::from_millis(1)).await;
    report("kie");

    let text = String::from_utf8(paper.0.lock().unwrap().clone()).unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let suppressed: Vec<&Value> = lines.iter().map(|line| &line["suppressed"]).collect();
    assert_eq!(suppressed, [0, 0, 5]);
    assert!(lines.iter().all(|line| line.get("repeats").is_none()));
}

#[test]
fn a_change_of_role_is_never_left_out() {
    let lines = json("info", || {
        for _ in 0..3 {
            info!(repeats = true, "[LOCK] PASSIVE → ACTIVE");
            info!(repeats = true, "[LOCK] took over");
            info!(repeats = true, "[LOCK] waits");
        }
    });

    assert_eq!(lines.len(), 3 + 3 + 1);
}

#[test]
fn people_get_a_short_line() {
    let text = written("info", Format::Pretty, || info!(port = 80, why = "a b", "[HTTP] here"));

    assert!(text.ends_with("  INFO [HTTP] here port=80 why=\"a b\"\n"), "{text}");
}
