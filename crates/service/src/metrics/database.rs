//! What is counted about the database: whether it takes updates, how its sessions are used, how transactions end.

use store::{Deed, Told, TxEnd};

use super::table::{Active, Label, Metric, Own, Shared};
use super::{generations, known, money, operators, queues};
use crate::status::Readings;

const UP: &str = "trt_db_up";
const SESSIONS: &str = "trt_db_sessions";
const SESSION_WAIT: &str = "trt_db_session_wait_seconds";
const TRANSACTIONS: &str = "trt_db_transactions_total";
const FENCED_WRITES: &str = "trt_fenced_writes_total";
const BYTES: &str = "trt_db_bytes";
const MIGRATIONS: &str = "trt_migrations_missing";

/// The pools: of the active instance, and what stores updates on every one.
const POOLS: &[&str] = &["work", "intake"];

/// Nobody waits for longer than 5 s.
const WAITS: &[f64] = &[0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 3.0, 5.0];

pub(super) const METRICS: &[Metric] = &[
    Metric::gauge(UP, &[], Own, "1 if updates could be stored when that was last tried, 0 if not"),
    Metric::gauge(
        SESSIONS,
        &[Label::these("pool", POOLS), Label::these("state", &["busy", "idle"])],
        Own,
        "sessions of this instance; those that wait for a user are idle",
    ),
    Metric::histogram(
        SESSION_WAIT,
        (&[Label::these("pool", POOLS)], WAITS),
        Own,
        "how long somebody waited for a session, got or not",
    ),
    Metric::counter(
        TRANSACTIONS,
        &[Label::of("outcome", || TxEnd::ALL.map(TxEnd::word).to_vec())],
        Active,
        "fenced transactions of terms, as the database ended them; what our own code rolled back is not counted",
    ),
    Metric::counter(
        FENCED_WRITES,
        &[],
        Own,
        "writes that the fence refused: a deposed instance tried",
    ),
    Metric::gauge(BYTES, &[], Shared, "size of the database, read once a minute"),
    Metric::gauge(
        MIGRATIONS,
        &[],
        Own,
        "migrations that the database lacks for this release; 0 if it has more",
    ),
];

/// The work pool has something to tell.
pub(crate) fn work_pool(told: Told) {
    match told {
        Told::Waited(time) => {
            metrics::histogram!(SESSION_WAIT, "pool" => "work").record(time.as_secs_f64());
        }
        Told::Ended(end) => {
            if end == TxEnd::Fenced {
                metrics::counter!(FENCED_WRITES).increment(1);
            }
            ended(end);
        }
        Told::Did(deed) => did(deed),
    }
}

/// The connections that every instance has have something to tell.
pub(crate) fn intake_pool(told: Told) {
    if let Told::Waited(time) = told {
        metrics::histogram!(SESSION_WAIT, "pool" => "intake").record(time.as_secs_f64());
    }
}

fn ended(end: TxEnd) {
    match end {
        // The one that comes by the thousand: its key is made once.
        TxEnd::Committed => metrics::counter!(TRANSACTIONS, "outcome" => "committed").increment(1),
        end => metrics::counter!(TRANSACTIONS, "outcome" => end.word()).increment(1),
    }
}

/// Counts what a transaction did, once it is committed.
fn did(deed: Deed) {
    match deed {
        Deed::Handled(waited) => queues::inbox_waited(waited),
        Deed::Said(line, waited) => queues::outbox_waited(line, waited),
        Deed::Ordered(output) => generations::ordered(output),
        Deed::Delivered(output, took) => generations::delivered(output, took),
        Deed::Moved(kind, unit, amount) => money::moved(kind, unit, amount),
        Deed::Paid(what, stars) => money::paid(what, stars),
        Deed::WentBack { by_us } => money::went_back(by_us),
        Deed::Acted(action) => operators::acted(action),
        Deed::Spread(counted) => operators::spread(counted),
    }
}

pub(super) fn show(read: &Readings) {
    metrics::gauge!(UP).set(known(read.db_up.map(|up| f64::from(u8::from(up)))));
    for (pool, (busy, idle)) in [("work", read.work_sessions), ("intake", read.intake_sessions)] {
        metrics::gauge!(SESSIONS, "pool" => pool, "state" => "busy").set(busy as f64);
        metrics::gauge!(SESSIONS, "pool" => pool, "state" => "idle").set(idle as f64);
    }
    metrics::gauge!(BYTES).set(known(read.db_bytes.map(|bytes| bytes as f64)));
    metrics::gauge!(MIGRATIONS).set(known(read.migrations_missing.map(|count| count as f64)));
}

/// Emits each of them once.
#[cfg(test)]
pub(super) fn one_of_each() {
    use std::time::Duration;

    use domain::catalogue::Output;
    use domain::ledger::{Kind, Unit};
    use store::PaidFor;
    use store::outbox::Line;
    use store::outbox::broadcasts::spreading::Counted;

    let time = Duration::from_millis(20);
    intake_pool(Told::Waited(time));
    work_pool(Told::Waited(time));
    TxEnd::ALL.into_iter().for_each(|end| work_pool(Told::Ended(end)));
    for deed in [
        Deed::Handled(time),
        Deed::Said(Line::Results, time),
        Deed::Ordered(Output::Image),
        Deed::Delivered(Output::Image, time),
        Deed::Moved(Kind::Hold, Unit::Wallet, 7),
        Deed::Paid(PaidFor::Pack, 50),
        Deed::WentBack { by_us: true },
        Deed::Acted(domain::AdminAction::Refund),
        Deed::Spread(Counted { delivered: 1, failed: 0, blocked: 0, doubtful: 0 }),
    ] {
        work_pool(Told::Did(deed));
    }
}
