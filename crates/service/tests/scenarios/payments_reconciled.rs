//! Reconciliation: what Telegram and KIE have and we have not, and the other way round, is found and shown once.

use std::time::Duration;

use domain::News;
use serde_json::json;
use simulator::telegram::{Bubble, Person, Telling};
use simulator::world::{PATIENCE, World};

use crate::generations::studio::{ADMIN, Books, build, gets_file, orders, says, somebody};
use crate::instance::program;
use crate::notices::kinds::hears;

const MINUTES: Duration = Duration::from_secs(660);
const DAY: Duration = Duration::from_secs(24 * 3_600);

/// Runs `trt books reconcile`; what it printed, and how it ended.
async fn reconcile(world: &World, arguments: &[&str]) -> (String, Option<i32>) {
    let command = program(&["books", "reconcile"]).args(arguments);
    let command = command.env("DATABASE_URL", world.database_url()).env("USER", "ann");
    let process = command.start().unwrap();
    let code = process.exit(PATIENCE).await.unwrap().code();
    (process.all_lines(PATIENCE).await.unwrap().join("\n"), code)
}

/// The number of the difference of this kind, as it is listed.
fn number(listed: &str, kind: &str) -> String {
    let line = listed.lines().find(|line| line.contains(kind));
    let line = line.unwrap_or_else(|| panic!("no {kind} in {listed}"));
    line.split(' ').next().unwrap().trim_start_matches('#').to_owned()
}

/// How often somebody was told so.
fn told(person: &Person, words: &str) -> usize {
    person.chat().iter().filter(|bubble| says(words)(bubble)).count()
}

fn ada(world: &World) -> Person {
    world.telegram.person(ADMIN, "Ada", "en")
}

/// An admin who knows the bot, and whom it may tell something.
async fn admin(world: &World) -> Person {
    let ada = ada(world);
    ada.says("/menu").await;
    ada.waits_for(Bubble::is_from_bot, PATIENCE).await;
    ada
}

/// What can be spent of what was bought.
const BOUGHT: &str = "select coalesce(sum(balance), 0)::bigint from accounts where kind = 'paid'";

#[tokio::test]
async fn a_payment_whose_event_is_lost_for_a_day_is_credited_once_by_the_hour() {
    let world = build().start().await;
    let (books, ada) = (Books::open(&world).await, admin(&world).await);
    let ann = somebody(&world, "Ann", 0).await;
    let stars = world.telegram.stars();
    books.waits_until("exists (select from reconciliations where problem is null)").await;

    stars.next_events(1, Telling::Late);
    let charge = stars.charges(&ann, "of another time", 100).await;
    world.time_passes(DAY).await;

    let credited = ann.waits_for(says("+120"), PATIENCE).await;
    assert!(says("Your balance: 120")(&credited), "{}", credited.text);
    ada.waits_for(says("I credited one payment that Telegram hadn't told me of"), PATIENCE).await;
    let late = stars.tells_late().await;
    late[0].accepted().await;
    stars.repeats(&charge).await.accepted().await;
    world.time_passes(DAY).await;
    books.waits_until("(select count(*) from reconciliations where problem is null) >= 3").await;

    let (said, code) = reconcile(&world, &[]).await;
    assert!(said.ends_with("the books differ from nothing"), "{said}");
    assert_eq!(code, Some(0), "{said}");
    world.ends_well().await;
    assert_eq!((books.number(BOUGHT).await, told(&ann, "+120")), (12_000, 1));
    assert_eq!(told(&ada, "compared the books"), 1);
    assert_eq!(stars.balance(), 100);
}

#[tokio::test]
async fn what_telegram_decided_without_a_word_is_learned_and_told_once() {
    let world = build().start().await;
    let (books, ada) = (Books::open(&world).await, admin(&world).await);
    let ann = somebody(&world, "Ann", 0).await;
    let stars = world.telegram.stars();
    let charge = stars.charges(&ann, "of another time", 50).await;
    ann.waits_for(says("+60"), PATIENCE).await;

    stars.next_events(2, Telling::Lost);
    stars.goes_back(&charge).await;
    stars.charges(&ann, "of another time", 200).await;
    stars.withdraws(10);
    stars.gives(&ann, 5);
    let (young, code) = reconcile(&world, &[]).await;
    assert!(young.contains("learned: 0 payments, 0 refunds") && code == Some(0), "{young}");

    world.time_passes(MINUTES).await;
    let (learned, code) = reconcile(&world, &[]).await;
    let (again, _) = reconcile(&world, &["--json"]).await;

    assert!(learned.contains("learned: 1 payment, 1 refund") && code == Some(0), "{learned}");
    let again: serde_json::Value = serde_json::from_str(&again).unwrap();
    assert_eq!((&again["imported"], &again["open"]), (&json!(0), &json!(0)), "{again}");
    ann.waits_for(says("Your payment went back to you"), PATIENCE).await;
    ann.waits_for(says("+240"), PATIENCE).await;
    hears(&ada, News::RefundLearned).await;
    hears(&ada, News::PaymentLearned).await;
    world.ends_well().await;
    assert_eq!(books.number(BOUGHT).await, 24_000);
    assert_eq!(told(&ada, "compared the books"), 2, "of each kind once");
    let ledger = "select sum(case when credit_id = 21 then amount else -amount end)::bigint \
                  / 1000000000 from transfers where 21 in (credit_id, debit_id)";
    assert_eq!((books.number(ledger).await, stars.balance()), (185, 185));
}

#[tokio::test]
pub(crate) async fn planted_differences_are_each_found_shown_once_and_resolved_by_the_tool() {
    let world = build().start().await;
    let (books, ada) = (Books::open(&world).await, admin(&world).await);
    let ann = somebody(&world, "Ann", 100).await;
    books.waits_until("exists (select from reconciliations where problem is null)").await;
    // Only we know of it: an event that no payment of Telegram's stands behind.
    let (id, chat) = (ann.id(), json!({ "id": ann.id(), "type": "private" }));
    let paid = json!({ "message": {
        "message_id": 900_000, "date": world.telegram.unix(), "chat": chat,
        "from": { "id": id, "is_bot": false, "first_name": "Ann" },
        "successful_payment": {
            "currency": "XTR", "total_amount": 100, "invoice_payload": "x",
            "telegram_payment_charge_id": "forged", "provider_payment_charge_id": "",
        },
    } });
    ann.sends_raw(paid).await.accepted().await;
    ann.waits_for(says("+120"), PATIENCE).await;
    // KIE charges more than its list says, and for something that was never ordered.
    world.kie.set_price("z-image", 1_500_000);
    orders(&ann, "z-image a cat").await;
    gets_file(&ann).await;
    books.all_ended().await;
    world.kie.set_credits(world.kie.credits() - 40_000_000);
    world.time_passes(MINUTES).await;

    let (first, code) = reconcile(&world, &[]).await;
    assert!(first.ends_with("the books differ from nothing") && code == Some(0), "{first}");
    let (found, code) = reconcile(&world, &[]).await;
    let ((again, _), (meanwhile, _)) = tokio::join!(reconcile(&world, &[]), reconcile(&world, &[]));

    assert_eq!(code, Some(1), "{found}");
    assert!(meanwhile.contains("3 differences are open"), "{meanwhile}");
    for kind in ["payment-only-ours  forged", "credits-short  credits", "price-drift  z-image"] {
        assert!(found.contains(kind) && again.contains(kind), "{kind}: {found}\n{again}");
    }
    assert!(found.contains("3 differences are open"), "{found}");
    let notice = hears(&ada, News::Difference).await;
    let found_in = "a payment of ours isn't in Telegram's list: forged";
    assert!(says(found_in)(&notice), "{}", notice.text);
    for kind in ["payment-only-ours", "credits-short", "price-drift"] {
        let resolved = reconcile(&world, &["--resolve", &number(&found, kind), "known"]).await;
        assert!(resolved.0.contains("is resolved") && resolved.1 == Some(0), "{}", resolved.0);
    }
    let twice = reconcile(&world, &["--resolve", &number(&found, "credits-short"), "known"]).await;
    assert!(twice.0.contains("there is no open difference") && twice.1 == Some(1), "{}", twice.0);
    for _ in 0..3 {
        let (well, code) = reconcile(&world, &[]).await;
        assert!(well.ends_with("the books differ from nothing") && code == Some(0), "{well}");
    }
    world.ends_well().await;
    assert_eq!(told(&ada, "compared the books"), 1, "shown once");
    let logged = "select count(*) from audit_log join audit_words on audit_id = id \
         where action = 'books-resolve' and audit_words.reason = 'known'";
    assert_eq!(books.number(logged).await, 3);
    let asked = "select count(*) from operator_requests where kind = 'books-reconcile'";
    let logged = "select count(*) from audit_log where action = 'books-reconcile'";
    assert_eq!((books.number(asked).await, books.number(logged).await), (7, 7), "a line for each");
}
