//! `trt check`: whether a deployment is ready, one line for each thing that was looked at.
//!
//! ```text
//!   PASS|WARN|FAIL name: what was found; what to do about it
//! ```
//!
//! It can be run before the first start, beside running instances, and as often as one likes: it
//! writes nothing but the rows of a scratch lock, which it removes.

use crate::cli::check;
use crate::cli::examination::{outcome, shown};
use crate::cli::failure::Failure;
use crate::cli::output;

/// Looks at everything and says what was found.
///
/// # Errors
/// When something must be cured first.
pub async fn run(
    variables: impl Iterator<Item = (String, String)>,
    json: bool,
) -> Result<(), Failure> {
    let variables: Vec<(String, String)> = variables.collect();
    let findings = check::all(&variables).await;
    output::say(shown(&findings, json))?;
    outcome(&findings)
}
