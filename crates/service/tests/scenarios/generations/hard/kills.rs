//! A kill -9 of the active instance in the moments that matter for money.

use simulator::kie::Ring;
use simulator::telegram::Fault;
use simulator::telegram::journal::applied_with;
use simulator::world::{PATIENCE, World};

use super::gate::Gate;
use super::{
    DOUBTFUL, KOPECKS, RICH, SUBMITTED, files, held, is_delivered, is_free_of_charge, is_paid,
    is_returned, the_task,
};
use crate::generations::studio::{Books, build, gets_file, orders, says, somebody};

const NEW_TASK: &str = "new.task_id is not null and old.task_id is null";

#[tokio::test]
async fn killed_before_kie_was_asked_the_successor_asks_once() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;
    let gate = Gate::close(&world, "insert on attempts", "true").await;

    orders(&ann, "imagen-4 a red cat").await;
    gate.reached().await;
    assert!(world.kie.creates().is_empty(), "nobody has asked");
    assert!(books.sums().await.held > 0, "the money is set apart");
    world.kills_active().await;
    gate.opens().await;

    is_delivered(&world, &books, &ann, 1).await;
}

#[tokio::test]
async fn killed_before_the_task_was_written_down_it_is_found_by_its_ring() {
    let world = held().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;
    is_killed_after_the_create(&world, &books, &ann).await;

    world.kie.finishes(&the_task(&world));

    is_delivered(&world, &books, &ann, 1).await;
}

#[tokio::test]
async fn killed_before_the_task_was_written_down_and_never_rung_the_money_comes_back() {
    let world = held().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;
    is_killed_after_the_create(&world, &books, &ann).await;

    books.time_passes("31 minutes").await;

    is_returned(&world, &books, &ann, "lost 1", "It took far too long").await;
    assert_eq!(world.kie.creates().len(), 1, "and nobody asked again");

    // KIE was busy with it all the time. What it made is for nothing.
    world.kie.finishes(&the_task(&world));
    let late = gets_file(&ann).await;
    assert!(late.text.contains("a red cat"), "{}", late.text);
    ann.waits_for(says("so it's free"), PATIENCE).await;
    world.kie.rings(&the_task(&world), Ring::Duplicate);
    world.kie.hears_until("three rings", |rings| rings.len() >= 3).await;
    world.ends_well().await;
    assert_eq!(files(&ann), 1, "a later ring brings nothing");
    is_free_of_charge(&books, "lost 1").await;
    let active = world.active().await;
    let metrics = world.instance(active).get("/metrics").await.unwrap();
    let metrics = String::from_utf8_lossy(&metrics);
    assert!(metrics.contains("trt_generations_late_total 1"), "{metrics}");
}

async fn is_killed_after_the_create(
    world: &World,
    books: &Books,
    person: &simulator::telegram::Person,
) {
    let gate = Gate::close(world, "update on attempts", NEW_TASK).await;
    orders(person, "imagen-4 a red cat").await;
    gate.reached().await;
    assert_eq!(world.kie.creates().len(), 1);
    world.kills_active().await;
    gate.opens().await;
    books.waits_until(DOUBTFUL).await;
}

#[tokio::test]
async fn killed_while_the_end_was_written_down_it_ends_once() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;
    let gate = Gate::close(&world, "insert on results", "true").await;

    orders(&ann, "imagen-4 a red cat").await;
    gate.reached().await;
    world.kills_active().await;
    gate.opens().await;
    books.waits_until("not exists (select from attempts where state = 'submitting')").await;
    books.time_passes("10 seconds").await;

    is_delivered(&world, &books, &ann, 1).await;
}

#[tokio::test]
async fn killed_between_the_picture_and_its_record_it_comes_twice_and_is_paid_once() {
    let world = held().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;
    let active = world.active().await;
    let held = world.telegram.faults().on_method("sendPhoto", 1, Fault::Hold);

    orders(&ann, "imagen-4 a red cat").await;
    books.waits_until(SUBMITTED).await;
    world.kie.finishes(&the_task(&world));
    held.fired().await;
    world.kills(active).await;
    held.release();

    world
        .telegram
        .waits_until("the picture once more", |journal| applied_with(journal, "f0") == 2)
        .await;
    books.all_ended().await;
    world.ends_well().await;
    assert_eq!(files(&ann), 2, "it may have arrived, so it comes again, and not a third time");
    is_paid(&books).await;
    assert_eq!(world.kie.creates().len(), 1);
    assert_eq!(books.sums().await.available + books.sums().await.revenue, KOPECKS);
}
