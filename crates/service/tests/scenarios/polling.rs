//! Polling: only the active instance asks, and nothing is lost or doubled.

use simulator::telegram::{Bubble, Entry, Event, Fault};
use simulator::world::{PATIENCE, World};
use testbed::proxy::{Fault as LinkFault, Moment, Way};
use testbed::server::connect;
use testbed::wait;
use tokio_postgres::Client;

use crate::crashes::HANDLING;
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
    let held = world.instance(active).link.hold_commit_of(Moment::BeforeRequest, HANDLING);

    person.says("nonce-2-1-").await;
    let held = held.reached(PATIENCE).await.unwrap();
    world.kills(active).await;
    drop(held);

    person.waits_for(says("nonce-2-1-"), PATIENCE).await;
    world.ends_well().await;
    let journal = world.telegram.journal();
    assert_eq!(simulator::telegram::journal::applied_with(&journal, "nonce-2-1-"), 1);
}

/// How often updates were asked for.
fn polls(journal: &[Entry]) -> usize {
    let poll = |entry: &&Entry| matches!(&entry.event, Event::Called { method, .. } if method == "getUpdates");
    journal.iter().filter(poll).count()
}

/// A number from the tables.
async fn number(database: &Client, query: &str) -> i64 {
    database.query_one(query, &[]).await.unwrap().get(0)
}

const KEPT: &str = "select count(*) from inbox_unreadable";

#[tokio::test]
async fn an_update_without_a_number_is_kept_and_passed_by_with_its_neighbours() {
    let world = World::build(program()).polling().start().await;
    let database = connect(&world.database_url()).await.unwrap();
    let person = world.person("Ann");
    // While this is waited out both of them gather.
    let fault = world.telegram.faults().on_method("getUpdates", 1, Fault::Status(409));
    person.says("nonce-4-1-").await;
    fault.fired().await;

    let odd = world.telegram.bodies().deliver(r#"{"message": "no number"}"#).await;
    person.says("nonce-4-2-").await;

    person.waits_for(says("nonce-4-2-"), PATIENCE).await;
    odd.accepted().await;
    assert_eq!(number(&database, KEPT).await, 1, "nothing is lost");
    world.ends_well().await;
}

#[tokio::test]
async fn a_batch_without_any_number_is_asked_for_again_with_pauses() {
    let world = World::build(program()).polling().start().await;
    let database = connect(&world.database_url()).await.unwrap();
    let odd = world.telegram.bodies().deliver(r#"{"message": "no number"}"#).await;
    wait::until("three looks at it", PATIENCE, async || {
        let seen = "select coalesce(sum(seen), 0)::bigint from inbox_unreadable";
        (number(&database, seen).await >= 3).then_some(())
    })
    .await
    .unwrap();
    let asked = polls(&world.telegram.journal());
    assert!(asked < 8, "asked {asked} times");
    assert!(!odd.is_accepted(), "its number is not known");

    // Whoever comes after it has one.
    let person = world.person("Ann");
    person.says("nonce-5-1-").await;
    person.waits_for(says("nonce-5-1-"), PATIENCE).await;
    odd.accepted().await;
    // From now on ours is known: alone it is passed by as well.
    let before = polls(&world.telegram.journal());
    world.telegram.bodies().deliver("[]").await.accepted().await;
    let asked = polls(&world.telegram.journal()) - before;
    assert!(asked < 8, "asked {asked} times");
    assert_eq!(number(&database, KEPT).await, 2);
    world.ends_well().await;
}

#[tokio::test]
async fn one_update_that_the_database_refuses_does_not_hold_up_the_others() {
    let world = World::build(program()).polling().start().await;
    let database = connect(&world.database_url()).await.unwrap();
    let (refused, other) = (world.person("Ann"), world.person("Bob"));
    let refuse = format!(
        "create function refuse() returns trigger language plpgsql as $$ begin \
             if new.lane = {} then raise exception 'not this one'; end if; return new; end $$; \
         create trigger refuse before insert on inbox for each row execute function refuse()",
        refused.id(),
    );
    database.batch_execute(&refuse).await.unwrap();
    let fault = world.telegram.faults().on_method("getUpdates", 1, Fault::Status(409));
    other.says("nonce-6-1-").await;
    fault.fired().await;

    let odd = refused.says("this one").await;
    other.says("nonce-6-2-").await;

    other.waits_for(says("nonce-6-2-"), PATIENCE).await;
    odd.accepted().await;
    assert_eq!(number(&database, KEPT).await, 1, "its bytes are kept");
    other.says("nonce-6-3-").await;
    other.waits_for(says("nonce-6-3-"), PATIENCE).await;
    world.ends_well().await;
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
