//! What a file truly is: measured on its way to KIE, and paid for as that.
//!
//! A `kling-avatar-std` is 6.40 roubles for each started second of its sound, of which it takes 15. The
//! sender's app tells whole seconds, so the price that is named has one more.

use simulator::kie::Fault;
use simulator::telegram::{Bubble, Parcel, Person};
use simulator::world::{PATIENCE, World};

use super::super::studio::{Books, build, gets_file, go, newest, orders, says, somebody};
use super::{PICTURE, next, taps};
use crate::plans::subscribes;

const SECOND: i64 = 640;

/// What KIE charges for a second, in millionths of a credit.
const CHARGED: i64 = 8_000_000;

/// Sound of so many seconds, honest about itself.
fn wav(seconds: u32) -> Vec<u8> {
    let rate = 8_000_u32;
    let data = seconds * rate;
    let mut bytes = Vec::new();
    bytes.extend_from_slice(b"RIFF");
    bytes.extend_from_slice(&(36 + data).to_le_bytes());
    bytes.extend_from_slice(b"WAVEfmt ");
    bytes.extend_from_slice(&16_u32.to_le_bytes());
    bytes.extend_from_slice(&[1, 0, 1, 0]);
    bytes.extend_from_slice(&rate.to_le_bytes());
    bytes.extend_from_slice(&rate.to_le_bytes());
    bytes.extend_from_slice(&[1, 0, 8, 0]);
    bytes.extend_from_slice(b"data");
    bytes.extend_from_slice(&data.to_le_bytes());
    bytes.resize(44 + data as usize, 128);
    bytes
}

/// Sound that the sender's app says plays for so long.
fn sound(bytes: &[u8], claimed: u32) -> Parcel {
    Parcel::audio(bytes, claimed).named("voice.wav", "audio/wav")
}

/// Puts an order together, and sees its price.
async fn quotes(person: &Person, sound: Parcel) -> Bubble {
    person.says("/generate kling-avatar-std speaks kindly").await;
    person.waits_for(says("Send a picture"), PATIENCE).await;
    let before = newest(person);
    person.sends_photo(PICTURE, None).await;
    next(person, before, |_| true).await;
    person.sends(sound).await;
    person.waits_for(|bubble: &Bubble| go(bubble).is_some(), PATIENCE).await
}

async fn starts(person: &Person, offer: &Bubble) {
    person.taps_on(offer.message_id, &go(offer).unwrap()).await.answered().await;
}

/// What KIE was paid.
fn spent(world: &World, before: i64) -> i64 {
    before - world.kie.credits()
}

#[tokio::test]
async fn somebody_with_a_plan_pays_for_what_a_file_is_at_the_price_of_their_plan() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 0).await;
    subscribes(&ann, "Light").await;

    // Four seconds that the app calls nine: the quote is for ten of them, at 5.952 each.
    let offer = quotes(&ann, sound(&wav(4), 9)).await;
    assert!(offer.text.contains("59.52"), "{}", offer.text);
    starts(&ann, &offer).await;
    gets_file(&ann).await;
    books.all_ended().await;
    let sums = books.sums().await;
    assert_eq!((sums.available, sums.revenue), (35_880 - 2_381, 2_381));

    let before = newest(&ann);
    let offer = quotes(&ann, sound(&wav(12), 1)).await;
    starts(&ann, &offer).await;
    let told = next(&ann, before, says("plays 12 s")).await;
    let text = told.text.replace('\u{A0}', " ");
    assert!(text.contains("the price is 60 ⭐ · 71.43 ₽"), "{text}");
    world.ends_well().await;
    assert_eq!(books.sums().await.available, 35_880 - 2_381);
}

#[tokio::test]
async fn who_claims_a_shorter_file_is_told_the_true_price_and_kie_is_never_asked_for_less() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    world.kie.set_price("kling/ai-avatar-standard", 12 * CHARGED);
    let credits = world.kie.credits();
    let ann = somebody(&world, "Ann", 100).await;

    let offer = quotes(&ann, sound(&wav(12), 1)).await;
    assert!(
        offer.text.contains("12.80") && offer.text.contains("It won't cost more"),
        "{}",
        offer.text
    );
    starts(&ann, &offer).await;

    let told = ann.waits_for(says("plays 12 s"), PATIENCE).await;
    let text = told.text.replace('\u{A0}', " ");
    assert!(text.contains("the price is 64 ⭐ · 76.80 ₽"), "{text}");
    assert!(text.contains("Returned in full: 11 ⭐ · 12.80 ₽"), "{text}");
    assert!(text.contains("Your balance: 100 ₽"), "{text}");
    let button = told.buttons[0][0].text.replace('\u{A0}', " ");
    assert_eq!(button, "Again · 64 ⭐ · 76.80 ₽");
    assert_eq!(world.kie.creates().len(), 0, "nobody asked KIE");
    assert_eq!(books.sums().await.states, ["failed 1"]);

    // The order begins anew as it was, at the price of what the file is.
    let before = newest(&ann);
    taps(&ann, "job:again:").await;
    let offer = next(&ann, before, |bubble| go(bubble).is_some()).await;
    assert!(offer.text.contains("76.80") && offer.text.contains("speaks kindly"), "{}", offer.text);
    starts(&ann, &offer).await;

    gets_file(&ann).await;
    books.all_ended().await;
    world.ends_well().await;
    let sums = books.sums().await;
    assert_eq!(sums.states, ["delivered 1", "failed 1"]);
    assert_eq!((sums.available, sums.held, sums.revenue), (10_000 - 12 * SECOND, 0, 12 * SECOND));
    assert_eq!((world.kie.creates().len(), spent(&world, credits)), (1, 12 * CHARGED));
}

#[tokio::test]
async fn a_shorter_file_costs_less_and_what_cannot_be_measured_or_is_too_long_is_not_begun() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let claims = [
        ("Ann", wav(4), 10, ""),
        ("Ben", b"ID3 nothing that anybody could play".to_vec(), 3, "I couldn't tell"),
        ("Cat", wav(40), 1, "plays 40 s, and this model takes at most 15 s"),
        ("Dan", PICTURE.to_vec(), 2, "didn't accept the files"),
    ];
    for (name, bytes, claimed, words) in claims {
        let person = somebody(&world, name, 100).await;
        let offer = quotes(&person, sound(&bytes, claimed)).await;
        starts(&person, &offer).await;
        if words.is_empty() {
            gets_file(&person).await;
        } else {
            let told = person.waits_for(says(words), PATIENCE).await;
            assert!(told.text.contains("Returned in full"), "{}", told.text);
        }
    }

    books.all_ended().await;
    world.ends_well().await;
    let sums = books.sums().await;
    assert_eq!(sums.states, ["delivered 1", "failed 3"]);
    assert_eq!((sums.available, sums.held, sums.revenue), (40_000 - 4 * SECOND, 0, 4 * SECOND));
    assert_eq!(world.kie.creates().len(), 1);
    // Eleven seconds were set apart, seven of them came back before KIE was asked.
    let back = "select sum(amount)::bigint from transfers where kind = 'reprice'";
    assert_eq!(books.number(back).await, 7 * SECOND);
}

#[tokio::test]
async fn a_retry_uploads_nothing_again_but_what_kie_could_not_fetch() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 100).await;
    ann.says("/generate recraft-background").await;
    ann.waits_for(says("Send a picture"), PATIENCE).await;
    let busy = world.kie.faults().arm(Fault::Code(455), 1);
    ann.sends_photo(PICTURE, None).await;
    taps(&ann, "go:").await;

    busy.fired().await;
    books.waits_until("exists (select from generations where not_before > trt_now())").await;
    assert_eq!(world.kie.uploads().len(), 1);
    let unfetched = world.kie.faults().arm(Fault::Code(451), 1);
    books.time_passes("40 seconds").await;
    unfetched.fired().await;

    gets_file(&ann).await;
    books.all_ended().await;
    world.ends_well().await;
    assert_eq!((world.kie.uploads().len(), world.kie.creates().len()), (2, 3));
    let named = world.kie.creates()[2].body["input"]["image"].clone();
    assert_eq!(named, world.kie.uploads()[1].url);
}

#[tokio::test]
async fn orders_without_files_overtake_uploads_that_are_stuck() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 100).await;
    ann.says("/generate recraft-background").await;
    ann.waits_for(says("Send a picture"), PATIENCE).await;
    let stuck = world.kie.faults().arm(Fault::UploadHangs, 100);
    ann.sends_photo(PICTURE, None).await;
    taps(&ann, "go:").await;
    stuck.fired().await;
    // As if fifteen others had ordered the same.
    let others = "insert into generations (person_id, chat_id, inbox_id, seq, quote_id, model, \
            input, price, cost, deadline_at, variant, has_files) \
        select person_id, chat_id, inbox_id, other, gen_random_uuid(), model, \
            input, 0, cost, deadline_at, variant, has_files \
        from generations, generate_series(1, 15) as other";
    books.does(others).await;
    stuck.fired_times(8).await;

    let ben = somebody(&world, "Ben", 100).await;
    orders(&ben, "imagen-4 a red cat").await;

    gets_file(&ben).await;
    let end = "update generations set state = 'cancelled', ended_at = trt_now() \
        where state = 'requested' and seq > 0";
    books.does(end).await;
    world.ends_well().await;
    assert_eq!(stuck.times(), 8, "eight are brought at once");
}
