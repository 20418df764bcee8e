//! Questions about payments: to the operators, and their answers back, in private and in a group.

use serde_json::{Value, json};
use simulator::telegram::journal::applied_in;
use simulator::telegram::{Bubble, Person, UpdateHandle};
use simulator::world::{PATIENCE, World};
use testbed::server::connect;
use testbed::wait;
use tokio_postgres::Client;

use crate::path::program;
use crate::refunds::{ADMIN, Cast, build, plain, says, told};

/// The group of the operators.
const GROUP: i64 = -1_000_000_000_042;

/// A small picture of one colour, as people send them.
const PICTURE: &[u8] = include_bytes!("generations/people/picture.png");

/// A reply to a message of a chat, as Telegram tells of it.
pub(crate) fn reply(from: &Person, chat: Value, to: i64, text: &str) -> Value {
    json!({ "message": {
        "message_id": 90_000 + to, "date": 1_800_000_000, "chat": chat.clone(), "text": text,
        "from": { "id": from.id(), "is_bot": false, "first_name": "Ada", "language_code": "en" },
        "reply_to_message": { "message_id": to, "date": 1_800_000_000, "chat": chat },
    } })
}

pub(crate) async fn replies(from: &Person, to: i64, text: &str) -> UpdateHandle {
    let chat = json!({ "id": from.id(), "type": "private", "first_name": "Ada" });
    from.sends_raw(reply(from, chat, to, text)).await
}

/// Somebody opens the page and writes.
async fn asks(person: &Person, words: &str) -> Bubble {
    let before = person.newest();
    person.says("/paysupport").await;
    person.waits_for_after(before, says("Write what happened"), PATIENCE).await;
    let before = person.newest();
    person.says(words).await;
    person.waits_for_after(before, Bubble::is_from_bot, PATIENCE).await
}

/// The number of the message by which operators were told, once it is written down.
async fn card_of(books: &Client) -> i64 {
    let told = "select outbox.message_id from outbox \
                join support_copies on support_copies.outbox_id = outbox.id \
                where outbox.message_id is not null";
    wait::until("the operators to be told", PATIENCE, async || {
        books.query_opt(told, &[]).await.unwrap().map(|row| row.get::<_, i64>(0))
    })
    .await
    .unwrap()
}

#[tokio::test]
async fn a_question_reaches_the_admin_with_the_payments_and_the_reply_comes_back() {
    let world = build().start().await;
    let cast = Cast::meet(&world).await;
    let charge = cast.tops_up(&cast.anna, 50).await;

    let sent = asks(&cast.anna, "I paid <twice>").await;
    assert!(sent.text.contains("Passed on"), "{}", sent.text);
    let card = cast.admin.waits_for(says("Question about a payment"), PATIENCE).await;
    for words in ["Anna", "I paid <twice>", "60 ₽", "50 ⭐", &charge] {
        assert!(plain(&card).contains(words), "{words}: {}", card.text);
    }
    replies(&cast.admin, card.message_id, "Sorry, it goes <back>").await;

    let answer = cast.anna.waits_for(says("Support answers"), PATIENCE).await;
    assert!(answer.text.contains("Sorry, it goes <back>"), "{}", answer.text);
    cast.admin.waits_for(says("Sent to"), PATIENCE).await;
    // A reply to what operators said goes on with them; one to anything else is a wish like any other.
    let before = cast.anna.newest();
    replies(&cast.anna, answer.message_id, "thank you").await;
    cast.anna.waits_for_after(before, says("Passed on"), PATIENCE).await;
    let before = cast.anna.newest();
    replies(&cast.anna, sent.message_id, "a cat").await;
    cast.anna.waits_for_after(before, says("a cat"), PATIENCE).await;
    world.ends_well().await;
    assert_eq!(told(&world, &cast.anna, "Support answers"), 1);
    let open = "select count(*) from support_requests where state = 'open'";
    assert_eq!(cast.number(open).await, 1, "it goes on as one conversation");
    let logged = "select count(*) from audit_log where action = 'support-answer'";
    assert_eq!(cast.number(logged).await, 1);
}

#[tokio::test]
async fn a_picture_goes_both_ways_and_an_answer_may_be_given_by_number() {
    let world = build().start().await;
    let cast = Cast::meet(&world).await;
    cast.anna.says("/paysupport").await;
    cast.anna.waits_for(says("Write what happened"), PATIENCE).await;
    cast.anna.sends_photo(PICTURE, Some("here it is")).await;

    let card = cast.admin.waits_for(says("Question about a payment"), PATIENCE).await;
    assert!(card.text.contains("here it is"), "{}", card.text);
    let is_picture = |bubble: &Bubble| bubble.is_from_bot() && !bubble.media.is_empty();
    cast.admin.waits_for(is_picture, PATIENCE).await;
    let number = cast.number("select id from support_requests").await;
    cast.tells_admin(&format!("/admin answer {number} I see it"), "Sent to").await;
    cast.tells_admin("/admin answer 4711 I see it", "There is no question no. 4711").await;

    cast.anna.waits_for(says("I see it"), PATIENCE).await;
    world.ends_well().await;
    assert_eq!(told(&world, &cast.anna, "Support answers"), 1);
}

#[tokio::test]
async fn nobody_can_flood_the_operators_and_an_answer_makes_room() {
    let world = build().start().await;
    let cast = Cast::meet(&world).await;
    for number in 1..=5 {
        let sent = asks(&cast.anna, &format!("question {number}")).await;
        assert!(sent.text.contains("Passed on"), "{number}: {}", sent.text);
    }
    let full = asks(&cast.anna, "question 6").await;
    assert!(full.text.contains("none of them is lost"), "{}", full.text);
    let card = cast.admin.waits_for(says("question 5"), PATIENCE).await;
    replies(&cast.admin, card.message_id, "one answer for all").await;
    cast.anna.waits_for(says("one answer for all"), PATIENCE).await;

    let sent = asks(&cast.anna, "question 7").await;

    assert!(sent.text.contains("Passed on"), "{}", sent.text);
    world.ends_well().await;
    assert_eq!(told(&world, &cast.admin, "Question about a payment"), 6);
    assert_eq!(told(&world, &cast.admin, "question 6"), 0);
    assert_eq!(cast.number("select count(*) from support_requests").await, 1);
}

#[tokio::test]
async fn in_a_group_only_a_reply_of_an_admin_is_an_answer() {
    let world = build().variable("ADMIN_CHAT_ID", &format!("{GROUP}:7")).start().await;
    world.telegram.channel(GROUP, "operators");
    let (admin, anna) = (world.telegram.person(ADMIN, "Ada", "en"), world.person("Anna"));
    let stranger = world.person("Eve");
    asks(&anna, "where is it?").await;
    let books = connect(&world.database_url()).await.unwrap();
    let card = card_of(&books).await;
    let told = || applied_in(&world.telegram.journal(), GROUP);
    assert!(told().iter().any(|text| text.contains("where is it?")), "{:?}", told());
    let chat = json!({ "id": GROUP, "type": "supergroup", "title": "operators" });

    let before = anna.newest();
    let forged = reply(&stranger, chat.clone(), card, "give me your money");
    stranger.sends_raw(forged).await.accepted().await;
    admin.sends_raw(reply(&admin, chat.clone(), card + 500, "chatter")).await.accepted().await;
    admin.sends_raw(reply(&admin, chat, card, "on its way")).await.accepted().await;

    anna.waits_for_after(before, says("on its way"), PATIENCE).await;
    world.ends_well().await;
    let letters = applied_in(&world.telegram.journal(), anna.id());
    let letters = letters.iter().filter(|text| text.contains("Support answers")).count();
    assert_eq!(letters, 1, "nobody else answers");
    assert_eq!(told().len(), 2, "the card and that it was answered: {:?}", told());
}

#[tokio::test]
async fn without_admins_the_page_names_the_contact() {
    let world = World::build(program()).variable("SUPPORT_CONTACT", "@trt_help").start().await;
    let anna = world.person("Anna");

    anna.says("/paysupport").await;

    let page = anna.waits_for(says("A question about a payment"), PATIENCE).await;
    assert!(page.text.contains("@trt_help"), "{}", page.text);
    world.ends_well().await;
}

#[tokio::test]
async fn a_kill_between_question_and_answer_loses_nothing() {
    let world = build().start().await;
    let cast = Cast::meet(&world).await;
    asks(&cast.anna, "before").await;
    let card = card_of(&cast.books).await;

    world.kills_active().await;
    replies(&cast.admin, card, "after").await;

    cast.anna.waits_for(says("after"), PATIENCE).await;
    world.ends_well().await;
    assert_eq!(told(&world, &cast.anna, "Support answers"), 1);
}
