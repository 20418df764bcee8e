//! Money: books that do not hold, that differ, that nobody looks at; what cannot be booked, is held, is refused.

use std::time::Duration;

use serde_json::{Value, json};
use simulator::kie::Pace;
use simulator::telegram::{Fault, Person};
use simulator::world::{PATIENCE, World};
use testbed::process::Process;
use testbed::server::connect;

use super::stage::Stage;
use crate::studio::{Books, build, gets_file, orders, says, somebody};

pub(super) const FORGED: [&str; 1] = ["TrtBooksBroken"];
pub(super) const DIFFERENT: [&str; 2] = ["TrtBooksDiffer", "TrtUnbookedPayments"];
pub(super) const UNANSWERED: [&str; 1] = ["TrtBooksNotReconciled"];
pub(super) const UNAUDITED: [&str; 1] = ["TrtBooksNotAudited"];
pub(super) const HELD: [&str; 1] = ["TrtHoldOld"];
pub(super) const TRICKED: [&str; 1] = ["TrtPaymentsRefused"];

const MINUTE: u64 = 60;
const HOUR: u64 = 3_600;

async fn passes(world: &World, seconds: u64) {
    world.time_passes(Duration::from_secs(seconds)).await;
}

#[tokio::test]
async fn a_row_that_somebody_forged_is_told_by_the_next_audit_until_it_is_gone() {
    let Some(mut stage) = Stage::set(build()).await else { return };
    let books = Books::open(&stage.world).await;
    books.waits_until("exists (select from periodic_work where name = 'audit-books')").await;

    stage.begins(&FORGED).await;
    let forge =
        "insert into free_use (person_id, day, model, used) values (7, trt_now(), 'veo', 1)";
    books.does(forge).await;
    passes(&stage.world, HOUR + MINUTE).await;
    books.waits_until("exists (select from operator_watches where subject like 'audit:%')").await;
    // It counts when it is still there after a minute.
    passes(&stage.world, 2 * MINUTE).await;
    stage.fire_all(&FORGED).await;

    books.does("delete from free_use where person_id = 7").await;
    passes(&stage.world, HOUR + MINUTE).await;
    stage.clear_all(&FORGED).await;
    stage.world.ends_well().await;
    stage.ends(&FORGED);
}

/// What Telegram tells of a payment.
fn paid(person: &Person, at: u64, currency: &str, charge: &str) -> Value {
    json!({ "message": {
        "message_id": 900_000, "date": at, "chat": { "id": person.id(), "type": "private" },
        "from": { "id": person.id(), "is_bot": false, "first_name": "Ann" },
        "successful_payment": {
            "currency": currency, "total_amount": 100, "invoice_payload": "x",
            "telegram_payment_charge_id": charge, "provider_payment_charge_id": "",
        },
    } })
}

/// Runs `trt books reconcile`; what it printed.
async fn reconcile(world: &World, arguments: &[&str]) -> String {
    let command = Process::build("trt books", crate::program()).args(["books", "reconcile"]);
    let command = command.args(arguments).env("DATABASE_URL", world.database_url());
    let process = command.start().unwrap();
    process.exit(PATIENCE).await.unwrap();
    process.all_lines(PATIENCE).await.unwrap().join("\n")
}

#[tokio::test]
async fn payments_that_telegram_knows_nothing_of_and_one_that_cannot_be_booked_are_told() {
    let Some(mut stage) = Stage::set(build()).await else { return };
    let books = Books::open(&stage.world).await;
    let ann = somebody(&stage.world, "Ann", 100).await;
    books.waits_until("exists (select from reconciliations where problem is null)").await;

    stage.begins(&DIFFERENT).await;
    let now = stage.world.telegram.unix();
    ann.sends_raw(paid(&ann, now, "XTR", "forged")).await.accepted().await;
    ann.waits_for(says("+120"), PATIENCE).await;
    ann.sends_raw(paid(&ann, now, "EUR", "odd")).await.accepted().await;
    passes(&stage.world, 11 * MINUTE).await;
    reconcile(&stage.world, &[]).await;
    let found = reconcile(&stage.world, &[]).await;
    stage.fire_all(&DIFFERENT).await;

    let line = found.lines().find(|line| line.contains("payment-only-ours")).unwrap();
    let number = line.split(' ').next().unwrap().trim_start_matches('#');
    reconcile(&stage.world, &["--resolve", number, "known"]).await;
    books.does("delete from unbooked_payments").await;
    stage.clear_all(&DIFFERENT).await;
    stage.world.ends_well().await;
    stage.ends(&DIFFERENT);
}

#[tokio::test]
async fn a_list_of_telegrams_that_cannot_be_read_for_hours_is_told() {
    let Some(mut stage) = Stage::set(build()).await else { return };
    let books = Books::open(&stage.world).await;
    books.waits_until("exists (select from reconciliations where problem is null)").await;

    stage.begins(&UNANSWERED).await;
    let faults = stage.world.telegram.faults();
    let down = faults.on_method("getStarTransactions", usize::MAX, Fault::Status(502));
    passes(&stage.world, 4 * HOUR).await;
    stage.fire_all(&UNANSWERED).await;

    down.disarm();
    // Whatever was put off is due by now.
    passes(&stage.world, 2 * HOUR).await;
    stage.clear_all(&UNANSWERED).await;
    stage.world.ends_well().await;
    stage.ends(&UNANSWERED);
}

#[tokio::test]
async fn an_audit_that_waits_for_a_table_in_vain_is_told() {
    let Some(mut stage) = Stage::set(build()).await else { return };
    let books = Books::open(&stage.world).await;
    books.waits_until("exists (select from periodic_work where name = 'audit-books')").await;
    let locker = connect(&stage.world.database_url()).await.unwrap();
    passes(&stage.world, HOUR + MINUTE).await;
    books.waits_until("exists (select from operator_watches where subject = 'audited')").await;

    stage.begins(&UNAUDITED).await;
    // Nothing but the audit reads it while nobody asks for a free picture.
    locker.batch_execute("begin; lock table free_use in access exclusive mode").await.unwrap();
    passes(&stage.world, 4 * HOUR).await;
    stage.fire_all(&UNAUDITED).await;
    // An audit by hand waits for the table as well.
    stage.forgives_commands();

    locker.batch_execute("rollback").await.unwrap();
    stage.clear_all(&UNAUDITED).await;
    stage.world.ends_well().await;
    stage.ends(&UNAUDITED);
}

#[tokio::test]
async fn the_price_of_an_order_that_kie_never_ends_is_told_as_held() {
    let builder = build().kie(|kie| kie.pace = Pace::Held);
    let Some(mut stage) = Stage::set(builder).await else { return };
    let books = Books::open(&stage.world).await;
    let ann = somebody(&stage.world, "Ann", 100).await;

    stage.begins(&HELD).await;
    orders(&ann, "imagen-4 a red cat").await;
    books.waits_until("exists (select from attempts where state = 'submitted')").await;
    passes(&stage.world, 10 * MINUTE).await;
    stage.fire_all(&HELD).await;

    let task = stage.world.kie.tasks()[0].id.clone();
    stage.world.kie.finishes(&task);
    gets_file(&ann).await;
    stage.clear_all(&HELD).await;
    books.all_ended().await;
    stage.world.ends_well().await;
    stage.ends(&HELD);
}

#[tokio::test]
async fn payments_for_invoices_that_nobody_made_are_told() {
    let Some(mut stage) = Stage::set(build()).await else { return };
    let ann = somebody(&stage.world, "Ann", 0).await;

    stage.begins(&TRICKED).await;
    for number in 1..=8_u32 {
        let payload = format!("trt-{number:032x}");
        ann.forges(&payload, 50, "XTR").await.ends().await.refusal();
    }
    stage.fire_all(&TRICKED).await;

    stage.clear_all(&TRICKED).await;
    stage.world.ends_well().await;
    stage.ends(&TRICKED);
}
