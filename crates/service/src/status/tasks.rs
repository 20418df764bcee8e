//! The background tasks, as health shows them.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::Board;

/// A task that runs, or waits to run again.
#[derive(Debug, Default)]
pub(super) struct Tasks(BTreeMap<&'static str, Task>);

#[derive(Debug, Default)]
struct Task {
    /// How it ended, while it waits to begin again.
    ended: Option<&'static str>,
    restarts: u64,
}

impl Tasks {
    pub(super) fn show(&self) -> Value {
        self.0.iter().map(|(name, task)| ((*name).to_owned(), task.show())).collect()
    }

    /// All that are wanted.
    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> {
        self.0.keys().copied()
    }

    /// Those that are not running.
    pub(super) fn down(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().filter(|(_, task)| task.ended.is_some()).map(|(name, _)| *name)
    }
}

impl Task {
    fn show(&self) -> Value {
        json!({ "state": self.ended.unwrap_or("running"), "restarts": self.restarts })
    }
}

impl Board {
    pub fn task_runs(&self, name: &'static str) {
        self.facts.lock().tasks.0.entry(name).or_default().ended = None;
    }

    /// A background task ended although it should not have.
    pub fn task_ended(&self, name: &'static str, how: &'static str) {
        let mut facts = self.facts.lock();
        let task = facts.tasks.0.entry(name).or_default();
        task.ended = Some(how);
        task.restarts += 1;
    }

    /// A background task is no longer wanted.
    pub fn task_stopped(&self, name: &'static str) {
        self.facts.lock().tasks.0.remove(name);
    }
}
