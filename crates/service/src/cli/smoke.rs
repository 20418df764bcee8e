//! `trt smoke`: running instances tried from outside, as Telegram and a host meet them.
//!
//! ```text
//!   PASS|WARN|FAIL step: what was found; what to do about it
//! ```
//!
//! It can be run on a bot in use. What it writes: one `/start` of the first admin, one update that
//! says nothing for each passive instance, and rows that it removes.
//!
//! | step | module | shows |
//! | --- | --- | --- |
//! | S0 | `health` | every instance answers `/health`, with the types that were promised |
//! | S0 | `release` | all were built of the same commit, or of the one that is asked for |
//! | S1 | `start` | a `/start` through `/webhook` is answered within 3 s |
//! | S2 | `storage` | the database takes a row and gives it back |
//! | S3 | `roles` | who is passive answers within 1 s, exactly one is active, its heart beats |
//! | S3 | `storage` | a stale term is taken over, the schema is complete |
//! | S3 | here | every model of the catalogue parses |
//!
//! Updates of ours have negative numbers, which Telegram never gives: they cannot be mistaken for a
//! person's, and none of a person's is taken for ours.

mod health;
mod release;
mod roles;
mod start;
mod storage;

use store::DatabaseUrl;

use crate::cli::check;
use crate::cli::checklist::{self, Check, Verdict, examine};
use crate::cli::failure::Failure;
use crate::cli::instance::Instance;
use crate::cli::rehearsal::Ways;
use crate::config::{Config, SmokeOnly, Variables};
use crate::settings;

#[derive(Debug)]
struct Site {
    instances: Vec<Instance>,
    /// What they should be built of, if that is asked.
    commit: Option<String>,
    config: SmokeOnly,
}

const STEPS: &[Check<Site>] = &[
    Check { name: "S0 health", after: &[], run: |site| Box::pin(health::answers(site)) },
    Check {
        name: "S0 release",
        after: &["S0 health"],
        run: |site| Box::pin(release::is_one(site)),
    },
    Check {
        name: "S1 start",
        after: &["S0 health"],
        run: |site| Box::pin(start::is_answered(site)),
    },
    Check { name: "S2 storage", after: &[], run: |site| Box::pin(storage::keeps(site)) },
    Check {
        name: "S3 passive",
        after: &["S0 health"],
        run: |site| Box::pin(roles::passive_answers(site)),
    },
    Check {
        name: "S3 active",
        after: &["S0 health"],
        run: |site| Box::pin(roles::exactly_one_active(site)),
    },
    Check {
        name: "S3 heartbeat",
        after: &["S2 storage"],
        run: |site| Box::pin(roles::heart_beats(site)),
    },
    Check {
        name: "S3 takeover",
        after: &["S2 storage"],
        run: |site| Box::pin(storage::taken_over(site)),
    },
    Check { name: "S3 models", after: &[], run: |site| Box::pin(models(site)) },
    Check { name: "S3 migrations", after: &[], run: |site| Box::pin(storage::migrated(site)) },
];

impl Site {
    fn ways(&self) -> Ways<'_> {
        Ways { lock: self.lock_url(), work: &self.config.database_url }
    }

    fn lock_url(&self) -> &DatabaseUrl {
        self.config.lock_database_url.as_ref().unwrap_or(&self.config.database_url)
    }
}

/// Whether the settings here, which should be those of the instances, have models that parse.
async fn models(site: &Site) -> Verdict {
    check::models(&settings::load(site.config.settings_dir.as_deref()).await)
}

/// Tries everything and says what was found.
pub async fn run(
    variables: &Variables,
    urls: &[String],
    commit: Option<String>,
    json: bool,
) -> Result<(), Failure> {
    let config = Config::smoke_only(variables)?;
    let instances = urls.iter().map(|url| Instance::at(url)).collect::<Result<Vec<_>, _>>();
    let instances = instances.map_err(Failure::other)?;
    checklist::conclude(&examine(STEPS, &Site { instances, commit, config }).await, json)
}

/// What the instance at this address says is wrong with it; none when there is no instance.
pub(crate) async fn problems_at(url: &str) -> Option<Vec<String>> {
    let health = Instance::at(url).ok()?.get("/health").await.ok()?;
    let health: serde_json::Value = serde_json::from_slice(&health.body).ok()?;
    let problems = health["problems"].as_array()?.iter();
    Some(problems.filter_map(|word| word.as_str().map(str::to_owned)).collect())
}

#[cfg(test)]
mod tests {
    use super::STEPS;

    #[test]
    fn a_step_depends_only_on_steps_before_it() {
        for (place, step) in STEPS.iter().enumerate() {
            let before = |name: &&str| STEPS[..place].iter().any(|other| other.name == *name);
            assert!(step.after.iter().all(before), "{}", step.name);
        }
    }
}
