//! What is counted about loops: their rounds, how long ago the last one was, what is down, what is late.
//!
//! ```text
//!   its task begins ──> a round now ── every round ──> its counter, and the time of it ──> its age, when asked
//!   its task is no longer wanted ──> not known
//! ```
//!
//! A loop is in the list if it comes round by itself, however quiet it is: an age that grows is then a loop that is
//! stuck. What only ever waits for others (storing updates, the bell) has no place here: its task is in `/health`.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::time::Instant;

use super::table::{Label, Metric, Own, Shared};
use super::{known, seconds};
use crate::operators::{auditing, digest};
use crate::payments::reconciling;
use crate::status::Readings;
use crate::upkeep::periodic;

const ROUNDS: &str = "trt_loop_rounds_total";
const AGE: &str = "trt_loop_round_age_seconds";
const TASKS_DOWN: &str = "trt_tasks_down";
const RESTARTS: &str = "trt_task_restarts_total";
const LATE: &str = "trt_periodic_late_seconds";

/// The tasks that are kept running; the loops of one task are told apart where it has several.
pub(crate) const TASKS: &[&str] = &[
    "accept",
    "accept-2",
    "ring",
    "survey",
    "notices",
    "webhook",
    "polling",
    "inbox",
    "outbox",
    "generations",
    "payments",
    "broadcasting",
    "news",
    "digest",
    "auditing",
    "periodic",
    "requests",
    "reconciling",
    "credits",
    "bell",
    "introduction",
    "profile",
];

macro_rules! loops {
    ($($name:ident $word:literal in $task:literal, $longest:literal s;)*) => {
        /// A loop that comes round by itself.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Loop {
            $($name,)*
        }

        impl Loop {
            /// All of them.
            pub(super) const ALL: &[Self] = &[$(Self::$name,)*];

            pub(super) const fn word(self) -> &'static str {
                match self {
                    $(Self::$name => $word,)*
                }
            }

            /// The task it runs in.
            pub(super) const fn task(self) -> &'static str {
                match self {
                    $(Self::$name => $task,)*
                }
            }

            /// The longest time between two rounds while all is well.
            #[cfg_attr(not(test), expect(dead_code, reason = "the page is written by the test"))]
            pub(super) const fn longest(self) -> Duration {
                match self {
                    $(Self::$name => Duration::from_secs($longest),)*
                }
            }
        }
    };
}

loops! {
    Survey "survey" in "survey", 11 s;
    Notices "notices" in "notices", 3 s;
    Webhook "webhook" in "webhook", 120 s;
    Polling "polling" in "polling", 90 s;
    Inbox "inbox" in "inbox", 1 s;
    Outbox "outbox" in "outbox", 1 s;
    Bringing "bringing" in "generations", 1 s;
    Submitting "submitting" in "generations", 1 s;
    Looking "looking" in "generations", 1 s;
    Telling "telling" in "generations", 10 s;
    Keeping "keeping" in "generations", 1500 s;
    Reopening "reopening" in "generations", 680 s;
    Payments "payments" in "payments", 60 s;
    Broadcasting "broadcasting" in "broadcasting", 5 s;
    News "news" in "news", 5 s;
    Digest "digest" in "digest", 30 s;
    Auditing "auditing" in "auditing", 600 s;
    Periodic "periodic" in "periodic", 10 s;
    Requests "requests" in "requests", 60 s;
    Reconciling "reconciling" in "reconciling", 600 s;
    Credits "credits" in "credits", 60 s;
}

pub(super) const METRICS: &[Metric] = &[
    Metric::counter(
        ROUNDS,
        &[Label::of("loop", || Loop::ALL.iter().map(|one| one.word()).collect())],
        Own,
        "rounds of every loop",
    ),
    Metric::gauge(
        AGE,
        &[Label::of("loop", || Loop::ALL.iter().map(|one| one.word()).collect())],
        Own,
        "since its last round, or since its task began; not known where it does not run now",
    ),
    Metric::gauge(TASKS_DOWN, &[], Own, "background tasks that are down and wait to begin again"),
    Metric::counter(
        RESTARTS,
        &[Label::these("task", TASKS)],
        Own,
        "background tasks that ended and began again",
    ),
    Metric::gauge(
        LATE,
        &[Label::of("work", works)],
        Shared,
        "how long work of the table of periodic work is overdue; 0 when not, not known while it has no row",
    ),
];

/// The names of what is done again and again.
fn works() -> Vec<&'static str> {
    periodic::names().into_iter().chain([auditing::NAME, digest::NAME, reconciling::NAME]).collect()
}

/// When the process began to count.
static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);

/// When each loop last came round, in milliseconds since then.
static LAST: [AtomicU64; Loop::ALL.len()] = [const { AtomicU64::new(0) }; Loop::ALL.len()];

/// How often each did. Kept here and not in the collector: some come round with every update.
static COUNT: [AtomicU64; Loop::ALL.len()] = [const { AtomicU64::new(0) }; Loop::ALL.len()];

/// A loop comes round.
pub(crate) fn round(of: Loop) {
    touch(of);
    COUNT[of as usize].fetch_add(1, Ordering::Relaxed);
}

/// A task begins: what runs in it is not late yet.
pub(crate) fn task_begins(task: &str) {
    Loop::ALL.iter().filter(|one| one.task() == task).for_each(|one| touch(*one));
}

fn touch(of: Loop) {
    let now = u64::try_from(BEGAN.elapsed().as_millis()).unwrap_or(u64::MAX);
    LAST[of as usize].store(now, Ordering::Relaxed);
}

pub(crate) fn task_restarted(task: &'static str) {
    metrics::counter!(RESTARTS, "task" => task).increment(1);
}

pub(super) fn show(read: &Readings) {
    let now = u64::try_from(BEGAN.elapsed().as_millis()).unwrap_or(u64::MAX);
    for one in Loop::ALL {
        let runs = read.tasks.contains(&one.task());
        let age = now.saturating_sub(LAST[*one as usize].load(Ordering::Relaxed));
        let age = runs.then(|| Duration::from_millis(age));
        metrics::gauge!(AGE, "loop" => one.word()).set(seconds(age));
        let rounds = COUNT[*one as usize].load(Ordering::Relaxed);
        metrics::counter!(ROUNDS, "loop" => one.word()).absolute(rounds);
    }
    metrics::gauge!(TASKS_DOWN).set(read.tasks_down as f64);
    for work in works() {
        metrics::gauge!(LATE, "work" => work).set(known(read.late(work)));
    }
}

/// Emits each of them once.
#[cfg(test)]
pub(super) fn one_of_each() {
    round(Loop::Inbox);
    task_restarted("inbox");
}
