//! Callbacks that come early, late, often or never.

use simulator::kie::{Fault, Ring};
use simulator::world::PATIENCE;

use super::{
    KOPECKS, RICH, SUBMITTED, held, is_delivered, is_free_of_charge, is_returned, the_task,
};
use crate::generations::studio::{Books, Sums, build, files, orders, says, somebody};

#[tokio::test]
async fn a_ring_brings_one_result_whether_it_comes_early_often_late_or_never() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;
    let cases: [&[Fault]; 5] = [
        &[Fault::CallbackEarly],
        // Before an answer that never comes.
        &[Fault::CallbackEarly, Fault::LostResponse],
        &[Fault::CallbackTwice],
        &[Fault::CallbackLate],
        &[Fault::CallbackLost],
    ];
    for (number, faults) in cases.iter().enumerate() {
        faults.iter().for_each(|fault| drop(world.kie.faults().arm(*fault, 1)));
        orders(&ann, &format!("imagen-4 a red cat {number}")).await;
        if faults.contains(&Fault::CallbackLate) || faults.contains(&Fault::CallbackLost) {
            // Nobody rings, so it is found by looking.
            books.waits_until(SUBMITTED).await;
            books.time_passes(&format!("{} seconds", number * 6)).await;
        }
        let quotes = says(&format!("a red cat {number}"));
        ann.waits_for(|bubble| !bubble.media.is_empty() && quotes(bubble), PATIENCE).await;
        books.all_ended().await;
    }

    world.ends_well().await;
    assert_eq!(files(&ann), cases.len());
    let price = books.number("select sum(price)::bigint from generations").await;
    let states = vec!["delivered 5".to_owned()];
    let paid = Sums { states, available: KOPECKS - price, held: 0, revenue: price };
    assert_eq!(books.sums().await, paid);
    assert_eq!((world.kie.creates().len(), world.kie.tasks().len()), (5, 5));
}

#[tokio::test]
async fn a_dozen_rings_bring_one_result() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;

    orders(&ann, "imagen-4 a red cat").await;
    world.kie.waits_until("the task", |tasks| tasks.len() == 1).await;
    for _ in 0..6 {
        world.kie.rings(&the_task(&world), Ring::Duplicate);
    }
    world.kie.hears_until("all rings", |rings| rings.len() >= 12).await;

    is_delivered(&world, &books, &ann, 1).await;
    assert!(world.kie.callbacks().iter().all(|ring| ring.status == Some(200)));
    assert_eq!(books.number("select count(*) from doorbells").await, 0, "all are cleared away");
}

/// A failure was told and paid back. Whatever is claimed later, it stays so.
#[tokio::test]
async fn a_success_after_a_failure_changes_nothing() {
    let world = held().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;

    orders(&ann, "imagen-4 a red cat").await;
    books.waits_until(SUBMITTED).await;
    let task = the_task(&world);
    world.kie.fails(&task, "501", "Generation failed.");
    is_returned(&world, &books, &ann, "failed 1", "The model failed").await;
    let entries = books.number("select count(*) from transfers").await;

    world.kie.finishes(&task);
    for ring in [Ring::StaleSuccess, Ring::Genuine, Ring::AlteredBody] {
        world.kie.rings(&task, ring);
    }
    world.kie.hears_until("four rings", |rings| rings.len() >= 4).await;
    books.time_passes("1 hour").await;

    world.ends_well().await;
    assert_eq!(files(&ann), 0);
    assert_eq!(books.number("select count(*) from transfers").await, entries);
    is_free_of_charge(&books, "failed 1").await;
    assert_eq!(world.kie.creates().len(), 1);
}

/// Everybody was told of a success. A failure that is claimed later takes nothing away.
#[tokio::test]
async fn a_failure_after_a_success_changes_nothing() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;

    orders(&ann, "imagen-4 a red cat").await;
    is_delivered(&world, &books, &ann, 1).await;
    let entries = books.number("select count(*) from transfers").await;
    let before = world.kie.callbacks().len();

    world.kie.fails(&the_task(&world), "500", "Internal Error");
    world.kie.rings(&the_task(&world), Ring::Genuine);
    world.kie.hears_until("the ring", |rings| rings.len() > before).await;

    is_delivered(&world, &books, &ann, 1).await;
    assert_eq!(books.number("select count(*) from transfers").await, entries);
}
