//! Host names that cannot be looked up, at the start and later.

use std::sync::Arc;

use simulator::telegram::Fault;
use simulator::world::{PATIENCE, World};
use testbed::names::Names;
use testbed::wait;

use super::stories::unharmed::is_unharmed;
use crate::path::program;

/// Seconds without names at the start.
const AT_FIRST: i64 = 5;

/// Messages without names later: three seconds each for Telegram alone and for everything.
const LATER: usize = 60;

#[tokio::test]
async fn an_instance_that_finds_no_names_at_its_start_waits_for_them() {
    let Some((names, mut world)) = named(0).await else { return };
    names.vanish().unwrap();

    let place = world.begins_one().await;
    let instance = world.instance(place);
    let line = instance.process.line("[DB] not ready", PATIENCE).await.unwrap();
    assert!(line.contains("\"level\":\"WARN\""), "{line}");
    let waited = wait::until("some seconds without names", PATIENCE, async || {
        let health = instance.health().await?;
        (health["uptime"].as_i64()? >= AT_FIRST).then_some(health)
    });
    let health =
        waited.await.unwrap_or_else(|error| panic!("{error}: {}", instance.process.tail()));
    assert_eq!(health["active"], false);
    assert_eq!(instance.status_of("/ready").await, Some(503));
    assert_eq!(instance.status_of("/live").await, Some(200));

    names.come_back().unwrap();
    assert_eq!(world.active().await, place);
    let ready = wait::until("an instance that is ready", PATIENCE, async || {
        (world.instance(place).status_of("/ready").await == Some(200)).then_some(())
    });
    ready.await.unwrap();
    let ann = world.person("Ann");
    ann.starts("").await;
    ann.waits_for(|bubble| bubble.is_from_bot(), PATIENCE).await;
    world.ends_well().await;
    is_unharmed(&world).await;
}

#[tokio::test]
async fn names_that_vanish_while_people_write_cost_time_and_nothing_else() {
    let Some((names, world)) = named(2).await else { return };
    let mut crowd = world.crowd(40, 20).await;
    crowd.writes(20).await;

    names.vanish().unwrap();
    // What was connected goes on: first Telegram's connections break, then those of the database.
    let cut = world.telegram.faults().on_method("sendMessage", 8, Fault::CutBefore);
    crowd.writes(LATER).await;
    cut.fired().await;
    world.sessions_end("true").await;
    crowd.writes(LATER).await;
    let active = world.instances().iter().map(async |instance| instance.state().await);
    for state in active {
        assert_ne!(state.await.as_deref(), Some("ACTIVE"), "nobody can reach the database");
    }
    names.come_back().unwrap();

    world.active().await;
    crowd.writes(20).await;
    let account = world.ends(crowd.stops().await).await;
    println!("names gone for a while: {account:?}");
    is_unharmed(&world).await;
}

/// A world whose instances know everybody by name; none where that cannot be had.
async fn named(instances: usize) -> Option<(Arc<Names>, World)> {
    let names = match Names::new() {
        Ok(names) => Arc::new(names),
        Err(reason) => {
            testbed::skip::because(reason);
            return None;
        }
    };
    let world = World::build(program()).patient_lock().by_names(&names).instances(instances);
    Some((names, world.start().await))
}
