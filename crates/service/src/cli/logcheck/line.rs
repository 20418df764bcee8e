//! One line of a log: its time, level, message, instance and fields.
//!
//! Reading cannot fail. What a line does not say counts as not said: a line of another program may
//! be among ours, and its text is looked at all the same.

use serde_json::{Map, Value};
use time::{Date, Month, Time};

/// So much of a message is shown.
const SHOWN: usize = 160;

/// A line that is a JSON object.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Line {
    /// When, in milliseconds; that of the line before if it does not say.
    pub(super) at: i64,
    pub(super) level: Level,
    pub(super) message: String,
    pub(super) instance: String,
    pub(super) fields: Map<String, Value>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Level {
    /// DEBUG or TRACE: nobody is bothered by it.
    Quiet,
    /// INFO, WARN, or what the line calls otherwise.
    Said,
    Error,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Parsed {
    Line(Line),
    Text(String),
    Blank,
}

/// Reads a line; `before` is the time of the one before it.
pub(super) fn parse(bytes: &[u8], before: i64) -> Parsed {
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim();
    if text.is_empty() {
        return Parsed::Blank;
    }
    let Ok(Value::Object(mut fields)) = serde_json::from_str(text) else {
        return Parsed::Text(text.to_owned());
    };
    let mut take = |name: &str| match fields.remove(name) {
        Some(Value::String(text)) => text,
        _ => String::new(),
    };
    let (ts, level) = (take("ts"), take("level"));
    let (message, instance) = (take("message"), take("instance_id"));
    let level = match level.to_ascii_uppercase().as_str() {
        "ERROR" => Level::Error,
        "DEBUG" | "TRACE" => Level::Quiet,
        _ => Level::Said,
    };
    Parsed::Line(Line { at: moment(&ts).unwrap_or(before), level, message, instance, fields })
}

impl Line {
    pub(super) fn number(&self, name: &str) -> Option<i64> {
        self.fields.get(name).and_then(Value::as_i64)
    }

    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.fields.get(name).and_then(Value::as_str)
    }

    /// Whether the message or a field says this; `words` is in lower case.
    pub(super) fn says(&self, words: &str) -> bool {
        let says = |text: &str| text.to_lowercase().contains(words);
        says(&self.message) || self.fields.values().filter_map(Value::as_str).any(says)
    }

    /// Whether the message has one of these words; they are in lower case.
    pub(super) fn has_word(&self, words: &[&str]) -> bool {
        let mut own = self.message.split(|c: char| !c.is_alphanumeric() && c != '_');
        own.any(|word| words.contains(&word.to_lowercase().as_str()))
    }
}

/// The beginning of a message, to be shown.
pub(super) fn beginning(message: &str) -> String {
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    message.chars().take(SHOWN).map(plain).collect()
}

/// Milliseconds of `2026-11-15T09:30:00.125Z`; the fraction may have any length, or be left out.
fn moment(text: &str) -> Option<i64> {
    let (date, time) = text.strip_suffix('Z')?.split_once('T')?;
    let mut date = date.splitn(3, '-').map(str::parse::<u16>);
    let year = i32::from(date.next()?.ok()?);
    let month = u8::try_from(date.next()?.ok()?).ok()?;
    let day = u8::try_from(date.next()?.ok()?).ok()?;
    let date = Date::from_calendar_date(year, Month::try_from(month).ok()?, day).ok()?;
    let (clock, fraction) = time.split_once('.').unwrap_or((time, "0"));
    let mut clock = clock.splitn(3, ':').map(str::parse::<u8>);
    let (hour, minute) = (clock.next()?.ok()?, clock.next()?.ok()?);
    let second = clock.next()?.ok()?;
    let digits: String = fraction.chars().chain("000".chars()).take(3).collect();
    let time = Time::from_hms_milli(hour, minute, second, digits.parse().ok()?).ok()?;
    let nanos = date.with_time(time).assume_utc().unix_timestamp_nanos();
    i64::try_from(nanos / 1_000_000).ok()
}

#[cfg(test)]
mod tests {
    use super::{Level, Parsed, beginning, moment, parse};

    #[test]
    fn a_moment_is_read_to_the_millisecond() {
        let table = [
            ("2023-11-14T22:13:20.007Z", Some(1_700_000_000_007)),
            ("2023-11-14T22:13:20Z", Some(1_700_000_000_000)),
            ("2023-11-14T22:13:20.5Z", Some(1_700_000_000_500)),
            ("2023-11-14T22:13:20.123456Z", Some(1_700_000_000_123)),
            ("2023-02-30T00:00:00Z", None),
            ("2023-11-14 22:13:20Z", None),
            ("2023-11-14T22:13:20+02:00", None),
            ("yesterday", None),
            ("", None),
        ];
        for (text, expected) in table {
            assert_eq!(moment(text), expected, "{text}");
        }
    }

    #[test]
    fn what_a_line_does_not_say_is_not_said() {
        let Parsed::Line(line) = parse(br#"{"message":"hello","epoch":3,"a":"b"}"#, 7) else {
            panic!("it is an object");
        };

        assert_eq!((line.at, line.level, line.instance.as_str()), (7, Level::Said, ""));
        assert_eq!((line.number("epoch"), line.text("a")), (Some(3), Some("b")));
        assert_eq!(parse(b"  \r", 0), Parsed::Blank);
        for other in ["[1]", "7", "{", "plain"] {
            assert_eq!(parse(other.as_bytes(), 0), Parsed::Text(other.to_owned()));
        }
    }

    #[test]
    fn a_word_is_a_whole_word() {
        let Parsed::Line(line) = parse(br#"{"message":"[CONFIG] PASSIVE_MOD (odd)"}"#, 0) else {
            panic!("it is an object");
        };

        assert!(line.has_word(&["odd"]) && !line.has_word(&["passive"]));
        assert_eq!(beginning(&"\u{1b}x".repeat(200)).chars().count(), 160);
    }
}
