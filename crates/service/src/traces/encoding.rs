//! OTLP in its JSON form: a batch of spans as one body.
//!
//! ```text
//!   resourceSpans ── resource: who we are ── scopeSpans ── spans
//! ```
//!
//! Ids are in hexadecimal, times and whole numbers are texts, as the standard says. Whatever is not a
//! number is a word of [`super::words`], so that nothing needs to be escaped but what describes us.

use std::fmt::{self, Write};

use serde_json::json;

use super::ids::Place;
use super::span::Ended;
use crate::process::instance::VERSION;

/// The status of a span in which something went wrong.
const TROUBLE: u8 = 2;

/// The beginning of every body: who we are.
pub(super) fn begins(service: &str, instance: &str, bot: i64) -> String {
    let text = |key: &str, value: &str| json!({ "key": key, "value": { "stringValue": value } });
    let resource = json!({ "attributes": [
        text("service.name", service),
        text("service.version", VERSION),
        text("service.instance.id", instance),
        { "key": "trt.bot", "value": { "intValue": bot.to_string() } },
    ] });
    let scope = json!({ "name": "trt", "version": VERSION });
    format!(
        "{{\"resourceSpans\":[{{\"resource\":{resource},\"scopeSpans\":[{{\"scope\":{scope},\"spans\":["
    )
}

/// A body with these spans.
pub(super) fn body(begins: &str, spans: &[Ended]) -> String {
    let mut body = String::with_capacity(begins.len() + spans.len() * 640 + 16);
    body.push_str(begins);
    for (place, span) in spans.iter().enumerate() {
        if place > 0 {
            body.push(',');
        }
        // A text takes whatever is written into it.
        let _ = write_span(&mut body, span);
    }
    body.push_str("]}]}]}");
    body
}

fn write_span(body: &mut String, span: &Ended) -> fmt::Result {
    let Place { trace, span: id } = span.place;
    write!(body, "{{\"traceId\":\"{trace}\",\"spanId\":\"{id}\"")?;
    if let Some(parent) = span.parent {
        write!(body, ",\"parentSpanId\":\"{parent}\"")?;
    }
    let (name, kind) = (span.name.word(), span.name.kind());
    write!(body, ",\"name\":\"{name}\",\"kind\":{kind}")?;
    let (began, ended) = (span.began, span.ended);
    write!(body, ",\"startTimeUnixNano\":\"{began}\",\"endTimeUnixNano\":\"{ended}\"")?;
    write!(body, ",\"attributes\":[")?;
    word(body, "trt.outcome", span.outcome.word())?;
    if let Some(call) = span.call {
        body.push(',');
        word(body, "trt.call", call)?;
    }
    for (key, value) in &span.numbers {
        let key = key.word();
        write!(body, ",{{\"key\":\"{key}\",\"value\":{{\"intValue\":\"{value}\"}}}}")?;
    }
    write!(body, "],\"events\":[")?;
    for (place, (moment, at)) in span.moments.iter().enumerate() {
        let comma = if place > 0 { "," } else { "" };
        write!(body, "{comma}{{\"timeUnixNano\":\"{at}\",\"name\":\"{}\"}}", moment.word())?;
    }
    write!(body, "],\"links\":[")?;
    for (place, link) in span.links.iter().enumerate() {
        let comma = if place > 0 { "," } else { "" };
        let Place { trace, span: id } = link;
        write!(body, "{comma}{{\"traceId\":\"{trace}\",\"spanId\":\"{id}\"}}")?;
    }
    body.push(']');
    if span.outcome.is_trouble() {
        write!(body, ",\"status\":{{\"code\":{TROUBLE}}}")?;
    }
    body.push('}');
    Ok(())
}

fn word(body: &mut String, key: &str, word: &str) -> fmt::Result {
    write!(body, "{{\"key\":\"{key}\",\"value\":{{\"stringValue\":\"{word}\"}}}}")
}

#[cfg(test)]
mod tests {
    use domain::{GenerationId, UpdateId};
    use serde_json::{Value, json};

    use super::{begins, body};
    use crate::traces::ids::Place;
    use crate::traces::span::Ended;
    use crate::traces::words::{Moment, Name, Number, Outcome};

    fn span(outcome: Outcome) -> Ended {
        let place = Place::of_update(77, UpdateId::new(5));
        Ended {
            name: Name::Handle,
            place,
            parent: Some(place.span),
            began: 1_700_000_000_000_000_001,
            ended: 1_700_000_000_000_000_009,
            outcome,
            call: Some("sendMessage"),
            numbers: vec![(Number::Epoch, 3), (Number::Update, i64::MAX)],
            moments: vec![(Moment::Fenced, 2), (Moment::Decided, 3)],
            links: vec![Place::of_order(77, GenerationId::new(1))],
        }
    }

    #[test]
    fn a_batch_is_what_the_standard_says() {
        let spans = [span(Outcome::Done), Ended { parent: None, ..span(Outcome::Failed) }];
        let text = body(&begins("trt \"x\"", "1f0c9a3e-host-1", 77), &spans);
        let read: Value = serde_json::from_str(&text).unwrap();

        let of_us = &read["resourceSpans"][0]["resource"]["attributes"];
        assert_eq!(of_us[0]["value"]["stringValue"], "trt \"x\"");
        assert_eq!(of_us[2]["value"]["stringValue"], "1f0c9a3e-host-1");
        let written = &read["resourceSpans"][0]["scopeSpans"][0]["spans"];
        let (first, second) = (&written[0], &written[1]);
        let place = spans[0].place;
        assert_eq!(first["traceId"], place.trace.to_string());
        assert_eq!(first["parentSpanId"], place.span.to_string());
        assert_eq!(first["startTimeUnixNano"], "1700000000000000001");
        assert_eq!(
            first["attributes"],
            json!([
                { "key": "trt.outcome", "value": { "stringValue": "done" } },
                { "key": "trt.call", "value": { "stringValue": "sendMessage" } },
                { "key": "trt.epoch", "value": { "intValue": "3" } },
                { "key": "trt.update", "value": { "intValue": "9223372036854775807" } },
            ])
        );
        assert_eq!(first["events"][1], json!({ "timeUnixNano": "3", "name": "decided" }));
        assert_eq!(first["links"][0]["traceId"], spans[0].links[0].trace.to_string());
        assert_eq!((&first["status"], &second["status"]["code"]), (&Value::Null, &json!(2)));
        assert_eq!(second.get("parentSpanId"), None);
    }
}
