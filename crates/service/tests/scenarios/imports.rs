//! `trt import`: the people of the old bot come with what they had, once, whatever is killed on the way.

use std::path::{Path, PathBuf};

use simulator::telegram::Bubble;
use simulator::world::{PATIENCE, World};
use testbed::process::{Builder, Process, Signal};
use testbed::server::connect;
use tokio_postgres::Client;

use crate::instance::program;
use crate::path;

/// What the sample folder holds, in minor units.
const SAMPLE_SUM: i64 = 12_345 + 30 + 10_000;

fn sample() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios/imports/data")
}

/// An empty folder of this test's own.
async fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("imports-{name}-{}", std::process::id()));
    tokio::fs::create_dir_all(&folder).await.unwrap();
    folder
}

fn import(database: &str, source: &str, more: &[&str]) -> Builder {
    let builder = program(&["import", source, "--reason", "moving house"]).args(more);
    builder.env("DATABASE_URL", database).env("USER", "ann")
}

/// Everything an import says until it has printed `last`, and how it ends.
async fn says(builder: Builder, last: &str) -> (String, Option<i32>) {
    ended(&builder.start().unwrap(), last).await
}

async fn ended(process: &Process, last: &str) -> (String, Option<i32>) {
    let code = process.exit(PATIENCE).await.unwrap().code();
    process.line(last, PATIENCE).await.unwrap_or_else(|_| panic!("{last}: {}", process.tail()));
    (process.lines().join("\n"), code)
}

async fn number(witness: &Client, query: &str) -> i64 {
    witness.query_one(query, &[]).await.unwrap().get(0)
}

/// What everybody has together.
async fn sum(witness: &Client) -> i64 {
    let query =
        "select coalesce(sum(balance), 0)::bigint from accounts where person_id is not null";
    number(witness, query).await
}

#[tokio::test]
pub(crate) async fn the_people_of_the_old_bot_find_what_they_had_and_a_second_run_moves_nothing() {
    let world = World::build(path::program()).with_roles().start().await;
    let witness = connect(&world.database_url()).await.unwrap();
    let url = world.database_url();
    let folder = sample().display().to_string();
    // Her Telegram is in English; what she chose in the old bot counts.
    let anna = world.telegram.person(5001, "Anna", "en");

    let dry = says(import(&url, &folder, &["--dry-run"]), "dry run: nothing was written").await;
    assert_eq!((sum(&witness).await, dry.1), (0, Some(0)));
    let first = says(import(&url, &folder, &[]), "imported: 6 people").await;
    let again = says(import(&url, &folder, &[]), "nothing to import").await;

    let all = "to import: 6 people with 223.75 RUB; languages: 2 ru, 1 en, 3 not said";
    assert!(dry.0.contains(all) && first.0.contains(all), "{}", dry.0);
    assert!(first.0.contains("imported: 6 people with 223.75 RUB; not imported: 0"), "{}", first.0);
    assert!(again.0.contains("person 5001: already imported with 123.45 RUB"), "{}", again.0);
    assert_eq!((first.1, again.1, sum(&witness).await), (Some(0), Some(0), SAMPLE_SUM));
    let logged = "select count(*) from audit_log join audit_words on audit_id = audit_log.id \
        where actor = 'operator' and action = 'import' and subject = 'person:5001' \
            and after = '123.45 RUB' and audit_words.reason = 'moving house' \
            and details like 'asked by ann: %'";
    assert_eq!(number(&witness, logged).await, 1);
    let kept = "select count(*) from operator_requests where kind = 'import' and details <> ''";
    assert_eq!(number(&witness, kept).await, 0, "who was in a request is not kept there");

    anna.says("/balance").await;
    let shown = |bubble: &Bubble| bubble.is_from_bot() && bubble.text.contains("123,45");
    let balance = anna.waits_for(shown, PATIENCE).await;
    assert!(balance.text.contains("Последние операции"), "in her language: {}", balance.text);
    anna.starts("").await;
    world.ends_well().await;
    assert_eq!(sum(&witness).await, SAMPLE_SUM, "there is no gift for who was here before");
}

#[tokio::test]
async fn an_import_that_is_killed_and_taken_over_goes_on_where_it_was_and_doubles_nothing() {
    let world = World::build(path::program()).start().await;
    let witness = connect(&world.database_url()).await.unwrap();
    let url = world.database_url();
    let folder = folder("killed").await;
    let people = 1..=1_300_i64;
    let pairs: Vec<String> =
        people.clone().map(|id| format!("\"{}\": {id}.25", 9_000 + id)).collect();
    let text = format!("{{{}}}", pairs.join(","));
    tokio::fs::write(folder.join("user_balances.json"), text).await.unwrap();
    let source = folder.display().to_string();
    let expected: i64 = people.map(|id| id * 100 + 25).sum();
    let count = "select count(*) from imports";

    // The command dies.
    let killed = import(&url, &source, &[]).start().unwrap();
    killed.line("400 of 1300 people", PATIENCE).await.unwrap();
    killed.signal(Signal::SIGKILL).unwrap();
    killed.exit(PATIENCE).await.unwrap();
    let done = number(&witness, count).await;
    assert!((400..1_300).contains(&done), "it was killed in the middle: {done}");

    // The one that carries it out dies.
    let second = import(&url, &source, &[]).start().unwrap();
    second.line("400 of ", PATIENCE).await.unwrap();
    world.kills_active().await;
    assert!(number(&witness, count).await < 1_300, "it was killed in the middle");
    let second = ended(&second, "imported: ").await;
    let third = says(import(&url, &source, &[]), "nothing to import").await;

    assert_eq!((second.1, third.1), (Some(0), Some(0)), "{}", second.0);
    assert_eq!((number(&witness, count).await, sum(&witness).await), (1_300, expected));
    assert!(third.0.contains("already imported: 1300"), "{}", third.0);
    world.books_are_in_order().await;
}

#[tokio::test]
async fn nothing_is_imported_with_a_mistake_in_the_source_or_without_anybody_active() {
    let world = World::build(path::program()).instances(0).start().await;
    let migrated = program(&["migrate"]).env("DATABASE_URL", world.database_url()).start().unwrap();
    assert!(migrated.exit(PATIENCE).await.unwrap().success());
    let witness = connect(&world.database_url()).await.unwrap();
    let url = world.database_url();
    let folder = folder("mistaken").await;
    let text = r#"{"5001": 1.5, "5002": -1, "5003": 0.301}"#;
    tokio::fs::write(folder.join("user_balances.json"), text).await.unwrap();
    let source = folder.display().to_string();

    let mistakes = says(import(&url, &source, &[]), "trt: nothing was imported: 2 mistakes").await;
    let nobody =
        says(import(&url, &source, &["--leave-out", "--round"]), "trt: no instance was ACTIVE")
            .await;
    let elsewhere =
        says(import(&url, "/nowhere", &[]), "trt: there is no user_balances.json").await;

    assert_eq!((mistakes.1, nobody.1, elsewhere.1), (Some(1), Some(1), Some(1)));
    let named = ["person 5002: the balance is below zero: -1", "person 5003: the balance has more"];
    assert!(named.iter().all(|line| mistakes.0.contains(line)), "{}", mistakes.0);
    assert!(nobody.0.contains("person 5003: 0.301 becomes 0.30 RUB"), "{}", nobody.0);
    assert!(nobody.0.contains("imported: 0 people with 0.00 RUB; not imported: 2"), "{}", nobody.0);
    assert_eq!(number(&witness, "select count(*) from imports").await, 0);
}

#[tokio::test]
async fn the_old_bots_database_is_read_and_left_as_it_was() {
    let world = World::build(path::program()).start().await;
    let witness = connect(&world.database_url()).await.unwrap();
    let old = testbed::database::Cluster::shared().await.unwrap().empty_database().await.unwrap();
    let tables = "create table users (id bigserial, user_id bigint, balance numeric(12, 2), locale text); \
        create table wallets (user_id bigint, balance_rub numeric(12, 2), hold_rub numeric(12, 2)); \
        insert into users (user_id, balance, locale) values (5001, 0, 'en'), (5002, 0, 'ru'); \
        insert into wallets values (5001, 77.70, 0.00), (5002, 0.05, 3.00)";
    old.connect().await.unwrap().batch_execute(tables).await.unwrap();

    let said = says(import(&world.database_url(), &old.url(), &[]), "imported: 2 people").await;

    assert!(said.0.contains("with 77.75 RUB; languages: 1 ru, 1 en"), "{}", said.0);
    assert!(said.0.contains("person 5002: 3.00 was on hold and is not taken over"), "{}", said.0);
    assert_eq!((said.1, sum(&witness).await), (Some(0), 7_775));
    world.books_are_in_order().await;
}
