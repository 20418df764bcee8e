//! What no passing trouble of the database may leave behind.

use simulator::telegram::{Event, Outcome};
use simulator::world::World;
use testbed::server::connect;
use tokio_postgres::Client;

/// Holds a world that went through a fault against what it must not have done: nothing was set
/// aside, nobody must look, and Telegram heard nothing but "later".
pub(crate) async fn is_unharmed(world: &World) {
    let witness = connect(&world.database_url()).await.unwrap();
    let dead: i64 = number(&witness, "select count(*) from dead_letters").await;
    assert_eq!(
        dead,
        0,
        "{}",
        text(&witness, "select string_agg(problem, '; ') from dead_letters").await
    );
    for instance in world.instances() {
        let errors = instance.lines_at("ERROR");
        assert!(errors.is_empty(), "somebody was asked to look: {errors:#?}");
    }
    for entry in world.telegram.journal() {
        if let Event::Attempt { outcome: Outcome::Status(status), .. } = entry.event {
            assert!([200, 503].contains(&status), "an update was answered with {status}");
        }
    }
}

/// No try of an update was counted: its handling was not what went wrong.
pub(crate) async fn nothing_was_counted(world: &World) {
    let witness = connect(&world.database_url()).await.unwrap();
    let tried = number(&witness, "select count(*) from inbox where attempts > 0").await;
    assert_eq!(tried, 0, "a database in trouble was counted as a try of {tried} updates");
}

/// How often Telegram was told to come back later.
pub(crate) fn told_later(world: &World) -> usize {
    let is_later =
        |event: &Event| matches!(event, Event::Attempt { outcome: Outcome::Status(503), .. });
    world.telegram.journal().iter().filter(|entry| is_later(&entry.event)).count()
}

/// The epoch of the one active instance.
pub(crate) async fn epoch(world: &World) -> i64 {
    let active = world.active().await;
    let health = world.instance(active).health().await;
    health.and_then(|health| health["epoch"].as_i64()).unwrap()
}

/// A whole number from the tables.
pub(crate) async fn number(witness: &Client, query: &str) -> i64 {
    witness.query_one(query, &[]).await.unwrap().get(0)
}

/// A text from the tables, empty when there is none.
pub(crate) async fn text(witness: &Client, query: &str) -> String {
    witness.query_one(query, &[]).await.unwrap().get::<_, Option<String>>(0).unwrap_or_default()
}
