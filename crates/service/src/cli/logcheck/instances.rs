//! Whether a log is that of the instances that run, from their start on.
//!
//! The log of yesterday, or of another bot, has nothing wrong in it either. An instance says its name
//! in every line and once that it starts:
//!
//! ```text
//!   /health ──> instance_id, uptime ──┬── "[RUN] starting" of that name is in the log ──> it is its log, whole
//!                                     ├── it is not ────────────────────────────────────> FAIL
//!                                     └── started anew meanwhile ───────────────────────> FAIL
//! ```
//!
//! The last one is what the log of a killed process cannot say: it just ends.

use std::time::Duration;

use super::line::Line;
use super::recent::Recent;
use crate::cli::instance::Instance;

/// More instances than a deploy has.
const MOST: usize = 4_096;

const STARTING: &str = "[RUN] starting";

/// The instances whose start is in the log.
#[derive(Debug)]
pub(super) struct Begun(Recent<String, ()>);

/// An instance that runs, or why it could not be asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Expected {
    url: String,
    found: Result<String, String>,
}

impl Default for Begun {
    fn default() -> Self {
        Self(Recent::of(MOST))
    }
}

impl Begun {
    pub(super) fn look(&mut self, line: &Line) {
        if line.message.starts_with(STARTING) {
            self.0.put(line.instance.clone(), ());
        }
    }

    /// What is wrong, in words: one sentence for each instance that is not as it should be.
    pub(super) fn missing(&self, expected: &[Expected]) -> Vec<String> {
        let wrong = expected.iter().filter_map(|Expected { url, found }| match found {
            Err(why) => Some(format!("{why}; see that an instance runs there")),
            Ok(id) if self.0.get(id).is_none() => Some(format!(
                "{id} answers at {url} and its start is not in this log; give the log of every \
                 instance from its start on"
            )),
            Ok(_) => None,
        });
        wrong.collect()
    }
}

impl Expected {
    /// Asks an instance who it is; it should have run for this long.
    pub(super) async fn of(instance: &Instance, up: Duration) -> Self {
        let url = instance.url().to_owned();
        let found = instance.seen_state().await.and_then(|seen| {
            if seen.uptime >= up {
                return Ok(seen.instance);
            }
            let (ran, wanted) = (seen.uptime.as_secs(), up.as_secs());
            Err(format!("{url} has run for {ran} s instead of {wanted} s: it was started anew"))
        });
        Self { url, found }
    }
}

#[cfg(test)]
mod tests {
    use super::{Begun, Expected};
    use crate::cli::logcheck::line::{Parsed, parse};

    fn at(url: &str, found: Result<&str, &str>) -> Expected {
        let found = found.map(str::to_owned).map_err(str::to_owned);
        Expected { url: url.to_owned(), found }
    }

    fn log(lines: &[(&str, &str)]) -> Begun {
        let mut begun = Begun::default();
        for (instance, message) in lines {
            let line = serde_json::json!({ "instance_id": instance, "message": message });
            let Parsed::Line(line) = parse(line.to_string().as_bytes(), 0) else {
                panic!("it is an object");
            };
            begun.look(&line);
        }
        begun
    }

    #[test]
    fn a_log_is_whole_when_it_has_the_start_of_every_instance() {
        let log = log(&[("a", "[RUN] starting"), ("b", "[RUN] stopping"), ("c", "[RUN] starting")]);

        assert_eq!(log.missing(&[at("http://a", Ok("a")), at("http://c", Ok("c"))]), [""; 0]);
        let missing = log.missing(&[at("http://a", Ok("a")), at("http://b", Ok("b"))]);
        assert_eq!(missing.len(), 1);
        assert!(
            missing[0].starts_with("b answers at http://b and its start is not"),
            "{missing:?}"
        );
    }

    #[test]
    fn an_instance_that_does_not_answer_is_named_with_its_cure() {
        let missing = log(&[]).missing(&[at("http://a", Err("http://a: connection refused"))]);

        assert_eq!(missing, ["http://a: connection refused; see that an instance runs there"]);
    }
}
