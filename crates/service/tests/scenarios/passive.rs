//! What an instance without the role says, and what it does not.

use dialogue::paying::refusal;
use dialogue::{updating_notice, updating_tap};
use domain::Language;
use domain::payment::Refused;
use serde_json::json;
use simulator::telegram::journal::applied_with;
use simulator::telegram::{Bubble, Entry, Event, Person, Via};
use simulator::world::{PATIENCE, World};
use testbed::server::connect;
use testbed::wait;

use crate::path::program;

/// Nobody is active for ten seconds after a freeze.
const SLOW_TAKEOVER: [(&str, &str); 2] =
    [("LOCK_STALE_HEARTBEAT_SECONDS", "10"), ("LOCK_TRUST_SECONDS", "4")];

/// The first line of the notice, as it stands in a chat.
fn notice() -> String {
    notice_in(Language::English)
}

fn notice_in(language: Language) -> String {
    let html = updating_notice(language).text.as_str().to_owned();
    html.lines().next().unwrap_or_default().to_owned()
}

/// How many notices were sent into a chat.
fn notices_in(journal: &[Entry], chat: i64) -> usize {
    let told = |entry: &&Entry| match &entry.event {
        Event::Called { applied: true, chat: Some(place), params, .. } => {
            *place == chat && params["text"].as_str().is_some_and(|text| text.contains(&notice()))
        }
        _ => false,
    };
    journal.iter().filter(told).count()
}

/// How many notices were sent to anybody.
pub(crate) fn notices(journal: &[Entry]) -> usize {
    journal.iter().filter(|entry| is_notice(entry)).count()
}

fn says(word: &str) -> impl Fn(&Bubble) -> bool {
    move |bubble| bubble.is_from_bot() && bubble.text.contains(word)
}

#[tokio::test]
async fn hold_tells_each_chat_once_when_nobody_is_there_and_everything_is_handled_afterwards() {
    let builder = SLOW_TAKEOVER
        .iter()
        .fold(World::build(program()), |builder, (name, value)| builder.variable(name, value));
    let world = builder.start().await;
    let people: Vec<Person> = (0..50).map(|_| world.person("Ann")).collect();
    let (active, passive) = (world.active().await, world.passive().await);
    world.routes_to(&[passive]);

    let frozen = world.freezes(active);
    for person in &people {
        person.says(&format!("nonce-{}-1-", person.id())).await.accepted().await;
        person.says(&format!("nonce-{}-2-", person.id())).await.accepted().await;
    }
    for person in &people {
        for number in 1..=2 {
            let nonce = format!("nonce-{}-{number}-", person.id());
            person.waits_for(says(&nonce), PATIENCE).await;
        }
    }
    world.wakes(frozen);
    world.ends_well().await;

    let journal = world.telegram.journal();
    let told: Vec<usize> = people.iter().map(|person| notices_in(&journal, person.id())).collect();
    assert!(told.iter().all(|times| *times <= 1), "{told:?}");
    assert!(told.iter().sum::<usize>() > 0, "nobody was there, and somebody was told");
    for person in &people {
        for number in 1..=2 {
            let nonce = format!("nonce-{}-{number}-", person.id());
            assert_eq!(applied_with(&journal, &nonce), 1, "{nonce}");
        }
    }
    let first_reply = journal.iter().find(|entry| is_reply(entry)).unwrap();
    let last_notice = journal.iter().rev().find(|entry| is_notice(entry)).unwrap();
    assert!(last_notice.number < first_reply.number, "no notice from or after the active one");
}

fn is_reply(entry: &Entry) -> bool {
    let Event::Called { applied: true, params, .. } = &entry.event else { return false };
    params["text"].as_str().is_some_and(|text| text.contains("nonce-"))
}

fn is_notice(entry: &Entry) -> bool {
    let Event::Called { applied: true, params, .. } = &entry.event else { return false };
    let told =
        |text: &str| Language::ALL.into_iter().any(|language| text.contains(&notice_in(language)));
    params["text"].as_str().is_some_and(told)
}

#[tokio::test]
async fn hold_says_nothing_while_a_slow_active_instance_is_alive() {
    let world = World::build(program()).patient_lock().start().await;
    let person = world.person("Ann");
    person.says("nonce-1-1-").await;
    person.waits_for(says("nonce-1-1-"), PATIENCE).await;
    world.routes_to(&[world.passive().await]);
    let url = world.database_url();
    let (holder, witness) = (connect(&url).await.unwrap(), connect(&url).await.unwrap());
    let hold =
        format!("begin; select from conversations where person_id = {} for update", person.id());
    holder.batch_execute(&hold).await.unwrap();

    let update = person.says("nonce-1-2-").await;
    // The first try waits for the row for five seconds: longer than a notice would.
    wait::until("an update that waits for long", PATIENCE, async || {
        let query = "select count(*) from inbox where update_id = $1 and state = 0 \
                     and received_at < now() - interval '6 seconds'";
        let tried = witness.query_one(query, &[&update.update_id()]).await.ok()?;
        (tried.get::<_, i64>(0) == 1).then_some(())
    })
    .await
    .unwrap();
    assert_eq!(notices(&world.telegram.journal()), 0);
    holder.batch_execute("rollback").await.unwrap();

    person.waits_for(says("nonce-1-2-"), PATIENCE).await;
    world.ends_well().await;
    assert_eq!(notices(&world.telegram.journal()), 0);
}

#[tokio::test]
async fn reject_answers_the_whitelist_and_tells_the_others_at_once() {
    let world = World::build(program()).variable("PASSIVE_MODE", "REJECT").start().await;
    let passive = world.passive().await;
    world.routes_to(&[passive]);
    let person = world.person("Ann");

    person.starts("").await.accepted().await;
    let menu = person.waits_for(|bubble| bubble.is_from_bot(), PATIENCE).await;
    assert_eq!(menu.buttons[0][0].data.as_deref(), Some("menu:image"));
    person.says("nonce-1-1-").await.accepted().await;
    person.waits_for(says(&notice()), PATIENCE).await;
    person.says("nonce-1-2-").await.accepted().await;
    let tap = person.taps_on(menu.message_id, "menu:help").await;
    assert_eq!(tap.answered().await.text, None);
    let again = |bubble: &Bubble| {
        bubble.is_from_bot() && bubble.message_id != menu.message_id && !bubble.buttons.is_empty()
    };
    person.waits_for(again, PATIENCE).await;
    let tap = person.taps_on(menu.message_id, "offer:image:1").await;
    assert_eq!(tap.answered().await.text, Some(updating_tap(Language::English)));

    world.routes_to_all();
    world.stops_active().await;
    world.ends_well().await;
    let journal = world.telegram.journal();
    assert_eq!(notices_in(&journal, person.id()), 1, "one a minute");
    for nonce in ["nonce-1-1-", "nonce-1-2-"] {
        assert_eq!(applied_with(&journal, nonce), 0, "what was turned away is never handled");
    }
}

#[tokio::test]
async fn reject_holds_money_and_starts_that_carry_something() {
    let world = World::build(program()).variable("PASSIVE_MODE", "REJECT").start().await;
    let passive = world.passive().await;
    world.routes_to(&[passive]);
    let person = world.person("Ann");
    let user =
        json!({ "id": person.id(), "is_bot": false, "first_name": "Ann", "language_code": "en" });

    let query = json!({ "pre_checkout_query": {
        "id": "77", "from": user, "currency": "XTR", "total_amount": 5, "invoice_payload": "x",
    } });
    let pre_checkout = person.sends_raw(query).await;
    pre_checkout.accepted().await;
    let payment = json!({ "message": {
        "message_id": 90_001, "date": 1, "from": user,
        "chat": { "id": person.id(), "type": "private", "first_name": "Ann" },
        "successful_payment": {
            "currency": "XTR", "total_amount": 5, "invoice_payload": "x",
            "telegram_payment_charge_id": "c", "provider_payment_charge_id": "p",
        },
    } });
    person.sends_raw(payment).await.accepted().await;
    person.starts("ref_42").await.accepted().await;

    // The held start is handled by the active one.
    person.waits_for(|bubble| bubble.is_from_bot(), PATIENCE).await;
    let journal = world.telegram.journal();
    let refused = journal.iter().any(|entry| match &entry.event {
        Event::Called { method, params, via: Via::Response { update_id }, .. } => {
            method == "answerPreCheckoutQuery"
                && *update_id == pre_checkout.update_id()
                && params["ok"] == false
                && params["error_message"] == refusal(Language::English, Refused::Unknown)
        }
        _ => false,
    });
    assert!(refused, "a pre-checkout is answered in the response body, in words");
    assert_eq!(notices_in(&journal, person.id()), 0);
    // Whatever its invoice was, so many Stars are credited to who paid them.
    let books = connect(&world.database_url()).await.unwrap();
    let credited = "select count(*) from payments where charge_id = 'c' and stars = 5000000000 and amount = 600";
    wait::until("the payment to be credited", PATIENCE, async || {
        let row = books.query_one(credited, &[]).await.unwrap();
        (row.get::<_, i64>(0) == 1).then_some(())
    })
    .await
    .unwrap();
}

#[tokio::test]
async fn three_passive_instances_together_tell_a_chat_once_a_minute() {
    let builder = World::build(program()).instances(4).variable("PASSIVE_MODE", "REJECT");
    let world = builder.start().await;
    let active = world.active().await;
    let passive: Vec<usize> = (0..4).filter(|place| *place != active).collect();
    world.routes_to(&passive);
    let person = world.person("Ann");

    for number in 0..9 {
        person.says(&format!("nonce-1-{number}-")).await.accepted().await;
    }

    person.waits_for(says(&notice()), PATIENCE).await;
    world.ends_well().await;
    assert_eq!(notices_in(&world.telegram.journal(), person.id()), 1);
}

#[tokio::test]
async fn a_rolling_deploy_in_reject_handles_or_tells_and_never_both() {
    let mut world =
        World::build(program()).instances(1).variable("PASSIVE_MODE", "REJECT").start().await;
    let old = world.active().await;
    let people: Vec<Person> = (0..20).map(|_| world.person("Ann")).collect();
    let new = world.starts_one().await;
    world.routes_to(&[new]);
    for person in &people {
        person.says(&format!("nonce-{}-1-", person.id())).await.accepted().await;
    }
    world.stops(old).await;
    assert_eq!(world.active().await, new);
    for person in &people {
        let nonce = format!("nonce-{}-2-", person.id());
        person.says(&nonce).await.accepted().await;
        person.waits_for(says(&nonce), PATIENCE).await;
    }

    world.ends_well().await;
    let journal = world.telegram.journal();
    for person in &people {
        assert_eq!(notices_in(&journal, person.id()), 1);
        assert_eq!(applied_with(&journal, &format!("nonce-{}-1-", person.id())), 0);
        assert_eq!(applied_with(&journal, &format!("nonce-{}-2-", person.id())), 1);
    }
}
