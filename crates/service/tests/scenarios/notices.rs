//! What operators are told without asking: counted, once, whoever dies in between, and what we say we know we do.

pub(crate) mod kinds;

use std::time::{Duration, Instant};

use domain::News;
use simulator::telegram::{Bubble, Fault, Person};
use simulator::world::{Builder, PATIENCE, World};
use testbed::server::connect;
use testbed::wait;
use tokio_postgres::Client;

use self::kinds::hears;
use crate::path::program;
use crate::refunds::{ADMIN, plain, says};

const MINUTE: Duration = Duration::from_secs(61);

/// Five hundred updates that cannot be handled, half of them before the active instance dies.
const PEOPLE: usize = 20;
const TIMES: usize = 25;
const FLOOD: usize = PEOPLE * TIMES;

fn build() -> Builder {
    World::build(program()).patient_lock().with_roles().variable("ADMIN_IDS", &ADMIN.to_string())
}

/// The admin, whom the bot has met, and the tables.
async fn meet(world: &World) -> (Person, Client) {
    let admin = world.telegram.person(ADMIN, "Ada", "en");
    admin.says("/menu").await;
    admin.waits_for(Bubble::is_from_bot, PATIENCE).await;
    (admin, connect(&world.database_url()).await.unwrap())
}

/// What the admin was told that says this.
fn told(admin: &Person, words: &str) -> Vec<String> {
    let of_it = says(words);
    admin.chat().iter().filter(|bubble| of_it(bubble)).map(plain).collect()
}

/// How many updates these notices count together.
fn counted(notices: &[String]) -> usize {
    let count = |notice: &String| {
        let words = notice.split_once("couldn't handle ").map_or("", |(_, words)| words);
        let number = words.split(' ').next().unwrap_or_default();
        if number == "an" { 1 } else { number.parse().unwrap() }
    };
    notices.iter().map(count).sum()
}

/// From now on nothing that anybody but the admin does can be handled, and one try is enough to see that.
async fn poisons(witness: &Client) {
    let poison = format!(
        "alter table inbox alter column attempts set default 4; \
         create function poison() returns trigger language plpgsql as \
         $$ begin raise exception 'poisoned'; end $$; \
         create trigger poison before insert or update on conversations for each row \
         when (new.person_id <> {ADMIN}) execute function poison()"
    );
    witness.batch_execute(&poison).await.unwrap();
}

async fn number(witness: &Client, query: &str) -> i64 {
    witness.query_one(query, &[]).await.unwrap().get(0)
}

async fn becomes(witness: &Client, query: &str, wanted: usize) {
    let reached = wait::until(query, PATIENCE, async || {
        (number(witness, query).await == i64::try_from(wanted).unwrap()).then_some(())
    });
    reached.await.unwrap();
}

#[tokio::test]
async fn a_flood_is_one_notice_a_minute_with_the_right_count_across_a_kill() {
    let mut world = build().start().await;
    let (admin, witness) = meet(&world).await;
    poisons(&witness).await;
    let began = Instant::now();
    let crowd: Vec<Person> =
        (0..PEOPLE).map(|number| world.person(&format!("Person {number}"))).collect();

    for time in 0..TIMES {
        if time == TIMES / 2 {
            world.kills_active().await;
        }
        for person in &crowd {
            person.says("draw a cat").await.accepted().await;
        }
    }
    world.starts_one().await;
    becomes(&witness, "select count(*) from dead_letters", FLOOD).await;
    hears(&admin, News::DeadUpdate).await;
    hears(&admin, News::Takeover).await;
    let minutes = usize::try_from(began.elapsed().as_secs() / 60).unwrap();
    let first = told(&admin, "couldn't handle");
    assert!(first.len() <= 1 + minutes, "{first:?}");

    world.time_passes(MINUTE).await;
    let all = wait::until("the rest to be told", PATIENCE, async || {
        let all = told(&admin, "couldn't handle");
        (counted(&all) == FLOOD).then_some(all)
    });
    let all = all.await.unwrap();

    world.time_passes(MINUTE).await;
    world.ends_well().await;
    assert!(all.len() <= first.len() + 1 + minutes, "{all:?}");
    assert_eq!(told(&admin, "couldn't handle"), all, "and nothing is told twice");
    assert_eq!(told(&admin, "Takeover:").len(), 1);
    assert_eq!(number(&witness, "select count(*) from operator_news").await, 0);
}

#[tokio::test]
async fn what_an_apology_says_that_we_know_operators_are_told_with_its_code() {
    let world = build().start().await;
    let (admin, witness) = meet(&world).await;
    poisons(&witness).await;
    let ann = world.person("Ann");

    ann.says("draw a cat").await.accepted().await;

    let apology = plain(&ann.waits_for(says("We already know about it"), PATIENCE).await);
    let code = apology.split_once("name the code ").unwrap().1;
    let code = code.trim_start_matches("<code>").get(..8).unwrap().to_owned();
    let notice = plain(&admin.waits_for(says("Set aside:"), PATIENCE).await);
    assert!(notice.contains(&format!("trt dead show {code}")), "{code}: {notice}");
    assert!(!notice.contains("Ann") && !notice.contains("cat"), "{notice}");
    world.ends_well().await;
}

#[tokio::test]
async fn a_notice_survives_a_kill_between_event_and_send_and_is_not_doubled() {
    let mut world = build().start().await;
    let (admin, mut witness) = meet(&world).await;
    let event = "insert into operator_news (event, subject, details) \
                 values ('audit-finding', 'I4', '3')";
    // It is committed, and whoever was to tell it is dead.
    let commit = witness.transaction().await.unwrap();
    commit.batch_execute(event).await.unwrap();
    world.kills_active().await;
    commit.commit().await.unwrap();
    admin.waits_for(says("I4 is broken (3)"), PATIENCE).await;
    world.starts_one().await;

    // It is to be said, Telegram wants a pause, and whoever waits for that is dead.
    world.time_passes(MINUTE).await;
    let pause = world.telegram.faults().in_chat(ADMIN, 1, Fault::RetryAfter(2));
    witness.batch_execute(&event.replace("I4", "I5")).await.unwrap();
    pause.fired().await;
    world.kills_active().await;
    admin.waits_for(says("I5 is broken (3)"), PATIENCE).await;

    world.ends_well().await;
    for words in ["I4 is broken", "I5 is broken"] {
        assert_eq!(told(&admin, words).len(), 1, "{words}");
    }
}

#[tokio::test]
async fn many_clean_hand_overs_within_an_hour_are_news_and_one_is_not() {
    let mut world = build().start().await;
    let (admin, _) = meet(&world).await;
    world.stops_active().await;
    world.active().await;
    world.starts_one().await;
    world.ends_well().await;
    assert_eq!(told(&admin, "hand-overs").len(), 0, "a deploy is no news");

    world.stops_active().await;
    world.active().await;

    hears(&admin, News::Handovers).await;
    assert_eq!(told(&admin, "Many hand-overs: 2 within an hour").len(), 1);
    world.ends_well().await;
    assert!(told(&admin, "Takeover:").is_empty());
}

#[tokio::test]
async fn a_broken_invariant_is_told_once_it_stays_and_once_only() {
    let world = build().start().await;
    let (admin, witness) = meet(&world).await;
    let ann = world.person("Ann");
    ann.says("/balance").await;
    ann.waits_for(Bubble::is_from_bot, PATIENCE).await;
    let audited = "select count(*) from periodic_work where name = 'audit-books'";
    becomes(&witness, audited, 1).await;
    let account = format!(
        "insert into accounts (person_id, unit, kind, balance) values ({}, 'wallet', 'bonus', 5)",
        ann.id()
    );
    witness.batch_execute(&account).await.unwrap();

    world.time_passes(Duration::from_secs(3_601)).await;
    let found = "select count(*) from operator_watches where subject = 'audit:I1' and not told";
    becomes(&witness, found, 1).await;
    assert!(told(&admin, "The books don't hold").is_empty(), "it may be over in a moment");
    world.time_passes(MINUTE).await;

    let notice = plain(&hears(&admin, News::AuditFinding).await);
    assert!(notice.contains("I1 is broken (1)"), "{notice}");
    assert!(notice.contains("trt books audit"), "{notice}");
    let mend = format!("delete from accounts where person_id = {} and balance = 5", ann.id());
    world.time_passes(Duration::from_secs(3_601)).await;
    let done = "select count(*) from periodic_work \
                where name = 'audit-books' and last_run_at > now() + interval '2 hours'";
    becomes(&witness, done, 1).await;
    witness.batch_execute(&mend).await.unwrap();
    world.ends_well().await;
    assert_eq!(told(&admin, "The books don't hold").len(), 1);
}
