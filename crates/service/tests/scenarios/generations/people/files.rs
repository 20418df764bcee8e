//! What people send: it reaches KIE by upload, as it was sent, and never by an address of Telegram.

use serde_json::json;
use sha2::{Digest, Sha256};
use simulator::telegram::{Bubble, Parcel};
use simulator::world::{PATIENCE, World};

use super::super::studio::{Books, build, gets_file, go, newest, says, somebody};
use super::{PICTURE, data, next, taps};

/// The hash of a file, as the fake KIE writes it.
fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Pictures that differ, as the pictures of an album do.
fn pictures(count: usize) -> Vec<Vec<u8>> {
    let with = |number: usize| [PICTURE, number.to_string().as_bytes()].concat();
    (0..count).map(with).collect()
}

/// What KIE got is what was sent, in its order, and the request names just that.
fn was_uploaded(world: &World, field: &str, sent: &[Vec<u8>], is_list: bool) {
    let uploads = world.kie.uploads();
    let hashes: Vec<String> = uploads.iter().map(|upload| upload.sha256.clone()).collect();
    assert_eq!(hashes, sent.iter().map(|bytes| hash(bytes)).collect::<Vec<_>>());
    let urls: Vec<String> = uploads.into_iter().map(|upload| upload.url).collect();
    let named = world.kie.creates()[0].body["input"][field].clone();
    assert_eq!(named, if is_list { json!(urls) } else { json!(urls[0]) });
}

#[tokio::test]
async fn a_photo_and_a_photo_sent_as_a_file_reach_kie_as_they_are() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    for (number, as_file) in [false, true].into_iter().enumerate() {
        let person = somebody(&world, "Ann", 100).await;
        person.says("/generate recraft-background").await;
        person.waits_for(says("Send a picture"), PATIENCE).await;

        if as_file {
            person.sends_document("cat.png", "image/png", PICTURE, None).await;
        } else {
            person.sends_photo(PICTURE, None).await;
        }
        taps(&person, "go:").await;

        gets_file(&person).await;
        books.all_ended().await;
        let uploads = world.kie.uploads();
        assert_eq!(uploads.len(), number + 1);
        assert_eq!(uploads[number].sha256, hash(PICTURE));
        let named = world.kie.creates()[number].body["input"]["image"].clone();
        assert_eq!(named, json!(uploads[number].url));
    }

    world.ends_well().await;
    assert_eq!(books.sums().await.states, ["delivered 2"]);
    assert_eq!(world.kie.creates().len(), 2);
}

#[tokio::test]
async fn an_album_is_one_order_with_all_its_pictures_in_their_order() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 100).await;
    ann.says("/generate nano-banana-edit put them into one picture").await;
    ann.waits_for(says("Send a picture"), PATIENCE).await;

    let sent = pictures(3);
    let album: Vec<Parcel> = sent.iter().map(|bytes| Parcel::photo(bytes)).collect();
    ann.sends_album(&album).await;
    ann.waits_for(says("3 of "), PATIENCE).await;
    taps(&ann, "enough:").await;
    taps(&ann, "go:").await;

    gets_file(&ann).await;
    books.all_ended().await;
    world.ends_well().await;
    was_uploaded(&world, "image_urls", &sent, true);
    assert_eq!(books.sums().await.states, ["delivered 1"]);
    assert_eq!(world.kie.creates().len(), 1);
}

#[tokio::test]
async fn a_photo_out_of_the_blue_can_be_ordered_with() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 100).await;

    ann.sends_photo(PICTURE, None).await;
    taps(&ann, "start:recraft-background:").await;

    gets_file(&ann).await;
    books.all_ended().await;
    world.ends_well().await;
    was_uploaded(&world, "image", &[PICTURE.to_vec()], false);
    assert_eq!(world.kie.creates().len(), 1);
}

#[tokio::test]
async fn a_file_over_twenty_megabytes_is_refused_at_once_and_the_order_stays() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 100).await;
    ann.says("/generate recraft-background").await;
    ann.waits_for(says("Send a picture"), PATIENCE).await;

    let before = newest(&ann);
    ann.sends_large_document("cat.png", "image/png", 21_000_000).await;

    let refused = next(&ann, before, says("over 20 MB")).await;
    assert!(refused.text.contains("Send a smaller one"), "the way out: {}", refused.text);
    let asked = world.telegram.journal();
    assert!(!asked.iter().any(|entry| format!("{entry:?}").contains("getFile")));
    // A smaller one will do, and nothing has to be begun anew.
    ann.sends_photo(PICTURE, None).await;
    let offer = ann.waits_for(|bubble: &Bubble| go(bubble).is_some(), PATIENCE).await;
    assert!(data(&offer, "go:").is_some());
    taps(&ann, "go:").await;
    gets_file(&ann).await;
    books.all_ended().await;
    world.ends_well().await;
    assert_eq!((world.kie.uploads().len(), world.kie.creates().len()), (1, 1));
}

#[tokio::test]
async fn a_text_file_is_the_text_it_holds() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 100).await;
    ann.says("/generate z-image").await;
    ann.waits_for(says("Describe in words"), PATIENCE).await;

    // Nobody can read the first: the order stays, and says what to do.
    let before = newest(&ann);
    ann.sends_document("a.txt", "text/plain", b"\xca\xee\xf2", None).await;
    next(&ann, before, says("Copy the text into a message")).await;
    let words = "/start\r\na fox in the snow".as_bytes();
    ann.sends_document("a.txt", "text/plain", words, None).await;
    taps(&ann, "go:").await;

    gets_file(&ann).await;
    books.all_ended().await;
    world.ends_well().await;
    let prompt = world.kie.creates()[0].body["input"]["prompt"].clone();
    assert_eq!(prompt, json!("/start\na fox in the snow"));
    assert_eq!(world.kie.creates().len(), 1);
}
