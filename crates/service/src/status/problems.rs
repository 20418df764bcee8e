//! What is wrong, in words: the list in `/health` that makes it `degraded`.
//!
//! | word | means |
//! | --- | --- |
//! | `leadership` | the leadership task is stuck |
//! | `database` | it cannot be reached or written, by the lock or by the way that updates take |
//! | `migrations` | its schema is older than this release |
//! | `webhook` | Telegram delivers somewhere else, or nowhere |
//! | `polling` | another program asks Telegram for the updates of this bot |
//! | `everything_closed` | nothing can be ordered |
//! | `credits` | KIE's credits run out within a day at the present pace, or have |
//! | `task:<name>` | a background task is down and waits to begin again |
//!
//! What is not known is not wrong.

use tokio::time::Instant;

use super::{Database, Facts};

impl Facts {
    /// What is wrong, in the order of the table.
    pub(super) fn problems(&self, is_stuck: bool, now: Instant) -> Vec<String> {
        let database = self.database_as_a_whole();
        let database = database.is_some_and(|(found, _)| found != Database::Ready);
        let behind = self.migrations.is_some_and(|versions| versions.applied < versions.latest);
        let found = [
            ("leadership", is_stuck),
            ("database", database),
            ("migrations", behind),
            ("webhook", self.outside.is_webhook_wrong(now)),
            ("polling", self.outside.is_polled_by_others(now)),
            ("everything_closed", self.outside.is_everything_closed()),
            ("credits", self.outside.is_short_of_credits()),
        ];
        let words = found.into_iter().filter(|(_, wrong)| *wrong).map(|(word, _)| word.to_owned());
        words.chain(self.tasks.down().map(|name| format!("task:{name}"))).collect()
    }
}
