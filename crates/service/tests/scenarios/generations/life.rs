//! The life of a generation when nothing goes wrong, or only in the ways that are a person's own.

use simulator::world::PATIENCE;

use super::studio::{
    Books, Sums, asks_for, build, gets_file, go, orders, says, somebody, status_is_gone,
};

#[tokio::test]
async fn a_picture_is_ordered_made_paid_for_and_delivered() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 100).await;

    orders(&ann, "imagen-4 a red cat on the moon").await;

    let picture = gets_file(&ann).await;
    assert!(picture.text.contains("a red cat on the moon"), "{}", picture.text);
    status_is_gone(&ann).await;
    books.all_ended().await;
    world.ends_well().await;
    assert_eq!(world.kie.creates().len(), 1);
    let sums = books.sums().await;
    assert_eq!(sums.states, ["delivered 1"]);
    assert_eq!((sums.held, sums.available + sums.revenue), (0, 10_000));
    assert!(sums.revenue > 0, "{sums:?}");
}

#[tokio::test]
async fn twenty_taps_start_one_generation() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 100).await;
    let offer = asks_for(&ann, "imagen-4 a red cat").await;
    let data = go(&offer).unwrap();

    let mut taps = Vec::new();
    for _ in 0..20 {
        taps.push(ann.taps_on(offer.message_id, &data).await);
    }
    for tap in taps {
        tap.answered().await;
    }

    gets_file(&ann).await;
    books.all_ended().await;
    world.ends_well().await;
    assert_eq!(world.kie.creates().len(), 1);
    assert_eq!(books.sums().await.states, ["delivered 1"]);
}

#[tokio::test]
async fn what_the_rules_forbid_costs_nothing_and_is_explained() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 100).await;

    orders(&ann, "imagen-4 something bad [[sim:policy]]").await;

    ann.waits_for(says("its rules don't allow this"), PATIENCE).await;
    books.all_ended().await;
    world.ends_well().await;
    let nothing =
        Sums { states: vec!["failed 1".to_owned()], available: 10_000, held: 0, revenue: 0 };
    assert_eq!(books.sums().await, nothing);
}
