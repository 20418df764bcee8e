//! Who runs the instances of a demo: takes the page's orders, sees what becomes of them, routes traffic, shows the
//! stage.
//!
//! ```text
//!   Start ──> starting ── listens ──> running ── Kill, or by itself ──────────────> ended
//!                │                       ├─ Stop: no more traffic, SIGTERM, stopping ──^
//!                │                       ├─ Freeze <──> Thaw
//!                │                       └─ Cut <──> Heal
//!                └── does not start: its words are shown as trouble
//! ```
//!
//! An order is only taken up here, never waited for: the page sees on the stage what becomes of it. Traffic goes to
//! everybody who runs, answers and is ready, as behind a balancer; where nobody is ready, to everybody who runs.
//!
//! | part | owns |
//! | --- | --- |
//! | `orders` | what each order does |
//! | `shown` | the stage as the page gets it |

mod orders;
mod shown;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime};

use testbed::Error;
use testbed::proxy::Injected;
use testbed::server::Server;
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::MissedTickBehavior;
use tokio_util::sync::CancellationToken;

use super::audit::Auditor;
use super::crowd::Crowd;
use super::deploy::{Deploy, Next};
use super::lock::{Lock, LockReader};
use super::looker::{Looker, Sight};
use super::story::{Blow, Story};
use super::tally::Tally;
use crate::telegram::Armed;
use crate::telegram::page::backstage::Crew;
use crate::world::{Instance, World};

/// How often the keeper looks around.
const GLANCE: Duration = Duration::from_millis(100);

/// Entries of the journal that are read in one go.
const PAGE: usize = 5_000;

/// What is kept of the journal, and of each chat.
const KEPT: (usize, usize) = (50_000, 250);

/// A server that was stopped and started, and whether it answers again.
type Restarted = (Box<Server>, Result<(), Error>);

#[derive(Debug)]
pub(super) struct Keeper {
    world: World,
    crew: Crew,
    lookers: BTreeMap<usize, Looker>,
    lock: LockReader,
    tally: Tally,
    crowd: Crowd,
    auditor: Auditor,
    story: Story,
    starts: JoinSet<Result<Instance, Error>>,
    stopping: BTreeSet<usize>,
    frozen: BTreeSet<usize>,
    cut: BTreeMap<usize, Injected>,
    /// Those whose end was seen.
    ended: BTreeSet<usize>,
    deploy: Option<Deploy>,
    /// PostgreSQL, while it is stopped and started.
    database_down: Option<JoinHandle<Restarted>>,
    is_kie_away: bool,
    flood: Option<Armed>,
    /// The instances by the names under which the lock knows them.
    names: HashMap<String, usize>,
    /// When terms ended that were never sealed, by epoch; seconds since 1970.
    broken_off: BTreeMap<i64, f64>,
    calm: Option<Instant>,
    leaderless: Option<f64>,
    routed: Vec<usize>,
    trouble: Option<String>,
}

impl Keeper {
    pub(super) fn new(world: World, crew: Crew, program: PathBuf) -> Self {
        let bot = world.telegram.token().split(':').next().unwrap_or_default().to_owned();
        let (database, crowd) = (world.database_url(), Crowd::new(&world.telegram));
        let places = world.instances().iter().enumerate();
        let lookers = places.map(|(place, one)| (place, Looker::at(one.address()))).collect();
        Self {
            world,
            crew,
            lookers,
            lock: LockReader::of(database.clone(), bot),
            tally: Tally::default(),
            crowd,
            auditor: Auditor::of(program, database),
            story: Story::default(),
            starts: JoinSet::new(),
            stopping: BTreeSet::new(),
            frozen: BTreeSet::new(),
            cut: BTreeMap::new(),
            ended: BTreeSet::new(),
            deploy: None,
            database_down: None,
            is_kie_away: false,
            flood: None,
            names: HashMap::new(),
            broken_off: BTreeMap::new(),
            calm: None,
            leaderless: None,
            routed: Vec::new(),
            trouble: None,
        }
    }

    /// Runs the demo until its end, then ends everything in it.
    pub(super) async fn keeps(mut self, end: CancellationToken) {
        end.run_until_cancelled(self.works()).await;
        self.starts.shutdown().await;
        if let Some(down) = self.database_down.take() {
            drop(down.await);
        }
        // Processes are waited for while they are dropped. A panic there has ended them, too.
        let _ = tokio::task::spawn_blocking(move || drop(self)).await;
    }

    async fn works(&mut self) {
        let mut glances = tokio::time::interval(GLANCE);
        glances.set_missed_tick_behavior(MissedTickBehavior::Delay);
        self.auditor.asks();
        loop {
            tokio::select! {
                Some((order, answer)) = self.crew.orders.recv() => {
                    let taken = self.takes(order);
                    self.glances().await;
                    // Whoever gave it may have closed the page.
                    let _ = answer.send(taken);
                }
                Some(born) = self.starts.join_next() => {
                    self.receives(born.unwrap_or_else(|error| {
                        Err(Error::Ended { what: format!("the start of an instance: {error}") })
                    }));
                    self.glances().await;
                }
                _ = glances.tick() => self.glances().await,
            }
        }
    }

    fn receives(&mut self, born: Result<Instance, Error>) {
        match born {
            Ok(instance) => {
                self.trouble = None;
                let address = instance.address();
                let place = self.world.welcomes(instance);
                self.lookers.insert(place, Looker::at(address));
                self.routed.push(place);
                let next = self
                    .deploy
                    .as_mut()
                    .map(|deploy| deploy.has_started(|place| runs(&self.world, place)));
                self.deploys(next);
            }
            Err(error) => {
                self.deploy = None;
                self.trouble = Some(error.to_string());
            }
        }
    }

    async fn glances(&mut self) {
        self.sees_ends();
        let next =
            self.deploy.as_mut().map(|deploy| deploy.glances(|place| runs(&self.world, place)));
        self.deploys(next);
        self.database_comes_back().await;
        for (place, looker) in &self.lookers {
            if let Some(name) = looker.sight().name() {
                self.names.entry(name.to_owned()).or_insert(*place);
            }
        }
        self.counts();
        self.auditor.glances().await;
        self.tells();
        self.routes();
        let stage = self.stage();
        self.crew.stage.send_replace(std::sync::Arc::new(stage));
    }

    /// Carries out the next step of a deploy.
    fn deploys(&mut self, next: Option<Next>) {
        match next {
            Some(Next::Start) => drop(self.starts.spawn(self.world.launches_one())),
            Some(Next::Stop(place)) => self.stops(place),
            Some(Next::Over) => self.deploy = None,
            Some(Next::Wait) | None => {}
        }
    }

    /// Takes note of instances that have ended; what was done to them is over with them.
    fn sees_ends(&mut self) {
        let instances = self.world.instances().iter().enumerate();
        let ended: Vec<usize> = instances
            .filter(|(place, one)| !self.ended.contains(place) && one.process.status().is_some())
            .map(|(place, _)| place)
            .collect();
        for place in ended {
            let is_leader = self.leads_by_the_lock(place);
            if !self.stopping.contains(&place) && !self.is_told(place) {
                self.tells_that(Blow::End(place), is_leader);
            }
            if is_leader {
                self.breaks_off();
            }
            self.ended.insert(place);
            self.lookers.remove(&place);
            self.frozen.remove(&place);
            self.cut.remove(&place);
        }
    }

    /// Whether a kill of this instance was told.
    fn is_told(&self, place: usize) -> bool {
        self.story.tales().iter().any(|tale| tale.blow == Blow::Kill(place))
    }

    /// The term that the lock shows ends now, and nobody seals it.
    fn breaks_off(&mut self) {
        let lock = self.lock.lock();
        if lock.is_held {
            self.broken_off.entry(lock.epoch).or_insert_with(seconds);
        }
        let oldest = lock.terms.first().map_or(0, |term| term.epoch);
        self.broken_off.retain(|epoch, _| *epoch >= oldest);
    }

    fn leads_by_the_lock(&self, place: usize) -> bool {
        let lock = self.lock.lock();
        lock.is_held && self.names.get(&lock.instance) == Some(&place)
    }

    /// The instance that leads and can work, if there is one.
    fn leader(&self) -> Option<usize> {
        let is_well = |place: &usize| {
            !self.frozen.contains(place)
                && !self.cut.contains_key(place)
                && runs(&self.world, *place)
        };
        let active = |(_, looker): &(&usize, &Looker)| looker.sight().is_active();
        self.lookers.iter().filter(active).map(|(place, _)| *place).find(is_well)
    }

    async fn database_comes_back(&mut self) {
        let Some(down) = self.database_down.take_if(|down| down.is_finished()) else { return };
        // A panic in there has ended the server: then there is no database any more.
        if let Ok((server, back)) = down.await {
            self.world.takes_server_back(server);
            self.trouble = back.err().map(|error| error.to_string());
        }
    }

    fn counts(&mut self) {
        loop {
            let entries = self.world.telegram.journal_from(self.tally.place(), PAGE);
            for (update, nonce) in self.crowd.numbers() {
                self.tally.expects(update, nonce);
            }
            self.tally.reads(&entries);
            if entries.len() < PAGE {
                break;
            }
        }
        self.world.telegram.forgets(KEPT.0, KEPT.1);
        let leads = self.leader().is_some();
        self.leaderless = if leads { None } else { Some(self.leaderless.unwrap_or_else(seconds)) };
        let is_broken = !leads
            || self.database_down.is_some()
            || self.is_kie_away
            || self.flood.is_some()
            || !self.frozen.is_empty()
            || !self.cut.is_empty();
        self.calm = if is_broken { None } else { Some(self.calm.unwrap_or_else(Instant::now)) };
    }

    /// Sends traffic to those who can take it.
    fn routes(&mut self) {
        let running: Vec<usize> = (0..self.world.instances().len())
            .filter(|place| runs(&self.world, *place) && !self.stopping.contains(place))
            .collect();
        let sight = |place: &usize| self.lookers.get(place).map(Looker::sight);
        let takes = |place: &usize| {
            sight(place).is_some_and(|sight: Sight| sight.is_fresh() && sight.is_ready)
        };
        let ready: Vec<usize> = running.iter().copied().filter(takes).collect();
        let wanted = if ready.is_empty() { running } else { ready };
        if wanted != self.routed {
            self.world.routes_to(&wanted);
            self.routed = wanted;
        }
    }

    fn lock(&self) -> std::sync::Arc<Lock> {
        self.lock.lock()
    }
}

fn runs(world: &World, place: usize) -> bool {
    world.instances().get(place).is_some_and(|one| one.process.status().is_none())
}

fn seconds() -> f64 {
    SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default().as_secs_f64()
}

/// Milliseconds since 1970.
fn millis() -> u64 {
    let since = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or_default()
}
