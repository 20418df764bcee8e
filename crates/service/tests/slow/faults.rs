//! The faults that are scaled in `./dev test`, with the times of the promise.

#[path = "../scenarios/faults/stories.rs"]
mod stories;

use std::time::Duration;

use stories::{connections, disk, silence, tables};

use crate::program;

#[tokio::test]
async fn each_table_locked_for_three_quarters_of_a_minute_costs_time_and_nothing_else() {
    let first = tables::build(program()).start().await;
    let every = tables::every_table(&first).await;
    assert!(tables::IMPORTANT.iter().all(|name| every.iter().any(|table| table == name)));
    drop(first);
    for table in every {
        let world = tables::build(program()).start().await;
        println!("{}", tables::locked(world, &[&[table]], 45).await);
    }
}

#[tokio::test]
async fn after_a_silence_of_seventy_seconds_updates_are_stored_as_fast_as_before() {
    println!("{}", silence::silent_for(program(), Duration::from_secs(70)).await);
}

#[tokio::test]
async fn connections_used_up_for_twenty_seconds_cost_time_and_nothing_else() {
    let world = connections::build(program()).start().await;

    println!("{}", connections::used_up(world, 20).await);
}

#[tokio::test]
async fn a_disk_that_is_full_for_twenty_seconds_costs_time_and_nothing_else() {
    println!("{}", disk::full(program(), 20).await);
}
