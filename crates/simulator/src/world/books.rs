//! The books at the end of a scenario: audited by the program itself, as an operator would.

use testbed::process::Process;
use testbed::wait;

use super::{PATIENCE, World};

/// The last line of an audit begins like this.
const LAST: &str = "I22 ";

impl World {
    /// Runs `trt books audit` on the data of this world: no invariant is broken.
    pub async fn books_are_in_order(&self) {
        let audit = Process::build("trt books audit", &self.builder.program)
            .bare_environment()
            .args(["books", "audit"])
            .env("DATABASE_URL", self.database_url())
            .start()
            .unwrap_or_else(|error| panic!("{error}"));
        let status = audit.exit(PATIENCE).await.unwrap_or_else(|error| panic!("{error}"));
        // What it printed may arrive after its end.
        let said = wait::until("the last line of an audit", PATIENCE, async || {
            let lines = audit.lines();
            lines.iter().any(|line| line.starts_with(LAST)).then_some(lines)
        });
        let said = said.await.unwrap_or_else(|_| panic!("no audit: {}", audit.tail()));
        let broken: Vec<&String> = said.iter().filter(|line| line.contains(" FAIL  ")).collect();
        assert!(broken.is_empty() && status.success(), "{status}, the books: {broken:#?}");
    }
}
