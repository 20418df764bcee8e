//! What outlives a deploy, and what can be done with a result afterwards.

use simulator::telegram::{Bubble, Entry, Event, Fault, MediaKind, Person};
use simulator::world::{PATIENCE, World};

use super::super::studio::{
    Books, asks_for, build, files, gets_file, go, newest, orders, says, somebody, status_is_gone,
};
use super::{PICTURE, next, taps};

/// The files that came, by what they were sent as.
fn kinds(person: &Person) -> Vec<MediaKind> {
    let from_bot = person.chat().into_iter().filter(Bubble::is_from_bot);
    from_bot.flat_map(|bubble| bubble.media).map(|media| media.kind).collect()
}

#[tokio::test]
async fn an_order_half_put_together_survives_deploys() {
    let mut world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 100).await;

    ann.says("/generate nano-banana-edit make it blue").await;
    ann.waits_for(says("Send a picture"), PATIENCE).await;
    world.stops_active().await;
    ann.sends_photo(PICTURE, None).await;
    ann.waits_for(says("1 of "), PATIENCE).await;
    world.starts_one().await;
    world.stops_active().await;
    taps(&ann, "enough:").await;
    let offer = ann.waits_for(|bubble: &Bubble| go(bubble).is_some(), PATIENCE).await;
    assert!(offer.text.contains("make it blue"), "{}", offer.text);
    world.starts_one().await;
    world.stops_active().await;
    taps(&ann, "go:").await;

    gets_file(&ann).await;
    books.all_ended().await;
    world.ends_well().await;
    assert_eq!(books.sums().await.states, ["delivered 1"]);
    assert_eq!((world.kie.uploads().len(), world.kie.creates().len()), (1, 1));
    assert_eq!(files(&ann), 1);
}

#[tokio::test]
async fn again_brings_the_photo_to_kie_once_more() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 100).await;
    ann.says("/generate recraft-background").await;
    ann.waits_for(says("Send a picture"), PATIENCE).await;
    ann.sends_photo(PICTURE, None).await;
    taps(&ann, "go:").await;
    gets_file(&ann).await;
    books.all_ended().await;

    let before = newest(&ann);
    taps(&ann, "job:again:").await;
    let offer = next(&ann, before, |bubble| go(bubble).is_some()).await;
    ann.taps_on(offer.message_id, &go(&offer).unwrap()).await.answered().await;

    books.waits_until("(select count(*) from generations where state = 'delivered') = 2").await;
    world.ends_well().await;
    let uploads = world.kie.uploads();
    assert_eq!(uploads.len(), 2);
    assert_eq!(uploads[0].sha256, uploads[1].sha256);
    assert_ne!(uploads[0].url, uploads[1].url);
    let named: Vec<_> =
        world.kie.creates().iter().map(|c| c.body["input"]["image"].clone()).collect();
    assert_eq!(named, [uploads[0].url.as_str(), uploads[1].url.as_str()]);
    assert_eq!(files(&ann), 2);
}

#[tokio::test]
async fn a_result_has_a_receipt_and_can_be_sent_again_and_as_a_file() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 100).await;
    orders(&ann, "imagen-4 a red cat on the moon").await;
    let first = gets_file(&ann).await;
    status_is_gone(&ann).await;
    books.all_ended().await;

    let mut before = newest(&ann);
    ann.says("/history").await;
    let history = next(&ann, before, says("Imagen")).await;
    assert!(history.text.contains("a red cat on the moon"), "{}", history.text);
    before = newest(&ann);
    taps(&ann, "job:receipt:").await;
    let receipt = next(&ann, before, says("Paid: 6 ⭐ · 6.40 ₽")).await;
    assert!(receipt.text.contains("a red cat on the moon"), "{}", receipt.text);
    for deed in ["job:resend:", "job:file:"] {
        before = newest(&ann);
        taps(&ann, deed).await;
        next(&ann, before, |bubble| !bubble.media.is_empty()).await;
    }

    world.ends_well().await;
    assert_eq!(kinds(&ann), [MediaKind::Photo, MediaKind::Photo, MediaKind::Document]);
    let again = ann.chat().into_iter().filter(|bubble| !bubble.media.is_empty()).nth(1).unwrap();
    assert_eq!(again.media[0].file_id, first.media[0].file_id, "sent by its id, not uploaded");
    let sums = books.sums().await;
    assert_eq!((sums.states, sums.revenue), (vec!["delivered 1".to_owned()], 640));
    assert_eq!(world.kie.creates().len(), 1);
}

/// Orders a picture that comes as a document, and has it sent again: Telegram has its copy as a
/// document then, and takes it for nothing else.
async fn gets_a_document_twice(world: &World, ann: &Person, order: &str) {
    let books = Books::open(world).await;
    orders(ann, order).await;
    let first = gets_file(ann).await;
    status_is_gone(ann).await;
    books.all_ended().await;

    let mut before = newest(ann);
    taps(ann, "job:receipt:").await;
    next(ann, before, says("Paid: 6 ⭐ · 6.40 ₽")).await;
    before = newest(ann);
    taps(ann, "job:resend:").await;
    let again = next(ann, before, |bubble| !bubble.media.is_empty()).await;

    assert_eq!(kinds(ann), [MediaKind::Document, MediaKind::Document]);
    assert_eq!(again.media[0].file_id, first.media[0].file_id);
}

#[tokio::test]
async fn a_picture_too_large_for_a_photo_is_sent_again_as_it_came() {
    let world = build().start().await;
    let ann = somebody(&world, "Ann", 100).await;

    gets_a_document_twice(&world, &ann, "imagen-4 a red cat [[sim:size=11MB]]").await;

    world.ends_well().await;
    let as_photo = |entry: &Entry| matches!(&entry.event, Event::Called { method, .. } if method == "sendPhoto");
    assert!(!world.telegram.journal().iter().any(as_photo), "it was known to be none");
}

#[tokio::test]
async fn a_picture_that_telegram_took_only_as_a_file_is_sent_again_as_one() {
    let world = build().start().await;
    let ann = somebody(&world, "Ann", 100).await;
    world.telegram.faults().on_method("sendPhoto", 1, Fault::Status(413));

    gets_a_document_twice(&world, &ann, "imagen-4 a red cat").await;

    world.ends_well().await;
}

#[tokio::test]
async fn a_restart_between_the_price_and_the_tap_keeps_the_price() {
    let mut world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 100).await;
    let offer = asks_for(&ann, "imagen-4 a red cat").await;

    world.stops_active().await;
    world.starts_one().await;
    ann.taps_on(offer.message_id, &go(&offer).unwrap()).await.answered().await;

    gets_file(&ann).await;
    books.all_ended().await;
    world.ends_well().await;
    assert_eq!(books.sums().await.revenue, 640);
    assert_eq!(world.kie.creates().len(), 1);
}
