//! Deploys under load: nobody notices.

use std::time::Duration;

use simulator::world::World;
use testbed::process::Signal;

use crate::passive::notices;
use crate::path::program;

#[tokio::test]
async fn a_stop_under_load_loses_nothing_and_says_nothing_twice() {
    let mut world = World::build(program()).patient_lock().start().await;
    let mut crowd = world.crowd(100, 20).await;
    crowd.writes(30).await;

    let old = world.stops_active().await;
    crowd.writes(20).await;
    world.starts_one().await;
    world.stops_active().await;
    crowd.writes(20).await;

    let account = world.ends(crowd.stops().await).await;
    println!("two stops: {account:?}");
    assert_eq!(account.twice, 0, "what was in hand was finished first");
    assert!(world.instance(old).lines_at("ERROR").is_empty(), "a clean deploy has none");
}

/// The new instance gets all traffic while the old one is still active, as Render does for 60 s.
#[tokio::test]
async fn a_rolling_deploy_is_invisible() {
    let mut world = World::build(program()).instances(1).patient_lock().start().await;
    let old = world.active().await;
    let mut crowd = world.crowd(100, 20).await;
    crowd.writes(20).await;

    let new = world.starts_one().await;
    world.routes_to(&[new]);
    crowd.writes(200).await;
    assert_eq!(world.active().await, old, "the old one has the role until it is stopped");
    world.stops(old).await;
    crowd.writes(40).await;

    let account = world.ends(crowd.stops().await).await;
    println!("rolling deploy: longest reply gap {:?}, {account:?}", account.slowest);
    assert_eq!(account.twice, 0);
    assert_eq!(notices(&world.telegram.journal()), 0, "HOLD says nothing about a deploy");
    assert!(account.slowest < Duration::from_secs(1), "the longest reply gap: {account:?}");
    for instance in world.instances() {
        assert!(instance.lines_at("ERROR").is_empty(), "a clean deploy has none");
    }
}

#[tokio::test]
async fn both_instances_restarted_at_once_lose_nothing() {
    let mut world = World::build(program()).patient_lock().start().await;
    let mut crowd = world.crowd(50, 20).await;
    crowd.writes(20).await;

    for place in 0..2 {
        world.instance(place).signal(Signal::SIGTERM);
    }
    crowd.writes(20).await;
    world.starts_one().await;
    world.starts_one().await;
    crowd.writes(20).await;

    let account = world.ends(crowd.stops().await).await;
    println!("both at once: {account:?}");
    assert_eq!(account.twice, 0, "both stopped in order");
}
