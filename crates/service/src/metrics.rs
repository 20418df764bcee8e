//! Metrics: counted where things happen, collected here, read at `/metrics`.
//!
//! | metric | kind | labels | meaning |
//! | --- | --- | --- | --- |
//! | `trt_build_info` | gauge | `version` | always 1; the version of the binary |
//! | `trt_leader_active` | gauge | | 1 on the instance that has the role, 0 elsewhere |
//! | `trt_leader_epoch` | gauge | | number of the newest term this instance knows of |
//! | `trt_leader_transitions_total` | counter | `to`, `reason` | changes of role of this instance |
//! | `trt_leader_heartbeat_age_seconds` | gauge | | age of the newest heartbeat this instance knows of |
//! | `trt_leader_trust_left_seconds` | gauge | | how long the role is trusted if nothing more is heard |
//! | `trt_fenced_writes_total` | counter | | writes that the fence refused: a deposed instance tried |
//! | `trt_http_requests_total` | counter | `route`, `code` | answered HTTP requests |
//! | `trt_http_turned_away_total` | counter | `why` | clients without a secret turned away: `room`, `address`, `busy` |
//! | `trt_webhook_refused_total` | counter | `reason` | updates that were not taken: `secret`, `not_stored` |
//! | `trt_inbox_received_total` | counter | `result` | updates that came in: `new`, `known`, `unreadable`, `rejected` |
//! | `trt_passive_told_total` | counter | `what` | people told something while passive: `notice`, `tap`, `menu` |
//! | `trt_limits_reached_total` | counter | `limit` | times that money would have gone faster than it may |
//! | `trt_prompts_refused_total` | counter | - | words of orders that were refused |
//! | `trt_inbox_handled_total` | counter | `outcome` | tries to handle one: `done`, `failed`, `set_aside` |
//! | `trt_inbox_handle_seconds` | histogram | | how long handling an update took |
//! | `trt_inbox_depth` | gauge | | updates that wait to be handled, counted up to 10,001 |
//! | `trt_inbox_oldest_age_seconds` | gauge | | age of the oldest of those counted |
//! | `trt_outbox_depth` | gauge | | requests that wait to be sent, counted up to 10,001 |
//! | `trt_outbox_oldest_age_seconds` | gauge | | age of the oldest of those counted |
//! | `trt_outbox_ended_total` | counter | `outcome` | what became of calls: `sent`, `again`, `dead`, `parked`, `doubtful` |
//! | `trt_outbox_doubts_total` | counter | `settled` | rows in doubt after a crash: `sent`, `again`, `doubtful`, `not_there` |
//! | `trt_telegram_requests_total` | counter | `method`, `result` | calls of the Bot API |
//! | `trt_task_restarts_total` | counter | `task` | background tasks that ended and began again |
//! | `trt_kie_creates_total` | counter | `result` | requests to make something, by what KIE answered |
//! | `trt_generations_ended_total` | counter | `model`, `end` | generations that ended, by how |
//! | `trt_generations_late_total` | counter | | results that came after the money went back, delivered for nothing |
//! | `trt_losses_credits` | gauge | `cause` | what KIE charged today without income, in credits |
//!
//! A test holds this table against what is emitted. Labels take words from closed sets only: no ids,
//! no paths as they were asked for.
//!
//! What the board knows is not counted again: the gauges of the leader are taken from it when
//! somebody reads.

use std::time::Duration;

use domain::generation::LossCause;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle, PrometheusRecorder};

mod generations;
mod path;

pub(crate) use generations::{generation_ended, kie_created, late_success};
pub(crate) use path::{
    called, doubt_settled, handled, http_turned_away, limit_reached, passive_told, prompt_refused,
    received, rejected, said, task_restarted, unreadable, webhook_refused,
};

use crate::process::instance::VERSION;
use crate::status::Board;

const BUILD_INFO: &str = "trt_build_info";
const ACTIVE: &str = "trt_leader_active";
const EPOCH: &str = "trt_leader_epoch";
const TRANSITIONS: &str = "trt_leader_transitions_total";
const HEARTBEAT_AGE: &str = "trt_leader_heartbeat_age_seconds";
const TRUST_LEFT: &str = "trt_leader_trust_left_seconds";
const FENCED_WRITES: &str = "trt_fenced_writes_total";
const HTTP_REQUESTS: &str = "trt_http_requests_total";
const HTTP_TURNED_AWAY: &str = "trt_http_turned_away_total";
const WEBHOOK_REFUSED: &str = "trt_webhook_refused_total";
const INBOX_RECEIVED: &str = "trt_inbox_received_total";
const PASSIVE_TOLD: &str = "trt_passive_told_total";
const LIMITS_REACHED: &str = "trt_limits_reached_total";
const PROMPTS_REFUSED: &str = "trt_prompts_refused_total";
const INBOX_HANDLED: &str = "trt_inbox_handled_total";
const INBOX_HANDLE_SECONDS: &str = "trt_inbox_handle_seconds";
const INBOX_DEPTH: &str = "trt_inbox_depth";
const INBOX_OLDEST: &str = "trt_inbox_oldest_age_seconds";
const OUTBOX_DEPTH: &str = "trt_outbox_depth";
const OUTBOX_OLDEST: &str = "trt_outbox_oldest_age_seconds";
const OUTBOX_ENDED: &str = "trt_outbox_ended_total";
const OUTBOX_DOUBTS: &str = "trt_outbox_doubts_total";
const TELEGRAM_REQUESTS: &str = "trt_telegram_requests_total";
const TASK_RESTARTS: &str = "trt_task_restarts_total";
const KIE_CREATES: &str = "trt_kie_creates_total";
const GENERATIONS: &str = "trt_generations_ended_total";
const LATE: &str = "trt_generations_late_total";
const LOSSES: &str = "trt_losses_credits";

/// Gauges and counters with their meanings.
const GAUGES: [(&str, &str); 10] = [
    (BUILD_INFO, "always 1; the version of the binary"),
    (ACTIVE, "1 on the instance that has the role, 0 elsewhere"),
    (EPOCH, "number of the newest term this instance knows of"),
    (HEARTBEAT_AGE, "age of the newest heartbeat this instance knows of"),
    (TRUST_LEFT, "how long the role is trusted if nothing more is heard"),
    (INBOX_DEPTH, "updates that wait to be handled, counted up to 10,001"),
    (INBOX_OLDEST, "age of the oldest of those counted"),
    (OUTBOX_DEPTH, "requests that wait to be sent, counted up to 10,001"),
    (OUTBOX_OLDEST, "age of the oldest of those counted"),
    (LOSSES, "what KIE charged today without income, in credits"),
];
const COUNTERS: [(&str, &str); 17] = [
    (TRANSITIONS, "changes of role of this instance"),
    (FENCED_WRITES, "writes that the fence refused: a deposed instance tried"),
    (HTTP_REQUESTS, "answered HTTP requests"),
    (HTTP_TURNED_AWAY, "clients without a secret turned away: `room`, `address`, `busy`"),
    (WEBHOOK_REFUSED, "updates that were not taken: `secret`, `not_stored`"),
    (INBOX_RECEIVED, "updates that came in: `new`, `known`, `unreadable`, `rejected`"),
    (PASSIVE_TOLD, "people told something while passive: `notice`, `tap`, `menu`"),
    (LIMITS_REACHED, "times that money would have gone faster than it may"),
    (PROMPTS_REFUSED, "words of orders that were refused"),
    (INBOX_HANDLED, "tries to handle one: `done`, `failed`, `set_aside`"),
    (OUTBOX_ENDED, "what became of calls: `sent`, `again`, `dead`, `parked`, `doubtful`"),
    (OUTBOX_DOUBTS, "rows in doubt after a crash: `sent`, `again`, `doubtful`, `not_there`"),
    (TELEGRAM_REQUESTS, "calls of the Bot API"),
    (TASK_RESTARTS, "background tasks that ended and began again"),
    (KIE_CREATES, "requests to make something, by what KIE answered"),
    (GENERATIONS, "generations that ended, by how"),
    (LATE, "results that came after the money went back, delivered for nothing"),
];
const HISTOGRAMS: [(&str, &str); 1] = [(INBOX_HANDLE_SECONDS, "how long handling an update took")];

/// The bounds of histograms, in seconds.
const BUCKETS: [f64; 11] = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0];

/// How often the collector tidies up.
const UPKEEP: Duration = Duration::from_secs(5);

/// Somebody else collects the metrics of this process already.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the metrics of this process are already collected")]
pub struct AlreadyStarted;

#[derive(Debug, Clone)]
pub struct Metrics {
    handle: PrometheusHandle,
}

impl Metrics {
    /// Collects the metrics of the whole process from here on.
    pub fn start() -> Result<Self, AlreadyStarted> {
        let (recorder, metrics) = Self::detached();
        metrics::set_global_recorder(recorder).map_err(|_| AlreadyStarted)?;
        begin();
        Ok(metrics)
    }

    /// A collector and the recorder that feeds it, not installed anywhere.
    pub(crate) fn detached() -> (PrometheusRecorder, Self) {
        let builder = PrometheusBuilder::new();
        // The only error is an empty list of buckets.
        let recorder = match builder.set_buckets(&BUCKETS) {
            Ok(builder) => builder.build_recorder(),
            Err(_) => PrometheusBuilder::new().build_recorder(),
        };
        let handle = recorder.handle();
        (recorder, Self { handle })
    }

    /// Everything as Prometheus reads it, the leader's numbers from the board.
    pub fn text(&self, board: &Board) -> String {
        let leader = board.leader_numbers();
        metrics::gauge!(ACTIVE).set(if leader.active { 1.0 } else { 0.0 });
        // A gauge has no word for "not known"; NaN is what Prometheus takes for it.
        let epoch = leader.epoch.map_or(f64::NAN, |epoch| epoch as f64);
        metrics::gauge!(EPOCH).set(epoch);
        let seconds = |age: Option<Duration>| age.map_or(f64::NAN, |age| age.as_secs_f64());
        metrics::gauge!(HEARTBEAT_AGE).set(seconds(leader.heartbeat_age));
        metrics::gauge!(TRUST_LEFT).set(seconds(leader.trust_left));
        let queues = board.queue_numbers();
        let rows = |rows: Option<i64>| rows.map_or(f64::NAN, |rows| rows as f64);
        metrics::gauge!(INBOX_DEPTH).set(rows(queues.inbox.0));
        metrics::gauge!(INBOX_OLDEST).set(queues.inbox.1.unwrap_or_default());
        metrics::gauge!(OUTBOX_DEPTH).set(rows(queues.outbox.0));
        metrics::gauge!(OUTBOX_OLDEST).set(queues.outbox.1.unwrap_or_default());
        for cause in LossCause::ALL {
            let lost = board.lost_today(cause).map_or(f64::NAN, |lost| lost as f64 / 1_000_000.0);
            metrics::gauge!(LOSSES, "cause" => cause.word()).set(lost);
        }
        self.handle.render()
    }

    /// Keeps the collector tidy, for ever.
    pub async fn keep_tidy(self) {
        let mut ticks = tokio::time::interval(UPKEEP);
        loop {
            ticks.tick().await;
            self.handle.run_upkeep();
        }
    }
}

pub(crate) fn transition(to: &'static str, reason: &'static str) {
    metrics::counter!(TRANSITIONS, "to" => to, "reason" => reason).increment(1);
}

pub fn fenced_write() {
    metrics::counter!(FENCED_WRITES).increment(1);
}

/// Counts an answered request; `route` is the pattern, not the path.
pub(crate) fn http_request(route: &str, code: u16) {
    if (route, code) == ("/webhook", 200) {
        // The one that comes by the thousand: its key is made once.
        metrics::counter!(HTTP_REQUESTS, "route" => "/webhook", "code" => "200").increment(1);
        return;
    }
    metrics::counter!(HTTP_REQUESTS, "route" => route.to_owned(), "code" => code.to_string())
        .increment(1);
}

/// Describes everything, and begins what must be there from the first reading on.
fn begin() {
    GAUGES.iter().for_each(|(name, meaning)| metrics::describe_gauge!(*name, *meaning));
    COUNTERS.iter().for_each(|(name, meaning)| metrics::describe_counter!(*name, *meaning));
    HISTOGRAMS.iter().for_each(|(name, meaning)| metrics::describe_histogram!(*name, *meaning));
    metrics::gauge!(BUILD_INFO, "version" => VERSION).set(1.0);
    metrics::counter!(FENCED_WRITES).absolute(0);
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{
        COUNTERS, Duration, GAUGES, HISTOGRAMS, Metrics, begin, fenced_write, generations,
        http_request, path,
    };
    use crate::process::instance::Instance;
    use crate::status::{Board, Ending, Reason, Trust};

    fn trusted() -> Trust {
        Trust::measured(|| Duration::from_secs(4))
    }

    /// What is read after everything that emits has run.
    fn read() -> String {
        let (recorder, metrics) = Metrics::detached();
        metrics::with_local_recorder(&recorder, || {
            begin();
            let board = Board::new(Instance::begin());
            board.active(7, Reason::HolderDied, trusted());
            board.stepped_down(Ending::Deposed);
            board.active(8, Reason::Free, trusted());
            fenced_write();
            http_request("/health", 200);
            path::one_of_each();
            generations::one_of_each();
            metrics.text(&board)
        })
    }

    #[test]
    fn every_metric_is_described_and_in_the_table() {
        let text = read();
        let emitted: BTreeSet<&str> = text
            .lines()
            .filter_map(|line| line.strip_prefix("# TYPE ")?.split(' ').next())
            .collect();
        let described: BTreeSet<&str> = text
            .lines()
            .filter_map(|line| line.strip_prefix("# HELP ")?.split(' ').next())
            .collect();
        let known = GAUGES.iter().chain(&COUNTERS).chain(&HISTOGRAMS);
        let known: BTreeSet<&str> = known.map(|(name, _)| *name).collect();

        assert_eq!(emitted, known);
        assert_eq!(described, known);
        let source = include_str!("metrics.rs");
        let kinds =
            [("gauge", &GAUGES[..]), ("counter", &COUNTERS[..]), ("histogram", &HISTOGRAMS[..])];
        for (kind, rows) in kinds {
            for (name, meaning) in rows {
                let row = source
                    .lines()
                    .find(|line| line.starts_with(&format!("//! | `{name}` | {kind} |")))
                    .unwrap_or_else(|| panic!("{name} is not in the table"));
                assert!(row.ends_with(&format!("| {meaning} |")), "{row}");
            }
        }
    }

    #[test]
    fn what_happened_can_be_read() {
        let text = read();

        for line in [
            "trt_leader_transitions_total{to=\"active\",reason=\"holder_died\"} 1",
            "trt_leader_transitions_total{to=\"passive\",reason=\"deposed\"} 1",
            "trt_leader_active 1",
            "trt_leader_epoch 8",
            "trt_fenced_writes_total 1",
            "trt_http_requests_total{route=\"/health\",code=\"200\"} 1",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} is not in\n{text}");
        }
        assert!(text.contains("trt_build_info{version=\""));
    }
}
