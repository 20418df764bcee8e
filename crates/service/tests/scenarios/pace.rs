//! Who writes faster than anybody could is told once to wait, and others notice nothing.

use simulator::telegram::journal::applied_in;
use simulator::world::{PATIENCE, World};

use crate::path::program;
use crate::refunds::says;

/// So many go at once.
const AT_ONCE: usize = 120;

#[tokio::test]
async fn a_flood_is_answered_by_one_wait_and_others_go_on() {
    let world = World::build(program()).variable("PERSON_RATE", "0.2").start().await;
    let (anna, boris) = (world.person("Anna"), world.person("Boris"));

    for _ in 0..AT_ONCE + 10 {
        anna.says("/balance").await;
    }

    let wait = anna.waits_for(says("then send it again"), PATIENCE).await;
    assert!(wait.text.contains("Wait "), "{}", wait.text);
    boris.says("/balance").await;
    boris.waits_for(says("Available"), PATIENCE).await;
    world.ends_well().await;
    let told = applied_in(&world.telegram.journal(), anna.id());
    let count = |words: &str| told.iter().filter(|text| text.contains(words)).count();
    assert!(count("Available") >= AT_ONCE, "{}", count("Available"));
    assert_eq!(count("then send it again"), 1);
}
