//! Rules that need one line: what it says is enough.

use serde_json::Value;

use super::Rule;
use super::line::{Level, Line};

/// Whether a line breaks a rule.
type Breaks = fn(&Line) -> bool;

/// The rules, each a function of one line.
pub(super) const RULES: [(Rule, Breaks); 6] = [
    (Rule::Error, is_error),
    (Rule::Panic, has_panicked),
    (Rule::Sql, breaks_sql),
    (Rule::NotSerializable, is_not_serializable),
    (Rule::Drop, drops),
    (Rule::ServerError, is_server_error),
];

/// Whether a text that is no line of ours is a panic's.
pub(super) fn is_panic(text: &str) -> bool {
    text.contains("panicked at")
}

fn is_error(line: &Line) -> bool {
    line.level == Level::Error
}

fn has_panicked(line: &Line) -> bool {
    line.message.starts_with("[RUN] panic") || line.says("panicked at")
}

/// The server's words for a schema that is not ours, and for numbers that do not fit.
fn breaks_sql(line: &Line) -> bool {
    line.says("does not exist") || line.says("out of range")
}

fn is_not_serializable(line: &Line) -> bool {
    line.says("not serializable") || line.says("not json serializable")
}

/// Nothing is ever dropped: neither a word of it nor a count above zero.
fn drops(line: &Line) -> bool {
    let counted = ["dropped", "total_dropped"];
    line.has_word(&["drop", "drops", "dropped", "dropping"])
        || counted.iter().any(|name| line.number(name).is_some_and(|count| count > 0))
}

/// An error of ours to Telegram; asking it to come back later is none.
fn is_server_error(line: &Line) -> bool {
    let about_telegram = line.message.starts_with("[WEBHOOK]")
        || ["path", "route"].iter().any(|name| line.text(name) == Some("/webhook"));
    let status = line.number("status").unwrap_or_default();
    let comes_back = line.fields.get("retry_after").is_some_and(|value| *value != Value::Null);
    about_telegram && (500..600).contains(&status) && !(status == 503 && comes_back)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{RULES, is_panic};
    use crate::cli::logcheck::Rule;
    use crate::cli::logcheck::line::{Parsed, parse};

    fn broken(line: &Value) -> Vec<Rule> {
        let Parsed::Line(line) = parse(line.to_string().as_bytes(), 0) else {
            panic!("it is an object");
        };
        RULES.iter().filter(|(_, breaks)| breaks(&line)).map(|(rule, _)| *rule).collect()
    }

    #[test]
    fn an_error_is_an_error_whatever_it_says() {
        assert_eq!(broken(&json!({"level": "ERROR", "message": "[DB] hello"})), [Rule::Error]);
        assert!(broken(&json!({"level": "WARN", "message": "[DB] an ERROR of yours"})).is_empty());
    }

    #[test]
    fn a_panic_is_found_in_the_log_and_beside_it() {
        let inside = json!({"level": "ERROR", "message": "[RUN] panic", "place": "a.rs:1"});

        assert_eq!(broken(&inside), [Rule::Error, Rule::Panic]);
        assert!(is_panic("thread 'main' (7) panicked at src/main.rs:1:2:"));
        assert!(!is_panic("note: run with RUST_BACKTRACE=1"));
    }

    #[test]
    fn words_of_the_server_about_the_schema_are_found_in_fields_as_well() {
        let message = json!({"level": "WARN", "message": "relation \"inbox\" does not exist"});
        let field =
            json!({"level": "DEBUG", "message": "[DB] odd", "error": "Integer Out of Range"});

        assert_eq!(broken(&message), [Rule::Sql]);
        assert_eq!(broken(&field), [Rule::Sql]);
        assert!(broken(&json!({"message": "[CONFIG] is in its range and exists"})).is_empty());
    }

    #[test]
    fn what_cannot_be_written_as_json_is_found_in_both_spellings() {
        let python = json!({"message": "Object of type Decimal is not JSON serializable"});

        assert_eq!(broken(&python), [Rule::NotSerializable]);
        let plain = json!({"message": "value is not serializable"});
        assert_eq!(broken(&plain), [Rule::NotSerializable]);
    }

    #[test]
    fn a_drop_is_found_by_its_word_or_its_count() {
        assert_eq!(broken(&json!({"message": "[QUEUE] dropped an update"})), [Rule::Drop]);
        assert_eq!(broken(&json!({"message": "[QUEUE] full", "dropped": 3})), [Rule::Drop]);
        assert!(broken(&json!({"message": "[QUEUE] fine", "total_dropped": 0})).is_empty());
        assert!(broken(&json!({"message": "[QUEUE] a backdrop"})).is_empty());
    }

    #[test]
    fn only_a_503_that_asks_to_come_back_is_forgiven() {
        let answer = |status: i64, retry: Value| json!({"message": "[WEBHOOK] answered", "status": status, "retry_after": retry});

        assert_eq!(broken(&answer(500, json!(2))), [Rule::ServerError]);
        assert_eq!(broken(&answer(503, Value::Null)), [Rule::ServerError]);
        assert!(broken(&answer(503, json!(2))).is_empty());
        assert!(broken(&answer(200, Value::Null)).is_empty());
        let other = json!({"message": "[KIE] answered", "status": 502});
        assert!(broken(&other).is_empty(), "what others answer us is no error of ours");
        let by_path = json!({"message": "[HTTP] answered", "path": "/webhook", "status": 502});
        assert_eq!(broken(&by_path), [Rule::ServerError]);
    }
}
