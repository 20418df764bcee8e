//! A primary under Patroni is killed under load, five times, and nobody touches the bot.
//!
//! ```text
//!   20 messages a second ──> two instances ──> pg-1, pg-2, pg-3      the primary: SIGKILL, Patroni and all
//!                                └── the lock: the same hosts, or a forwarder of its own before each
//! ```
//!
//! A synchronous standby has every commit before it is acknowledged, so nothing that was answered 200 may be
//! lost; whatever is told twice must have been on its way to Telegram when the primary died. The times are
//! printed for docs/ha.md.

use std::time::{Duration, Instant};

use simulator::world::{NotStarted, World};
use testbed::patroni::Patroni;
use testbed::proxy::ChaosProxy;
use testbed::{Error, skip};

use crate::program;

/// The file that operators take, as it is.
const CONFIGURATION: &str = include_str!("../../../../deploy/patroni/patroni.yaml");

const KILLS: usize = 5;

/// Half of the time there is no primary and messages pile up; a busy machine answers them hardly faster than they came.
const CATCHING_UP: Duration = Duration::from_secs(300);

#[tokio::test]
async fn a_killed_primary_costs_time_and_nothing_else() {
    let Some(cluster) = cluster().await else { return };
    let url = cluster.url("postgres");

    let world = World::build(program()).database_at(url, None);

    killed_again_and_again(cluster, world).await;
}

#[tokio::test]
async fn a_lock_that_goes_its_own_way_follows_a_killed_primary_as_well() {
    let Some(cluster) = cluster().await else { return };
    let mut forwarders = Vec::new();
    for address in cluster.addresses() {
        forwarders.push(ChaosProxy::postgres(address).await.unwrap());
    }
    let ways: Vec<_> = forwarders.iter().map(ChaosProxy::address).collect();
    let lock = cluster.url_through(&ways, "postgres");
    let url = cluster.url("postgres");

    let world = World::build(program()).database_at(url, Some(lock));
    killed_again_and_again(cluster, world).await;

    let used = forwarders.iter().filter(|forwarder| forwarder.connections() > 0).count();
    assert!(used > 0, "the lock went nowhere");
}

async fn cluster() -> Option<Patroni> {
    match Patroni::start(CONFIGURATION, 3).await {
        Err(missing @ Error::NoProgram { .. }) => {
            skip::because(missing);
            None
        }
        started => Some(started.unwrap()),
    }
}

async fn killed_again_and_again(mut cluster: Patroni, world: simulator::world::Builder) {
    let world = started(world.patient_lock().try_start().await);
    let mut crowd = world.crowd(40, 20).await;
    let (mut slowest_primary, mut slowest_active) = (Duration::ZERO, Duration::ZERO);
    let (_, mut epoch) = world.active_after(0).await;
    for kill in 1..=KILLS {
        crowd.writes(100).await;
        let old = cluster.primary().await.expect("a primary before it is killed");
        world.blow();
        let killed = Instant::now();
        cluster.kill(old).unwrap();
        world.blow();

        let new = cluster.has_another_primary(old).await.unwrap();
        let promoted = killed.elapsed();
        let (_, next) = world.active_after(epoch).await;
        let active = killed.elapsed();
        world.blow();

        println!(
            "kill {kill}: node {old}, primary {new} after {promoted:?}, ACTIVE after {active:?}"
        );
        (slowest_primary, slowest_active) =
            (slowest_primary.max(promoted), slowest_active.max(active));
        epoch = next;
        cluster.returns(old).await.unwrap();
        assert_eq!(actives(&world).await, 1, "one ACTIVE after kill {kill}");
    }
    crowd.writes(100).await;
    let talk = crowd.stops().await;
    let stopped = Instant::now();
    world.catches_up(CATCHING_UP).await;
    println!("caught up {:?} after the last message", stopped.elapsed());
    let account = world.ends(talk).await;

    let timelines = timelines(&world).await;
    println!(
        "timelines {timelines:?}, slowest: {slowest_primary:?} and {slowest_active:?}; {account:?}"
    );
    assert!(timelines.len() > KILLS, "each kill is a promotion: {timelines:?}");
    assert!(account.replied > 100 * KILLS, "hardly anybody wrote: {account:?}");
}

fn started(world: Result<World, NotStarted>) -> World {
    world.unwrap_or_else(|error| panic!("{error}"))
}

/// How many instances say that they are active.
async fn actives(world: &World) -> usize {
    let mut actives = 0;
    for instance in world.instances() {
        actives += usize::from(instance.state().await.as_deref() == Some("ACTIVE"));
    }
    actives
}

/// The timelines on which terms were claimed, in order.
async fn timelines(world: &World) -> Vec<i32> {
    let url = format!("{}?target_session_attrs=read-write", world.database_url());
    let client = testbed::server::connect(&url).await.unwrap();
    let query = "select timeline from leader_history where event = 'claimed' \
                 group by timeline order by timeline";
    let rows = client.query(query, &[]).await.unwrap();
    rows.iter().map(|row| row.get(0)).collect()
}
