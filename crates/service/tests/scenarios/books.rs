//! `trt books` on a database with a little of everything in it.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde_json::Value;
use simulator::world::World;
use testbed::database::{Cluster, Database};
use testbed::process::Process;
use testbed::server::connect;
use testbed::{SOON, promise, wait};
use tokio::task::LocalSet;

use crate::instance::program;
use crate::path;

/// Anna pays, is given something, and orders a picture from both; the next day it is done. A second
/// one, paid for with a gift alone, costs more than it brings.
const LIFE: &str = r#"
insert into conversations (person_id) values (7), (8);
insert into accounts (id, person_id, unit, kind, balance, version)
values
    (1000, 7, 'wallet', 'paid', 11800, 2),
    (1001, 7, 'wallet', 'bonus', 0, 2),
    (1002, 7, 'wallet', 'held', 0, 3),
    (1003, 7, 'wallet', 'debt', 0, 0),
    (1004, 8, 'wallet', 'paid', 0, 0),
    (1005, 8, 'wallet', 'bonus', 0, 2),
    (1006, 8, 'wallet', 'held', 0, 2),
    (1007, 8, 'wallet', 'debt', 0, 0);
insert into payments (charge_id, person_id, stars, amount)
values ('a,"b"', 7, 100000000000, 12000);
insert into gift_days (day, given)
values ('2026-03-01', 340);
insert into generations (
    person_id, chat_id, inbox_id, quote_id, model, input, price, cost, state, deadline_at, result,
    ended_at, delivered_at
)
values
    (7, 7, 1, gen_random_uuid(), 'z-image', '{}', 500, 800000, 'delivered', now(), '{}', now(), now()),
    (8, 8, 2, gen_random_uuid(), 'veo', '{}', 40, 800000, 'delivered', now(), '{}', now(), now());
insert into outbox (chat_id, priority, state, generation_id, ended_at, body)
values
    (7, 2, 2, 1, now(), ''),
    (8, 2, 2, 2, now(), '');
insert into attempts (id, generation_id, no, token, state, cost, epoch, ended_at, booked_as)
values
    ('c0000000-0000-0000-0000-000000000001', 1, 1, '', 'succeeded', 4000000, 1, now(), 'succeeded'),
    (gen_random_uuid(), 2, 1, '', 'succeeded', 60000000, 1, now(), null);
insert into holds (
    person_id, generation_id, amount, from_bonus, from_paid, state, expires_at, ended_at
)
values
    (7, 1, 500, 300, 200, 1, now(), now()),
    (8, 2, 40, 40, 0, 1, now(), now());
insert into transfers (
    operation, leg, kind, unit, debit_id, credit_id, amount, debit_after, debit_version,
    credit_after, credit_version, hold_id, actor, epoch, at
)
values
    ('purchase:a,"b"', 0, 'purchase', 'stars', 20, 21, 100000000000, null, null, null, null, null, 'telegram', 1, '2026-03-01T10:00:00Z'),
    ('purchase:a,"b"', 1, 'purchase', 'wallet', 1, 1000, 12000, null, null, 12000, 1, null, 'telegram', 1, '2026-03-01T10:00:00Z'),
    ('gift:7', 0, 'gift', 'wallet', 2, 1001, 300, null, null, 300, 1, null, 'bot', 1, '2026-03-01T11:00:00Z'),
    ('gift:8', 0, 'gift', 'wallet', 2, 1005, 40, null, null, 40, 1, null, 'bot', 1, '2026-03-01T11:00:00Z'),
    ('hold:1', 0, 'hold', 'wallet', 1001, 1002, 300, 0, 2, 300, 1, 1, 'person:7', 1, '2026-03-01T23:59:59.999999Z'),
    ('hold:1', 1, 'hold', 'wallet', 1000, 1002, 200, 11800, 2, 500, 2, 1, 'person:7', 1, '2026-03-01T23:59:59.999999Z'),
    ('settle:1', 0, 'capture', 'wallet', 1002, 3, 500, 0, 3, null, null, 1, 'bot', 3, '2026-03-02T00:00:00Z'),
    ('hold:2', 0, 'hold', 'wallet', 1005, 1006, 40, 0, 2, 40, 1, 2, 'person:8', 3, '2026-03-02T12:00:00Z'),
    ('settle:2', 0, 'capture', 'wallet', 1006, 3, 40, 0, 2, null, null, 2, 'bot', 3, '2026-03-03T00:00:00Z'),
    ('cost:c0000000-0000-0000-0000-000000000001', 0, 'cost', 'kie', 41, 42, 4000000, null, null, null, null, null, 'bot', 3, '2026-03-03T01:00:00Z');
"#;

/// What a command printed, and how it ended.
struct Outcome {
    lines: Vec<String>,
    code: Option<i32>,
}

/// A migrated database in which something has happened.
async fn lived_in() -> Database {
    let database = Cluster::shared().await.unwrap().empty_database().await.unwrap();
    let process = program(&["migrate"]).env("DATABASE_URL", database.url()).start().unwrap();
    assert!(process.exit(SOON).await.unwrap().success(), "{}", process.tail());
    database.connect().await.unwrap().batch_execute(LIFE).await.unwrap();
    database
}

/// Runs `trt books` with nothing but the address of the database, until it has printed `last`.
async fn books(database: &Database, arguments: &[&str], last: &str) -> Outcome {
    let builder = program(&["books"]).args(arguments).env("DATABASE_URL", database.url());
    ended(&builder.start().unwrap(), last).await
}

async fn ended(process: &Process, last: &str) -> Outcome {
    let code = process.exit(SOON).await.unwrap().code();
    let lines = wait::until("the last line", SOON, async || {
        let lines = process.lines();
        lines.iter().any(|line| line.contains(last)).then_some(lines)
    });
    let lines = lines.await.unwrap_or_else(|_| panic!("{last}: {}", process.tail()));
    Outcome { lines, code }
}

#[tokio::test]
async fn books_in_order_pass_every_invariant() {
    let database = lived_in().await;

    let text = books(&database, &["audit"], "I29 ").await;
    let json = books(&database, &["audit", "--json"], "[{").await;

    assert_eq!((text.lines.len(), text.code), (29, Some(0)), "{:#?}", text.lines);
    assert_eq!(text.lines[3], "I4  PASS  held is the sum of open holds");
    assert!(text.lines.iter().all(|line| line.contains(" PASS  ")), "{:#?}", text.lines);
    let findings: Value = serde_json::from_str(&json.lines[0]).unwrap();
    assert_eq!((findings.as_array().unwrap().len(), json.code), (29, Some(0)));
    assert_eq!(findings[28]["invariant"], "I29");
}

#[tokio::test]
async fn a_planted_fault_is_named_with_its_person_and_ends_the_audit_with_one() {
    let database = lived_in().await;
    let witness = database.connect().await.unwrap();
    let plant = "update accounts set balance = balance + 1 where id = 1000";
    witness.batch_execute(plant).await.unwrap();

    let text = books(&database, &["audit"], "trt: ").await;
    let json = books(&database, &["audit", "--json"], "[{").await;

    let line = "I1  FAIL  every balance is the sum of its postings \
                (1: person 7: paid has balance 11801, postings 11800, the last left 11800)";
    assert!(text.lines.iter().any(|said| said == line), "{:#?}", text.lines);
    let failed = text.lines.iter().filter(|line| line.contains(" FAIL  ")).count();
    assert_eq!((failed, text.code), (1, Some(1)), "{:#?}", text.lines);
    assert!(text.lines.iter().any(|said| said == "trt: one invariant does not hold"));
    let array = json.lines.iter().find(|line| line.starts_with('[')).unwrap();
    let findings: Value = serde_json::from_str(array).unwrap();
    assert_eq!((&findings[0]["status"], &findings[0]["violations"]), (&"FAIL".into(), &1.into()));
    assert_eq!(json.code, Some(1));
}

/// Rows of an export, without the header.
fn rows(outcome: &Outcome) -> Vec<csv::StringRecord> {
    assert_eq!(outcome.code, Some(0), "{:#?}", outcome.lines);
    let text = outcome.lines.join("\n");
    csv::Reader::from_reader(text.as_bytes()).records().map(Result::unwrap).collect()
}

/// By unit and account: opening, closing, and what the transfers between them come to.
fn balances(rows: &[csv::StringRecord]) -> BTreeMap<(String, String), [i128; 3]> {
    let mut balances: BTreeMap<(String, String), [i128; 3]> = BTreeMap::new();
    let mut add = |unit: &str, account: &str, place: usize, amount: i128| {
        balances.entry((unit.to_owned(), account.to_owned())).or_default()[place] += amount;
    };
    for row in rows {
        let (kind, unit, amount) = (&row[4], &row[5], row[10].parse::<i128>().unwrap());
        match kind {
            "opening" => add(unit, &row[8], 0, amount),
            "closing" => add(unit, &row[8], 1, amount),
            _ => {
                add(unit, &row[6], 2, -amount);
                add(unit, &row[8], 2, amount);
            }
        }
    }
    for (account, [opening, closing, moved]) in &balances {
        assert_eq!(opening + moved, *closing, "{account:?} does not tie");
    }
    balances
}

#[tokio::test]
async fn an_export_of_everything_has_every_transfer_and_ties_with_the_accounts() {
    let database = lived_in().await;

    let rows =
        rows(&books(&database, &["export"], "cost:c0000000-0000-0000-0000-000000000001").await);

    let balances = balances(&rows);
    let of = |unit: &str, account: &str| balances[&(unit.to_owned(), account.to_owned())];
    assert_eq!(of("wallet", "paid"), [0, 11_800, 11_800]);
    assert_eq!(of("wallet", "revenue"), [0, 540, 540]);
    assert_eq!(of("stars", "payers"), [0, -100_000_000_000, -100_000_000_000]);
    let transfers: Vec<_> = rows.iter().filter(|row| !row[0].is_empty()).collect();
    assert_eq!(transfers.len(), 10);
    let first: Vec<&str> = transfers[1].iter().collect();
    let expected = [
        "2",
        "2026-03-01T10:00:00.000000Z",
        "purchase:a,\"b\"",
        "1",
        "purchase",
        "wallet",
        "issued_paid",
        "",
        "paid",
        "7",
        "12000",
        "telegram",
        "1",
    ];
    assert_eq!(first, expected);
}

#[tokio::test]
async fn what_closes_a_day_opens_the_next_and_no_transfer_is_in_two() {
    let database = lived_in().await;
    let days = [None, Some("2026-03-02"), Some("2026-03-03"), None];
    let mut seen = Vec::new();
    let mut closed: BTreeMap<(String, String), i128> = BTreeMap::new();
    for (day, last) in
        days.windows(2).zip(["hold:1", "hold:2", "cost:c0000000-0000-0000-0000-000000000001"])
    {
        let from = day[0].map(|day| ["--from", day]).into_iter().flatten();
        let until = day[1].map(|day| ["--until", day]).into_iter().flatten();
        let arguments: Vec<&str> = ["export"].into_iter().chain(from).chain(until).collect();

        let rows = rows(&books(&database, &arguments, last).await);

        for (account, [opening, closing, _]) in balances(&rows) {
            assert_eq!(opening, closed.get(&account).copied().unwrap_or_default(), "{account:?}");
            closed.insert(account, closing);
        }
        seen.extend(rows.iter().filter_map(|row| row[0].parse::<i64>().ok()));
    }
    assert_eq!(seen, (1..=10).collect::<Vec<i64>>());
}

#[tokio::test]
async fn the_margin_names_the_model_that_loses_first() {
    let database = lived_in().await;

    let text = books(&database, &["margin"], "z-image").await;
    let json = books(&database, &["margin", "--days", "7", "--json"], "[{").await;

    // Two roubles that were bought bring 1.67 Stars, which pay out 0.0216 dollars.
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let losing = "veo 1 0.40 0.00 60.00 0.0000 USD 0.3000 USD -0.3000 USD";
    assert_eq!(words(&text.lines[1]), words(losing));
    let earning = "z-image 1 5.00 2.00 4.00 0.0216 USD 0.0200 USD 0.0016 USD";
    assert_eq!((words(&text.lines[2]), text.code), (words(earning), Some(0)));
    let models: Value = serde_json::from_str(&json.lines[0]).unwrap();
    assert_eq!(models[0]["model"], "veo");
    assert_eq!(models[0]["margin_micro_usd"], -300_000);
    assert_eq!((&models[1]["bought"], &models[1]["revenue"]), (&200.into(), &500.into()));
}

#[tokio::test]
async fn the_margin_goes_by_the_rates_of_this_deployment() {
    let database = lived_in().await;
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("generous-settings");
    tokio::fs::create_dir_all(&folder).await.unwrap();
    let offers = include_str!("../../../domain/offers.toml").replace("\"0.013\"", "\"0.026\"");
    tokio::fs::write(folder.join("offers.toml"), offers).await.unwrap();

    let builder = program(&["books", "margin", "--json"]).env("DATABASE_URL", database.url());
    let generous = builder.env("SETTINGS_DIR", &folder).start().unwrap();
    let generous = ended(&generous, "[{").await;

    let models: Value = serde_json::from_str(&generous.lines[0]).unwrap();
    assert_eq!(models[1]["brings_micro_usd"], 43_333);
}

#[tokio::test]
async fn a_scenario_whose_books_are_broken_fails_with_the_lines_of_the_audit() {
    let world = World::build(path::program()).instances(1).start().await;
    let witness = connect(&world.database_url()).await.unwrap();
    world.books_are_in_order().await;
    let plant = "insert into free_use (person_id, day, model, used) values (7, now(), 'veo', 1)";
    witness.batch_execute(plant).await.unwrap();
    promise::is_broken_on_purpose();

    let ending = async { tokio::task::spawn_local(async move { world.ends_well().await }).await };
    let failed = LocalSet::new().run_until(ending).await;

    let said = failed.unwrap_err().into_panic().downcast::<String>().unwrap();
    assert!(said.contains("I16 FAIL") && said.contains("person 7: veo on "), "{said}");
}

#[tokio::test]
async fn without_a_database_or_with_a_day_that_is_none_the_command_is_refused() {
    let nowhere = program(&["books", "audit"]).start().unwrap();
    let no_day = program(&["books", "export", "--from", "2026-02-30"]).start().unwrap();

    let nowhere = ended(&nowhere, "DATABASE_URL").await;
    let no_day = ended(&no_day, "2026-02-30").await;

    assert_eq!((nowhere.code, no_day.code), (Some(2), Some(2)));
}
