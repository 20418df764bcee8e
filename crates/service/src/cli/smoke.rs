//! The steps of `trt smoke`: running instances tried from outside, as Telegram and a host meet them.
//!
//! | step | module | shows |
//! | --- | --- | --- |
//! | S0 | `health` | every instance answers `/health`, with the types that were promised |
//! | S1 | `start` | a `/start` through `/webhook` is answered within 3 s |
//! | S2 | `storage` | the database takes a row and gives it back |
//! | S3 | `roles` | who is passive answers within 1 s, exactly one is active, its heart beats |
//! | S3 | `storage` | a stale term is taken over, the schema is complete |
//! | S3 | here | every model of the catalogue parses |
//!
//! Updates of ours have negative numbers, which Telegram never gives: they cannot be mistaken for a
//! person's, and none of a person's is taken for ours.

mod health;
mod instance;
mod roles;
mod start;
mod storage;

use store::DatabaseUrl;

pub(crate) use instance::BadUrl;

use crate::cli::check;
use crate::cli::examination::{Check, Finding, Verdict, examine};
use crate::cli::scratch::Ways;
use crate::config::SmokeOnly;
use crate::settings;
use instance::Instance;

/// What is tried.
#[derive(Debug)]
struct Site {
    instances: Vec<Instance>,
    config: SmokeOnly,
}

const STEPS: &[Check<Site>] = &[
    Check { name: "S0 health", after: &[], run: |site| Box::pin(health::answers(site)) },
    Check { name: "S1 start", after: &["S0 health"], run: |site| Box::pin(start::answered(site)) },
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
    /// The two ways to the database.
    fn ways(&self) -> Ways<'_> {
        Ways { lock: self.lock_url(), work: &self.config.database_url }
    }

    /// The direct way, for the lock.
    fn lock_url(&self) -> &DatabaseUrl {
        self.config.lock_database_url.as_ref().unwrap_or(&self.config.database_url)
    }
}

/// Whether the settings here, which should be those of the instances, have models that parse.
async fn models(site: &Site) -> Verdict {
    check::models(&settings::load(site.config.settings_dir.as_deref()).await)
}

/// Tries everything.
///
/// # Errors
/// When one of the addresses is none.
pub(crate) async fn all(config: SmokeOnly, urls: &[String]) -> Result<Vec<Finding>, BadUrl> {
    let instances = urls.iter().map(|url| Instance::at(url)).collect::<Result<Vec<_>, _>>()?;
    Ok(examine(STEPS, &Site { instances, config }).await)
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
