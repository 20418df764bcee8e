//! Admins at work in their chats: people banned and served again, orders paused and held, everything once and logged.

use serde_json::{Value, json};
use simulator::telegram::journal::applied_in;
use simulator::telegram::{Bubble, Person};
use simulator::world::PATIENCE;

use crate::generations::studio::{ADMIN, Books, build, newest, orders, says, somebody};

/// Where admins work together, with a topic; and a group that nobody told the program about.
const OFFICE: i64 = -1_001_000_000_012;
const GROUP: i64 = -1_001_000_000_013;
const TOPIC: i64 = 7;

/// The admin says something, and hears this in a later message.
async fn tells(admin: &Person, command: &str, words: &str) -> Bubble {
    let (before, said) = (newest(admin), says(words));
    admin.says(command).await;
    admin.waits_for(|bubble| bubble.message_id > before && said(bubble), PATIENCE).await
}

/// A message of somebody, as Telegram would deliver it from this chat.
fn message(from: &Person, chat: i64, text: &str, more: &Value) -> Value {
    let kind = if chat < 0 { "supergroup" } else { "private" };
    let mut message = json!({
        "message_id": 900,
        "date": 1,
        "message_thread_id": TOPIC,
        "is_topic_message": true,
        "from": { "id": from.id(), "is_bot": false, "first_name": "Ada", "language_code": "en" },
        "chat": { "id": chat, "type": kind, "title": "a chat", "first_name": "Ada" },
        "text": text,
    });
    let (fields, more) = (message.as_object_mut().unwrap(), more.as_object().unwrap());
    fields.extend(more.iter().map(|(name, value)| (name.clone(), value.clone())));
    json!({ "message": message })
}

async fn logged(books: &Books, action: &str) -> i64 {
    books.number(&format!("select count(*) from audit_log where action = '{action}'")).await
}

#[tokio::test]
async fn a_person_is_found_banned_once_by_a_double_tap_and_served_again_from_the_office() {
    let world = build().variable("ADMIN_CHAT_ID", &format!("{OFFICE}:{TOPIC}")).start().await;
    for (chat, title) in [(OFFICE, "The office"), (GROUP, "A group")] {
        world.telegram.group(chat, title);
    }
    let books = Books::open(&world).await;
    let admin = world.telegram.person(ADMIN, "Ada", "en");
    let anna = somebody(&world, "Anna", 0).await;
    let id = anna.id();
    let card = tells(&admin, "/admin user ann", "I found these people").await;
    admin.taps_on(card.message_id, &format!("adm:card:{id}")).await.answered().await;
    let card = admin.waits_for(says(&format!("Number: {id}")), PATIENCE).await;

    let ban = card.button("Ban").and_then(|button| button.data.clone()).unwrap();
    for _ in 0..2 {
        admin.taps_on(card.message_id, &ban).await.answered().await;
    }
    admin.waits_for(says("That is so already"), PATIENCE).await;
    assert_eq!(logged(&books, "ban").await, 1, "done once, logged once");

    for words in ["/menu", "hello", "/balance"] {
        anna.says(words).await.accepted().await;
    }
    anna.waits_for(says("You can't use the bot"), PATIENCE).await;
    anna.says("/paysupport").await;
    anna.waits_for(says("A question about a payment"), PATIENCE).await;
    let unban = format!("/admin unban {id} a mistake");
    let passed_on = json!({
        "forward_origin": { "type": "user", "date": 1, "sender_user": { "id": 8, "is_bot": false, "first_name": "Eve" } },
    });
    admin.sends_raw(message(&admin, ADMIN, &unban, &passed_on)).await.accepted().await;
    for (who, chat) in [(&anna, OFFICE), (&anna, GROUP), (&admin, GROUP)] {
        who.sends_raw(message(who, chat, &unban, &json!({}))).await.accepted().await;
    }
    world.ends_well().await;
    let told = applied_in(&world.telegram.journal(), id);
    assert_eq!(told.iter().filter(|text| text.contains("can't use")).count(), 1, "once a minute");
    assert_eq!(logged(&books, "unban").await, 0, "passed on, elsewhere, or by somebody else");

    admin.sends_raw(message(&admin, OFFICE, &unban, &json!({}))).await.accepted().await;
    books.waits_until("not exists (select from bans)").await;
    anna.says("/menu").await;
    anna.waits_for(says("Main menu"), PATIENCE).await;
    world.ends_well().await;
    assert_eq!(logged(&books, "unban").await, 1);
    let office = applied_in(&world.telegram.journal(), OFFICE);
    assert!(office.iter().any(|text| text.contains("can use the bot again")), "{office:?}");
    assert_eq!(applied_in(&world.telegram.journal(), GROUP), [""; 0], "a guest in a group");
}

#[tokio::test]
async fn a_pause_tells_people_why_and_held_orders_begin_with_the_resume() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let admin = world.telegram.person(ADMIN, "Ada", "en");
    let anna = somebody(&world, "Anna", 100).await;

    tells(&admin, "/admin pause back at ten.", "Paused. I take no orders").await;
    anna.says("/generate imagen-4 a red cat").await;
    anna.waits_for(says("back at ten."), PATIENCE).await;
    assert_eq!(books.number("select count(*) from generations").await, 0);

    tells(&admin, "/admin hold", "I take orders and start none").await;
    tells(&admin, "/admin hold", "That is so already").await;
    orders(&anna, "imagen-4 a red cat").await;
    books.waits_until("exists (select from generations where state = 'requested')").await;
    assert_eq!(world.kie.creates().len(), 0, "nothing is begun");

    tells(&admin, "/admin resume", "I take orders as always").await;
    anna.waits_for(|bubble| !bubble.media.is_empty(), PATIENCE).await;
    books.all_ended().await;
    world.ends_well().await;
    let acts = ["pause", "hold", "resume"];
    for act in acts {
        assert_eq!(logged(&books, act).await, 1, "{act}");
    }
    let changes = "select count(*) from audit_log where action = 'hold' \
        and before = 'paused' and after = 'held'";
    assert_eq!(books.number(changes).await, 1);
}

#[tokio::test]
async fn a_large_correction_is_confirmed_twice_and_bad_amounts_change_nothing() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let admin = world.telegram.person(ADMIN, "Ada", "en");
    let anna = somebody(&world, "Anna", 0).await;
    let id = anna.id();
    let transfers = "select count(*) from transfers";
    let before = books.number(transfers).await;
    for (amount, why) in [
        ("", "must be an amount"),
        ("ten why", "must be an amount"),
        ("10.005 why", "must be an amount"),
        ("1e9 why", "must be an amount"),
        ("99999999999999999999 why", "That's too much"),
        ("-9223372036854775808 why", "That's too much"),
        ("$10 why", "Balances are in RUB"),
        ("10 EUR why", "Balances are in RUB"),
        ("10", "The reason is missing"),
        ("-50 why", "has only"),
    ] {
        tells(&admin, &format!("/admin adjust {id} {amount}"), why).await;
    }
    assert_eq!(books.number(transfers).await, before);
    assert_eq!(books.number("select count(*) from audit_log where before <> ''").await, 0);

    let question =
        tells(&admin, &format!("/admin adjust {id} 900000 a prize"), "Correct a balance?").await;
    let first = question.button("Confirm").and_then(|button| button.data.clone()).unwrap();
    for _ in 0..2 {
        admin.taps_on(question.message_id, &first).await.answered().await;
    }
    let again = admin.waits_for(says("That is a large sum"), PATIENCE).await;
    world.ends_well().await;
    assert_eq!(books.number(transfers).await, before, "a double tap is no second confirmation");
    let second = again.button("Confirm").and_then(|button| button.data.clone()).unwrap();
    assert_ne!(first, second);
    admin.taps_on(again.message_id, &second).await.answered().await;
    anna.waits_for(says("Support added"), PATIENCE).await;
    world.ends_well().await;
    let logged = "select count(*) from audit_log where action = 'adjust' \
        and before = '0.00 RUB' and after = '900000.00 RUB'";
    assert_eq!(books.number(logged).await, 1);
}

#[tokio::test]
async fn what_is_sold_who_is_active_and_what_waits_is_run_from_the_chat_and_logged() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let admin = world.telegram.person(ADMIN, "Ada", "en");
    let anna = somebody(&world, "Anna", 100).await;
    let id = anna.id();

    tells(&admin, "/admin model imagen-4 off too slow", "can't be ordered until").await;
    tells(&admin, "/admin model imagen-4 off too slow", "That is so already").await;
    anna.says("/generate imagen-4 a red cat").await;
    anna.waits_for(says("takes no orders right now"), PATIENCE).await;
    let closed = tells(&admin, "/admin closures", "too slow").await;
    let open = closed.button("Open imagen-4").and_then(|button| button.data.clone()).unwrap();
    for _ in 0..2 {
        admin.taps_on(closed.message_id, &open).await.answered().await;
    }
    admin.waits_for(says("imagen-4 is open"), PATIENCE).await;

    tells(&admin, "/admin model imagen-4 free 3 1 a present", "3/24h, 1/1h").await;
    orders(&anna, "imagen-4 a red cat").await;
    anna.waits_for(|bubble| !bubble.media.is_empty(), PATIENCE).await;
    books.all_ended().await;
    assert_eq!(
        books.number("select count(*) from generations where free_day is not null").await,
        1
    );
    assert_eq!(books.number("select count(*) from generations where price > 0").await, 0);

    let order = books.number("select max(id) from generations").await;
    let page = tells(&admin, &format!("/admin user {id}"), "Orders: 1, delivered: 1").await;
    admin.taps_on(page.message_id, &format!("adm:job:{order}")).await.answered().await;
    admin.waits_for(says("An order of"), PATIENCE).await;
    admin.taps_on(page.message_id, &format!("adm:see:{order}")).await.answered().await;
    admin.waits_for(|bubble| !bubble.media.is_empty(), PATIENCE).await;
    tells(&admin, &format!("/admin note {id} pays late"), "Noted about").await;
    admin.taps_on(page.message_id, &format!("adm:notes:{id}")).await.answered().await;
    admin.waits_for(says("pays late"), PATIENCE).await;
    for page in ["books", "orders", "payments", "receipts"] {
        admin.taps_on(closed.message_id, &format!("adm:{page}:{id}")).await.answered().await;
    }
    tells(&admin, "/admin models", "imagen-4: 1 delivered").await;
    tells(&admin, "/admin model imagen-4", "Cost by the list").await;
    tells(&admin, "/admin dead", "Nothing is set aside").await;
    tells(&admin, "/admin dead retry u1 why", "That is so already, or it is gone").await;
    tells(&admin, "/admin differences", "The books agree").await;
    tells(&admin, "/admin resolve 3 why", "That is so already, or it is gone").await;

    let lock = tells(&admin, "/admin lock", "Active:").await;
    let hand_over = lock.button("Hand over").and_then(|button| button.data.clone()).unwrap();
    let claimed = "select count(*) from leader_history where event = 'claimed'";
    let terms = books.number(claimed).await;
    admin.taps_on(lock.message_id, &hand_over).await.answered().await;
    admin.waits_for(says("to be handed over"), PATIENCE).await;
    books.waits_until(&format!("({claimed}) > {terms}")).await;
    admin.taps_on(lock.message_id, &hand_over).await.answered().await;
    world.ends_well().await;
    let acts = "select string_agg(action || ' ' || count, ', ' order by action) from ( \
        select action, count(*) from audit_log where actor = 'admin:7' and action <> 'adjust' \
        group by action) as acts";
    let expected =
        "closures-close 1, closures-open 1, hand-over 1, model-free 1, note 1, see-result 1";
    assert_eq!(books.text(acts).await, expected);
}
