//! The world of one fake KIE: everything it knows.
//!
//! Time alone changes nothing: whoever looks first lets end what is due.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::net::SocketAddr;
use std::time::Duration;

use super::{Facts, FaultBoard, Job, Journal, Ledger, Settings, Task, UploadStore, Verdict};
use crate::fake::Fake;
use testbed::draws::Draws;

const MOST: usize = 200_000;

#[derive(Debug)]
pub(crate) struct World {
    pub(crate) journal: Journal,
    pub(crate) ledger: Ledger,
    pub(crate) uploads: UploadStore,
    pub(crate) faults: FaultBoard,
    pub(crate) creates: Window,
    pub(crate) reads: Window,
    pub(crate) draws: Draws,
    /// Where callbacks go instead of the host they name, in turn.
    pub(crate) receivers: Vec<SocketAddr>,
    pub(crate) turn: usize,
    jobs: Vec<Job>,
    places: BTreeMap<String, usize>,
    running: BTreeSet<usize>,
}

impl World {
    pub(crate) fn new(settings: &Settings) -> Self {
        let limits = settings.limits;
        Self {
            journal: Journal::default(),
            ledger: Ledger::with(settings.credits),
            uploads: UploadStore::default(),
            faults: FaultBoard::new(settings),
            creates: Window::of(limits.creates_per_ten_seconds, Duration::from_secs(10)),
            reads: Window::of(limits.reads_per_second, Duration::from_secs(1)),
            draws: Draws::seeded(settings.seed),
            receivers: Vec::new(),
            turn: 0,
            jobs: Vec::new(),
            places: BTreeMap::new(),
            running: BTreeSet::new(),
        }
    }

    /// Takes a task in; there is a limit to everything.
    pub(crate) fn adds(&mut self, job: Job) -> bool {
        if self.jobs.len() >= MOST {
            self.journal.violation(format!("more than {MOST} tasks were asked of the fake KIE"));
            return false;
        }
        self.places.insert(job.id.clone(), self.jobs.len());
        self.running.insert(self.jobs.len());
        self.jobs.push(job);
        true
    }

    pub(crate) fn job(&self, id: &str) -> Option<&Job> {
        self.jobs.get(*self.places.get(id)?)
    }

    pub(crate) fn job_mut(&mut self, id: &str) -> Option<&mut Job> {
        self.jobs.get_mut(*self.places.get(id)?)
    }

    pub(crate) fn tasks(&mut self, now: Duration) -> Vec<Task> {
        self.catches_up(now);
        self.jobs.iter().map(|job| job.shown(now)).collect()
    }

    /// Lets end what is due.
    pub(crate) fn catches_up(&mut self, now: Duration) {
        let is_due = |job: &Job| job.ends.is_some_and(|ends| ends <= now);
        let due: Vec<usize> =
            self.running.iter().copied().filter(|place| is_due(&self.jobs[*place])).collect();
        for place in due {
            let job = &self.jobs[place];
            let (at, verdict) = (job.ends.unwrap_or(now), job.planned.clone());
            self.settle(place, at, verdict);
        }
    }

    /// Ends a task before its time, unless it has ended. Whoever runs it hears of it.
    pub(crate) fn ends(&mut self, id: &str, now: Duration, verdict: Verdict) -> bool {
        self.catches_up(now);
        let Some(place) = self.places.get(id).copied() else {
            return false;
        };
        let changed = self.settle(place, now, verdict);
        self.jobs[place].forced.cancel();
        changed
    }

    fn settle(&mut self, place: usize, at: Duration, verdict: Verdict) -> bool {
        let job = &mut self.jobs[place];
        if job.ended.is_some() {
            return false;
        }
        job.ended = Some((at, verdict));
        self.running.remove(&place);
        self.ledger.back(job.held - job.charged());
        true
    }
}

pub(crate) type Core = Fake<Settings, Facts, World>;

/// The moments of the requests that still count.
#[derive(Debug)]
pub(crate) struct Window {
    most: Option<u32>,
    length: Duration,
    taken: VecDeque<Duration>,
}

impl Window {
    pub(crate) fn of(most: Option<u32>, length: Duration) -> Self {
        Self { most, length, taken: VecDeque::new() }
    }

    /// Takes one more, or says how long it would have to wait.
    pub(crate) fn take(&mut self, now: Duration) -> Result<(), Duration> {
        let Some(most) = self.most else {
            return Ok(());
        };
        while self.taken.front().is_some_and(|first| now.saturating_sub(*first) >= self.length) {
            self.taken.pop_front();
        }
        match self.taken.front() {
            Some(first) if self.taken.len() >= usize::try_from(most).unwrap_or(usize::MAX) => {
                Err((*first + self.length).saturating_sub(now))
            }
            None if most == 0 => Err(self.length),
            _ => {
                self.taken.push_back(now);
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Duration, Window};

    #[test]
    fn twenty_pass_in_ten_seconds_and_the_next_when_the_first_is_old() {
        let at = Duration::from_millis;
        let mut window = Window::of(Some(20), Duration::from_secs(10));

        assert!((0..20).all(|number| window.take(at(number * 100)).is_ok()));
        assert_eq!(window.take(at(4_000)), Err(at(6_000)));
        assert_eq!(window.take(at(10_000)), Ok(()));
        assert_eq!(window.take(at(10_000)), Err(at(100)));
    }

    #[test]
    fn a_lifted_window_lets_everything_pass_and_keeps_nothing() {
        let mut window = Window::of(None, Duration::from_secs(1));

        assert!((0..1000).all(|_| window.take(Duration::ZERO).is_ok()));
        assert!(window.taken.is_empty());
    }
}
