//! The open loop: updates at a fixed rate, whatever the answers do.
//!
//! ```text
//!   pacer (a thread) ── slot n at start + n / rate ──> bounded queue ──> the next free connection
//!                                                                        └── latency from the slot
//! ```
//!
//! Latency counts from the moment an update was due, not from when it was sent: a server that stalls
//! pays for everybody who waits. The pacer is a thread because the timers of the runtime are a
//! millisecond coarse.
//!
//! On failure: when every connection is busy the queue fills and the pacer waits; the slots keep
//! their times. What is not answered some seconds after the last slot is counted as missing.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::{Mutex, mpsc};
use tokio::task::JoinSet;

use super::{CONNECTIONS, Tally, Target, Worker};

/// How long after the last slot answers are waited for.
const GRACE: Duration = Duration::from_secs(10);
/// Slots that wait for a free connection.
const QUEUE: usize = 1_024;

/// When each update is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Schedule {
    start: Instant,
    per_second: u32,
    count: u64,
}

impl Schedule {
    /// As many updates as fit into `length` at this rate.
    pub(crate) fn new(start: Instant, per_second: u32, length: Duration) -> Self {
        let count = (length.as_secs_f64() * f64::from(per_second)).round() as u64;
        Self { start, per_second, count }
    }

    /// When the slot is due; from the start and not from the last slot, so that nothing adds up.
    fn due(&self, slot: u64) -> Instant {
        let rate = u64::from(self.per_second.max(1));
        let rest = Duration::from_nanos((slot % rate) * 1_000_000_000 / rate);
        self.start + Duration::from_secs(slot / rate) + rest
    }

    fn slots(self) -> impl Iterator<Item = Instant> {
        (0..self.count).map(move |slot| self.due(slot))
    }

    fn last_answer(&self) -> Instant {
        self.due(self.count) + GRACE
    }
}

/// What an open loop brought.
#[derive(Debug)]
pub(crate) struct Open {
    pub(crate) tally: Tally,
    /// Updates that were due and were not answered 200.
    pub(crate) missing: u64,
}

type Slots = Arc<Mutex<mpsc::Receiver<Instant>>>;

/// Sends at this rate for this long.
pub(crate) async fn run(target: &Target, per_second: u32, length: Duration) -> Open {
    let schedule = Schedule::new(Instant::now(), per_second, length);
    let (sender, receiver) = mpsc::channel(QUEUE);
    let slots = Arc::new(Mutex::new(receiver));
    let mut workers = JoinSet::new();
    for _ in 0..CONNECTIONS {
        let worker = Worker::new(target.clone());
        workers.spawn(work(worker, Arc::clone(&slots), schedule.last_answer()));
    }
    // The queue is to end with the last worker.
    drop(slots);
    let pacer = tokio::task::spawn_blocking(move || pace(schedule, &sender));
    let mut tally = Tally::default();
    for worker in workers.join_all().await {
        tally.add(worker);
    }
    // Ended already, or ends now: nobody takes its slots any more.
    let _ = pacer.await;
    let missing = schedule.count.saturating_sub(tally.acked.len() as u64);
    Open { tally, missing }
}

/// Hands out each slot when it is due; ends early when nobody takes them.
fn pace(schedule: Schedule, sender: &mpsc::Sender<Instant>) {
    for due in schedule.slots() {
        // May wake early, so it looks again.
        while let Some(rest) = due.checked_duration_since(Instant::now()).filter(|r| !r.is_zero()) {
            std::thread::park_timeout(rest);
        }
        if sender.blocking_send(due).is_err() {
            return;
        }
    }
}

async fn work(mut worker: Worker, slots: Slots, until: Instant) -> Tally {
    while Instant::now() < until {
        let slot = slots.lock().await.recv().await;
        let Some(due) = slot else { break };
        if worker.send(due).await.is_none() {
            break;
        }
    }
    worker.tally
}

#[cfg(test)]
mod tests {
    use tokio::sync::mpsc;

    use super::{Duration, Instant, Schedule, pace};

    #[test]
    fn five_hundred_a_second_are_two_milliseconds_apart() {
        let start = Instant::now();
        let schedule = Schedule::new(start, 500, Duration::from_secs(3));

        let slots: Vec<Duration> = schedule.slots().map(|due| due - start).collect();

        assert_eq!(slots.len(), 1_500);
        assert_eq!(slots[..3], [0, 2, 4].map(Duration::from_millis));
        assert_eq!(slots[1_499], Duration::from_millis(2_998));
    }

    #[test]
    fn a_slot_is_not_handed_out_before_it_is_due_and_late_ones_keep_their_time() {
        // The first half is in the past already: a pacer that was held up.
        let start = Instant::now().checked_sub(Duration::from_millis(10)).unwrap();
        let schedule = Schedule::new(start, 1_000, Duration::from_millis(20));
        let (sender, mut receiver) = mpsc::channel(64);

        let pacer = std::thread::spawn(move || pace(schedule, &sender));

        let mut received = Vec::new();
        while let Some(due) = receiver.blocking_recv() {
            assert!(due <= Instant::now());
            received.push(due);
        }
        pacer.join().unwrap();
        assert_eq!(received, schedule.slots().collect::<Vec<_>>());
    }

    #[test]
    fn a_pacer_whose_slots_nobody_takes_ends() {
        let schedule = Schedule::new(Instant::now(), 1, Duration::from_secs(3_600));
        let (sender, receiver) = mpsc::channel(1);
        drop(receiver);

        pace(schedule, &sender);
    }

    #[test]
    fn whatever_the_rate_slots_rise_and_do_not_drift() {
        let start = Instant::now();
        for rate in [1, 3, 7, 500, 997, 65_537] {
            let schedule = Schedule::new(start, rate, Duration::from_secs(60));

            assert_eq!(schedule.count, u64::from(rate) * 60);
            assert_eq!(schedule.due(schedule.count), start + Duration::from_secs(60));
            assert!(schedule.slots().is_sorted_by(|one, next| one < next));
        }
    }
}
