//! What updates wait for on its way, text files above all: a few at once, beside the hands.
//!
//! ```text
//!   a hand finds a file ──> waiting ── one of four is free ──> fetched ──> ready ── a hand takes it up
//! ```
//!
//! The row steps aside meanwhile, and its lane is held; the hand takes something else. So files that
//! nobody serves keep nobody else waiting. What waits is bounded by the lanes, each of which has one row
//! here at most.
//!
//! On failure: nothing is written here. When the term drains what is on its way is dropped, and the rows
//! are pending as before.

use std::collections::VecDeque;
use std::sync::Arc;

use leadership::TermOver;
use store::Pending;
use tokio::task::{JoinError, JoinSet};
use tracing::Instrument;

use super::errands::{Brought, Wanted, fetch};
use crate::inbox::Inbox;
use crate::logging::following;

/// So many are fetched at once.
const AT_ONCE: usize = 4;

/// What was brought for a row; none when the term drains.
type Fetched = (Pending, Result<Brought, TermOver>);

/// What rows wait for that have stepped aside.
#[derive(Debug, Default)]
pub(super) struct Fetches {
    waiting: VecDeque<(Pending, Wanted)>,
    under_way: JoinSet<Fetched>,
    ready: VecDeque<(Pending, Brought)>,
}

impl Fetches {
    /// Fetches what a row waits for as soon as there is a place.
    pub(super) fn fetch(&mut self, active: &Arc<Inbox>, row: Pending, wanted: Wanted) {
        self.waiting.push_back((row, wanted));
        self.go_on(active);
    }

    fn go_on(&mut self, active: &Arc<Inbox>) {
        while self.under_way.len() < AT_ONCE {
            let Some((row, wanted)) = self.waiting.pop_front() else { return };
            let active = Arc::clone(active);
            let fetched = async move { (row, fetch(&active, &wanted).await) };
            self.under_way.spawn(fetched.instrument(following::update(&row)));
        }
    }

    /// Waits for the next one; None when none is under way. May be dropped at any time.
    pub(super) async fn next(&mut self) -> Option<Result<Fetched, JoinError>> {
        self.under_way.join_next().await
    }

    /// Takes in what was fetched. One that a drain has dropped is not heard of any more.
    pub(super) fn take_in(&mut self, active: &Arc<Inbox>, fetched: Result<Fetched, JoinError>) {
        match fetched {
            Ok((row, Ok(brought))) => self.ready.push_back((row, brought)),
            Ok((_, Err(TermOver))) => return,
            // As in handling, the supervisor begins anew.
            Err(error) => std::panic::resume_unwind(error.into_panic()),
        }
        self.go_on(active);
    }

    /// The row that is ready first.
    pub(super) fn first(&self) -> Option<&Pending> {
        self.ready.front().map(|(row, _)| row)
    }

    /// Takes that one out.
    pub(super) fn take(&mut self) -> Option<(Pending, Brought)> {
        self.ready.pop_front()
    }

    /// Drops everything and waits until it is dropped.
    pub(super) async fn stop(mut self) {
        self.under_way.shutdown().await;
    }
}
