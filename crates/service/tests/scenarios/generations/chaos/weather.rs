//! What happens to instances and to the database while people order, and the audits in between.
//!
//! ```text
//!   every few seconds:  a blow ──> a forged callback ──> an audit
//! ```
//!
//! Blows are dealt like cards: none comes a third time before each has come once.

use std::collections::BTreeMap;

use simulator::kie::{Ring, Task};
use simulator::world::{PATIENCE, World};
use testbed::proxy::Fault;

use testbed::draws::Draws;

/// What can happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Blow {
    /// The active instance is killed, and another one started.
    Kill,
    /// It is frozen until somebody else is active, and then wakes.
    Freeze,
    /// A new instance comes, and the active one is told to go.
    Deploy,
    /// Its connections to the database are torn.
    Cut,
    /// The database crashes and comes back.
    Restart,
}

/// So many run before a blow.
const INSTANCES: usize = 2;

/// What somebody sends to the address of a task.
const RINGS: [Ring; 5] =
    [Ring::Duplicate, Ring::WrongToken, Ring::AlteredBody, Ring::UnknownTask, Ring::StaleSuccess];

/// The weather of one storm.
#[derive(Debug)]
pub(super) struct Weather {
    draws: Draws,
    kinds: Vec<Blow>,
    deck: Vec<Blow>,
    rings: Vec<Ring>,
    /// How often what happened.
    pub(super) tally: BTreeMap<String, usize>,
}

impl Weather {
    pub(super) fn of(draws: Draws, restarts: bool) -> Self {
        // Kills come most often.
        let mut kinds = vec![Blow::Kill, Blow::Freeze, Blow::Deploy, Blow::Cut, Blow::Kill];
        if restarts {
            kinds.push(Blow::Restart);
        }
        Self { draws, kinds, deck: Vec::new(), rings: Vec::new(), tally: BTreeMap::new() }
    }

    /// Whether every blow has struck.
    pub(super) fn has_shown_everything(&self) -> bool {
        self.kinds.iter().all(|blow| self.tally.contains_key(&format!("{blow:?}")))
    }

    /// A blow, a forged callback, and an audit.
    pub(super) async fn blows(&mut self, world: &mut World) {
        if self.deck.is_empty() {
            self.deck = self.draws.shuffled(self.kinds.clone());
        }
        let Some(blow) = self.deck.pop() else { return };
        // One that was frozen for too long ends itself, and a platform starts another.
        while running(world) < INSTANCES {
            world.starts_one().await;
        }
        strikes(world, blow).await;
        *self.tally.entry(format!("{blow:?}")).or_default() += 1;
        self.forges(world);
        world.books_are_in_order().await;
        world.active().await;
    }

    /// Somebody rings about one of the newest tasks.
    fn forges(&mut self, world: &World) {
        let tasks = world.kie.tasks();
        let tasks: Vec<&Task> =
            tasks.iter().rev().filter(|task| task.callback.is_some()).take(8).collect();
        if tasks.is_empty() {
            return;
        }
        if self.rings.is_empty() {
            self.rings = self.draws.shuffled(RINGS.to_vec());
        }
        let Some(ring) = self.rings.pop() else { return };
        world.kie.rings(&self.draws.one_of(&tasks).id, ring);
        *self.tally.entry(format!("{ring:?}")).or_default() += 1;
    }
}

fn running(world: &World) -> usize {
    world.instances().iter().filter(|instance| instance.process.status().is_none()).count()
}

async fn strikes(world: &mut World, blow: Blow) {
    match blow {
        Blow::Kill => {
            world.kills_active().await;
            world.starts_one().await;
        }
        Blow::Freeze => {
            let active = world.active().await;
            let frozen = world.freezes(active);
            world.active().await;
            world.wakes(frozen);
        }
        Blow::Deploy => {
            let old = world.active().await;
            world.starts_one().await;
            world.stops(old).await;
        }
        Blow::Cut => {
            let active = world.active().await;
            let cut = world.instance(active).link.inject(Fault::Reset);
            cut.strikes(PATIENCE).await.unwrap();
            cut.heal();
        }
        Blow::Restart => {
            let away = world.database_goes().await;
            world.database_returns(away).await;
        }
    }
}
