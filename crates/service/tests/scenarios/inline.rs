//! Sending a result to a friend: people find their own results from any chat, and nobody else's.

use std::time::Duration;

use simulator::telegram::{Event, InlineAnswer, Person, Via};
use simulator::world::PATIENCE;
use testbed::wait;

use crate::generations::studio::{
    Books, build, gets_file, newest, orders, somebody, status_is_gone,
};

/// Telegram is answered within this, and a person sees the list.
const SOON: Duration = Duration::from_secs(4);

/// Orders a picture and has it.
async fn has_picture(person: &Person, words: &str) -> String {
    let before = newest(person);
    orders(person, &format!("imagen-4 {words}")).await;
    let is_next = |bubble: &simulator::telegram::Bubble| {
        bubble.message_id > before && !bubble.media.is_empty() && bubble.is_from_bot()
    };
    let picture = person.waits_for(is_next, PATIENCE).await;
    status_is_gone(person).await;
    picture.media[0].file_id.clone()
}

fn files(answer: &InlineAnswer) -> Vec<&str> {
    answer.results.iter().map(|result| result.file_id.as_str()).collect()
}

/// Waits until the active instance has written down what Telegram says of the bot.
async fn is_known(books: &Books) {
    books.waits_until("exists (select from telegram_profile)").await;
}

#[tokio::test]
async fn two_people_who_ask_the_same_see_only_their_own() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let (ann, bob) = (somebody(&world, "Ann", 100).await, somebody(&world, "Bob", 100).await);
    let (first, second) = (has_picture(&ann, "a cat").await, has_picture(&ann, "a dog").await);
    let bobs = has_picture(&bob, "a cat").await;
    books.all_ended().await;
    is_known(&books).await;

    for words in ["", "a cat"] {
        let (of_ann, of_bob) =
            (ann.asks_inline(words, SOON).await, bob.asks_inline(words, SOON).await);
        assert_eq!(files(&of_ann), [second.as_str(), &first], "the newest first");
        assert_eq!(files(&of_bob), [bobs.as_str()]);
        for answer in [&of_ann, &of_bob] {
            assert_eq!((answer.is_personal, answer.cache_time), (true, 0));
        }
    }
    let by_number = ann.asks_inline("1", SOON).await;
    assert_eq!(files(&by_number), [first.as_str(), &second], "the one that was named goes first");
    let nobody = world.person("Eve").asks_inline("1", SOON).await;
    assert_eq!(nobody.results, [], "whoever has nothing sees nothing");
    assert_eq!(by_number.results[0].caption, "Imagen 4");
    assert_eq!(by_number.results[0].links, ["https://t.me/trt_fake_bot"], "without an invitation");

    bob.says("/invite").await;
    let is_link = |bubble: &simulator::telegram::Bubble| bubble.text.contains("start=ref_");
    let invitation = bob.waits_for(is_link, PATIENCE).await;
    let link = &bob.asks_inline("", SOON).await.results[0].links[0];
    assert!(invitation.text.contains(link.as_str()), "{link}: {}", invitation.text);
    world.ends_well().await;
}

#[tokio::test]
async fn an_instance_without_the_role_answers_in_its_response() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 100).await;
    let picture = has_picture(&ann, "a cat").await;
    books.all_ended().await;
    is_known(&books).await;

    world.routes_to(&[world.passive().await]);
    let answer = ann.asks_inline("", SOON).await;

    assert_eq!(files(&answer), [picture.as_str()]);
    assert_eq!(answer.results[0].links, ["https://t.me/trt_fake_bot"], "it knows the bot's name");
    let journal = world.telegram.journal();
    let via = journal.iter().find_map(|entry| match &entry.event {
        Event::Called { method, via, .. } if method == "answerInlineQuery" => Some(*via),
        _ => None,
    });
    assert!(matches!(via, Some(Via::Response { .. })), "{via:?}");
    let stored = "(select count(*) from inbox where convert_from(payload, 'UTF8') like '%inline_query%' \
                   and state = 1) = 1";
    books.waits_until(stored).await;
    world.routes_to_all();
    world.ends_well().await;
}

#[tokio::test]
async fn who_polls_answers_by_a_call() {
    let world = build().polling().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 100).await;
    let picture = has_picture(&ann, "a cat").await;
    books.all_ended().await;

    assert_eq!(files(&ann.asks_inline("", SOON).await), [picture.as_str()]);
    world.ends_well().await;
}

#[tokio::test]
async fn without_a_database_the_list_is_empty_and_nothing_hangs() {
    let mut world = build().own_server().start().await;
    let ann = somebody(&world, "Ann", 100).await;
    orders(&ann, "imagen-4 a cat").await;
    gets_file(&ann).await;
    status_is_gone(&ann).await;

    let away = world.database_goes().await;
    let answer = ann.asks_inline("", SOON).await;
    world.database_returns(away).await;

    assert_eq!(answer.results, []);
    assert!(answer.is_personal);
    wait::until("somebody active", PATIENCE, async || {
        let health = world.instance(0).health().await?;
        (health["db"]["status"] == "ok").then_some(())
    })
    .await
    .unwrap();
}

#[tokio::test]
async fn where_inline_mode_is_off_a_link_to_the_bot_is_sent_instead() {
    for is_inline in [true, false] {
        let world = build().telegram(|telegram| telegram.is_inline = is_inline).start().await;
        let books = Books::open(&world).await;
        is_known(&books).await;
        let ann = somebody(&world, "Ann", 100).await;
        has_picture(&ann, "a cat").await;

        let chat = ann.chat();
        let picture = chat.iter().find(|bubble| !bubble.media.is_empty()).unwrap();
        let button = picture.button("Send to a friend").unwrap();
        let is_link = button.url.as_deref().is_some_and(|url| {
            url.starts_with("https://t.me/share/url?url=https%3A%2F%2Ft.me%2Ftrt_fake_bot")
        });
        assert_eq!(is_link, !is_inline, "{button:?}");
        assert_eq!(picture.raw.to_string().contains("switch_inline_query"), is_inline);
        books.all_ended().await;
        world.ends_well().await;
    }
}
