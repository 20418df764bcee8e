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

/// All words; `task` stands for each of a task.
pub(crate) const PROBLEMS: [&str; 8] = [
    "leadership",
    "database",
    "migrations",
    "webhook",
    "polling",
    "everything_closed",
    "credits",
    TASK,
];

const TASK: &str = "task";

impl Facts {
    /// What is wrong, in the order of the table.
    pub(super) fn problems(&self, is_stuck: bool, now: Instant) -> Vec<String> {
        let words = self.wrong(is_stuck, now).map(str::to_owned);
        words.chain(self.tasks.down().map(|name| format!("{TASK}:{name}"))).collect()
    }

    /// The same in words of the closed set alone.
    pub(super) fn problem_words(&self, is_stuck: bool, now: Instant) -> Vec<&'static str> {
        let down = self.tasks.down().map(|_| TASK).take(1);
        self.wrong(is_stuck, now).chain(down).collect()
    }

    /// What is wrong but for the tasks.
    fn wrong(&self, is_stuck: bool, now: Instant) -> impl Iterator<Item = &'static str> {
        let database = self.database_as_a_whole();
        let database = database.is_some_and(|(found, _)| found != Database::Ready);
        let behind = self.migrations.is_some_and(|versions| versions.applied < versions.latest);
        let found = [
            is_stuck,
            database,
            behind,
            self.outside.is_webhook_wrong(now),
            self.outside.is_polled_by_others(now),
            self.outside.is_everything_closed(),
            self.outside.is_short_of_credits(),
        ];
        PROBLEMS.into_iter().zip(found).filter(|(_, wrong)| *wrong).map(|(word, _)| word)
    }
}
