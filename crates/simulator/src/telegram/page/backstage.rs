//! Where the page's wishes about instances go: to whoever runs them, if anybody does.
//!
//! ```text
//!   page ── order, one of a few ──> crew (simulator::demo) ── done or refused ──> page
//!   page <── the roll, as it stands ── crew
//! ```
//!
//! The fake itself runs no instances and knows none: it passes on. On failure: a crew that has
//! gone, or is behind with its orders, is a refusal; nothing waits for it longer than a moment.

use std::net::SocketAddr;
use std::time::Duration;

use serde::Serialize;
use tokio::sync::{mpsc, oneshot, watch};

/// Orders that wait at most.
const ORDERS: usize = 16;

/// How long an order may take to be taken up. Carrying it out is seen on the roll.
const PATIENCE: Duration = Duration::from_secs(5);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    /// As a machine that fails.
    Kill(usize),
    /// As a deploy.
    Stop(usize),
    /// One more.
    Start,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Refused {
    /// Look at the list again.
    #[error("there is no instance {0}")]
    NoInstance(usize),
    /// Look at the list again.
    #[error("instance {0} has ended already")]
    HasEnded(usize),
    /// Stop one first.
    #[error("{0} instances at once are enough: stop one first")]
    Enough(usize),
    /// Start the demo again.
    #[error("this demo has started {0} instances: start it anew")]
    WornOut(usize),
    /// Start the demo again.
    #[error("the demo has ended")]
    Over,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Life {
    Running,
    /// It was told to stop and finishes what it has in hand.
    Stopping,
    Ended,
}

/// One instance as the page shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Seat {
    #[serde(rename = "instance")]
    pub(crate) place: usize,
    pub(crate) address: SocketAddr,
    pub(crate) pid: u32,
    pub(crate) life: Life,
    /// How it ended, in words.
    pub(crate) end: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Roll {
    pub(crate) seats: Vec<Seat>,
    pub(crate) starting: usize,
    /// Why the last start did not work, if it did not.
    pub(crate) trouble: Option<String>,
}

type Answer = oneshot::Sender<Result<(), Refused>>;

/// The page's side.
#[derive(Debug, Clone)]
pub(crate) struct Backstage {
    orders: mpsc::Sender<(Order, Answer)>,
    roll: watch::Receiver<Roll>,
}

/// The other side: who takes orders and keeps the roll.
#[derive(Debug)]
pub(crate) struct Crew {
    pub(crate) orders: mpsc::Receiver<(Order, Answer)>,
    pub(crate) roll: watch::Sender<Roll>,
}

pub(crate) fn pair() -> (Backstage, Crew) {
    let (orders, taken) = mpsc::channel(ORDERS);
    let (roll, read) = watch::channel(Roll::default());
    (Backstage { orders, roll: read }, Crew { orders: taken, roll })
}

impl Backstage {
    pub(crate) fn roll(&self) -> Roll {
        self.roll.borrow().clone()
    }

    /// Gives an order and waits until it is taken up or refused.
    pub(crate) async fn order(&self, order: Order) -> Result<(), Refused> {
        let (answer, answered) = oneshot::channel();
        let exchange = async {
            self.orders.send((order, answer)).await.map_err(|_| Refused::Over)?;
            answered.await.map_err(|_| Refused::Over)?
        };
        tokio::time::timeout(PATIENCE, exchange).await.unwrap_or(Err(Refused::Over))
    }
}

#[cfg(test)]
mod tests {
    use super::{Order, Refused, pair};

    #[tokio::test]
    async fn an_order_is_answered_by_the_crew() {
        let (backstage, mut crew) = pair();

        let (refused, ()) = tokio::join!(backstage.order(Order::Kill(7)), async {
            let (order, answer) = crew.orders.recv().await.unwrap();
            assert_eq!(order, Order::Kill(7));
            answer.send(Err(Refused::NoInstance(7))).unwrap();
        });

        assert_eq!(refused, Err(Refused::NoInstance(7)));
    }

    #[tokio::test(start_paused = true)]
    async fn a_crew_that_is_gone_or_asleep_is_a_refusal() {
        let (backstage, crew) = pair();
        assert_eq!(backstage.order(Order::Start).await, Err(Refused::Over));

        drop(crew);

        assert_eq!(backstage.order(Order::Start).await, Err(Refused::Over));
    }
}
