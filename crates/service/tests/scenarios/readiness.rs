//! What `/ready` says when the lock's database is well and the way that updates take is not.

use simulator::world::{PATIENCE, World};
use testbed::proxy::Fault;
use testbed::wait;

use crate::path::program;

/// Waits until an instance answers `/ready` with these words; its health says the same.
async fn answers_ready(world: &World, place: usize, words: &str) {
    let instance = world.instance(place);
    let what = format!("/ready to say {words:?}");
    let answered = wait::until(&what, PATIENCE, async || {
        let answer = instance.get("/ready").await?;
        (String::from_utf8_lossy(&answer).trim() == words).then_some(())
    });
    answered.await.unwrap();
}

const CLOSED: &str = "updates cannot be stored: database unreachable behind DATABASE_URL";

/// Neither of them gets an update: each finds out by itself.
#[tokio::test]
async fn a_dead_pooler_behind_the_work_address_is_not_ready_until_it_is_back() {
    let world = World::build(program()).patient_lock().start().await;
    let passive = world.passive().await;
    answers_ready(&world, passive, "ready").await;

    // The lock goes to the database directly: it notices nothing.
    let dead = world.instance(passive).link.inject(Fault::Reset);

    answers_ready(&world, passive, CLOSED).await;
    let health = world.instance(passive).health().await.unwrap();
    assert_eq!(health["lock_state"], "PASSIVE", "{health}");
    assert_eq!(health["db"]["status"], "unreachable", "{health}");
    assert_eq!(health["status"], "degraded", "{health}");
    dead.heal();
    answers_ready(&world, passive, "ready").await;
    world.ends_well().await;
}

/// Reading goes on: only a write can notice, and only a write can show that it is over.
#[tokio::test]
async fn an_update_that_could_not_be_stored_makes_its_instance_not_ready() {
    let world = World::build(program()).instances(1).start().await;
    answers_ready(&world, 0, "ready").await;
    let server = testbed::server::connect(&world.database_url()).await.unwrap();
    refuse_inserts(&server, "statement", "42501").await;

    world.person("Ann").says("nonce-1-1-").await;

    answers_ready(&world, 0, "updates cannot be stored: database refuses behind DATABASE_URL")
        .await;
    server.batch_execute("drop trigger refusing on inbox").await.unwrap();
    answers_ready(&world, 0, "ready").await;
    world.ends_well().await;
}

#[tokio::test]
async fn one_row_that_the_table_refuses_leaves_its_instance_ready() {
    let world = World::build(program()).instances(1).start().await;
    answers_ready(&world, 0, "ready").await;
    let server = testbed::server::connect(&world.database_url()).await.unwrap();
    refuse_inserts(&server, "row when (position('poison'::bytea in new.payload) > 0)", "22001")
        .await;

    world.person("Ann").says("poison").await;

    world.instance(0).process.line("not stored", PATIENCE).await.unwrap();
    let ready = world.instance(0).get("/ready").await.unwrap();
    assert_eq!(String::from_utf8_lossy(&ready).trim(), "ready");
    server.batch_execute("drop trigger refusing on inbox").await.unwrap();
    world.ends_well().await;
}

/// Lets the inbox refuse inserts with this SQLSTATE.
async fn refuse_inserts(server: &tokio_postgres::Client, each: &str, code: &str) {
    let refuse = format!(
        "create function refuse() returns trigger language plpgsql as $$
         begin raise exception 'of a test' using errcode = '{code}'; end $$;
         create trigger refusing before insert on inbox for each {each} execute function refuse()"
    );
    server.batch_execute(&refuse).await.unwrap();
}
