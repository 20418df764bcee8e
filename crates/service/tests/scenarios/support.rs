//! Conversations with operators: about anything, across deploys and kills, until they are closed.

use simulator::telegram::journal::applied_in;
use simulator::telegram::{Bubble, Person};
use simulator::world::{PATIENCE, World};
use testbed::wait;

use crate::paysupport::replies;
use crate::refunds::{Cast, build, says, told};

/// A small picture of one colour, as people send them.
const PICTURE: &[u8] = include_bytes!("generations/people/picture.png");

/// Somebody writes to the operators, and is told that it was passed on.
async fn writes(person: &Person, words: &str) {
    let before = person.newest();
    person.says(&format!("/support {words}")).await;
    person.waits_for_after(before, says("Passed on"), PATIENCE).await;
}

/// The message by which the admin was told of these words.
async fn card(cast: &Cast, words: &str) -> Bubble {
    cast.admin.waits_for(says(words), PATIENCE).await
}

/// What somebody was told that has one of these words in it, in order. What was just being said at a kill may have been
/// said twice.
fn lines(world: &World, person: &Person, words: &[&str]) -> Vec<String> {
    let texts = applied_in(&world.telegram.journal(), person.id());
    let word = |text: &String| words.iter().find(|word| text.contains(**word));
    let mut lines: Vec<String> =
        texts.iter().filter_map(word).map(|word| (*word).to_owned()).collect();
    let told = lines.len();
    lines.dedup();
    assert!(told <= lines.len() + 1, "more than what was being said at the kill: {texts:?}");
    lines
}

#[tokio::test]
async fn a_conversation_goes_on_across_a_deploy_and_a_kill() {
    let mut world = build().start().await;
    let cast = Cast::meet(&world).await;
    let boris = world.person("Boris");
    writes(&cast.anna, "anna-1").await;
    writes(&boris, "boris-1").await;
    let (first, other) = (card(&cast, "anna-1").await, card(&cast, "boris-1").await);
    for words in ["Message to support", "Anna", "Balance"] {
        assert!(first.text.contains(words), "{words}: {}", first.text);
    }

    // A deploy, with something said on both sides of it.
    world.stops_active().await;
    replies(&cast.admin, first.message_id, "answer-1").await;
    let letter = cast.anna.waits_for(says("answer-1"), PATIENCE).await;
    world.starts_one().await;
    replies(&cast.anna, letter.message_id, "anna-2").await;
    let second = card(&cast, "anna-2").await;

    // A kill, with something said on both sides of it. Whose number nobody has written down yet is replied to later.
    wait::until("the numbers of the cards to be known", PATIENCE, async || {
        let unknown = "select count(*) from outbox where state in (0, 1)";
        (cast.number(unknown).await == 0).then_some(())
    })
    .await
    .unwrap();
    replies(&cast.admin, second.message_id, "answer-2").await.accepted().await;
    world.kills_active().await;
    replies(&cast.admin, other.message_id, "answer-3").await;
    cast.anna.waits_for(says("answer-2"), PATIENCE).await;
    boris.waits_for(says("answer-3"), PATIENCE).await;
    writes(&cast.anna, "anna-3").await;
    card(&cast, "anna-3").await;

    world.ends_well().await;
    let all = ["anna-1", "anna-2", "anna-3"];
    assert_eq!(lines(&world, &cast.admin, &all), all, "each once and in order");
    let all = ["answer-1", "answer-2", "answer-3"];
    assert_eq!(lines(&world, &cast.anna, &all), ["answer-1", "answer-2"]);
    assert_eq!(lines(&world, &boris, &all), ["answer-3"]);
    let requests = "select count(*) from support_requests";
    assert_eq!(cast.number(requests).await, 2, "each is one conversation");
    let logged = "select count(*) from audit_log where action = 'support-answer'";
    assert_eq!(cast.number(logged).await, 3);
}

#[tokio::test]
async fn a_reply_to_somebody_who_left_is_refused_with_words() {
    let world = build().start().await;
    let cast = Cast::meet(&world).await;
    writes(&cast.anna, "anna-1").await;
    let card = card(&cast, "anna-1").await;
    // As when she had everything of hers deleted.
    cast.books.batch_execute("delete from support_requests").await.unwrap();

    replies(&cast.admin, card.message_id, "too late").await;

    cast.admin.waits_for(says("there is nobody to write to"), PATIENCE).await;
    world.ends_well().await;
    assert_eq!(told(&world, &cast.anna, "too late"), 0);
    assert_eq!(cast.number("select count(*) from audit_log").await, 0);
}

#[tokio::test]
async fn open_conversations_are_listed_until_they_are_closed_and_that_is_said() {
    let world = build().variable("SUPPORT_CONTACT", "@trt_help").start().await;
    let cast = Cast::meet(&world).await;
    cast.anna.says("/support").await;
    let page = cast.anna.waits_for(says("Write what you need"), PATIENCE).await;
    assert!(page.text.contains("@trt_help"), "the contact is a line more: {}", page.text);
    cast.anna.sends_photo(PICTURE, Some("it looks odd")).await;
    let before = cast.admin.newest();
    card(&cast, "it looks odd").await;
    let is_picture = |bubble: &Bubble| bubble.is_from_bot() && !bubble.media.is_empty();
    cast.admin.waits_for_after(before, is_picture, PATIENCE).await;

    let list = cast.tells_admin("/admin support", "Open questions").await;
    let number = cast.number("select id from support_requests").await;
    cast.admin.taps_on(list.message_id, &format!("case:look:{number}")).await;
    let talk = cast.admin.waits_for(says("it looks odd"), PATIENCE).await;
    cast.admin.taps_on(talk.message_id, &format!("case:close:{number}")).await;
    cast.anna.waits_for(says("We closed your question"), PATIENCE).await;
    cast.admin.waits_for(says("is closed."), PATIENCE).await;
    cast.tells_admin("/admin support", "There are no open questions").await;

    // What is said afterwards begins another one.
    writes(&cast.anna, "once more").await;
    cast.tells_admin("/admin support", "Open questions").await;
    world.ends_well().await;
    assert_eq!(told(&world, &cast.anna, "We closed your question"), 1);
    assert_eq!(cast.number("select count(*) from support_requests").await, 2);
    let logged = "select count(*) from audit_log where action = 'support-close'";
    assert_eq!(cast.number(logged).await, 1);
}
