//! S0: `/health` answers on every instance, and every field has the type that was promised.
//!
//! What is not known yet may be null, and a part whose room does not exist may be left out; a number
//! that comes as text may not.

use serde_json::Value;

use super::Site;
use crate::cli::checklist::Verdict;
use crate::cli::instance::Instance;

/// What a field may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Truth,
    Text,
    TextOrNull,
    Number,
    NumberOrNull,
    Whole,
    TruthOrNull,
    List,
}

/// The fields of the contract that are always there.
const FIELDS: &[(&str, Kind)] = &[
    ("/ok", Kind::Truth),
    ("/status", Kind::Text),
    ("/problems", Kind::List),
    ("/mode", Kind::Text),
    ("/active", Kind::Truth),
    ("/lock_acquired", Kind::Truth),
    ("/lock_state", Kind::Text),
    ("/instance_id", Kind::Text),
    ("/watcher_id", Kind::TextOrNull),
    ("/epoch", Kind::NumberOrNull),
    ("/lock_heartbeat_age", Kind::NumberOrNull),
    ("/takeovers/count", Kind::NumberOrNull),
    ("/takeovers/last_hour", Kind::NumberOrNull),
    ("/takeovers/last_reason", Kind::TextOrNull),
    ("/uptime", Kind::Whole),
    ("/ts", Kind::Text),
    ("/version", Kind::Text),
    ("/queue/depth", Kind::NumberOrNull),
    ("/queue/oldest_age_seconds", Kind::NumberOrNull),
    ("/queue/total_received", Kind::Number),
    ("/queue/total_processed", Kind::Number),
    ("/queue/total_dropped", Kind::Number),
    ("/outbox/depth", Kind::NumberOrNull),
    ("/outbox/oldest_age_seconds", Kind::NumberOrNull),
    ("/db/status", Kind::TextOrNull),
    ("/db/age_seconds", Kind::NumberOrNull),
    ("/migrations/applied", Kind::NumberOrNull),
    ("/migrations/latest", Kind::NumberOrNull),
];

/// Fields of parts that may be left out as a whole.
const OPTIONAL: &[(&str, Kind)] = &[
    ("/webhook/url_ok", Kind::TruthOrNull),
    ("/webhook/pending", Kind::NumberOrNull),
    ("/webhook/last_error", Kind::TextOrNull),
    ("/commit", Kind::TextOrNull),
    ("/kie/status", Kind::TextOrNull),
    ("/kie/credits", Kind::NumberOrNull),
];

/// Whether every instance answers as was promised.
pub(super) async fn answers(site: &Site) -> Verdict {
    let mut seen = Vec::with_capacity(site.instances.len());
    for instance in &site.instances {
        match look(instance).await {
            Ok(state) => seen.push(format!("{} {state}", instance.url())),
            Err(verdict) => return verdict,
        }
    }
    Verdict::pass(seen.join(", "))
}

async fn look(instance: &Instance) -> Result<String, Verdict> {
    let url = instance.url();
    let cure = "see that an instance runs there and look at its log";
    let answer = instance.get("/health").await.map_err(|why| Verdict::fail(why, cure))?;
    if answer.status != 200 {
        let found = format!("{url} answers /health with {}", answer.status);
        return Err(Verdict::fail(found, "give the address of an instance itself"));
    }
    let health: Value = serde_json::from_slice(&answer.body).unwrap_or_default();
    let faults = faults(&health);
    if !faults.is_empty() {
        let found = format!("{url} answers /health with {}", faults.join(", "));
        return Err(Verdict::fail(found, "run the release that this command is from"));
    }
    Ok(health["lock_state"].as_str().unwrap_or_default().to_owned())
}

/// What is wrong with a document of health.
fn faults(health: &Value) -> Vec<String> {
    if !health.is_object() {
        return vec!["something that is no JSON object".to_owned()];
    }
    let part_is_there = |path: &str| {
        let part = path.split('/').nth(1).unwrap_or_default();
        health.get(part).is_some()
    };
    let optional = OPTIONAL.iter().filter(|(path, _)| part_is_there(path));
    let wrong = FIELDS.iter().chain(optional).filter_map(|(path, kind)| {
        let name = path.trim_start_matches('/').replace('/', ".");
        match health.pointer(path) {
            None => Some(format!("no {name}")),
            Some(value) if !kind.fits(value) => Some(format!("a wrong type in {name}")),
            Some(_) => None,
        }
    });
    wrong.collect()
}

impl Kind {
    fn fits(self, value: &Value) -> bool {
        match self {
            Self::Truth => value.is_boolean(),
            Self::TruthOrNull => value.is_boolean() || value.is_null(),
            Self::Text => value.is_string(),
            Self::TextOrNull => value.is_string() || value.is_null(),
            Self::Number => value.is_number(),
            Self::NumberOrNull => value.is_number() || value.is_null(),
            Self::Whole => value.is_u64(),
            Self::List => value.is_array(),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::faults;
    use crate::process::instance::Instance;
    use crate::status::Board;

    #[tokio::test]
    async fn what_the_board_shows_is_what_was_promised() {
        let health = Board::new(Instance::begin()).health();

        assert_eq!(faults(&health), [""; 0]);
    }

    #[tokio::test]
    async fn a_number_as_text_and_a_missing_field_are_found() {
        let mut health = Board::new(Instance::begin()).health();
        health["uptime"] = json!("12");
        health["queue"]["depth"] = json!("0");
        health["kie"] = json!({});
        health.as_object_mut().unwrap().remove("version");

        let found = faults(&health);

        assert_eq!(
            found,
            [
                "a wrong type in uptime",
                "no version",
                "a wrong type in queue.depth",
                "no kie.status",
                "no kie.credits"
            ]
        );
    }

    #[test]
    fn what_is_no_document_at_all_is_found() {
        assert_eq!(faults(&json!("ok")), ["something that is no JSON object"]);
    }
}
