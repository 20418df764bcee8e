//! What KIE made, when it is not quite what it says.

use simulator::kie::Fault;
use simulator::telegram::{Bubble, MediaKind};
use simulator::world::PATIENCE;

use super::gate::Gate;
use super::{KOPECKS, RICH, files, is_delivered, is_returned};
use crate::generations::studio::{Books, build, gets_file, orders, somebody};

#[tokio::test]
async fn a_success_with_nothing_in_it_costs_nothing() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;
    world.kie.faults().arm(Fault::EmptyResult, 1);

    orders(&ann, "imagen-4 a red cat").await;

    is_returned(&world, &books, &ann, "failed 1", "said it was done, but gave nothing").await;
    assert_eq!(world.kie.creates().len(), 1);
}

#[tokio::test]
async fn a_file_that_is_not_there_yet_is_waited_for_beyond_its_deadline() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;
    // Neither at its address nor at a fresh one.
    let faults = [(Fault::FileGone, 2), (Fault::FileTruncated, 1)];
    let armed = faults.map(|(fault, times)| world.kie.faults().arm(fault, times));

    orders(&ann, "imagen-4 a red cat").await;
    for (looks, armed) in armed.iter().enumerate() {
        armed.fired().await;
        books
            .waits_until(&format!("exists (select from attempts where looks = {})", looks + 1))
            .await;
        assert_eq!(books.sums().await.revenue, 0, "nobody pays for what nobody has seen");
        books.time_passes(&format!("{} minutes", 30 + (looks + 1) * 2)).await;
    }

    is_delivered(&world, &books, &ann, 1).await;
}

#[tokio::test]
async fn a_file_that_breaks_off_on_its_way_to_the_person_is_sent_again() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;
    let gate = Gate::close(&world, "insert on results", "true").await;

    orders(&ann, "imagen-4 a red cat [[sim:size=2MB]]").await;
    gate.reached().await;
    let armed = world.kie.faults().arm(Fault::FileTruncated, 1);
    gate.opens().await;
    armed.fired().await;

    is_delivered(&world, &books, &ann, 1).await;
    let sent = gets_file(&ann).await;
    assert_eq!(sent.media[0].length, 2_000_000, "whole");
}

/// Of this seed the first task gives a JPEG that is called PNG, and the second has its result as an
/// object instead of a text.
#[tokio::test]
async fn a_result_is_known_by_its_bytes_and_read_in_either_form() {
    let world = build().kie(|kie| kie.seed = 83).start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;

    // On top of its wrong name it says to be a page.
    world.kie.faults().arm(Fault::FileWrongType, 2);
    orders(&ann, "imagen-4 a red cat").await;
    let sent = gets_file(&ann).await;
    books.all_ended().await;
    let bytes = sent.media[0].bytes.clone().unwrap();
    assert_eq!(bytes[..3], [0xFF, 0xD8, 0xFF], "the odd one of this seed");
    assert_eq!(sent.media[0].kind, MediaKind::Photo);
    assert_eq!(sent.media[0].mime.as_deref(), Some("image/jpeg"));

    orders(&ann, "imagen-4 a blue dog").await;
    let is_dog = |bubble: &Bubble| !bubble.media.is_empty() && bubble.text.contains("a blue dog");
    ann.waits_for(is_dog, PATIENCE).await;
    books.all_ended().await;
    world.ends_well().await;
    let second = &world.kie.tasks()[1].id;
    let told = world.kie.callbacks();
    let told = told.iter().find(|ring| ring.task == *second).unwrap();
    assert!(told.body["data"]["resultJson"].is_object(), "{}", told.body);

    assert_eq!(files(&ann), 2);
    let sums = books.sums().await;
    assert_eq!((sums.states, sums.held), (vec!["delivered 2".to_owned()], 0));
    assert_eq!(sums.available + sums.revenue, KOPECKS);
    assert_eq!(world.kie.creates().len(), 2);
}
