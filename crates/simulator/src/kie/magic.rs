//! Magic words: what a prompt tells the fake to do, for people and for tests that only have a prompt.
//!
//! | words | the task |
//! | --- | --- |
//! | `[[sim:fail=501]]` | fails with this code |
//! | `[[sim:policy]]` | fails because of what it shows |
//! | `[[sim:code=429]]` | is not made; the creation is answered with this code |
//! | `[[sim:lost]]` | is made, and the answer is lost |
//! | `[[sim:empty]]` | succeeds with nothing in it |
//! | `[[sim:never]]` | never ends |
//! | `[[sim:size=60MB]]` | gives files of this size |
//! | `[[sim:slow=30]]` | takes so many seconds, whatever the pace |
//!
//! Words that nobody knows are a violation: a test with a typing error must not pass.

use std::time::Duration;

use serde_json::Value;

const LARGEST: u64 = 2 << 30;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Magic {
    pub(crate) fails: Option<i64>,
    pub(crate) policy: bool,
    pub(crate) code: Option<i64>,
    pub(crate) lost: bool,
    pub(crate) empty: bool,
    pub(crate) never: bool,
    pub(crate) size: Option<u64>,
    pub(crate) slow: Option<Duration>,
    pub(crate) unknown: Vec<String>,
}

impl Magic {
    pub(crate) fn read(input: &Value) -> Self {
        let mut magic = Self::default();
        magic.search(input);
        magic
    }

    fn search(&mut self, value: &Value) {
        match value {
            Value::String(text) => {
                let spells = text.split("[[sim:").skip(1);
                for spell in spells.filter_map(|rest| rest.split_once("]]")) {
                    if self.learn(spell.0).is_none() {
                        self.unknown.push(spell.0.to_owned());
                    }
                }
            }
            Value::Array(items) => items.iter().for_each(|item| self.search(item)),
            Value::Object(fields) => fields.values().for_each(|field| self.search(field)),
            _ => {}
        }
    }

    fn learn(&mut self, spell: &str) -> Option<()> {
        match spell.split_once('=') {
            None => match spell {
                "policy" => self.policy = true,
                "lost" => self.lost = true,
                "empty" => self.empty = true,
                "never" => self.never = true,
                _ => return None,
            },
            Some(("fail", code)) => self.fails = Some(code.parse().ok()?),
            Some(("code", code)) => self.code = Some(code.parse().ok()?),
            Some(("slow", seconds)) => {
                self.slow = Some(Duration::from_secs(seconds.parse::<u32>().ok()?.into()));
            }
            Some(("size", size)) => self.size = Some(bytes(size)?.min(LARGEST)),
            Some(_) => return None,
        }
        Some(())
    }
}

fn bytes(text: &str) -> Option<u64> {
    let (number, unit) =
        text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()));
    let unit = match unit {
        "" => 1,
        "kB" => 1_000,
        "MB" => 1_000_000,
        _ => return None,
    };
    number.parse::<u64>().ok()?.checked_mul(unit)
}

#[cfg(test)]
mod tests {
    use super::{Duration, Magic};
    use serde_json::json;

    #[test]
    fn words_are_found_wherever_a_text_is() {
        let magic = Magic::read(&json!({
            "prompt": "a fox [[sim:fail=501]] and [[sim:size=60MB]]",
            "shots": [{ "text": "[[sim:slow=30]][[sim:policy]]" }],
        }));

        assert_eq!((magic.fails, magic.policy, magic.size), (Some(501), true, Some(60_000_000)));
        assert_eq!(magic.slow, Some(Duration::from_secs(30)));
        assert_eq!(magic.unknown, [""; 0]);
    }

    #[test]
    fn words_that_nobody_knows_are_kept_for_the_complaint() {
        let magic =
            Magic::read(&json!("[[sim:explode]] [[sim:fail=x]] [[sim:size=9PB]] [[sim:lost"));

        assert_eq!(magic.unknown, ["explode", "fail=x", "size=9PB"]);
        assert!(!magic.lost);
    }
}
