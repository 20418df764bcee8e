//! Trouble that passes: of the database, of names, of clocks, of a release that does not start.
//!
//! The numbers of the promise are scaled here; the slow set has the same stories at full length.

mod admins;
mod crash_loops;
mod large_ids;
mod names;
mod refusals;
mod sessions;
#[path = "faults/stories.rs"]
mod stories;
mod wall_clock;

use std::time::Duration;

use stories::{connections, disk, silence, tables};

use crate::path::program;

#[tokio::test]
async fn every_table_locked_together_for_a_while_costs_time_and_nothing_else() {
    let world = tables::build(program()).start().await;
    let every = tables::every_table(&world).await;
    assert!(tables::IMPORTANT.iter().all(|name| every.iter().any(|table| table == name)));

    println!("{}", tables::locked(world, &[&every], 12).await);
}

/// Each lock is longer than the patience of a statement, so that some are refused at least once.
#[tokio::test]
async fn important_tables_locked_one_after_the_other_cost_time_and_nothing_else() {
    let world = tables::build(program()).start().await;
    let [inbox, outbox, conversations, accounts, _] =
        tables::IMPORTANT.map(|name| [name.to_owned()]);

    println!("{}", tables::locked(world, &[&inbox, &outbox, &conversations, &accounts], 6).await);
}

#[tokio::test]
async fn the_term_of_the_lock_locked_for_a_while_costs_time_and_nothing_else() {
    let world = tables::build(program()).start().await;

    println!("{}", tables::locked(world, &[&["leader_term".to_owned()]], 6).await);
}

#[tokio::test]
async fn after_a_silence_of_seconds_updates_are_stored_as_fast_as_before() {
    println!("{}", silence::silent_for(program(), Duration::from_secs(12)).await);
}

#[tokio::test]
async fn connections_used_up_by_others_cost_time_and_nothing_else() {
    let world = connections::build(program()).start().await;

    println!("{}", connections::used_up(world, 6).await);
}

#[tokio::test]
async fn a_full_disk_costs_time_and_nothing_else() {
    println!("{}", disk::full(program(), 6).await);
}
