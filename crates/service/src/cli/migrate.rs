//! `trt migrate`: applies the migrations and ends, or shows them.

use store::migrations;

use crate::cli::failure::Failure;
use crate::cli::output;
use crate::config::{Config, Variables};

/// Applies the migrations, or only shows those that are missing.
pub async fn run(variables: &Variables, plan: bool) -> Result<(), Failure> {
    let config = Config::database_only(variables)?;
    let url = config.lock_database_url.as_ref().unwrap_or(&config.database_url);
    if plan {
        let mut connection = migrations::connect(url).await.map_err(Failure::other)?;
        let plan = migrations::plan(&mut connection).await.map_err(Failure::other)?;
        for pending in &plan.pending {
            output::say(format_args!("{:04} {}", pending.version, pending.description))?;
        }
        let (applied, pending) = (plan.applied.len(), plan.pending.len());
        return output::say(format_args!("{applied} applied, {pending} pending"));
    }
    let report = migrations::apply(url).await.map_err(Failure::other)?;
    for version in &report.applied {
        output::say(format_args!("{version:04} applied"))?;
    }
    output::say(format_args!("{} applied now, {} before", report.applied.len(), report.present))
}
