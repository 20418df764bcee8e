//! Instances that die or freeze in the worst moments.

use std::time::Duration;

use simulator::telegram::Fault as CallFault;
use simulator::telegram::journal::{accepted, applied_with};
use simulator::world::{PATIENCE, World};
use testbed::proxy::{Fault, Moment, Way};
use testbed::wait;

use crate::path::program;

#[tokio::test]
async fn a_kill_under_load_loses_nothing() {
    let mut world = World::build(program()).start().await;
    let mut crowd = world.crowd(100, 20).await;
    crowd.writes(30).await;

    world.kills_active().await;
    world.starts_one().await;
    crowd.writes(30).await;
    world.kills_active().await;
    world.starts_one().await;
    crowd.writes(30).await;

    let account = world.ends(crowd.stops().await).await;
    println!("two kills: {account:?}");
}

#[tokio::test]
async fn a_frozen_instance_is_replaced_and_what_it_does_on_waking_does_not_count() {
    let world = World::build(program()).start().await;
    let mut crowd = world.crowd(100, 20).await;
    crowd.writes(20).await;
    let old = world.active().await;

    let frozen = world.freezes(old);
    let new = world.active().await;
    assert_ne!(old, new);
    crowd.writes(40).await;
    world.wakes(frozen);
    crowd.writes(20).await;

    let account = world.ends(crowd.stops().await).await;
    println!("frozen: {account:?}");
    assert_eq!(world.active().await, new, "who woke up waits like everybody else");
}

#[tokio::test]
async fn a_kill_between_the_commit_and_the_answer_costs_nothing() {
    let world = World::build(program()).start().await;
    let (active, passive) = (world.active().await, world.passive().await);
    let person = world.person("Ann");
    person.starts("").await;
    person.waits_for(|bubble| bubble.is_from_bot(), PATIENCE).await;
    // What the server answers no longer arrives at the instance that gets the traffic.
    world.routes_to(&[passive]);
    let deaf = world.instance(passive).link.inject(Fault::OneWayLoss(Way::Down));

    let update = person.says("nonce-1-1-").await;
    is_stored(&world, update.update_id()).await;
    assert!(!update.is_accepted(), "it is on disk, and nobody was told");
    world.kills(passive).await;
    deaf.heal();
    world.routes_to(&[active]);

    update.accepted().await;
    person
        .waits_for(|bubble| bubble.is_from_bot() && bubble.text.contains("nonce-1-1-"), PATIENCE)
        .await;
    world.ends_well().await;
    assert_eq!(applied_with(&world.telegram.journal(), "nonce-1-1-"), 1);
}

#[tokio::test]
async fn a_kill_between_the_answer_and_the_handling_costs_nothing() {
    let world = World::build(program()).start().await;
    let (active, passive) = (world.active().await, world.passive().await);
    let person = world.person("Ann");
    person.starts("").await;
    person.waits_for(|bubble| bubble.is_from_bot(), PATIENCE).await;
    world.routes_to(&[passive]);
    // The active one decides, and its commit does not reach the server.
    let held = world.instance(active).link.hold_commit(Moment::BeforeRequest, 1);

    let update = person.says("nonce-2-1-").await;
    update.accepted().await;
    let held = held.reached(PATIENCE).await.unwrap();
    world.kills(active).await;
    drop(held);

    person
        .waits_for(|bubble| bubble.is_from_bot() && bubble.text.contains("nonce-2-1-"), PATIENCE)
        .await;
    world.ends_well().await;
    assert_eq!(applied_with(&world.telegram.journal(), "nonce-2-1-"), 1);
}

#[tokio::test]
async fn a_kill_between_the_send_and_its_record_says_it_twice_at_most() {
    let world = World::build(program()).start().await;
    let (active, passive) = (world.active().await, world.passive().await);
    let person = world.person("Ann");
    person.starts("").await;
    person.waits_for(|bubble| bubble.is_from_bot(), PATIENCE).await;
    world.routes_to(&[passive]);
    let held = world.telegram.faults().on_method("sendMessage", 1, CallFault::Hold);

    person.says("nonce-3-1-").await;
    held.fired().await;
    let others = world.person("Bob");
    world.kills(active).await;
    held.release();

    others.says("nonce-4-1-").await;
    others
        .waits_for(|bubble| bubble.is_from_bot() && bubble.text.contains("nonce-4-1-"), PATIENCE)
        .await;
    world
        .telegram
        .waits_until("the reply once more", |journal| applied_with(journal, "nonce-3-1-") == 2)
        .await;
    world.ends_well().await;
    assert_eq!(applied_with(&world.telegram.journal(), "nonce-3-1-"), 2, "and not again");
}

/// Handling it kills the process: its commit is held, and the process killed, each time.
#[tokio::test]
async fn an_update_that_kills_its_handler_is_set_aside_and_the_others_are_handled() {
    let mut world = World::build(program()).start().await;
    let (poisoned, bystander) = (world.person("Ann"), world.person("Bob"));
    for person in [&poisoned, &bystander] {
        person.starts("").await;
        person.waits_for(|bubble| bubble.is_from_bot(), PATIENCE).await;
    }
    let witness = testbed::server::connect(&world.database_url()).await.unwrap();
    // Whoever wants to write what this person is in, waits; and whoever waits for that, is killed.
    let lock =
        format!("begin; select from conversations where person_id = {} for update", poisoned.id());
    witness.batch_execute(&lock).await.unwrap();
    poisoned.says("nonce-5-1-").await.accepted().await;
    let mut takeovers = 0;
    loop {
        let other = testbed::server::connect(&world.database_url()).await.unwrap();
        let next = wait::until(
            "the handler in its trap, or the update aside",
            PATIENCE,
            async || {
                let dead = other.query_one("select count(*) from dead_letters", &[]).await.ok()?;
                if dead.get::<_, i64>(0) > 0 {
                    return Some(true);
                }
                let trapped = "select count(*) from pg_stat_activity where wait_event_type = 'Lock' \
                           and datname = current_database() and query like '%conversations%'";
                let trapped = other.query_one(trapped, &[]).await.ok()?;
                (trapped.get::<_, i64>(0) > 0).then_some(false)
            },
        );
        if next.await.unwrap() {
            break;
        }
        takeovers += 1;
        assert!(takeovers <= 5, "it must be aside by the fifth takeover");
        bystander.says(&format!("nonce-6-{takeovers}-")).await;
        world.kills_active().await;
        world.starts_one().await;
    }
    witness.batch_execute("rollback").await.unwrap();

    println!("set aside after {takeovers} takeovers");
    let apology = |bubble: &simulator::telegram::Bubble| {
        bubble.is_from_bot() && !bubble.text.contains("nonce-5-1-") && bubble.buttons.is_empty()
    };
    let _ = apology;
    for number in 1..=takeovers {
        let nonce = format!("nonce-6-{number}-");
        bystander
            .waits_for(|bubble| bubble.is_from_bot() && bubble.text.contains(&nonce), PATIENCE)
            .await;
    }
    let dead = testbed::server::connect(&world.database_url()).await.unwrap();
    let reference: String =
        dead.query_one("select reference from dead_letters", &[]).await.unwrap().get(0);
    poisoned
        .waits_for(|bubble| bubble.is_from_bot() && bubble.text.contains(&reference), PATIENCE)
        .await;
    world.ends_well().await;
    assert_eq!(applied_with(&world.telegram.journal(), "nonce-5-1-"), 0);
}

/// Waits until an update is on disk.
async fn is_stored(world: &World, update_id: i64) {
    let witness = testbed::server::connect(&world.database_url()).await.unwrap();
    wait::until("the update on disk", Duration::from_secs(20), async || {
        let query = "select count(*) from inbox where update_id = $1";
        let stored = witness.query_one(query, &[&update_id]).await.ok()?;
        (stored.get::<_, i64>(0) == 1).then_some(())
    })
    .await
    .unwrap();
    assert!(!accepted(&world.telegram.journal()).contains(&update_id));
}
