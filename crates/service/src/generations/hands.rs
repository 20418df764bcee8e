//! What is in hand at once: a bounded number of tasks, each about another thing.
//!
//! ```text
//!   a look finds things ──┬── in hand already ──> nothing
//!                         ├── a hand is free ──> in hand ── done ──> free
//!                         └── none is ──> left over: the next free hand looks again
//! ```
//!
//! While nothing is left over a hand that becomes free is no reason to look: that would be a question
//! to the database for each thing that is done.
//!
//! On failure: of a task that panicked it is not known what it was about. Then nothing counts as in
//! hand; the steps themselves find what has been done.

use std::collections::HashSet;
use std::future::{Future, pending};
use std::hash::Hash;

use tokio::task::JoinSet;

/// The hands of one loop.
#[derive(Debug)]
pub(super) struct Hands<K> {
    tasks: JoinSet<K>,
    busy: HashSet<K>,
    most: usize,
    left_over: bool,
}

impl<K: Copy + Eq + Hash + Send + 'static> Hands<K> {
    /// So many, all of them free.
    pub(super) fn new(most: usize) -> Self {
        Self { tasks: JoinSet::new(), busy: HashSet::new(), most, left_over: false }
    }

    /// Whether a look is worth it. If no hand is free, whatever there is is left over.
    pub(super) fn look(&mut self) -> bool {
        self.left_over = self.are_full();
        !self.left_over
    }

    /// Whether a thing would be taken. If no hand is free for it, it is left over.
    pub(super) fn would_take(&mut self, thing: K) -> bool {
        let is_new = !self.busy.contains(&thing);
        self.left_over |= is_new && self.are_full();
        is_new && !self.are_full()
    }

    /// Takes a thing in hand, unless it is or there is none free.
    pub(super) fn take(&mut self, thing: K, task: impl Future<Output = ()> + Send + 'static) {
        if !self.would_take(thing) {
            return;
        }
        self.busy.insert(thing);
        self.tasks.spawn(async move {
            task.await;
            thing
        });
    }

    /// Waits until a hand is free for what was left over. May be dropped at any time.
    pub(super) async fn freed(&mut self) {
        loop {
            match self.tasks.join_next().await {
                Some(Ok(thing)) => {
                    self.busy.remove(&thing);
                }
                Some(Err(_)) => self.busy.clear(),
                None => pending().await,
            }
            if self.left_over {
                return;
            }
        }
    }

    /// Waits for everything in hand.
    pub(super) async fn finish(mut self) {
        while self.tasks.join_next().await.is_some() {}
    }

    fn are_full(&self) -> bool {
        self.tasks.len() >= self.most
    }
}

#[cfg(test)]
mod tests {
    use std::future::{pending, ready};

    use futures_util::FutureExt;
    use tokio::sync::oneshot;

    use super::Hands;

    #[tokio::test]
    async fn a_free_hand_is_news_only_when_something_was_left_over() {
        let mut hands = Hands::new(2);
        hands.take(1, ready(()));
        tokio::task::yield_now().await;
        assert_eq!(hands.freed().now_or_never(), None);

        let (done, wait) = oneshot::channel::<()>();
        hands.take(1, async { wait.await.unwrap_or_default() });
        hands.take(2, pending());
        hands.take(3, ready(()));
        assert!(!hands.look());
        done.send(()).unwrap();
        hands.freed().await;

        assert!(hands.look());
        hands.take(3, ready(()));
        tokio::task::yield_now().await;
        assert_eq!(hands.freed().now_or_never(), None);
        assert!(!hands.are_full());
    }

    #[tokio::test]
    async fn a_thing_is_in_one_hand_only() {
        let mut hands = Hands::new(3);
        hands.take(1, pending());
        hands.take(1, pending());
        hands.take(2, pending());

        assert_eq!(hands.tasks.len(), 2);
    }

    #[tokio::test]
    async fn a_panic_frees_its_hand() {
        let mut hands = Hands::new(1);
        hands.take(1, async { panic!("this one fails on purpose") });
        hands.take(2, ready(()));
        hands.freed().await;
        assert!(hands.look());
        hands.take(1, pending());
        assert!(!hands.look());
    }
}
