//! Polling: only the active instance asks, and nothing is lost or doubled.

use simulator::telegram::{Bubble, Entry, Event, Fault};
use simulator::world::{PATIENCE, World};
use testbed::proxy::{Fault as LinkFault, Moment, Way};

use crate::path::program;

fn conflicts(journal: &[Entry]) -> usize {
    let conflict = |entry: &&Entry| {
        matches!(
            &entry.event,
            Event::Called { method, status: Some(409), .. } if method == "getUpdates"
        )
    };
    journal.iter().filter(conflict).count()
}

fn says(word: &str) -> impl Fn(&Bubble) -> bool {
    move |bubble| bubble.is_from_bot() && bubble.text.contains(word)
}

#[tokio::test]
async fn a_stop_hands_the_polling_over_and_two_never_poll_at_once() {
    let world = World::build(program()).polling().start().await;
    let mut crowd = world.crowd(20, 20).await;
    crowd.writes(20).await;

    world.stops_active().await;
    crowd.writes(20).await;

    let account = world.ends(crowd.stops().await).await;
    println!("polling: {account:?}");
    assert_eq!(account.twice, 0);
    assert_eq!(conflicts(&world.telegram.journal()), 0, "nobody was in anybody's way");
}

#[tokio::test]
async fn a_kill_while_polling_loses_nothing() {
    let mut world = World::build(program()).polling().start().await;
    let mut crowd = world.crowd(20, 20).await;
    for _ in 0..2 {
        crowd.writes(15).await;
        world.kills_active().await;
        world.starts_one().await;
    }
    crowd.writes(15).await;

    let account = world.ends(crowd.stops().await).await;
    println!("polling through two kills: {account:?}");
}

#[tokio::test]
async fn a_kill_after_the_poll_and_before_the_commit_brings_the_update_again() {
    let world = World::build(program()).polling().start().await;
    let person = world.person("Ann");
    person.says("nonce-1-0-").await;
    person.waits_for(says("nonce-1-0-"), PATIENCE).await;
    let active = world.active().await;
    let deaf = world.instance(active).link.inject(LinkFault::OneWayLoss(Way::Up));

    let update = person.says("nonce-1-1-").await;
    let lost = async || (deaf.fired() > 0).then_some(());
    testbed::wait::until("a statement lost on its way", PATIENCE, lost).await.unwrap();
    assert!(!update.is_accepted(), "the offset has not moved");
    world.kills(active).await;
    deaf.heal();

    person.waits_for(says("nonce-1-1-"), PATIENCE).await;
    world.ends_well().await;
}

#[tokio::test]
async fn a_kill_after_the_commit_and_before_the_offset_moves_doubles_nothing() {
    let world = World::build(program()).polling().start().await;
    let person = world.person("Ann");
    person.says("nonce-2-0-").await;
    person.waits_for(says("nonce-2-0-"), PATIENCE).await;
    let active = world.active().await;
    // Stored, but its handling and the next poll never come.
    let held = world.instance(active).link.hold_commit(Moment::BeforeRequest, 1);

    person.says("nonce-2-1-").await;
    let held = held.reached(PATIENCE).await.unwrap();
    world.kills(active).await;
    drop(held);

    person.waits_for(says("nonce-2-1-"), PATIENCE).await;
    world.ends_well().await;
    let journal = world.telegram.journal();
    assert_eq!(simulator::telegram::journal::applied_with(&journal, "nonce-2-1-"), 1);
}

#[tokio::test]
async fn a_conflict_is_waited_out() {
    let world = World::build(program()).polling().start().await;
    let person = world.person("Ann");
    let fault = world.telegram.faults().on_method("getUpdates", 1, Fault::Status(409));

    person.says("nonce-3-1-").await;
    fault.fired().await;

    person.waits_for(says("nonce-3-1-"), PATIENCE).await;
    world.ends_well().await;
}

#[tokio::test]
async fn a_tap_is_answered_by_a_call_before_it_is_handled() {
    let world = World::build(program()).polling().start().await;
    let person = world.person("Ann");
    person.starts("").await;
    person.waits_for(|bubble| bubble.is_from_bot(), PATIENCE).await;

    let tap = person.taps("menu:help").await;

    tap.answered().await;
    world.ends_well().await;
    let journal = world.telegram.journal();
    let place = |wanted: &str| {
        journal.iter().position(|entry| {
            matches!(
                &entry.event,
                Event::Called { method, .. } if method == wanted
            )
        })
    };
    assert!(place("answerCallbackQuery") < place("editMessageText"));
}
