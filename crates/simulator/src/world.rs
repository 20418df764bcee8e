//! The world of a scenario: a database, Telegram, KIE, instances of the program, and people.
//!
//! ```text
//!   people ──> fake Telegram ── balancer ──> instances ──> chaos proxy (one each) ──> PostgreSQL
//!                    ^                          │                 the lock goes there directly
//!                    └────── Bot API ───────────┤
//!                      fake KIE <── tasks, files ┘ <── callbacks, by the same balancer
//! ```
//!
//! A test that brings its own database says how instances reach it; their proxies are not in between then.
//!
//! The program is started as a process, from a path the test gives, and is only ever met on its
//! sockets. [`World::ends`] is the end of every scenario: it waits until everything that was accepted
//! has its reply, then holds the journal of Telegram against what was promised, and lets the program
//! audit its books.
//!
//! | part | owns |
//! | --- | --- |
//! | `instance` | one process of the program, and its own link to the database |
//! | `conditions` | what is unusual about a world: its server, disk, names, roles and proxy |
//! | `actions` | what happens to instances and to the database |
//! | `days` | the time of the business and that of Telegram |
//! | [`crowd`] | many people who write at a steady pace |
//! | [`checks`] | the promises, counted from the journal |
//! | `metrics` | what the instances show at `/metrics`, held against the page that lists it |

pub mod checks;
pub mod crowd;

mod actions;
mod conditions;
mod days;
mod instance;
mod metrics;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use testbed::database::{Cluster, Database};
use testbed::disk::SmallDisk;
use testbed::forward::ForwardProxy;
use testbed::names::Names;
use testbed::server::Server;
use testbed::{Error, wait};

pub use actions::{Away, Frozen};
pub use instance::Instance;

use conditions::Hidden;

use crate::kie::{self, FakeKie, Pace};
use crate::telegram::{FakeTelegram, Limits, Person, Settings, StartError, Timing};

/// Long enough for a takeover, a catch-up and a busy machine together.
pub const PATIENCE: Duration = Duration::from_secs(60);

pub const SECRET: &str = "a-secret-of-the-world";

/// The timing of the lock, shorter than an operator's: a takeover by silence takes two seconds.
const LOCK: [(&str, &str); 4] = [
    ("LOCK_HEARTBEAT_SECONDS", "0.25"),
    ("LOCK_TRUST_SECONDS", "1.5"),
    ("LOCK_CALL_SECONDS", "0.5"),
    ("LOCK_STALE_HEARTBEAT_SECONDS", "2.2"),
];

#[derive(Debug, Clone)]
#[must_use = "nothing is there before it is started"]
pub struct Builder {
    program: PathBuf,
    instances: usize,
    variables: Vec<(String, String)>,
    telegram: Settings,
    kie: kie::Settings,
    own_server: bool,
    given: Option<Given>,
    server_settings: Vec<String>,
    disk: Option<Arc<SmallDisk>>,
    names: Option<Arc<Names>>,
    proxy: Option<Arc<ForwardProxy>>,
    polling: bool,
    roles: bool,
    front: Option<SocketAddr>,
    lock_through_link: bool,
}

/// A world; dropping it ends everything in it.
#[derive(Debug)]
pub struct World {
    pub telegram: FakeTelegram,
    pub kie: FakeKie,
    instances: Vec<Instance>,
    place: Place,
    hidden: Option<Hidden>,
    builder: Builder,
    people: AtomicI64,
    /// By how many seconds time was moved.
    ahead: AtomicU64,
    /// When an instance was killed, frozen or woken: calls in flight then may be made twice.
    blows: Mutex<Vec<Instant>>,
}

#[derive(Debug, thiserror::Error)]
pub enum NotStarted {
    #[error(transparent)]
    Testbed(#[from] Error),
    #[error(transparent)]
    Fake(#[from] StartError),
}

#[derive(Debug)]
enum Place {
    /// A database of its own on the server that tests share.
    Shared(Database),
    /// A server of its own, which can go away.
    Own(Box<Server>),
    /// The same, in the hands of somebody who stops and starts it; its address stays.
    Lent(String),
    /// The test's, which does with it what it likes.
    Given(Given),
}

/// A database of the test, as instances get it: there is no link of theirs in between.
#[derive(Debug, Clone)]
struct Given {
    url: String,
    lock: Option<String>,
}

impl Builder {
    pub fn instances(mut self, number: usize) -> Self {
        self.instances = number;
        self
    }

    pub fn variable(mut self, name: &str, value: &str) -> Self {
        self.variables.push((name.to_owned(), value.to_owned()));
        self
    }

    pub fn telegram(mut self, change: impl FnOnce(&mut Settings)) -> Self {
        change(&mut self.telegram);
        self
    }

    pub fn kie(mut self, change: impl FnOnce(&mut kie::Settings)) -> Self {
        change(&mut self.kie);
        self
    }

    /// Lets instances ask Telegram for updates; none are delivered.
    pub fn polling(mut self) -> Self {
        self.polling = true;
        self.variable("BOT_MODE", "polling")
    }

    /// Sends all traffic to this address, where somebody passes it on to the instances.
    pub fn behind(mut self, front: SocketAddr) -> Self {
        self.front = Some(front);
        self
    }

    /// Gives the world a PostgreSQL server of its own, which can go away.
    pub fn own_server(mut self) -> Self {
        self.own_server = true;
        self
    }

    /// Uses a database of the test, which may have several hosts, and another way to it for the lock if there is one.
    pub fn database_at(mut self, url: String, lock: Option<String>) -> Self {
        self.given = Some(Given { url, lock });
        self
    }

    /// Gives the lock the timing an operator has: whoever is slow for a second keeps the role.
    pub fn patient_lock(mut self) -> Self {
        self.variables.retain(|(name, _)| !name.starts_with("LOCK_"));
        self
    }

    /// Lets the lock go through an instance's link as well: cut off, it has no way to the database at all.
    pub fn lock_through_link(mut self) -> Self {
        self.lock_through_link = true;
        self
    }

    /// Leaves the limits and the pace as an operator has them, for people instead of tests.
    pub fn unhurried(mut self) -> Self {
        self.variables.clear();
        (self.telegram.limits, self.telegram.timing) = (Limits::default(), Timing::default());
        self.kie.limits = kie::Limits::default();
        self
    }

    pub async fn start(self) -> World {
        self.try_start().await.unwrap_or_else(|error| panic!("{error}"))
    }

    pub async fn try_start(self) -> Result<World, NotStarted> {
        let telegram = FakeTelegram::start(self.telegram.clone()).await?;
        let kie = FakeKie::start(self.kie.clone()).await?;
        let place = if let Some(given) = self.given.clone() {
            Place::Given(given)
        } else if self.own_server {
            Place::Own(Box::new(self.server().await?))
        } else {
            Place::Shared(Cluster::shared().await?.empty_database().await?)
        };
        let hidden = match &self.proxy {
            Some(proxy) => Some(Hidden::behind(proxy, &telegram.url()).await?),
            None => None,
        };
        telegram.set_secret(SECRET);
        let (instances, people) = (Vec::new(), AtomicI64::new(1_000));
        let ahead = AtomicU64::new(0);
        let blows = Mutex::new(Vec::new());
        let number = self.instances;
        let builder = self;
        let mut world =
            World { telegram, kie, instances, place, hidden, builder, people, ahead, blows };
        if world.builder.roles {
            world.makes_roles().await?;
        }
        for _ in 0..number {
            let born = world.launches_one().await?;
            world.welcomes(born);
        }
        if number > 0 {
            world.found("ACTIVE").await?;
        }
        Ok(world)
    }
}

impl World {
    /// A world in which this program runs, twice unless told otherwise.
    ///
    /// Our own limits, those of Telegram and those of KIE are lifted, Telegram's pauses are a tenth
    /// of the real ones, and tasks of KIE end at once: a test that is about them sets them.
    pub fn build(program: impl Into<PathBuf>) -> Builder {
        let telegram = Settings {
            limits: Limits::lifted(),
            timing: Timing::faster(10),
            patience: PATIENCE,
            ..Settings::default()
        };
        let kie = kie::Settings {
            limits: kie::Limits::lifted(),
            pace: Pace::Immediate,
            patience: PATIENCE,
            ..kie::Settings::default()
        };
        let lifted = [
            ("TELEGRAM_RATE", "100000"),
            ("TELEGRAM_CHAT_RATE", "1000"),
            ("PERSON_RATE", "100000"),
            ("KIE_RATE", "100000"),
            ("KIE_READ_RATE", "100000"),
        ];
        let variables = LOCK
            .iter()
            .chain(&lifted)
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        Builder {
            program: program.into(),
            instances: 2,
            variables: variables.collect(),
            telegram,
            kie,
            own_server: false,
            given: None,
            server_settings: Vec::new(),
            disk: None,
            names: None,
            proxy: None,
            polling: false,
            roles: false,
            front: None,
            lock_through_link: false,
        }
    }

    pub fn person(&self, name: &str) -> Person {
        self.speaker(name, "en")
    }

    pub fn speaker(&self, name: &str, language: &str) -> Person {
        let id = self.people.fetch_add(1, Ordering::Relaxed);
        self.telegram.person(id, name, language)
    }

    /// The instances, dead ones included.
    pub fn instances(&self) -> &[Instance] {
        &self.instances
    }

    pub fn instance(&self, place: usize) -> &Instance {
        &self.instances[place]
    }

    pub async fn active(&self) -> usize {
        self.found("ACTIVE").await.unwrap_or_else(|error| panic!("{error}"))
    }

    pub async fn passive(&self) -> usize {
        self.found("PASSIVE").await.unwrap_or_else(|error| panic!("{error}"))
    }

    /// Waits until one is active in a later term than this one; says which, and the number of its term.
    pub async fn active_after(&self, epoch: i64) -> (usize, i64) {
        let what = format!("an instance that is ACTIVE after term {epoch}");
        let found = wait::until(&what, PATIENCE * 2, async || {
            for (place, instance) in self.instances.iter().enumerate() {
                let Some(health) = instance.health().await else { continue };
                let current = health["epoch"].as_i64().filter(|current| *current > epoch);
                if let (Some(current), true) = (current, health["lock_state"] == "ACTIVE") {
                    return Some((place, current));
                }
            }
            None
        });
        found.await.unwrap_or_else(|error| panic!("{error}"))
    }

    /// Waits until one is in this state, and says which.
    async fn found(&self, state: &str) -> Result<usize, Error> {
        let what = format!("an instance that is {state}");
        let found = wait::until(&what, PATIENCE, async || {
            for (place, instance) in self.instances.iter().enumerate() {
                if instance.state().await.as_deref() == Some(state) {
                    return Some(place);
                }
            }
            None
        });
        found.await
    }

    /// Sends all traffic to these instances, in turn.
    pub fn routes_to(&self, places: &[usize]) {
        let direct = places.iter().map(|place| self.instances[*place].address());
        let addresses: Vec<SocketAddr> = match self.builder.front {
            Some(front) => vec![front],
            None => direct.collect(),
        };
        self.kie.deliver_to(addresses.clone());
        self.telegram.deliver_to(addresses);
    }

    /// The address of the data, past every proxy.
    pub fn database_url(&self) -> String {
        match &self.place {
            Place::Shared(database) => database.url(),
            Place::Own(server) => server.url("postgres"),
            Place::Lent(url) => url.clone(),
            Place::Given(given) => given.url.clone(),
        }
    }

    /// The server of its own that this world has, to be copied while it runs.
    pub fn server(&self) -> Option<&Server> {
        match &self.place {
            Place::Shared(_) | Place::Lent(_) | Place::Given(_) => None,
            Place::Own(server) => Some(server),
        }
    }

    /// Hands out the server of its own, to be stopped and started by somebody else, until it is taken back.
    pub(crate) fn lends_server(&mut self) -> Option<Box<Server>> {
        let lent = Place::Lent(self.database_url());
        match std::mem::replace(&mut self.place, lent) {
            Place::Own(server) => Some(server),
            other => {
                self.place = other;
                None
            }
        }
    }

    pub(crate) fn takes_server_back(&mut self, server: Box<Server>) {
        self.place = Place::Own(server);
    }

    fn server_address(&self) -> SocketAddr {
        let url = self.database_url();
        let host = url.split('@').nth(1).and_then(|rest| rest.split(['/', ',']).next());
        let address = host.unwrap_or_default().parse();
        address.unwrap_or_else(|_| panic!("{url} has no plain host and port"))
    }

    /// Remembers that something was done just now that may end a term: calls in flight may be made
    /// twice.
    pub fn blow(&self) {
        let mut blows = self.blows.lock().unwrap_or_else(|error| error.into_inner());
        blows.push(Instant::now());
    }
}
