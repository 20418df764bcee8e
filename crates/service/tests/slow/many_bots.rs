//! Ten bots on one PostgreSQL server, each with a database and two instances of its own, for a minute.
//!
//! Printed for docs/sizes.md: connections of a bot, memory of an instance. Each bot has its own promises kept.

use std::time::Duration;

use simulator::world::World;
use testbed::process::Process;

use crate::program;

const BOTS: usize = 10;

/// Two messages a second for a minute.
const MESSAGES: usize = 120;

/// What docs/sizes.md says a bot of two instances takes at most: 18 of the active one, 4 of the passive one.
const MOST: i64 = 22;

#[tokio::test]
async fn ten_bots_share_a_server_and_none_notices_the_others() {
    let mut worlds = Vec::new();
    for _ in 0..BOTS {
        worlds.push(World::build(program()).patient_lock().start().await);
    }
    let mut crowds = Vec::new();
    for world in &worlds {
        crowds.push(world.crowd(4, 2).await);
    }
    // All of them write meanwhile.
    crowds[0].writes(MESSAGES).await;

    let sessions = sessions(&worlds).await;
    assert_eq!(sessions.len(), BOTS, "{sessions:?}");
    assert!(sessions.iter().all(|count| *count <= MOST), "{sessions:?}");
    let (mut active, mut passive) = (Vec::new(), Vec::new());
    for world in &worlds {
        for instance in world.instances() {
            let is_active = instance.state().await.as_deref() == Some("ACTIVE");
            let kept = if is_active { &mut active } else { &mut passive };
            kept.push(memory(&instance.process).await);
        }
    }
    assert_eq!((active.len(), passive.len()), (BOTS, BOTS), "one of each bot is active");
    let mut slowest = Duration::ZERO;
    for (world, crowd) in worlds.iter().zip(crowds) {
        slowest = slowest.max(world.ends(crowd.stops().await).await.slowest);
    }

    println!("sessions of each bot {sessions:?}, {} in all", sessions.iter().sum::<i64>());
    println!("MB of active instances {active:?}, of passive ones {passive:?}");
    println!("slowest reply of all: {slowest:?}");
}

/// The sessions in the database of each of these bots.
async fn sessions(worlds: &[World]) -> Vec<i64> {
    let names: Vec<String> = worlds
        .iter()
        .filter_map(|world| world.database_url().rsplit('/').next().map(str::to_owned))
        .collect();
    let client = testbed::server::connect(&worlds[0].database_url()).await.unwrap();
    let query = "select count(*) from pg_stat_activity \
                 where datname = any ($1) and application_name <> 'testbed' \
                 group by datname order by 1";
    let rows = client.query(query, &[&names]).await.unwrap();
    rows.iter().map(|row| row.get(0)).collect()
}

/// How much memory a process has to itself and in use, in MB.
async fn memory(process: &Process) -> u64 {
    let status = format!("/proc/{}/status", process.pid());
    let status = tokio::fs::read_to_string(status).await.unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
    kilobytes.unwrap_or_default() / 1024
}
