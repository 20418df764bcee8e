//! Every kind of notice is caused by something that really happens, somewhere in these scenarios.
//!
//! [`hears`] waits for the notice of a kind. The list is the enum itself: a kind that no scenario hears fails
//! [`every_kind_of_notice_is_heard_in_some_scenario`], and one without its words here does not compile.

use std::fs;
use std::path::Path;

use domain::News;
use serde_json::{Value, json};
use simulator::telegram::{Bubble, Fault, Person};
use simulator::world::PATIENCE;

use super::{MINUTE, build, meet};
use crate::generations::studio::Books;
use crate::payments::link;
use crate::refunds::{Cast, says};

/// How the notice of a kind begins, to who speaks English.
const fn words(news: News) -> &'static str {
    match news {
        News::Sale => "Sold:",
        News::Refund => "Gone back:",
        News::RefundRefused => "Telegram refuses a refund",
        News::CallRefused => "Telegram refuses a request",
        News::CallWaiting => "Telegram hasn't answered for long",
        News::PaymentRefused => "Payment refused:",
        News::SpendLimit => "Spending limit:",
        News::RefundLimit => "Refund limit:",
        News::Unbooked => "Not in the books:",
        News::DeadUpdate => "Set aside:",
        News::DeadSend => "Not sent:",
        News::KieTrouble => "The provider",
        News::CreditsLow => "Credits run low",
        News::LossesSpent => "Today's losses are used up",
        News::Closed => "is closed",
        News::Opened => "is open again",
        News::Takeover => "Takeover:",
        News::Handovers => "Many hand-overs:",
        News::Webhook => "Webhook:",
        News::AuditFinding => "The books don't hold:",
        News::PaymentLearned => "that Telegram hadn't told me of",
        News::RefundLearned => "went back without a word",
        News::Difference => "Two checks in a row found differences",
    }
}

/// Waits until an admin is told of this kind.
pub(crate) async fn hears(admin: &Person, news: News) -> Bubble {
    admin.waits_for(says(words(news)), PATIENCE).await
}

/// The sources of all scenarios.
#[expect(clippy::disallowed_methods, reason = "nothing else runs in this test")]
fn sources(folder: &Path, all: &mut String) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, all);
        } else if path.extension().is_some_and(|end| end == "rs") {
            all.push_str(&fs::read_to_string(&path).unwrap());
        }
    }
}

#[test]
fn every_kind_of_notice_is_heard_in_some_scenario() {
    let mut all = String::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios"), &mut all);
    let heard = |news: &News| all.contains(&format!(", News::{news:?}).await"));
    let unheard: Vec<&News> = News::ALL.iter().filter(|news| !heard(news)).collect();
    assert!(unheard.is_empty(), "no scenario hears {unheard:?}");
}

/// What Telegram tells of a payment.
fn paid(person: &Person, currency: &str) -> Value {
    let chat = json!({ "id": person.id(), "type": "private" });
    json!({ "message": {
        "message_id": 900_000, "date": 1, "chat": chat,
        "from": { "id": person.id(), "is_bot": false, "first_name": "Ann" },
        "successful_payment": {
            "currency": currency, "total_amount": 100, "invoice_payload": "x",
            "telegram_payment_charge_id": "odd", "provider_payment_charge_id": "",
        },
    } })
}

#[tokio::test]
async fn what_cannot_be_booked_sent_or_asked_of_telegram_is_told() {
    let world = build().instances(1).start().await;
    let cast = Cast::meet(&world).await;

    cast.anna.sends_raw(paid(&cast.anna, "EUR")).await.accepted().await;
    hears(&cast.admin, News::Unbooked).await;

    let refused = world.telegram.faults().in_chat(cast.anna.id(), 1, Fault::Status(400));
    cast.anna.says("/help").await.accepted().await;
    refused.fired().await;
    let dead = hears(&cast.admin, News::DeadSend).await;
    assert!(dead.text.contains("trt dead show s"), "{}", dead.text);

    // As if Telegram had been asked for a quarter of an hour.
    let busy = world.telegram.faults().on_method("createInvoiceLink", 1, Fault::Status(502));
    let poke = "create function poke() returns trigger language plpgsql as \
        $$ begin new.tries := 10; return new; end $$; \
        create trigger poke before insert on money_calls for each row execute function poke()";
    cast.books.batch_execute(poke).await.unwrap();
    cast.anna.says("/subscribe").await;
    let plans = cast.anna.waits_for(says("Light"), PATIENCE).await;
    cast.anna.taps_on(plans.message_id, "bill:plan:light").await;
    busy.fired().await;
    hears(&cast.admin, News::CallWaiting).await;
    // Operators have settled it meanwhile.
    cast.books.batch_execute("delete from unbooked_payments").await.unwrap();
    world.ends_well().await;
}

#[tokio::test]
async fn a_plan_that_telegram_does_not_stop_renewing_goes_on_and_its_person_hears_that() {
    let world = build().instances(1).start().await;
    let cast = Cast::meet(&world).await;
    let address = link(&cast.anna, "Light").await;
    cast.anna.pays_link(&address).await.charge();
    cast.anna.waits_for(says("Your plan Light runs until"), PATIENCE).await;
    let held = world.telegram.faults().on_method("editUserStarSubscription", 1, Fault::Status(400));

    cast.anna.says("/subscribe").await;
    let page = cast.anna.waits_for(says("You have Light"), PATIENCE).await;
    cast.anna.taps_on(page.message_id, "plan:cancel:light").await;
    cast.anna.waits_for(says("I'm telling Telegram that Light"), PATIENCE).await;
    held.fired().await;

    cast.anna.waits_for(says("Telegram didn't agree to stop renewing Light"), PATIENCE).await;
    hears(&cast.admin, News::CallRefused).await;
    let done = |bubble: &Bubble| says("Done: Light won't renew")(bubble);
    assert!(!cast.anna.chat().iter().any(done), "it was not done");
    cast.anna.taps_on(page.message_id, "plan:cancel:light").await;
    cast.anna.waits_for(done, PATIENCE).await;
    let books = Books::open(&world).await;
    books.waits_until("exists (select from subscriptions where state = 'canceled')").await;
    world.ends_well().await;
}

#[tokio::test]
async fn a_key_that_is_refused_and_a_provider_that_is_away_are_told_after_a_minute() {
    let mut world = build().instances(1).variable("KIE_API_KEY", "another-key").start().await;
    let (admin, witness) = meet(&world).await;
    let stands = |state: &str| {
        format!("select count(*) from operator_watches where subject = 'kie' and state = '{state}'")
    };
    super::becomes(&witness, &stands("key_refused"), 1).await;
    assert_eq!(super::told(&admin, "The provider").len(), 0, "it may be over in a moment");
    world.time_passes(MINUTE).await;
    let refused = hears(&admin, News::KieTrouble).await;
    assert!(refused.text.contains("refuses our key"), "{}", refused.text);

    world.begins_one_with(&[("KIE_API_URL", "http://127.0.0.1:9")]).await;
    world.stops_active().await;
    super::becomes(&witness, &stands("unreachable"), 1).await;
    world.time_passes(MINUTE * 2).await;
    admin.waits_for(says("can't be reached"), PATIENCE).await;
    world.ends_well().await;
    assert_eq!(super::told(&admin, "The provider").len(), 2, "each once");
}

#[tokio::test]
async fn credits_that_run_out_are_told_once_a_day() {
    let few = |kie: &mut simulator::kie::Settings| kie.credits = 10_000_000;
    let mut world = build().instances(1).kie(few).start().await;
    let (admin, witness) = meet(&world).await;
    let sample = "insert into credit_samples (asked_at, credits) \
                  values (trt_now() - interval '2 hours', 20000000)";
    witness.batch_execute(sample).await.unwrap();
    // Whoever is active next asks at once.
    world.begins_one_with(&[]).await;
    world.stops_active().await;

    let low = hears(&admin, News::CreditsLow).await;
    assert!(low.text.contains("10 are left"), "{}", low.text);
    world.ends_well().await;
    assert_eq!(super::told(&admin, "Credits run low").len(), 1);
}

#[tokio::test]
async fn a_webhook_that_is_changed_and_one_that_cannot_be_set_are_told() {
    let world = build().instances(1).start().await;
    let (admin, witness) = meet(&world).await;
    let busy = world.telegram.faults().on_method("setWebhook", 4, Fault::Status(502));

    crate::registration::somebody_calls(&world, "deleteWebhook", &json!({})).await;

    let unset = "select count(*) from operator_watches \
        where subject = 'webhook-set' and state = 'unset'";
    super::becomes(&witness, unset, 1).await;
    world.time_passes(MINUTE).await;
    let notice = hears(&admin, News::Webhook).await;
    assert!(notice.text.contains("I can't set it"), "{}", notice.text);
    busy.fired_times(4).await;
    world.time_passes(MINUTE).await;
    admin.waits_for(says("another program changed it"), PATIENCE).await;
    world.ends_well().await;
    assert_eq!(super::told(&admin, "I can't set it").len(), 1);
}

#[tokio::test]
async fn telegram_that_cannot_deliver_is_told_when_it_lasts() {
    let world = build().start().await;
    let (admin, witness) = meet(&world).await;
    let passive = world.passive().await;
    world.kills(passive).await;
    // As if it had been so for two minutes.
    let since = "insert into operator_watches (subject, state, since) \
        values ('webhook-errors', 'errors', trt_now() - interval '2 minutes') \
        on conflict on constraint operator_watches_pkey do update \
        set state = excluded.state, since = excluded.since, told = false";
    witness.batch_execute(since).await.unwrap();
    world.routes_to(&[passive]);
    let ann = world.person("Ann");
    let said = ann.says("/menu").await;

    admin.waits_for(says("can't deliver to us"), PATIENCE).await;
    world.routes_to_all();
    said.accepted().await;
    world.ends_well().await;
    assert_eq!(super::told(&admin, "can't deliver to us").len(), 1);
}
