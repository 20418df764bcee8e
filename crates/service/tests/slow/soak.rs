//! A soak: a crowd that never stops, a deploy every five minutes, faults in between.
//!
//! `SOAK_MINUTES` says how long (20 unless set), `SEED` repeats the faults of another run.

use std::time::{Duration, Instant};

use simulator::telegram::Fault;
use simulator::world::World;
use simulator::world::crowd::Crowd;
use testbed::draws::{Draws, printed_seed};

use crate::program;

const DEPLOY_EVERY: Duration = Duration::from_secs(300);

/// Messages between two faults: half a minute.
const BETWEEN: usize = 600;

#[tokio::test]
async fn nobody_touches_it_and_every_promise_is_kept() {
    let minutes = number("SOAK_MINUTES").unwrap_or(20);
    println!("a soak of {minutes} minutes");
    let seed = printed_seed();
    let mut world = World::build(program()).own_server().patient_lock().start().await;
    let mut crowd = world.crowd(100, 20).await;
    let (began, length) = (Instant::now(), Duration::from_secs(minutes * 60));
    let (mut draws, mut deployed, mut deploys, mut faults) =
        (Draws::seeded(seed), Instant::now(), 0, 0);

    while began.elapsed() < length {
        crowd.writes(BETWEEN).await;
        if deployed.elapsed() >= DEPLOY_EVERY.min(length / 4) {
            deploy(&mut world, &mut crowd).await;
            (deployed, deploys) = (Instant::now(), deploys + 1);
        } else {
            fault(&mut world, &mut crowd, draws.below(4)).await;
            faults += 1;
        }
    }

    let account = world.ends(crowd.stops().await).await;
    println!("{deploys} deploys, {faults} faults: {account:?}");
    assert!(deploys > 0 && faults > 0, "a soak without either shows nothing");
}

/// The new instance first, then the old ones go, the active one last.
async fn deploy(world: &mut World, crowd: &mut Crowd) {
    let old: Vec<usize> = running(world);
    world.starts_one().await;
    world.starts_one().await;
    crowd.writes(100).await;
    for place in old {
        world.stops(place).await;
    }
}

async fn fault(world: &mut World, crowd: &mut Crowd, which: usize) {
    match which {
        0 => {
            world.kills_active().await;
            world.starts_one().await;
        }
        1 => {
            let active = world.active().await;
            let frozen = world.freezes(active);
            crowd.writes(240).await;
            world.wakes(frozen);
        }
        2 => {
            let away = world.database_goes().await;
            crowd.writes(100).await;
            world.database_returns(away).await;
        }
        _ => {
            let faults = world.telegram.faults();
            for fault in [Fault::RetryAfter(1), Fault::Status(502), Fault::CutBefore] {
                faults.on_method("sendMessage", 2, fault).fired_times(2).await;
            }
        }
    }
}

fn running(world: &World) -> Vec<usize> {
    let instances = world.instances().iter().enumerate();
    let running = instances.filter(|(_, instance)| instance.process.status().is_none());
    running.map(|(place, _)| place).collect()
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}
