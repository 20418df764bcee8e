//! The document that `/diag` shows: everything an operator needs, from memory.
//!
//! | part | is |
//! | --- | --- |
//! | `health`, `live`, `ready` | what those routes say now; the last two true, or the reason |
//! | `settings` | how the process was set up, without secrets |
//! | `history` | read from the database every few seconds, with its age; null before that |
//! | `history.terms` | the last ten beginnings and ends of terms: epoch, event, reason, instance, when |
//! | `history.closures` | what cannot be ordered: subject, until when (null: until an operator says), reason, since when, by whom, the order that tries it |
//! | `history.losses_today` | what KIE charged today without income, by cause, in millionths of a credit |
//! | `history.unbooked_payments` | payments and refunds that Telegram told of and that nothing has booked |
//! | `history.dead_letters` | updates and sends that wait for an operator: `count` and the `newest` ten, as `trt dead` names them; no payload |
//! | `metrics` | every number that is counted |

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::routes::App;

/// Everything an operator needs, from memory.
pub(super) fn document(app: &App) -> Value {
    json!({
        "health": app.board.health(),
        "live": told(app.board.live()),
        "ready": told(app.board.ready()),
        "settings": app.settings,
        "history": app.board.diagnosis(),
        "metrics": numbers(&app.metrics.text(&app.board)),
    })
}

fn told(answer: Result<(), impl std::fmt::Display>) -> Value {
    match answer {
        Ok(()) => Value::Bool(true),
        Err(reason) => Value::String(reason.to_string()),
    }
}

/// The samples of a page of metrics, by name and labels.
fn numbers(page: &str) -> BTreeMap<&str, &str> {
    let samples = page.lines().filter(|line| !line.starts_with('#'));
    samples.filter_map(|line| line.rsplit_once(' ')).collect()
}

#[cfg(test)]
mod tests {
    use super::numbers;

    #[test]
    fn samples_are_found_by_name_and_labels() {
        let page = "# HELP a what\n# TYPE a counter\na{b=\"c d\"} 1\n\nx 2.5\n";
        let numbers = numbers(page);

        assert_eq!(numbers.get("a{b=\"c d\"}"), Some(&"1"));
        assert_eq!((numbers.get("x"), numbers.len()), (Some(&"2.5"), 2));
    }
}
