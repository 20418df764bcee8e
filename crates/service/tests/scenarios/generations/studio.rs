//! The vocabulary of these scenarios: people with money who order things, and what came of it.

use std::time::Duration;

use simulator::telegram::{Bubble, Person};
use simulator::world::{Builder, PATIENCE, World};
use testbed::server::connect;
use testbed::wait;
use tokio_postgres::Client;

use crate::path::program;

/// Long enough for a call that nobody holds up.
const MOMENT: Duration = Duration::from_secs(2);

/// The one admin of these worlds, who gives people money.
pub(crate) const ADMIN: i64 = 7;

/// A world in which things can be ordered.
pub(crate) fn build() -> Builder {
    World::build(program()).patient_lock().variable("ADMIN_IDS", &ADMIN.to_string())
}

/// What the books say about everything that was ordered.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Sums {
    /// Generations by state, such as `delivered 1`.
    pub(crate) states: Vec<String>,
    /// What people can spend, in kopecks.
    pub(crate) available: i64,
    /// Set apart.
    pub(crate) held: i64,
    /// Earned.
    pub(crate) revenue: i64,
}

/// A look at the tables, for what no message shows.
pub(crate) struct Books(Client);

impl Books {
    pub(crate) async fn open(world: &World) -> Self {
        Self(connect(&world.database_url()).await.unwrap())
    }

    pub(crate) async fn sums(&self) -> Sums {
        let states = "select state || ' ' || count(*) from generations group by state order by 1";
        let states = self.0.query(states, &[]).await.unwrap();
        let sums = "select \
            coalesce(sum(balance) filter (where kind in ('paid', 'bonus')), 0)::bigint, \
            coalesce(sum(balance) filter (where kind = 'held'), 0)::bigint \
            from accounts where person_id is not null";
        let sums = self.0.query_one(sums, &[]).await.unwrap();
        let revenue =
            "select coalesce(sum(amount), 0)::bigint from transfers where kind = 'capture'";
        let revenue = self.0.query_one(revenue, &[]).await.unwrap();
        Sums {
            states: states.iter().map(|row| row.get(0)).collect(),
            available: sums.get(0),
            held: sums.get(1),
            revenue: revenue.get(0),
        }
    }

    /// Lets time pass for the business of this world: for nobody while they read it, which would see
    /// one half of a row before and the other half after.
    pub(crate) async fn time_passes(&self, interval: &str) {
        // What is being said would seem to take that long; somebody may hold it up on purpose.
        let sending = "select exists (select from outbox where state = 1)";
        let said = wait::until("nothing in the middle of being said", MOMENT, async || {
            let row = self.0.query_one(sending, &[]).await.unwrap();
            (!row.get::<_, bool>(0)).then_some(())
        });
        let _ = said.await;
        let later = format!(
            "begin; \
             lock table generations in access exclusive mode; \
             create or replace function trt_now() returns timestamptz language sql stable \
             as $$ select now() + interval '{interval}' $$; \
             commit"
        );
        self.0.batch_execute(&later).await.unwrap();
    }

    /// Waits until a condition about the tables is true.
    pub(crate) async fn waits_until(&self, condition: &str) {
        let query = format!("select {condition}");
        let met = wait::until(condition, PATIENCE, async || {
            let row = self.0.query_one(&query, &[]).await.unwrap();
            row.get::<_, bool>(0).then_some(())
        });
        met.await.unwrap();
    }

    /// Changes the tables behind the program's back.
    pub(crate) async fn does(&self, statement: &str) {
        self.0.batch_execute(statement).await.unwrap();
    }

    /// A whole number from the tables.
    pub(crate) async fn number(&self, query: &str) -> i64 {
        self.0.query_one(query, &[]).await.unwrap().get(0)
    }

    /// A text from the tables.
    pub(crate) async fn text(&self, query: &str) -> String {
        self.0.query_one(query, &[]).await.unwrap().get(0)
    }

    /// Lets the database refuse, for the first so many times each, that an attempt gets into one of these
    /// states, as if somebody else were in the way. Sequences count it: they are not rolled back.
    pub(crate) async fn refuses_attempts(&self, states: &[&str], times: usize) {
        for state in states {
            let refuse = format!(
                "create sequence refused_{state}; \
                 create function refuse_{state}() returns trigger language plpgsql as $$ \
                 begin \
                    if nextval('refused_{state}') <= {times} then \
                        raise exception 'could not serialize access' using errcode = '40001'; \
                    end if; \
                    return new; \
                 end $$; \
                 create trigger refuse_{state} before update on attempts for each row \
                 when (new.state = '{state}') execute function refuse_{state}();"
            );
            self.0.batch_execute(&refuse).await.unwrap();
        }
    }

    /// Waits until nothing is alive any more.
    pub(crate) async fn all_ended(&self) {
        let alive =
            "select count(*) from generations where ended_at is null or state = 'succeeded'";
        let ended = wait::until("an end of every generation", PATIENCE, async || {
            let row = self.0.query_one(alive, &[]).await.unwrap();
            (row.get::<_, i64>(0) == 0).then_some(())
        });
        ended.await.unwrap();
    }
}

/// What the bot says, with plain spaces.
pub(crate) fn says(words: &str) -> impl Fn(&Bubble) -> bool + use<> {
    let words = words.to_owned();
    move |bubble| bubble.is_from_bot() && bubble.text.replace('\u{A0}', " ").contains(&words)
}

/// The newest message of a chat.
pub(crate) fn newest(person: &Person) -> i64 {
    person.chat().iter().map(|bubble| bubble.message_id).max().unwrap_or_default()
}

/// Somebody who knows the bot, with so many roubles: a gift is for who says `/start`.
pub(crate) async fn somebody(world: &World, name: &str, roubles: u32) -> Person {
    let person = world.person(name);
    person.says("/menu").await;
    person.waits_for(|bubble| bubble.is_from_bot(), PATIENCE).await;
    if roubles > 0 {
        gives(world, &person, roubles).await;
    }
    person
}

/// The admin gives somebody money.
pub(crate) async fn gives(world: &World, person: &Person, roubles: u32) {
    let admin = world.telegram.person(ADMIN, "Ada", "en");
    let (before, heard) = (newest(&admin), newest(person));
    admin.says(&format!("/admin adjust {} {roubles} for a test", person.id())).await;
    let is_question =
        |bubble: &Bubble| bubble.message_id > before && bubble.button("Confirm").is_some();
    let question = admin.waits_for(is_question, PATIENCE).await;
    let confirm = question.button("Confirm").and_then(|button| button.data.clone()).unwrap();
    admin.taps_on(question.message_id, &confirm).await.answered().await;
    person.waits_for(|bubble| bubble.is_from_bot() && bubble.message_id > heard, PATIENCE).await;
}

/// Somebody orders by command and sees the confirmation with its price.
pub(crate) async fn asks_for(person: &Person, order: &str) -> Bubble {
    let before = newest(person);
    person.says(&format!("/generate {order}")).await;
    let offered = |bubble: &Bubble| bubble.message_id > before && go(bubble).is_some();
    person.waits_for(offered, PATIENCE).await
}

/// The data of the button that starts the work.
pub(crate) fn go(bubble: &Bubble) -> Option<String> {
    let mut data = bubble.buttons.iter().flatten().filter_map(|button| button.data.clone());
    data.find(|data| data.starts_with("go:"))
}

/// Somebody orders by command and starts the work.
pub(crate) async fn orders(person: &Person, order: &str) -> Bubble {
    let offer = asks_for(person, order).await;
    person.taps_on(offer.message_id, &go(&offer).unwrap()).await.answered().await;
    offer
}

/// Whether it is a message that tells how an order goes.
pub(crate) fn is_status(bubble: &Bubble) -> bool {
    let words = ["In the queue.", "В очереди.", "is at work", "в работе", "is taking longer than"];
    bubble.is_from_bot() && words.iter().any(|words| bubble.text.contains(words))
}

/// Waits until no message tells any more how an order goes: what it came to was said, and one message is left of it.
pub(crate) async fn status_is_gone(person: &Person) {
    let gone = wait::until("the end of every status message", PATIENCE, async || {
        (!person.chat().iter().any(is_status)).then_some(())
    });
    gone.await.unwrap_or_else(|error| panic!("{error}: {:#?}", person.chat()));
}

/// Waits for a message with a file.
pub(crate) async fn gets_file(person: &Person) -> Bubble {
    person.waits_for(|bubble| bubble.is_from_bot() && !bubble.media.is_empty(), PATIENCE).await
}

/// How many files the bot has sent to somebody.
pub(crate) fn files(person: &Person) -> usize {
    person.chat().iter().filter(|bubble| bubble.is_from_bot() && !bubble.media.is_empty()).count()
}

/// The lines at this level that an instance printed about something, dead instances included.
pub(crate) fn lines(world: &World, level: &str, about: &str) -> usize {
    let of = |instance: &simulator::world::Instance| {
        instance.lines_at(level).iter().filter(|line| line.contains(about)).count()
    };
    world.instances().iter().map(of).sum()
}
