//! Deadlocks and serialization failures: the server picks a transaction and rolls it back.
//!
//! Nothing is wrong with what was rolled back. It is tried again, comes to the same, and does not
//! count against the update.

use std::fmt::Write;

use simulator::telegram::Bubble;
use simulator::world::{PATIENCE, World};
use testbed::server::connect;
use testbed::wait;
use tokio_postgres::Client;

use super::stories::unharmed::{is_unharmed, nothing_was_counted, number};
use crate::generations::studio::{ADMIN, Books, build, gets_file, newest, orders, somebody};

/// How often a handler stands in a circle with us.
const CIRCLES: usize = 3;

/// How often each table refuses to be written.
const REFUSALS: usize = 3;

/// The tables that an order goes through.
const WRITTEN: [&str; 8] = [
    "inbox",
    "conversations",
    "outbox",
    "accounts",
    "transfers",
    "holds",
    "generations",
    "attempts",
];

#[tokio::test]
async fn a_handler_that_stands_in_a_circle_is_tried_again_and_corrects_once() {
    let world = build().start().await;
    let ann = somebody(&world, "Ann", 10).await;
    let admin = world.telegram.person(ADMIN, "Ada", "en");
    let before = newest(&admin);
    admin.says(&format!("/admin adjust {} 5 once more", ann.id())).await;
    let asks = |bubble: &Bubble| bubble.message_id > before && bubble.button("Confirm").is_some();
    let question = admin.waits_for(asks, PATIENCE).await;
    let confirm = question.button("Confirm").and_then(|button| button.data.clone()).unwrap();
    world.ends_well().await;

    let mut circle = Circle::open(&world, ann.id()).await;
    admin.taps_on(question.message_id, &confirm).await.accepted().await;
    for _ in 0..CIRCLES {
        circle.closes().await;
    }
    circle.opens().await;

    let done =
        |bubble: &Bubble| bubble.message_id == question.message_id && bubble.text.contains("Done");
    admin.waits_for(done, PATIENCE).await;
    world.ends_well().await;
    let books = Books::open(&world).await;
    assert_eq!(books.sums().await.available, 1_500, "ten, and five once");
    let adjusted = "select count(distinct operation) from transfers where kind = 'adjust'";
    assert_eq!(books.number(adjusted).await, 2);
    is_unharmed(&world).await;
    nothing_was_counted(&world).await;
}

#[tokio::test]
async fn an_order_goes_through_although_each_of_its_tables_refuses_some_writes() {
    let world = build().start().await;
    let ann = somebody(&world, "Ann", 100).await;
    world.ends_well().await;
    let witness = connect(&world.database_url()).await.unwrap();
    witness.batch_execute(&refusing()).await.unwrap();

    orders(&ann, "imagen-4 a red cat on the moon").await;

    gets_file(&ann).await;
    let books = Books::open(&world).await;
    books.all_ended().await;
    world.ends_well().await;
    for table in WRITTEN {
        let struck = number(&witness, &format!("select last_value from strikes.{table}")).await;
        let struck = usize::try_from(struck).unwrap();
        assert!(struck > REFUSALS, "{table} was written {struck} times only");
    }
    assert_eq!(world.kie.creates().len(), 1, "a task that was refused is not made again");
    let sums = books.sums().await;
    assert_eq!(sums.states, ["delivered 1"]);
    assert_eq!((sums.held, sums.available + sums.revenue), (0, 10_000));
    is_unharmed(&world).await;
    nothing_was_counted(&world).await;
}

/// Lets each of the tables refuse its first writes. A sequence counts them: it is not rolled back.
fn refusing() -> String {
    let mut script = format!(
        "create schema strikes; \
         create function strikes.refuse() returns trigger language plpgsql as $$ \
         begin \
            if nextval(('strikes.' || tg_table_name)::regclass) <= {REFUSALS} then \
                raise exception 'could not serialize access due to concurrent update' \
                    using errcode = '40001'; \
            end if; \
            return new; \
         end $$;"
    );
    for table in WRITTEN {
        let refuse = format!(
            "create sequence strikes.{table}; \
             create trigger refuse before insert or update on public.{table} \
             for each row execute function strikes.refuse();"
        );
        script.write_str(&refuse).unwrap();
    }
    script
}

/// Two rows that are locked the other way round than a handler does.
struct Circle {
    rival: Client,
    witness: Client,
}

impl Circle {
    /// Takes what a handler takes last: the accounts of a person.
    async fn open(world: &World, person: i64) -> Self {
        let url = world.database_url();
        let (rival, witness) = (connect(&url).await.unwrap(), connect(&url).await.unwrap());
        // Whoever stands in the circle with us finds it out first, and gives way.
        let first = format!(
            "set deadlock_timeout = '1h'; \
             begin; \
             select from accounts where person_id = {person} for update; \
             savepoint circle"
        );
        rival.batch_execute(&first).await.unwrap();
        Self { rival, witness }
    }

    /// Once the handler waits for those, takes what it has taken first, which it gives up for it.
    async fn closes(&mut self) {
        let waiting = "select count(*) from pg_stat_activity \
                       where datname = current_database() and wait_event_type = 'Lock' \
                            and application_name like '%/work'";
        wait::until("a handler that waits for the accounts", PATIENCE, async || {
            (number(&self.witness, waiting).await > 0).then_some(())
        })
        .await
        .unwrap();
        let last = format!(
            "select from conversations where person_id = {ADMIN} for update; \
             rollback to savepoint circle"
        );
        self.rival.batch_execute(&last).await.unwrap();
    }

    /// Lets go of everything; the server has counted the circles.
    async fn opens(self) {
        self.rival.batch_execute("rollback").await.unwrap();
        let counted = "select deadlocks from pg_stat_database where datname = current_database()";
        let told = wait::until("the circles to be counted", PATIENCE, async || {
            let circles = number(&self.witness, counted).await;
            (circles >= i64::try_from(CIRCLES).unwrap()).then_some(())
        });
        told.await.unwrap();
    }
}
