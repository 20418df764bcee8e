//! `trt dead`: what was set aside is listed, shown, tried again or dropped, and never by surprise.

use simulator::telegram::journal::applied_with;
use simulator::telegram::{Bubble, Fault, Person};
use simulator::world::{PATIENCE, World};
use testbed::process::{Builder, Process, Signal};
use testbed::server::connect;
use testbed::wait;
use tokio_postgres::Client;

use crate::instance::program;
use crate::path;

/// What a command printed, and how it ended.
struct Said {
    text: String,
    code: Option<i32>,
}

fn dead(world: &World, arguments: &[&str]) -> Builder {
    program(&["dead"]).args(arguments).env("DATABASE_URL", world.database_url()).env("USER", "ann")
}

/// Runs `trt dead` until it has printed `last`.
async fn says(world: &World, arguments: &[&str], last: &str) -> Said {
    ended(&dead(world, arguments).start().unwrap(), last).await
}

async fn ended(process: &Process, last: &str) -> Said {
    let code = process.exit(PATIENCE).await.unwrap().code();
    process.line(last, PATIENCE).await.unwrap_or_else(|_| panic!("{last}: {}", process.tail()));
    Said { text: process.lines().join("\n"), code }
}

/// A person whose updates cannot be handled until they are healed.
pub(crate) struct Poisoned {
    pub(crate) person: Person,
    witness: Client,
}

impl Poisoned {
    pub(crate) async fn in_world(world: &World) -> Self {
        let person = world.person("Ann");
        person.starts("").await;
        person.waits_for(Bubble::is_from_bot, PATIENCE).await;
        let witness = connect(&world.database_url()).await.unwrap();
        let poison = format!(
            "create function poison() returns trigger language plpgsql as \
             $$ begin raise exception 'poisoned'; end $$; \
             create trigger poison before update on conversations for each row \
             when (old.person_id = {}) execute function poison()",
            person.id()
        );
        witness.batch_execute(&poison).await.unwrap();
        Self { person, witness }
    }

    /// Says something that is set aside, without waiting for all of its tries; its reference.
    pub(crate) async fn is_set_aside(&self, text: &str) -> String {
        let newest = self.number("select coalesce(max(id), 0) from dead_letters").await;
        self.person.says(text).await.accepted().await;
        let hurry = "update inbox set attempts = 4 where state = 0 and attempts < 4";
        let reference = wait::until("a dead letter", PATIENCE, async || {
            self.witness.execute(hurry, &[]).await.unwrap();
            let query = "select reference from dead_letters where id > $1";
            self.witness.query_opt(query, &[&newest]).await.unwrap().map(|row| row.get(0))
        });
        reference.await.unwrap()
    }

    pub(crate) async fn is_healed(&self) {
        self.witness.batch_execute("drop trigger poison on conversations").await.unwrap();
    }

    async fn number(&self, query: &str) -> i64 {
        self.witness.query_one(query, &[]).await.unwrap().get(0)
    }
}

fn quotes(text: &'static str) -> impl Fn(&Bubble) -> bool {
    move |bubble| bubble.is_from_bot() && bubble.text.contains(text)
}

#[tokio::test]
async fn an_update_that_was_set_aside_is_answered_once_after_a_retry() {
    let world = World::build(path::program()).with_roles().start().await;
    let poisoned = Poisoned::in_world(&world).await;
    let reference = poisoned.is_set_aside("nonce-7-1-").await;
    poisoned.is_healed().await;

    let list = says(&world, &["list"], "1 set aside").await;
    let shown = says(&world, &["show", &reference], "size ").await;
    let whole = says(&world, &["show", "u1", "--payload"], "payload ").await;
    let retried = says(&world, &["retry", &reference], "is handled again").await;
    poisoned.person.waits_for(quotes("nonce-7-1-"), PATIENCE).await;
    let again = says(&world, &["retry", "u1"], "it was retried before").await;
    let empty = says(&world, &["list"], "nothing is set aside").await;

    assert_eq!((list.code, shown.code, whole.code), (Some(0), Some(0), Some(0)));
    assert!(list.text.starts_with("u1 ") && list.text.contains(&reference), "{}", list.text);
    assert!(list.text.contains("kept for 90 days"), "{}", list.text);
    let facts = ["kind       update, message", "tries      5", "poisoned", &reference];
    assert!(facts.iter().all(|fact| shown.text.contains(fact)), "{}", shown.text);
    assert!(!shown.text.contains("nonce-7-1-") && whole.text.contains("nonce-7-1-"));
    assert_eq!((retried.code, again.code, empty.code), (Some(0), Some(1), Some(0)));
    world.ends_well().await;
    assert_eq!(applied_with(&world.telegram.journal(), "nonce-7-1-"), 1, "once, after all");
    let logged = "select count(*) from audit_log where actor = 'operator' \
                  and action = 'dead-retry' and details like 'asked by ann: %'";
    assert_eq!(poisoned.number(logged).await, 1);
}

#[tokio::test]
async fn a_send_that_died_is_sent_once_more_and_what_is_dropped_never_is() {
    let world = World::build(path::program()).start().await;
    let poisoned = Poisoned::in_world(&world).await;
    poisoned.is_set_aside("nonce-8-1-").await;
    let bob = world.person("Bob");
    bob.starts("").await;
    bob.waits_for(Bubble::is_from_bot, PATIENCE).await;
    let refused = world.telegram.faults().in_chat(bob.id(), 1, Fault::Status(400));
    bob.says("nonce-9-1-").await.accepted().await;
    refused.fired().await;
    let send = wait::until("a send that died", PATIENCE, async || {
        let query = "select 's' || id from outbox where state = 3";
        poisoned.witness.query_opt(query, &[]).await.unwrap().map(|row| row.get::<_, String>(0))
    });
    let send = send.await.unwrap();

    let shown = says(&world, &["show", &send], "size ").await;
    let sent = says(&world, &["retry", &send], "is sent again").await;
    bob.waits_for(quotes("nonce-9-1-"), PATIENCE).await;
    let once = says(&world, &["retry", &send], "nothing of this id is set aside").await;
    let dropped = says(&world, &["drop", "u1", "she wrote to us"], "is off the list").await;
    poisoned.is_healed().await;
    let retried = says(&world, &["retry", "u1"], "it was dropped before").await;
    let kept = says(&world, &["show", "u1"], "size ").await;
    says(&world, &["list"], "nothing is set aside").await;

    assert!(shown.text.contains("kind       send SendMessage"), "{}", shown.text);
    assert!(!shown.text.contains("nonce-9-1-"), "{}", shown.text);
    assert_eq!((sent.code, once.code), (Some(0), Some(1)));
    assert_eq!((dropped.code, retried.code), (Some(0), Some(1)));
    assert!(kept.text.contains("she wrote to us"), "{}", kept.text);
    world.ends_well().await;
    let journal = world.telegram.journal();
    assert_eq!(
        (applied_with(&journal, "nonce-8-1-"), applied_with(&journal, "nonce-9-1-")),
        (0, 1)
    );
}

#[tokio::test]
async fn without_an_active_instance_nothing_is_done_then_or_later() {
    let mut world = World::build(path::program()).instances(1).start().await;
    let poisoned = Poisoned::in_world(&world).await;
    poisoned.is_set_aside("nonce-10-1-").await;
    poisoned.is_healed().await;
    world.kills_active().await;

    // One gives up after its ten seconds, another is killed while it waits.
    let patient = dead(&world, &["retry", "u1"]).start().unwrap();
    let killed = dead(&world, &["drop", "u1", "no"]).start().unwrap();
    let asked = "select count(*) from operator_requests where kind = 'dead-drop'";
    let row = wait::until("its request", PATIENCE, async || {
        (poisoned.number(asked).await == 1).then_some(())
    });
    row.await.unwrap();
    killed.signal(Signal::SIGKILL).unwrap();
    let patient = ended(&patient, "no instance was ACTIVE within 10 s").await;
    world.starts_one().await;
    world.active().await;
    // The next request is answered, so there was a look at those before it.
    let next = says(&world, &["drop", "u999", "no"], "nothing of this id is set aside").await;

    assert_eq!((patient.code, next.code), (Some(1), Some(1)));
    let states = "select string_agg(state::text, ',' order by requested_at) from operator_requests";
    let states: String = poisoned.witness.query_one(states, &[]).await.unwrap().get(0);
    assert!(states == "3,0,2" || states == "0,3,2", "withdrawn, expired, refused: {states}");
    let untouched = "select count(*) from dead_letters where ended_at is null";
    assert_eq!(poisoned.number(untouched).await, 1);
    world.ends_well().await;
    assert_eq!(applied_with(&world.telegram.journal(), "nonce-10-1-"), 0);
}

#[tokio::test]
async fn an_id_that_is_none_and_a_database_that_is_away_are_said_in_a_sentence() {
    let nowhere = program(&["dead", "list"]).start().unwrap();
    let away = program(&["dead", "show", "u1"])
        .env("DATABASE_URL", "postgres://a:canary@127.0.0.1:1/b")
        .start()
        .unwrap();
    let odd = program(&["dead", "show", "12"])
        .env("DATABASE_URL", "postgres://a:canary@127.0.0.1:1/b")
        .start()
        .unwrap();

    assert_eq!(ended(&nowhere, "DATABASE_URL").await.code, Some(2));
    let away = ended(&away, "cannot be reached").await;
    assert_eq!((away.code, away.text.contains("canary")), (Some(1), false));
    assert_eq!(ended(&odd, "write u12, s34").await.code, Some(1));
}
