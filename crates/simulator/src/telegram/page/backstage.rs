//! Where the page's wishes about the stage go: to whoever runs it, if anybody does.
//!
//! ```text
//!   page ── order, one of a few ──> crew (simulator::demo) ── taken up or refused ──> page
//!   page <── the stage, as it stands ── crew
//! ```
//!
//! The fake itself runs no instances and knows none: it passes on. On failure: a crew that has
//! gone, or is behind with its orders, is a refusal; nothing waits for it longer than a moment.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tokio::sync::{mpsc, oneshot, watch};

/// Orders that wait at most.
const ORDERS: usize = 16;

/// How long an order may take to be taken up. Carrying it out is seen on the stage.
const PATIENCE: Duration = Duration::from_secs(5);

/// The largest crowd.
pub(crate) const MOST_PEOPLE: usize = 200;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    /// As a machine that fails.
    Kill(usize),
    /// As a deploy.
    Stop(usize),
    /// One more.
    Start,
    /// As a machine that hangs.
    Freeze(usize),
    Thaw(usize),
    /// As a network that fails: nothing passes between it and PostgreSQL.
    Cut(usize),
    Heal(usize),
    /// A new one for each that runs, one after the other.
    Deploy,
    RestartDatabase,
    /// Whether KIE answers.
    Kie {
        is_away: bool,
    },
    /// Whether Telegram refuses every call with 429.
    Flood {
        is_on: bool,
    },
    /// So many people write from now on; 0 ends it.
    Crowd(usize),
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
    /// Look at the list again.
    #[error("{0}")]
    NotNow(&'static str),
    /// Start the demo again.
    #[error("the demo has ended")]
    Over,
}

type Answer = oneshot::Sender<Result<(), Refused>>;

/// The page's side.
#[derive(Debug, Clone)]
pub(crate) struct Backstage {
    orders: mpsc::Sender<(Order, Answer)>,
    stage: watch::Receiver<Arc<Value>>,
}

/// The other side: who takes orders and shows the stage.
#[derive(Debug)]
pub(crate) struct Crew {
    pub(crate) orders: mpsc::Receiver<(Order, Answer)>,
    pub(crate) stage: watch::Sender<Arc<Value>>,
}

pub(crate) fn pair() -> (Backstage, Crew) {
    let (orders, taken) = mpsc::channel(ORDERS);
    let (stage, shown) = watch::channel(Arc::default());
    (Backstage { orders, stage: shown }, Crew { orders: taken, stage })
}

impl Backstage {
    pub(crate) fn stage(&self) -> Arc<Value> {
        Arc::clone(&self.stage.borrow())
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

/// The order that a command of the page is, with what stands in its body; none for another command.
pub(crate) fn order(command: &str, asked: &Value) -> Option<Result<Order, String>> {
    let place = || {
        let place = asked["instance"].as_u64().and_then(|place| usize::try_from(place).ok());
        place.ok_or_else(|| "instance is missing".to_owned())
    };
    let flag = |name: &str| asked[name].as_bool().ok_or_else(|| format!("{name} is missing"));
    Some(match command {
        "kill" => place().map(Order::Kill),
        "stop" => place().map(Order::Stop),
        "start" => Ok(Order::Start),
        "freeze" => place().map(Order::Freeze),
        "thaw" => place().map(Order::Thaw),
        "cut" => place().map(Order::Cut),
        "heal" => place().map(Order::Heal),
        "deploy" => Ok(Order::Deploy),
        "restart_database" => Ok(Order::RestartDatabase),
        "kie" => flag("is_away").map(|is_away| Order::Kie { is_away }),
        "flood" => flag("is_on").map(|is_on| Order::Flood { is_on }),
        "crowd" => people(&asked["people"]).map(Order::Crowd),
        _ => return None,
    })
}

fn people(asked: &Value) -> Result<usize, String> {
    let people = asked.as_u64().and_then(|people| usize::try_from(people).ok());
    let people = people.filter(|people| *people <= MOST_PEOPLE);
    people.ok_or_else(|| format!("a crowd has 0 to {MOST_PEOPLE} people"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Order, Refused, order, pair};

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

    #[test]
    fn an_order_says_whom_it_is_for_and_a_crowd_has_a_limit() {
        let read = |command: &str, asked| order(command, &asked);

        assert_eq!(read("freeze", json!({ "instance": 1 })), Some(Ok(Order::Freeze(1))));
        assert_eq!(read("cut", json!({})), Some(Err("instance is missing".to_owned())));
        assert_eq!(read("kie", json!({ "is_away": true })), Some(Ok(Order::Kie { is_away: true })));
        assert_eq!(read("crowd", json!({ "people": 200 })), Some(Ok(Order::Crowd(200))));
        assert!(read("crowd", json!({ "people": 201 })).is_some_and(|read| read.is_err()));
        assert_eq!(read("dance", json!({})), None);
    }
}
