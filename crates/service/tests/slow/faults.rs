//! The faults that are scaled in `./dev test`, with the times of the promise.

#[path = "../scenarios/faults/stories.rs"]
mod stories;

use stories::tables;

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
