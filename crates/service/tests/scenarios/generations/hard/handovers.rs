//! A deploy while the outside takes its time: whoever hands over does not wait for it.
//!
//! ```text
//!   a call hangs ── SIGTERM ──> dropped, or left in doubt after 500 ms ──> the next one is ACTIVE
//! ```

use std::time::{Duration, Instant};

use simulator::kie::Fault;
use simulator::telegram::{Bubble, Fault as CallFault};
use simulator::world::{PATIENCE, World};
use testbed::process::Signal;

use super::{RICH, SUBMITTED, files, held, is_delivered, the_task};
use crate::generations::studio::{Books, build, gets_file, go, newest, orders, says, somebody};

const PICTURE: &[u8] = include_bytes!("../people/picture.png");

/// From the signal to the other one's activation. What was waited for would have taken the whole
/// drain, ten seconds.
const PROMPT: Duration = Duration::from_secs(1);

/// A call whose body is sent gets half a second more.
const AWAITED: Duration = Duration::from_millis(1_500);

/// Stops the active instance; the other one is active within this time.
async fn hands_over(world: &World, within: Duration) {
    let (active, passive) = (world.active().await, world.passive().await);
    world.routes_to(&[passive]);
    let begun = Instant::now();
    world.instance(active).signal(Signal::SIGTERM);
    world.instance(passive).process.line("[LOCK] PASSIVE → ACTIVE", PATIENCE).await.unwrap();
    let took = begun.elapsed();
    assert!(took < within, "it took {took:?}");
}

#[tokio::test]
async fn a_hand_over_does_not_wait_for_a_look_that_hangs() {
    let world = held().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;
    orders(&ann, "imagen-4 a red cat").await;
    books.waits_until(SUBMITTED).await;
    let hangs = world.kie.faults().arm(Fault::LookHangs, 1);
    world.kie.finishes(&the_task(&world));
    hangs.fired().await;

    hands_over(&world, PROMPT).await;

    is_delivered(&world, &books, &ann, 1).await;
}

#[tokio::test]
async fn a_hand_over_does_not_wait_for_a_result_that_is_being_looked_at() {
    let world = held().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;
    orders(&ann, "imagen-4 a red cat").await;
    books.waits_until(SUBMITTED).await;
    let silent = world.kie.faults().arm(Fault::FileSilent, 1);
    world.kie.finishes(&the_task(&world));
    silent.fired().await;

    hands_over(&world, PROMPT).await;

    is_delivered(&world, &books, &ann, 1).await;
}

#[tokio::test]
async fn a_hand_over_does_not_wait_for_a_result_that_cannot_be_read_to_its_end() {
    let world = held().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;
    orders(&ann, "imagen-4 a red cat").await;
    books.waits_until(SUBMITTED).await;
    let refused = world.telegram.faults().on_method("sendPhoto", 1, CallFault::RetryAfter(1));
    world.kie.finishes(&the_task(&world));
    refused.fired().await;
    // The next try fetches it anew, and its upload to Telegram gets stuck in the middle.
    let hangs = world.kie.faults().arm(Fault::FileHangs, 1);
    hangs.fired().await;

    hands_over(&world, PROMPT).await;

    gets_file(&ann).await;
    books.all_ended().await;
    world.ends_well().await;
    assert_eq!(files(&ann), 1, "what was not sent whole was not sent");
}

#[tokio::test]
async fn a_hand_over_does_not_wait_for_an_upload_to_kie() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;
    ann.says("/generate recraft-background").await;
    ann.waits_for(says("Send a picture"), PATIENCE).await;
    ann.sends_photo(PICTURE, None).await;
    let offer = ann.waits_for(|bubble: &Bubble| go(bubble).is_some(), PATIENCE).await;
    let hangs = world.kie.faults().arm(Fault::UploadHangs, 1);
    ann.taps_on(offer.message_id, &go(&offer).unwrap()).await.answered().await;
    hangs.fired().await;

    hands_over(&world, PROMPT).await;

    gets_file(&ann).await;
    books.all_ended().await;
    world.ends_well().await;
    assert_eq!(books.sums().await.states, ["delivered 1"]);
    let (uploads, creates) = (world.kie.uploads().len(), world.kie.creates().len());
    assert_eq!((uploads, creates), (1, 1), "the upload that hung came to nothing");
}

#[tokio::test]
async fn a_hand_over_waits_half_a_second_for_a_create_and_kie_is_not_asked_again() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;
    let hangs = world.kie.faults().arm(Fault::CreateHangs, 1);
    orders(&ann, "imagen-4 a red cat").await;
    hangs.fired().await;

    hands_over(&world, AWAITED).await;

    // Its doorbell names the task.
    is_delivered(&world, &books, &ann, 1).await;
}

#[tokio::test]
async fn a_hand_over_does_not_wait_for_a_text_file() {
    let world = build().start().await;
    let ann = somebody(&world, "Ann", RICH).await;
    ann.says("/generate z-image").await;
    ann.waits_for(says("Describe in words"), PATIENCE).await;
    let (before, held) = (newest(&ann), world.telegram.faults());
    let held = held.on_method("download", 1, CallFault::Hold);
    ann.sends_document("a.txt", "text/plain", b"a fox in the snow", None).await;
    held.fired().await;

    hands_over(&world, PROMPT).await;

    // The next one fetches it: nobody is told that it cannot be read.
    let is_next = |bubble: &Bubble| bubble.is_from_bot() && bubble.message_id > before;
    let offer = ann.waits_for(is_next, PATIENCE).await;
    assert!(go(&offer).is_some() && offer.text.contains("a fox in the snow"), "{}", offer.text);
    held.release();
    world.ends_well().await;
}
