//! The way to the collector, against one that answers, is away, is slow, and refuses.

use std::time::Duration;

use domain::UpdateId;
use secrecy::SecretString;
use testbed::loopback::{Loopback, Then, answer, soon};
use tokio::sync::mpsc::Sender;
use tokio::time::Instant;

use super::super::ids::Place;
use super::super::words::{Name, Outcome};
use super::{BATCH, Ended, Exporting, LAST, QUEUE, start};
use crate::config::{Share, TraceSettings};
use crate::metrics::Metrics;
use crate::process::instance::{Instance, InstanceId};
use crate::status::Board;

fn span(number: i64) -> Ended {
    Ended {
        name: Name::Handle,
        place: Place::of_update(77, UpdateId::new(number)),
        parent: None,
        began: 1,
        ended: 2,
        outcome: Outcome::Done,
        call: None,
        numbers: Vec::new(),
        moments: Vec::new(),
        links: Vec::new(),
    }
}

fn exporting(base: &str) -> (Sender<Ended>, Exporting) {
    let settings = TraceSettings {
        url: format!("{base}/v1/traces"),
        headers: vec![("x-key".to_owned(), SecretString::from("canary"))],
        service: "trt".to_owned(),
        share: Share::parse("1").unwrap(),
    };
    start(&settings, 77, &InstanceId::random()).unwrap()
}

/// What is counted in this thread from here on.
fn counting() -> (impl Drop, impl Fn(&str) -> u64) {
    let (recorder, metrics) = Metrics::detached();
    let recorder: &'static _ = Box::leak(Box::new(recorder));
    let guard = metrics::set_default_local_recorder(recorder);
    let board = Board::new(Instance::begin());
    let count = move |outcome: &str| {
        let wanted = format!("trt_trace_spans_total{{outcome=\"{outcome}\"}} ");
        let text = metrics.text(&board);
        let found = text.lines().find_map(|line| line.strip_prefix(&wanted));
        found.and_then(|number| number.parse().ok()).unwrap_or_default()
    };
    (guard, count)
}

fn taken() -> Then {
    Then::Answer(answer(200, "", "{}"))
}

#[tokio::test]
async fn spans_leave_together_with_what_whoever_collects_wants() {
    let (_guard, count) = counting();
    let partly = r#"{"partialSuccess":{"rejectedSpans":"1"}}"#;
    let mut collector = Loopback::answering(200, "", partly).await;
    let (queue, exporting) = exporting(&collector.base);
    for number in 0..3 {
        queue.try_send(span(number)).unwrap();
    }

    let request = collector.request().await;

    assert_eq!(request.line(), "POST /v1/traces");
    assert_eq!(request.header("content-type"), Some("application/json"));
    assert_eq!(request.header("x-key"), Some("canary"));
    let body = String::from_utf8(request.body).unwrap();
    assert_eq!(body.matches("\"name\":\"handle\"").count(), 3);
    assert!(!body.contains("canary"));
    exporting.stop().await;
    assert_eq!((count("sent"), count("dropped")), (2, 1));
}

#[tokio::test]
async fn a_batch_waits_for_a_collector_that_is_away_and_one_that_is_refused_does_not() {
    let (_guard, count) = counting();
    let script = [503, 400, 200].map(|status| Then::Answer(answer(status, "", "{}")));
    let mut collector = Loopback::in_turn(script.to_vec()).await;
    let (queue, exporting) = exporting(&collector.base);
    queue.try_send(span(1)).unwrap();
    let first = collector.request().await.body;
    assert_eq!(collector.request().await.body, first, "once more, as it was");

    queue.try_send(span(2)).unwrap();
    let second = collector.request().await.body;

    assert_ne!(second, first, "what was refused is not asked again");
    exporting.stop().await;
    assert_eq!((count("sent"), count("dropped")), (1, 1));
}

#[tokio::test]
async fn a_full_queue_takes_nothing_more_and_nobody_waits() {
    let (_guard, _) = counting();
    let (queue, exporting) = exporting(&Loopback::nobody().await);
    let mut refused = 0;
    for number in 0..i64::try_from(QUEUE + 3 * BATCH).unwrap() {
        refused += usize::from(queue.try_send(span(number)).is_err());
        if number % 512 == 0 {
            tokio::task::yield_now().await;
        }
    }

    assert!(refused > 0 && refused < 3 * BATCH, "{refused} found no room");
    let began = Instant::now();
    soon(exporting.stop()).await;
    assert!(began.elapsed() < LAST + Duration::from_secs(1), "{:?}", began.elapsed());
}

#[tokio::test]
async fn at_the_end_what_is_left_is_sent() {
    let (_guard, count) = counting();
    let mut collector = Loopback::start(taken()).await;
    let (queue, exporting) = exporting(&collector.base);
    let spans = i64::try_from(2 * BATCH + 1).unwrap();
    for number in 0..spans {
        queue.try_send(span(number)).unwrap();
    }

    exporting.stop().await;

    assert_eq!(count("sent"), spans.unsigned_abs());
    for _ in 0..3 {
        collector.request().await;
    }
}

#[tokio::test]
async fn a_slow_collector_holds_the_end_up_for_two_seconds_at_most() {
    let (_guard, _) = counting();
    let mut collector = Loopback::start(Then::Silence).await;
    let (queue, exporting) = exporting(&collector.base);
    queue.try_send(span(1)).unwrap();
    collector.request().await;

    let began = Instant::now();
    exporting.stop().await;

    assert!(began.elapsed() < LAST + Duration::from_secs(1), "{:?}", began.elapsed());
}
