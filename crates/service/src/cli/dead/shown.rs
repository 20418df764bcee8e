//! How what was set aside is shown: facts, and what people wrote only when it is asked for.

use std::panic::catch_unwind;

use store::operators::{Dead, DeadId, DeadList, DeadPart};
use telegram::request::Request;
use telegram::update::{self, Update};
use time::{OffsetDateTime, UtcOffset};

/// So much of a problem is in the list.
const PROBLEM: usize = 80;

/// How long they are kept, for who reads the list.
const KEPT: &str = "kept for 90 days after they were set aside, 14 after a retry or a drop";

pub(super) fn list(list: &DeadList) -> String {
    if list.shown.is_empty() {
        return format!("nothing is set aside ({KEPT})");
    }
    let mut lines: Vec<String> = list.shown.iter().map(line).collect();
    let hidden = list.total - i64::try_from(list.shown.len()).unwrap_or_default();
    let more = if hidden > 0 { format!(", {hidden} older ones not shown") } else { String::new() };
    lines.push(format!("{} set aside{more}; {KEPT}", list.total));
    lines.join("\n")
}

fn line(dead: &Dead) -> String {
    let reference = dead.reference.as_deref().unwrap_or("-");
    let problem: String = plain(&dead.problem).chars().take(PROBLEM).collect();
    let (id, at) = (dead.id.to_string(), moment(dead.at));
    format!("{id:<8} {at}  person {}  tries {}  {reference}  {problem}", dead.person, dead.tries)
}

/// One of them, one fact a line.
pub(super) fn one(part: &DeadPart, with_payload: bool) -> String {
    let DeadPart { dead, payload } = part;
    let mut lines = vec![
        format!("id         {}", dead.id),
        format!("kind       {}", kind(&dead.id, payload)),
        format!("person     {}", dead.person),
        format!("set aside  {}", moment(dead.at)),
        format!("tries      {}", dead.tries),
        format!("problem    {}", plain(&dead.problem)),
    ];
    if let Some(reference) = &dead.reference {
        lines.push(format!("reference  {reference}"));
    }
    lines.push(format!("size       {} bytes", dead.bytes));
    if let Some(end) = &dead.end {
        let (what, at) = (&end.what, moment(end.at));
        lines.push(format!("ended      {what} {at}: {}", plain(&end.reason)));
    }
    if with_payload {
        lines.push(format!("payload    {}", plain(&String::from_utf8_lossy(payload))));
    }
    lines.join("\n")
}

/// What it is, without anything that is in it.
fn kind(id: &DeadId, payload: &[u8]) -> String {
    if let DeadId::Send(_) = id {
        let request = Request::from_bytes(payload);
        return request.map_or("send".to_owned(), |request| format!("send {:?}", request.method()));
    }
    // What could not be handled may be what cannot be read.
    let read = catch_unwind(|| update::read(payload));
    let what = match read {
        Ok(Update::Message(message)) if message.payment.is_some() => "payment",
        Ok(Update::Message(message)) if message.refund.is_some() => "refund",
        Ok(Update::Message(_)) => "message",
        Ok(Update::Edited) => "edited message",
        Ok(Update::Tap(_)) => "tap",
        Ok(Update::PreCheckout(_)) => "pre-checkout",
        Ok(Update::Inline(_)) => "inline query",
        Ok(Update::Membership(_)) => "membership",
        Ok(Update::Subscription(_)) => "subscription",
        Ok(Update::Other(_)) => "other",
        Err(_) => "cannot be read",
    };
    format!("update, {what}")
}

/// A text that can do nothing to a terminal.
fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// A moment in UTC, to the second.
fn moment(at: OffsetDateTime) -> String {
    let at = at.to_offset(UtcOffset::UTC);
    let (year, month, day) = (at.year(), u8::from(at.month()), at.day());
    let (hour, minute, second) = at.to_hms();
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use store::operators::{Dead, DeadId, DeadList, DeadPart};
    use time::OffsetDateTime;

    use super::{list, one};

    fn dead() -> Dead {
        Dead {
            id: DeadId::Update(12),
            person: 7,
            at: OffsetDateTime::from_unix_timestamp(1_700_000_000).unwrap(),
            tries: 5,
            problem: "no\u{1b}pe".to_owned(),
            reference: Some("ABCD2345".to_owned()),
            bytes: 99,
            end: None,
        }
    }

    #[test]
    fn a_list_has_a_line_for_each_and_says_how_long_they_are_kept() {
        let shown = list(&DeadList { shown: vec![dead()], total: 3, sends: 1 });

        let lines: Vec<&str> = shown.lines().collect();
        let first = "u12      2023-11-14T22:13:20Z  person 7  tries 5  ABCD2345  no pe";
        assert_eq!(lines[0], first);
        assert!(lines[1].starts_with("3 set aside, 2 older ones not shown; kept for 90 days"));
        assert!(
            list(&DeadList { shown: vec![], total: 0, sends: 0 })
                .starts_with("nothing is set aside")
        );
    }

    #[test]
    fn what_a_person_wrote_is_shown_only_when_it_is_asked_for() {
        let message = br#"{"update_id":1,"message":{"message_id":1,"date":1,
            "chat":{"id":7,"type":"private"},"text":"secret words"}}"#;
        let part = DeadPart { dead: dead(), payload: message.to_vec() };

        let facts = one(&part, false);

        assert!(facts.contains("kind       update, message"), "{facts}");
        assert!(!facts.contains("secret words"), "{facts}");
        assert!(one(&part, true).contains("secret words"));
    }
}
