//! What tasks cost by the list of whoever sells them, as `trt catalogue list --json` prints it.
//!
//! ```text
//!   id ── its rows ── the first whose `when` holds for the input ── credits x what is measured + surcharges
//! ```
//!
//! What is not on the list, or cannot be measured here, is not known: then it costs what the ledger says.

use bytes::Bytes;
use serde::Deserialize;
use serde_json::Value;

use super::ledger::CREDIT;
use crate::telegram::look;

#[derive(Debug, Clone, Default)]
pub struct PriceList(Vec<Listed>);

#[derive(Debug, Clone, Deserialize)]
struct Listed {
    key: String,
    kind: String,
    id: String,
    on: bool,
    rows: Vec<Row>,
    surcharges: Vec<Surcharge>,
}

#[derive(Debug, Clone, Deserialize)]
struct Row {
    /// As `quality = 1080p, duration = 10 or 15`.
    when: String,
    credits: String,
    per: String,
    measure: Option<String>,
}

#[derive(Debug, Clone, Deserialize)]
struct Surcharge {
    input: String,
    after: usize,
    credits: String,
}

impl PriceList {
    pub fn read(json: &str) -> Option<Self> {
        let mut all: Vec<Listed> = serde_json::from_str(json).ok()?;
        // Two of one id are told apart by their rows; one that is sold counts first.
        all.sort_by_key(|listed| !listed.on);
        Some(Self(all))
    }

    /// The keys of the models that are sold, each with its kind.
    pub fn offered(&self) -> impl Iterator<Item = (&str, &str)> {
        let offered = self.0.iter().filter(|listed| listed.on);
        offered.map(|listed| (listed.key.as_str(), listed.kind.as_str()))
    }

    /// Millionths of a credit for a task with this input; `file` has the bytes behind an address.
    pub(crate) fn cost(
        &self,
        model: &str,
        input: &Value,
        file: &dyn Fn(&str) -> Option<Bytes>,
    ) -> Option<i64> {
        let listed = self.0.iter().filter(|listed| listed.id == model);
        let mut rows = listed.flat_map(|listed| listed.rows.iter().map(move |row| (listed, row)));
        let (listed, row) = rows.find(|(_, row)| holds(&row.when, input))?;
        let mut cost = millionths(&row.credits)?.checked_mul(units(row, input, file)?)?;
        for surcharge in &listed.surcharges {
            let count = input[&surcharge.input].as_array().map_or(0, Vec::len);
            let more = i64::try_from(count.saturating_sub(surcharge.after)).ok()?;
            cost += millionths(&surcharge.credits)? * more;
        }
        Some(cost)
    }
}

fn holds(when: &str, input: &Value) -> bool {
    let is_met = |part: &str| {
        let Some((name, values)) = part.split_once(" = ") else { return part.is_empty() };
        let is = shown(&input[name]);
        values.split(" or ").any(|value| value == is)
    };
    when.split(", ").all(is_met)
}

/// A value as the list writes it.
fn shown(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// How many units there are of what the row counts.
fn units(row: &Row, input: &Value, file: &dyn Fn(&str) -> Option<Bytes>) -> Option<i64> {
    let Some(measure) = &row.measure else { return Some(1) };
    let value = match &input[measure] {
        Value::Array(items) => items.first()?,
        one => one,
    };
    if row.per == "1000-characters" {
        return i64::try_from(value.as_str()?.chars().count().div_ceil(1000)).ok();
    }
    if let Ok(number) = shown(value).trim_end_matches('s').parse::<i64>() {
        return Some(number);
    }
    let bytes = file(value.as_str()?)?;
    match row.per.as_str() {
        "second" => seconds(&bytes),
        "minute" => seconds(&bytes).map(|seconds| (seconds + 59) / 60),
        "megapixel" => {
            let seen = look(&bytes)?;
            Some((i64::from(seen.width) * i64::from(seen.height) + 999_999) / 1_000_000)
        }
        _ => None,
    }
}

/// How long a film or a sound says it is, in seconds that have begun.
fn seconds(bytes: &[u8]) -> Option<i64> {
    let number = |at: usize, count: usize| {
        let bytes = bytes.get(at..at + count)?;
        Some(bytes.iter().fold(0_i64, |number, byte| number << 8 | i64::from(*byte)))
    };
    let little = |at: usize| Some(number(at, 4)?.swap_bytes() >> 32 & 0xFFFF_FFFF);
    let (length, rate) = if let Some(at) = find(bytes, b"mvhd") {
        (number(at + 20, 4)?, number(at + 16, 4)?)
    } else if bytes.starts_with(b"RIFF") {
        (i64::try_from(bytes.len()).ok()?, little(28)?)
    } else if let Some(at) = bytes.windows(4).rposition(|four| four == b"OggS") {
        (little(at + 6)?, 48_000)
    } else {
        // Any MP3: as if all of it had the most usual rate.
        (i64::try_from(bytes.len()).ok()?, 16_000)
    };
    (rate > 0).then(|| (length + rate - 1) / rate)
}

fn find(bytes: &[u8], name: &[u8; 4]) -> Option<usize> {
    bytes.windows(4).position(|four| four == name)
}

/// A decimal, as millionths.
fn millionths(credits: &str) -> Option<i64> {
    let (whole, part) = credits.split_once('.').unwrap_or((credits, ""));
    let part: i64 = format!("{part:0<6}").get(..6)?.parse().ok()?;
    Some(whole.parse::<i64>().ok()? * CREDIT + part)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Bytes, PriceList, Value, millionths, seconds};
    use crate::footage::{Container, Lie, make};

    fn cost(row: Value, input: Value) -> Option<i64> {
        let surcharges = json!([{ "input": "images", "after": 1, "credits": "0.5" }]);
        let listed = |id: &str, on: bool, rows: Value| json!({ "key": id, "kind": "any", "id": id, "on": on, "rows": rows, "surcharges": surcharges });
        let list = json!([listed("a", false, json!([])), listed("a", true, json!([row]))]);
        let film = Bytes::from(make(Container::Mp4, 7, Lie::None));
        PriceList::read(&list.to_string()).unwrap().cost("a", &input, &|_| Some(film.clone()))
    }

    fn row(when: &str, credits: &str, per: &str, measure: Option<&str>) -> Value {
        json!({ "when": when, "credits": credits, "per": per, "measure": measure })
    }

    #[test]
    fn a_row_counts_when_every_input_has_one_of_its_values() {
        let row = row("quality = hd, duration = 5 or 10", "0.8", "request", None);
        assert_eq!(cost(row.clone(), json!({ "quality": "hd", "duration": 10 })), Some(800_000));
        assert_eq!(cost(row.clone(), json!({ "quality": "hd", "duration": "5" })), Some(800_000));
        assert_eq!(cost(row.clone(), json!({ "quality": "sd", "duration": 5 })), None);
        assert_eq!(cost(row, json!({})), None);
    }

    #[test]
    fn units_are_counted_by_what_the_row_measures() {
        let per =
            |per: &str, input: Value| cost(row("", "2", per, Some("x")), json!({ "x": input }));
        assert_eq!(per("second", json!(8)), Some(16_000_000));
        assert_eq!(per("second", json!("6")), Some(12_000_000));
        assert_eq!(per("second", json!(["http://film"])), Some(14_000_000));
        assert_eq!(per("minute", json!("http://film")), Some(2_000_000));
        assert_eq!(per("1000-characters", json!("word".repeat(300))), Some(4_000_000));
        assert_eq!(per("parsec", json!("http://film")), None);
        let images = json!({ "images": ["a", "b", "c"] });
        assert_eq!(cost(row("", "2", "image", None), images), Some(3_000_000));
    }

    #[test]
    fn films_and_sounds_say_how_long_they_are() {
        for container in [Container::Mp4, Container::Mov, Container::Wav, Container::Ogg] {
            let long = seconds(&make(container, 9, Lie::None));
            assert!(matches!(long, Some(9 | 10)), "{container:?}: {long:?}");
        }
        assert_eq!((millionths("104.5"), millionths("3")), (Some(104_500_000), Some(3_000_000)));
    }
}
