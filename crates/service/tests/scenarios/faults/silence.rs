//! Connections to the database that fall silent without a word: a failover, a router that forgot.
//!
//! ```text
//!   stored quickly ── silence on the link of work ── /ready says so ── healed ── stored as quickly
//!                                                                                └── SIGTERM ends it
//! ```
//!
//! What was open stays open and says nothing ever again; what is opened afterwards works. The lock has
//! a connection of its own, which is well all the time.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use simulator::telegram::Person;
use simulator::world::{PATIENCE, World};
use testbed::clocks::EveryClock;
use testbed::process::Signal;
use testbed::proxy::Fault;
use testbed::wait;

use super::unharmed::is_unharmed;

/// So many updates are stored one after the other to see how fast that goes.
const SAMPLE: usize = 20;

/// An update that takes this long to store is not stored at the old speed, however busy the machine.
const SLOW: Duration = Duration::from_millis(1_500);

/// The drain of an instance and five seconds.
const STOP: Duration = Duration::from_secs(15);

/// Lets every connection of an instance be silent for so long, and looks whether the intake is as fast
/// afterwards; says what it came to.
///
/// Sessions are looked after when they are a minute old, so the clock of the process is set forward by
/// one as soon as there is silence. The lock is given a trust that outlasts it.
pub(crate) async fn silent_for(program: impl Into<PathBuf>, long: Duration) -> String {
    let clock = match EveryClock::new() {
        Ok(clock) => clock,
        Err(reason) => {
            testbed::skip::because(&reason);
            return reason.to_string();
        }
    };
    let (world, ann) = warm(program, &clock).await;

    let silence = world.instance(0).link.inject(Fault::Silence);
    let began = Instant::now();
    clock.set("+61").unwrap();
    let lost = ann.says("nonce-1-1-").await;
    // Not a wait for something: this is how long the silence lasts.
    tokio::time::sleep(long.saturating_sub(began.elapsed())).await;
    let honest = world.instance(0).status_of("/ready").await == Some(503);
    silence.heal();

    lost.accepted().await;
    let ready = is_ready(&world).await;
    let median = stores(&ann, "after").await;
    assert!(median < SLOW, "every store takes {median:?} after a silence of {long:?}");
    world.ends_well().await;
    is_unharmed(&world).await;
    ends_in_time(&world).await;
    assert!(honest, "/ready did not say that nothing can be stored");
    assert!(ready, "/ready did not say that updates can be stored again");
    format!("silent for {long:?}, then a store takes {median:?}")
}

/// A world with one instance that has stored and handled something, and goes by this clock.
async fn warm(program: impl Into<PathBuf>, clock: &EveryClock) -> (World, Person) {
    let trust = [("LOCK_TRUST_SECONDS", "100"), ("LOCK_STALE_HEARTBEAT_SECONDS", "110")];
    let built = World::build(program).instances(1).patient_lock();
    let built = trust.iter().fold(built, |built, (name, value)| built.variable(name, value));
    let variables = clock.variables();
    let built = variables.iter().fold(built, |built, (name, value)| built.variable(name, value));
    let world = built.start().await;
    let ann = world.person("Ann");
    ann.starts("").await;
    ann.waits_for(|bubble| bubble.is_from_bot(), PATIENCE).await;
    let median = stores(&ann, "before").await;
    assert!(median < SLOW, "it is slow already: {median:?}");
    (world, ann)
}

/// SIGTERM ends the process within the time of the drain and five seconds.
async fn ends_in_time(world: &World) {
    let instance = world.instance(0);
    instance.signal(Signal::SIGTERM);
    let ended = instance.process.exit(STOP).await;
    let ended = ended.unwrap_or_else(|error| panic!("{error}:\n{}", instance.process.tail()));
    assert_eq!(ended.code(), Some(0), "a clean stop ends with 0");
}

/// The time in the middle that it takes until an update is stored.
async fn stores(person: &Person, when: &str) -> Duration {
    let mut took = Vec::with_capacity(SAMPLE);
    for number in 0..SAMPLE {
        let began = Instant::now();
        person.says(&format!("{when} {number}")).await.accepted().await;
        took.push(began.elapsed());
    }
    took.sort();
    took[SAMPLE / 2]
}

/// Whether `/ready` comes to say that updates can be stored.
async fn is_ready(world: &World) -> bool {
    let ready = wait::until("an honest /ready", PATIENCE, async || {
        (world.instance(0).status_of("/ready").await == Some(200)).then_some(())
    });
    ready.await.is_ok()
}
