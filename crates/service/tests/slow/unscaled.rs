//! The scenarios whose times are scaled in `./dev test`, with the times of the promise.

use std::time::Duration;

use simulator::world::World;

use crate::program;

#[tokio::test]
async fn a_freeze_of_twenty_seconds_loses_nothing() {
    let world = World::build(program()).patient_lock().start().await;
    let mut crowd = world.crowd(100, 20).await;
    crowd.writes(20).await;
    let old = world.active().await;

    let frozen = world.freezes(old);
    crowd.writes(400).await;
    world.wakes(frozen);
    crowd.writes(40).await;

    let account = world.ends(crowd.stops().await).await;
    println!("frozen for 20 s: {account:?}");
    let new = world.active().await;
    assert_ne!(new, old);
    for line in world.instance(new).process.lines().iter().filter(|line| line.contains("[LOCK]")) {
        println!("{line}");
    }
}

#[tokio::test]
async fn a_database_away_for_ten_seconds_loses_nothing() {
    let mut world = World::build(program()).own_server().patient_lock().start().await;
    let mut crowd = world.crowd(100, 20).await;
    crowd.writes(20).await;

    let away = world.database_goes().await;
    crowd.writes(200).await;
    world.database_returns(away).await;
    crowd.writes(40).await;

    let account = world.ends(crowd.stops().await).await;
    println!("database away for 10 s: {account:?}");
}

#[tokio::test]
async fn a_rolling_deploy_with_a_minute_of_overlap_is_invisible() {
    let mut world = World::build(program()).instances(1).patient_lock().start().await;
    let old = world.active().await;
    let mut crowd = world.crowd(100, 20).await;
    crowd.writes(20).await;

    let new = world.starts_one().await;
    world.routes_to(&[new]);
    crowd.writes(1_200).await;
    world.stops(old).await;
    crowd.writes(100).await;

    let account = world.ends(crowd.stops().await).await;
    println!("a minute of overlap: {account:?}");
    assert_eq!(account.twice, 0);
    assert!(account.slowest < Duration::from_secs(1), "the longest reply gap: {account:?}");
}
