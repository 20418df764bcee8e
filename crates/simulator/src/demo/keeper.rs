//! Who runs the instances of a demo: takes the page's orders, sees who has ended, routes traffic.
//!
//! ```text
//!   Start ──> starting ── listens ──> running ── Kill, or by itself ──────────────> ended
//!                │                       └─ Stop: no more traffic, SIGTERM, stopping ──^
//!                └── does not start: its words are shown as trouble
//! ```
//!
//! An order is only taken up here, never waited for: the page sees on the roll what becomes of it.
//! Traffic goes to everybody who runs and is not being stopped. After a kill Telegram finds out by
//! itself, within a glance, as it would behind a balancer.

use std::collections::BTreeSet;
use std::time::Duration;

use testbed::Error;
use testbed::process::Signal;
use tokio::task::JoinSet;
use tokio::time::MissedTickBehavior;
use tokio_util::sync::CancellationToken;

use crate::telegram::page::backstage::{Crew, Life, Order, Refused, Roll, Seat};
use crate::world::{Instance, World};

/// How often the keeper looks who has ended.
const GLANCE: Duration = Duration::from_millis(200);

const MOST: usize = 6;

/// Instances of one demo in all: each ended one keeps its log.
const EVER: usize = 200;

#[derive(Debug)]
pub(super) struct Keeper {
    world: World,
    crew: Crew,
    starts: JoinSet<Result<Instance, Error>>,
    stopping: BTreeSet<usize>,
    routed: Vec<usize>,
    trouble: Option<String>,
}

impl Keeper {
    pub(super) fn new(world: World, crew: Crew) -> Self {
        let mut keeper = Self {
            world,
            crew,
            starts: JoinSet::new(),
            stopping: BTreeSet::new(),
            routed: Vec::new(),
            trouble: None,
        };
        keeper.glances();
        keeper
    }

    /// Runs the demo until its end, then ends everything in it.
    pub(super) async fn keeps(mut self, end: CancellationToken) {
        end.run_until_cancelled(self.works()).await;
        self.starts.shutdown().await;
        // Processes are waited for while they are dropped. A panic there has ended them, too.
        let _ = tokio::task::spawn_blocking(move || drop(self)).await;
    }

    async fn works(&mut self) {
        let mut glances = tokio::time::interval(GLANCE);
        glances.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                Some((order, answer)) = self.crew.orders.recv() => {
                    let taken = self.takes(order);
                    self.glances();
                    // Whoever gave it may have closed the page.
                    let _ = answer.send(taken);
                }
                Some(born) = self.starts.join_next() => {
                    self.receives(born.unwrap_or_else(|error| {
                        Err(Error::Ended { what: format!("the start of an instance: {error}") })
                    }));
                    self.glances();
                }
                _ = glances.tick() => self.glances(),
            }
        }
    }

    fn takes(&mut self, order: Order) -> Result<(), Refused> {
        match order {
            Order::Kill(place) => {
                self.running(place)?.signal(Signal::SIGKILL);
            }
            Order::Stop(place) => {
                self.running(place)?;
                self.stopping.insert(place);
                // First no more traffic, as platforms do it.
                self.routes();
                self.world.instance(place).signal(Signal::SIGTERM);
            }
            Order::Start => {
                let (all, starting) = (self.world.instances(), self.starts.len());
                let alive = all.iter().filter(|one| one.process.status().is_none()).count();
                if alive + starting >= MOST {
                    return Err(Refused::Enough(MOST));
                }
                if all.len() + starting >= EVER {
                    return Err(Refused::WornOut(EVER));
                }
                self.starts.spawn(self.world.launches_one());
            }
        }
        Ok(())
    }

    fn running(&self, place: usize) -> Result<&Instance, Refused> {
        let instance = self.world.instances().get(place).ok_or(Refused::NoInstance(place))?;
        match instance.process.status() {
            None => Ok(instance),
            Some(_) => Err(Refused::HasEnded(place)),
        }
    }

    fn receives(&mut self, born: Result<Instance, Error>) {
        match born {
            Ok(instance) => {
                self.trouble = None;
                self.routed.push(self.world.welcomes(instance));
            }
            Err(error) => self.trouble = Some(error.to_string()),
        }
    }

    fn glances(&mut self) {
        self.routes();
        let roll = self.roll();
        self.crew.roll.send_if_modified(|shown| {
            let is_new = *shown != roll;
            *shown = roll;
            is_new
        });
    }

    fn routes(&mut self) {
        let instances = self.world.instances().iter().enumerate();
        let wanted: Vec<_> = instances
            .filter(|(_, instance)| instance.process.status().is_none())
            .map(|(place, _)| place)
            .filter(|place| !self.stopping.contains(place))
            .collect();
        if wanted != self.routed {
            self.world.routes_to(&wanted);
            self.routed = wanted;
        }
    }

    fn roll(&self) -> Roll {
        let seats = self.world.instances().iter().enumerate().map(|(place, instance)| {
            let end = instance.process.status();
            let life = match end {
                Some(_) => Life::Ended,
                None if self.stopping.contains(&place) => Life::Stopping,
                None => Life::Running,
            };
            let (address, pid) = (instance.address(), instance.process.pid());
            Seat { place, address, pid, life, end: end.map(|status| status.to_string()) }
        });
        let seats = seats.collect();
        Roll { seats, starting: self.starts.len(), trouble: self.trouble.clone() }
    }
}
