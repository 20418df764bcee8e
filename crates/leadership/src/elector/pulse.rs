//! The pulse of the runtime that does the work: without it the role is worth nothing.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::runtime::Handle;

use crate::clock::{self, Moment};

const EVERY: Duration = Duration::from_millis(200);

/// The last moment at which the runtime was seen to run.
#[derive(Debug, Clone)]
pub(crate) struct Pulse {
    last: Arc<AtomicU64>,
}

impl Pulse {
    /// Lets a task of that runtime beat until nobody listens any more.
    pub(crate) fn start(runtime: &Handle) -> Self {
        let last = Arc::new(AtomicU64::new(clock::now().as_millis()));
        let listener = Arc::downgrade(&last);
        runtime.spawn(async move {
            while let Some(last) = listener.upgrade() {
                last.store(clock::now().as_millis(), Ordering::Release);
                drop(last);
                tokio::time::sleep(EVERY).await;
            }
        });
        Self { last }
    }

    /// How long ago it beat.
    pub(crate) fn age(&self) -> Duration {
        clock::now().since(Moment::from_millis(self.last.load(Ordering::Acquire)))
    }
}
