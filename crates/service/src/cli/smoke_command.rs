//! `trt smoke`: running instances tried from outside, one line for each step.
//!
//! ```text
//!   PASS|WARN|FAIL step: what was found; what to do about it
//! ```
//!
//! It can be run on a bot in use. What it writes: one `/start` of the first admin, one update that
//! says nothing for each passive instance, and rows that it removes.

use crate::cli::examination::{outcome, shown};
use crate::cli::failure::Failure;
use crate::cli::output;
use crate::cli::smoke;
use crate::config::Config;

/// Tries everything and says what was found.
///
/// # Errors
/// What is wrong with the configuration or an address, or that a step has failed.
pub async fn run(
    variables: impl Iterator<Item = (String, String)>,
    urls: &[String],
    json: bool,
) -> Result<(), Failure> {
    let config = Config::smoke_only(variables)?;
    let findings = smoke::all(config, urls).await.map_err(Failure::other)?;
    output::say(shown(&findings, json))?;
    outcome(&findings)
}
