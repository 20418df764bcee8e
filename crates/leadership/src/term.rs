//! A term: the proof that this process is the active one, for as long as it can be trusted.
//!
//! Nothing outside this crate can make a [`Term`]; whoever holds one got it from the elector after
//! PostgreSQL had recorded it. What it is good for:
//!
//! * its [`name`](Term::name), [`epoch`](Term::epoch) and [`holder`](Term::holder) go into the fence
//!   of every transaction, where the database itself checks them;
//! * [`Term::work`] counts what is in hand, and refuses once the term is draining or over, so that a
//!   hand-over waits for what was begun and nothing else is;
//! * [`Term::permit`] allows one call to the outside and drops it when trust ends.
//!
//! ```no_run
//! # async fn row(_: &leadership::Term) {}
//! # async fn call() {}
//! # async fn example(term: leadership::Term) {
//! while let Ok(_in_hand) = term.work() {
//!     row(&term).await; // a transaction that begins with the fence
//!     let Ok(permit) = term.permit(std::time::Duration::from_secs(10)) else { return };
//!     let outcome = permit.run(call()).await; // an error: dropped, because the term is over
//!     # let _ = outcome;
//! }
//! # }
//! ```
//!
//! ```text
//!   begun ──> trusted ── drain asked ──> draining ── sealed ──┐
//!                └────── lost, or trust ran out ──────────────┴──> over
//! ```
//!
//! On failure: trust is a deadline on a clock that counts through suspends. A process that was
//! frozen past it finds, on waking, that no permit is granted and no work begins, before the
//! elector has even run.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::clock::{self, Moment};
use crate::session::Reason;

/// A call needs at least this much trust left to be worth starting.
const LEAST_TRUST: Duration = Duration::from_millis(200);

/// The proof of leadership; cheap to clone, impossible to make.
#[derive(Debug, Clone)]
pub struct Term {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    name: String,
    epoch: i64,
    timeline: i32,
    holder: Uuid,
    reason: Reason,
    /// Milliseconds of the boot-time clock; 0 once the term is over.
    trusted_until: AtomicU64,
    draining: CancellationToken,
    over: CancellationToken,
    /// How much work is in hand.
    in_hand: watch::Sender<usize>,
}

/// The term is over, or about to be: nothing more may be started in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the term is over")]
pub struct TermOver;

/// Why a permitted call did not come to its own end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CallEnded {
    /// The term ended, or drains and this call may be dropped: it was dropped where it was.
    #[error("the term ended during the call")]
    TermOver,
    /// The call's own deadline passed.
    #[error("the call took longer than it may")]
    TooLate,
}

/// Work in hand: a hand-over waits until it is dropped.
#[derive(Debug)]
#[must_use = "the work counts as done when this is dropped"]
pub struct Work {
    term: Term,
}

/// Leave for one call to the outside.
#[derive(Debug)]
#[must_use = "a permit is used by running the call under it"]
pub struct Permit {
    work: Work,
    longest: Duration,
}

impl Term {
    pub(crate) fn begin(
        name: &str,
        (epoch, timeline): (i64, i32),
        holder: Uuid,
        reason: Reason,
    ) -> Self {
        Self {
            inner: Arc::new(Inner {
                name: name.to_owned(),
                epoch,
                timeline,
                holder,
                reason,
                trusted_until: AtomicU64::new(0),
                draining: CancellationToken::new(),
                over: CancellationToken::new(),
                in_hand: watch::Sender::new(0),
            }),
        }
    }

    /// The name of the lock, as its rows carry it.
    pub fn name(&self) -> &str {
        &self.inner.name
    }

    /// The number of this term; the next one's is higher.
    pub fn epoch(&self) -> i64 {
        self.inner.epoch
    }

    /// The timeline of the server that granted it: with the epoch, unique even across a failover.
    pub fn timeline(&self) -> i32 {
        self.inner.timeline
    }

    /// The random identity of this term's holder.
    pub fn holder(&self) -> Uuid {
        self.inner.holder
    }

    /// Why the role was free: after a holder that died or fell silent, what it had in hand is in
    /// doubt.
    pub fn reason(&self) -> Reason {
        self.inner.reason
    }

    /// Ends when the term does.
    pub async fn lost(&self) {
        self.inner.over.cancelled().await;
    }

    /// Ends when the term begins to drain, or is over: the sign to start nothing more.
    pub async fn draining(&self) {
        self.inner.draining.cancelled().await;
    }

    /// How long the term can still be trusted if nothing more is heard from PostgreSQL.
    pub fn trust_left(&self) -> Duration {
        let until = Moment::from_millis(self.inner.trusted_until.load(Ordering::Acquire));
        until.since(clock::now())
    }

    /// Takes work in hand.
    pub fn work(&self) -> Result<Work, TermOver> {
        // Counted before it is checked: a drain that begins in between waits for this one.
        self.inner.in_hand.send_modify(|count| *count += 1);
        let work = Work { term: self.clone() };
        if self.inner.draining.is_cancelled() || self.trust_left().is_zero() {
            return Err(TermOver);
        }
        Ok(work)
    }

    /// Asks for leave to make one call to the outside that takes `longest` at most.
    pub fn permit(&self, longest: Duration) -> Result<Permit, TermOver> {
        let work = self.work()?;
        if self.trust_left() < LEAST_TRUST {
            return Err(TermOver);
        }
        Ok(Permit { work, longest })
    }

    pub(crate) fn trust_until(&self, until: Moment) {
        self.inner.trusted_until.store(until.as_millis(), Ordering::Release);
    }

    pub(crate) fn drain(&self) {
        self.inner.draining.cancel();
    }

    pub(crate) fn end(&self) {
        self.inner.trusted_until.store(0, Ordering::Release);
        self.inner.draining.cancel();
        self.inner.over.cancel();
    }

    /// Ends when nothing is in hand.
    pub(crate) async fn idle(&self) {
        let mut in_hand = self.inner.in_hand.subscribe();
        // The sender lives in the term, which we hold.
        let _ = in_hand.wait_for(|count| *count == 0).await;
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        self.term.inner.in_hand.send_modify(|count| *count -= 1);
    }
}

impl Permit {
    /// Runs the call, and drops it when the term ends or its time is up.
    pub async fn run<T>(self, call: impl Future<Output = T>) -> Result<T, CallEnded> {
        tokio::select! {
            biased;
            () = self.work.term.lost() => Err(CallEnded::TermOver),
            () = tokio::time::sleep(self.longest) => Err(CallEnded::TooLate),
            outcome = call => Ok(outcome),
        }
    }

    /// Runs a call that may be dropped at any moment, such as a question, or an upload that nothing
    /// refers to yet: a drain ends it as well, so that no hand-over waits for it.
    pub async fn run_until_drain<T>(self, call: impl Future<Output = T>) -> Result<T, CallEnded> {
        let term = self.work.term.clone();
        tokio::select! {
            biased;
            () = term.draining() => Err(CallEnded::TermOver),
            outcome = self.run(call) => outcome,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{CallEnded, Duration, LEAST_TRUST, Reason, Term, Uuid, clock};

    #[test]
    fn nothing_begins_without_trust_even_before_anybody_has_ended_the_term() {
        let term = Term::begin("a lock", (1, 1), Uuid::nil(), Reason::Free);
        assert!(term.work().is_err(), "not trusted yet");

        term.trust_until(clock::now().after(Duration::from_secs(60)));
        assert!(term.work().is_ok() && term.permit(Duration::ZERO).is_ok());

        term.trust_until(clock::now().after(LEAST_TRUST / 2));
        assert!(term.permit(Duration::ZERO).is_err(), "too little is left for a call");
        term.trust_until(clock::now());
        assert!(term.work().is_err(), "it ran out while nobody looked");
    }

    #[tokio::test]
    async fn a_drain_ends_a_call_that_may_be_dropped_and_no_other() {
        let term = Term::begin("a lock", (1, 1), Uuid::nil(), Reason::Free);
        term.trust_until(clock::now().after(Duration::from_secs(60)));
        let permit = || term.permit(Duration::from_secs(60)).unwrap();
        let (question, other) = (permit(), permit());
        let other = other.run(async { term.draining().await });

        term.drain();

        assert_eq!(
            question.run_until_drain(std::future::pending::<()>()).await,
            Err(CallEnded::TermOver)
        );
        assert_eq!(other.await, Ok(()), "it came to its own end");
        term.idle().await;
    }
}
