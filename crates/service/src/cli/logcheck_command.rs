//! `trt logcheck`: looks for trouble in a deploy's log, from a file or from standard input.
//!
//! ```text
//!   FAIL rule line 17: what the line says      (for each)
//!   812 lines, 3 not ours: clean
//! ```
//!
//! Of the log its last minutes count, by the times of its lines; all of it is read, once, and never held
//! as a whole, so that a pipe of any length will do. A line that has a secret in it is never shown.

use std::path::PathBuf;
use std::time::Duration;

use tokio::io::BufReader;

use crate::cli::failure::Failure;
use crate::cli::logcheck::{Audit, Report, each_line};
use crate::cli::output;

/// Looks at a log and says what was found.
///
/// # Errors
/// When something was found, or the log cannot be read.
pub async fn run(file: Option<PathBuf>, minutes: u32) -> Result<(), Failure> {
    let mut audit = Audit::new(Some(Duration::from_secs(60 * u64::from(minutes))));
    let read = match &file {
        Some(path) => match tokio::fs::File::open(path).await {
            Ok(log) => each_line(BufReader::new(log), |line| audit.look(line)).await,
            Err(error) => Err(error),
        },
        None => each_line(BufReader::new(tokio::io::stdin()), |line| audit.look(line)).await,
    };
    read.map_err(|error| {
        let name = file.map_or("standard input".to_owned(), |path| path.display().to_string());
        Failure::Other(format!("{name} cannot be read: {error}"))
    })?;
    tell(&audit.finish())
}

fn tell(report: &Report) -> Result<(), Failure> {
    if report.more > 0 {
        output::say(format_args!("{} violations before these are not shown", report.more))?;
    }
    for violation in &report.violations {
        output::say(violation)?;
    }
    let Report { read, ignored, .. } = report;
    if *read == 0 {
        return Err(Failure::other(
            "no line of this log could be read: give the JSON lines of LOG_FORMAT=json",
        ));
    }
    if report.is_clean() {
        return output::say(format_args!("{read} lines, {ignored} not ours: clean"));
    }
    let found = report.more + u64::try_from(report.violations.len()).unwrap_or(u64::MAX);
    Err(Failure::Other(format!("{read} lines, {ignored} not ours: {found} times a rule is broken")))
}
