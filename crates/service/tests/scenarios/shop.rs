//! What can be seen and compared before buying: samples on cards and in the greeting, what people choose most, and the
//! settings of the last time.

use simulator::telegram::{Bubble, Person};
use simulator::world::{PATIENCE, World};
use testbed::server::connect;
use testbed::wait;

use crate::generations::studio::{
    ADMIN, Books, asks_for, build, gets_file, go, newest, orders, says, somebody,
};

/// Changes the tables behind the program's back.
async fn does(world: &World, statement: &str) {
    connect(&world.database_url()).await.unwrap().batch_execute(statement).await.unwrap();
}

/// The admin makes something and shows it to everybody.
async fn shows(world: &World, books: &Books, order: &str) {
    let admin = world.telegram.person(ADMIN, "Ada", "en");
    let before = newest(&admin);
    orders(&admin, order).await;
    let has_file = |bubble: &Bubble| bubble.message_id > before && !bubble.media.is_empty();
    let picture = admin.waits_for(has_file, PATIENCE).await;
    books.all_ended().await;
    let id = books.number("select max(id) from generations").await;
    admin.taps_on(picture.message_id, &format!("job:receipt:{id}")).await;
    let can = |bubble: &Bubble| bubble.button("Show as a sample").is_some();
    let receipt = admin.waits_for_after(picture.message_id, can, PATIENCE).await;
    admin.taps_on(receipt.message_id, "Show as a sample").await;
    admin.waits_for_after(receipt.message_id, says("Everybody sees it now"), PATIENCE).await;
}

/// What the bot has said with buttons: the menus somebody can press.
fn menus(person: &Person) -> Vec<i64> {
    let chat = person.chat();
    let living = chat.iter().filter(|bubble| bubble.is_from_bot() && !bubble.buttons.is_empty());
    living.map(|bubble| bubble.message_id).collect()
}

fn is_card(bubble: &Bubble) -> bool {
    !bubble.media.is_empty()
        && bubble.text.contains("Z-Image")
        && bubble.button("like:z-image").is_some()
}

/// Somebody walks from the menu to the list of pictures.
async fn opens_list(person: &Person) -> Bubble {
    person.says("/models").await;
    person.waits_for(says("All models"), PATIENCE).await;
    person.taps("Picture from words").await;
    person.waits_for(|bubble| bubble.button("model:z-image").is_some(), PATIENCE).await
}

#[tokio::test]
async fn a_sample_of_an_admin_is_on_the_card_for_everybody_and_leaves_one_menu() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    shows(&world, &books, "z-image a red cat").await;
    let ann = world.person("Ann");

    let list = opens_list(&ann).await;
    let before = menus(&ann);
    ann.taps_on(list.message_id, "model:z-image").await;
    let card = ann.waits_for(is_card, PATIENCE).await;
    assert_eq!(card.message_id, list.message_id, "the list became the card");
    ann.taps_on(card.message_id, "like:z-image").await;
    let keeps =
        |bubble: &Bubble| !bubble.media.is_empty() && bubble.button("unlike:z-image").is_some();
    assert_eq!(ann.waits_for(keeps, PATIENCE).await.message_id, card.message_id);

    ann.taps_on(card.message_id, "‹ Back").await;
    let again = |bubble: &Bubble| bubble.button("model:z-image").is_some();
    let list = ann.waits_for_after(card.message_id, again, PATIENCE).await;
    let gone = wait::until("the card to leave", PATIENCE, async || {
        ann.chat().iter().all(|bubble| bubble.media.is_empty()).then_some(())
    });
    gone.await.unwrap();
    assert_eq!(menus(&ann).len(), before.len(), "one living menu is left");
    assert!(menus(&ann).contains(&list.message_id));
    let logged = "select count(*) from audit_log where action = 'show-sample'";
    assert_eq!(books.number(logged).await, 1);
    world.ends_well().await;
}

#[tokio::test]
async fn what_a_generation_made_stays_whatever_is_tapped_on_it() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    shows(&world, &books, "z-image a red cat").await;
    let ann = somebody(&world, "Ann", 0).await;
    orders(&ann, "z-image a dog").await;
    let picture = gets_file(&ann).await;
    books.all_ended().await;

    for data in ["menu:home", "model:z-image", "like:z-image"] {
        let before = newest(&ann);
        ann.taps_on(picture.message_id, data).await;
        ann.waits_for_after(before, Bubble::is_from_bot, PATIENCE).await;
    }

    let chat = ann.chat();
    let result = chat.iter().find(|bubble| bubble.message_id == picture.message_id).unwrap();
    assert_eq!((&result.text, &result.media), (&picture.text, &picture.media));
    world.ends_well().await;
}

#[tokio::test]
async fn a_sample_that_telegram_has_no_longer_is_a_card_of_words_and_is_forgotten() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = world.person("Ann");
    let list = opens_list(&ann).await;
    does(
        &world,
        "insert into samples (model, kind, file_id) values ('z-image', 'photo', 'no such file')",
    )
    .await;

    ann.taps_on(list.message_id, "model:z-image").await;

    let words =
        |bubble: &Bubble| bubble.media.is_empty() && bubble.button("like:z-image").is_some();
    ann.waits_for(words, PATIENCE).await;
    books.waits_until("not exists (select from samples)").await;
    let gone = wait::until("the list to leave", PATIENCE, async || {
        (!menus(&ann).contains(&list.message_id)).then_some(())
    });
    gone.await.unwrap();
    world.ends_well().await;
}

#[tokio::test]
async fn a_newcomer_sees_what_can_be_made_before_a_word_and_only_once() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    shows(&world, &books, "z-image a red cat").await;
    let one = world.speaker("Olga", "ru");
    one.starts("").await;
    let hello = one.waits_for(says("Здравствуйте"), PATIENCE).await;
    let first = one.chat().into_iter().find(Bubble::is_from_bot).unwrap();
    assert!(first.message_id < hello.message_id && !first.media.is_empty(), "{first:?}");

    does(
        &world,
        "insert into samples (model, kind, file_id) \
         select 'imagen-4', kind, file_id from samples where model = 'z-image'",
    )
    .await;
    let john = world.speaker("John", "en");
    john.starts("").await;
    let hello = john.waits_for(says("Hello"), PATIENCE).await;
    let album =
        |person: &Person| person.chat().iter().filter(|bubble| bubble.album.is_some()).count();
    assert_eq!(album(&john), 2);
    assert!(john.chat().iter().all(|bubble| bubble.message_id <= hello.message_id));
    john.starts("").await;
    john.waits_for_after(hello.message_id, says("Hello"), PATIENCE).await;
    assert_eq!(album(&john), 2, "who was greeted has seen it");
    world.ends_well().await;
}

#[tokio::test]
async fn what_people_choose_leads_the_best() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 100).await;
    let first = async |person: &Person| {
        let before = newest(person);
        person.says("/best").await;
        let list = person.waits_for_after(before, says("The best"), PATIENCE).await;
        let data = list.buttons.iter().flatten().filter_map(|button| button.data.clone());
        data.collect::<Vec<_>>().remove(0)
    };
    assert_ne!(first(&ann).await, "model:imagen-4");
    let bob = somebody(&world, "Bob", 100).await;
    let cyd = somebody(&world, "Cyd", 100).await;
    for person in [&ann, &bob, &cyd] {
        orders(person, "imagen-4 a red cat").await;
        gets_file(person).await;
    }
    books.all_ended().await;

    does(&world, "update periodic_work set next_run_at = trt_now() where name = 'count-use'").await;
    books
        .waits_until("exists (select from model_use where model = 'imagen-4' and people = 3)")
        .await;

    assert_eq!(first(&ann).await, "model:imagen-4");
    world.ends_well().await;
}

#[tokio::test]
async fn the_next_order_begins_with_the_settings_of_the_last_one() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 0).await;
    let offer = asks_for(&ann, "z-image a red cat").await;
    ann.taps_on(offer.message_id, "change:z-image:aspect_ratio").await.answered().await;
    ann.taps_on(offer.message_id, "o:z-image:aspect_ratio:16:9").await.answered().await;
    let wide = |bubble: &Bubble| bubble.text.contains("16:9") && go(bubble).is_some();
    let offer = ann.waits_for(wide, PATIENCE).await;
    ann.taps_on(offer.message_id, &go(&offer).unwrap()).await.answered().await;
    gets_file(&ann).await;
    books.all_ended().await;

    let before = newest(&ann);
    ann.says("/menu").await;
    let menu = ann.waits_for_after(before, Bubble::is_from_bot, PATIENCE).await;
    ann.taps_on(menu.message_id, "order:z-image").await.answered().await;
    ann.says("a blue dog").await;

    let offer = ann.waits_for_after(before, |bubble| go(bubble).is_some(), PATIENCE).await;
    assert!(offer.text.contains("16:9"), "{}", offer.text);
    world.ends_well().await;
}
