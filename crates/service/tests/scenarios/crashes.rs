//! Instances that die or freeze in the worst moments.

use std::collections::BTreeSet;
use std::sync::Mutex;

use simulator::telegram::journal::{accepted, applied_with};
use simulator::telegram::{Bubble, Fault as CallFault, Person};
use simulator::world::{PATIENCE, World};
use testbed::proxy::{Fault, Moment, Way};
use testbed::server::connect;
use testbed::wait;
use tokio_postgres::Client;

use crate::path::program;

/// What the transaction that handles an update asks the database for.
pub(crate) const HANDLING: &str = "returning\n                payload,\n                attempts";

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
    world.routes_to(&[passive]);
    let person = greeted(&world).await;
    // From now on what the server answers does not arrive at the instance that gets the traffic.
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
    let person = greeted(&world).await;
    world.routes_to(&[passive]);
    // The active one decides, and its commit does not reach the server.
    let held = world.instance(active).link.hold_commit_of(Moment::BeforeRequest, HANDLING);

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
    let person = greeted(&world).await;
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

/// Handling it gets stuck, and whoever is stuck with it is killed, each time.
#[tokio::test]
async fn an_update_that_kills_its_handler_is_set_aside_and_the_others_are_handled() {
    let mut world = World::build(program()).start().await;
    let (poisoned, bystander) = (greeted(&world).await, greeted(&world).await);
    let trap = Trap::set(&world, &poisoned).await;
    poisoned.says("nonce-5-1-").await.accepted().await;
    let mut takeovers = 0;
    while trap.catches_another().await {
        takeovers += 1;
        assert!(takeovers <= 5, "it must be aside by the fifth takeover");
        bystander.says(&format!("nonce-6-{takeovers}-")).await;
        world.kills_active().await;
        world.starts_one().await;
    }
    println!("set aside after {takeovers} takeovers");
    let reference = trap.opens().await.unwrap();

    let says =
        |word: String| move |bubble: &Bubble| bubble.is_from_bot() && bubble.text.contains(&word);
    poisoned.waits_for(says(reference), PATIENCE).await;
    for number in 1..=takeovers {
        bystander.waits_for(says(format!("nonce-6-{number}-")), PATIENCE).await;
    }
    world.ends_well().await;
    assert_eq!(applied_with(&world.telegram.journal(), "nonce-5-1-"), 0);
}

/// After a crash every try is opened ahead; that a connection is lost says nothing about the update.
#[tokio::test]
async fn a_database_that_goes_away_again_and_again_after_a_crash_sets_nothing_aside() {
    let world = World::build(program()).start().await;
    let person = greeted(&world).await;
    let trap = Trap::set(&world, &person).await;
    person.says("nonce-7-1-").await.accepted().await;
    assert!(trap.catches_another().await);
    world.kills_active().await;
    for round in 1..=6 {
        assert!(trap.catches_another().await, "set aside when the database was away, {round}");
        trap.cuts().await;
    }
    assert_eq!(trap.opens().await, None, "it is nobody's fault");

    let is_reply = |bubble: &Bubble| bubble.is_from_bot() && bubble.text.contains("nonce-7-1-");
    person.waits_for(is_reply, PATIENCE).await;
    world.ends_well().await;
    assert_eq!(applied_with(&world.telegram.journal(), "nonce-7-1-"), 1);
}

/// Somebody who has been answered before.
async fn greeted(world: &World) -> Person {
    let person = world.person("Ann");
    person.starts("").await;
    person.waits_for(|bubble| bubble.is_from_bot(), PATIENCE).await;
    person
}

/// Holds the row of a person: whoever handles an update of theirs gets stuck there.
struct Trap {
    holder: Client,
    witness: Client,
    caught: Mutex<BTreeSet<i32>>,
}

impl Trap {
    async fn set(world: &World, person: &Person) -> Self {
        let url = world.database_url();
        let (holder, witness) = (connect(&url).await.unwrap(), connect(&url).await.unwrap());
        let id = person.id();
        let hold = format!("begin; select from conversations where person_id = {id} for update");
        holder.batch_execute(&hold).await.unwrap();
        Self { holder, witness, caught: Mutex::default() }
    }

    /// Waits until one more handler is stuck; false when the update was set aside instead.
    async fn catches_another(&self) -> bool {
        let stuck = "select pid from pg_stat_activity where wait_event_type = 'Lock' \
                     and datname = current_database() and query like '%conversations%'";
        let caught = wait::until("a handler in the trap", PATIENCE, async || {
            if self.set_aside().await.is_some() {
                return Some(false);
            }
            // The server notices the end of a client only when that client's turn has come.
            let pids = self.witness.query(stuck, &[]).await.ok()?;
            let mut caught = self.caught.lock().unwrap();
            pids.iter().any(|row| caught.insert(row.get(0))).then_some(true)
        });
        caught.await.unwrap()
    }

    /// Ends the sessions that are stuck: their clients have lost the database in the middle of it.
    async fn cuts(&self) {
        let stuck: Vec<i32> = self.caught.lock().unwrap().iter().copied().collect();
        let cut = "select pg_terminate_backend(pid) from unnest($1::int[]) as pid";
        self.witness.query(cut, &[&stuck]).await.unwrap();
    }

    /// Lets the person go; tells under which reference their update was set aside, if it was.
    async fn opens(self) -> Option<String> {
        self.holder.batch_execute("rollback").await.unwrap();
        self.set_aside().await
    }

    async fn set_aside(&self) -> Option<String> {
        let rows = self.witness.query("select reference from dead_letters", &[]).await.ok()?;
        rows.first().map(|row| row.get(0))
    }
}

/// Waits until an update is on disk.
async fn is_stored(world: &World, update_id: i64) {
    let witness = connect(&world.database_url()).await.unwrap();
    wait::until("the update on disk", PATIENCE, async || {
        let query = "select count(*) from inbox where update_id = $1";
        let stored = witness.query_one(query, &[&update_id]).await.ok()?;
        (stored.get::<_, i64>(0) == 1).then_some(())
    })
    .await
    .unwrap();
    assert!(!accepted(&world.telegram.journal()).contains(&update_id));
}
