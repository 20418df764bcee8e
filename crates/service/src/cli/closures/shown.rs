//! How what is closed is shown: one line each, with what happens next, or as JSON.

use serde_json::{Value, json};
use store::closures::Closure;

pub(super) fn list(closures: &[Closure]) -> String {
    if closures.is_empty() {
        return "nothing is closed".to_owned();
    }
    let mut lines: Vec<String> = closures.iter().map(line).collect();
    lines.push(format!("{} closed", closures.len()));
    lines.join("\n")
}

pub(super) fn json(closures: &[Closure]) -> String {
    let one = |closure: &Closure| {
        json!({
            "subject": closure.subject,
            "cause": closure.cause,
            "since": closure.since,
            "by": closure.by,
            "note": closure.note,
            "until": closure.until,
            "half_open": closure.is_over,
            "trial": closure.trial,
            "pauses": closure.pauses,
            "above_millionths": closure.above,
            "opens_at_millionths": closure.wanted,
            "next": next(closure),
        })
    };
    closures.iter().map(one).collect::<Value>().to_string()
}

fn line(closure: &Closure) -> String {
    let what = match closure.above {
        Some(above) => format!("{} (more than {} credits)", closure.subject, whole(above)),
        None => closure.subject.clone(),
    };
    let since = closure.since.as_deref().unwrap_or("-");
    let until = closure.until.as_deref().unwrap_or("opened by an operator");
    let note = if closure.note.is_empty() {
        String::new()
    } else {
        format!(" ({})", plain(&closure.note))
    };
    format!(
        "{}  {}  since {since}  by {}{note}  until {until}  next: {}",
        plain(&what),
        closure.cause,
        plain(&closure.by),
        next(closure),
    )
}

fn next(closure: &Closure) -> String {
    match closure {
        Closure { until: None, .. } => "nothing, until `trt closures open`".to_owned(),
        Closure { trial: Some(order), .. } => format!("order {order} tries it"),
        Closure { is_over: true, .. } => "the next order tries it".to_owned(),
        Closure { wanted: Some(wanted), .. } => {
            format!("opens at a balance of {} credits", whole(*wanted))
        }
        Closure { until: Some(until), .. } => format!("from {until} one order tries it"),
    }
}

/// Millionths as credits, rounded down.
fn whole(millionths: i64) -> i64 {
    millionths / 1_000_000
}

/// A text that can do nothing to a terminal.
fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::Value;
    use store::closures::Closure;

    use super::{json, list};

    fn closure() -> Closure {
        Closure {
            subject: "veo".to_owned(),
            cause: "keeps_failing".to_owned(),
            since: Some("2026-03-01T12:00:00Z".to_owned()),
            by: "bot".to_owned(),
            note: String::new(),
            until: Some("2026-03-01T12:02:00Z".to_owned()),
            is_over: false,
            trial: None,
            pauses: 1,
            above: None,
            wanted: None,
        }
    }

    #[test]
    fn each_has_a_line_that_says_what_happens_next() {
        let by_ann = Closure {
            by: "operator:ann".to_owned(),
            note: "too\u{1b} odd".to_owned(),
            until: None,
            ..closure()
        };
        let dear = Closure {
            subject: "cost".to_owned(),
            above: Some(12_500_000),
            wanted: Some(20_000_000),
            ..closure()
        };
        let table = [
            (
                closure(),
                "veo  keeps_failing  since 2026-03-01T12:00:00Z  by bot  until 2026-03-01T12:02:00Z  \
                 next: from 2026-03-01T12:02:00Z one order tries it",
            ),
            (Closure { is_over: true, ..closure() }, "next: the next order tries it"),
            (Closure { is_over: true, trial: Some(7), ..closure() }, "next: order 7 tries it"),
            (
                by_ann,
                "by operator:ann (too  odd)  until opened by an operator  next: nothing, until",
            ),
            (dear, "cost (more than 12 credits)"),
        ];
        for (closure, words) in table {
            let shown = list(&[closure]);
            assert!(shown.contains(words), "{shown}");
            assert!(shown.ends_with("\n1 closed"), "{shown}");
        }
        assert_eq!(list(&[]), "nothing is closed");
    }

    #[test]
    fn a_program_gets_the_same_facts() {
        let read: Value = serde_json::from_str(&json(&[closure()])).unwrap();

        assert_eq!(
            (&read[0]["subject"], &read[0]["cause"]),
            (&"veo".into(), &"keeps_failing".into())
        );
        assert_eq!(read[0]["next"], "from 2026-03-01T12:02:00Z one order tries it");
        assert_eq!(json(&[]), "[]");
    }
}
