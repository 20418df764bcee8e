//! A refund whose answer never comes, whose event is lost, and whose instance is killed in between.

use std::time::{Duration, Instant};

use simulator::telegram::{Fault, Telling};
use simulator::world::{PATIENCE, World};
use testbed::wait;

use super::{Cast, build, says, told};

/// Everything about the one payment has come to its end, and its person has heard of it once.
async fn has_gone_back_once(world: &World, cast: &Cast) {
    cast.anna.waits_for(says("went back to you"), PATIENCE).await;
    world.ends_well().await;
    assert_eq!(world.telegram.stars().balance(), 0);
    assert_eq!(told(world, &cast.anna, "went back to you"), 1);
    // The answer to the call may come after everything else.
    let open = "select count(*) from money_calls where state = 'due'";
    let ended = wait::until("the end of every call", PATIENCE, async || {
        (cast.number(open).await == 0).then_some(())
    });
    ended.await.unwrap();
    let refunded = "select count(*) from payments where state = 'refunded'";
    assert_eq!(cast.number(refunded).await, 1);
    let stars = "select count(*) from transfers where operation like 'refunded:%'";
    assert_eq!(cast.number(stars).await, 1, "its Stars are booked once");
}

#[tokio::test]
async fn a_refund_whose_answer_and_event_are_lost_is_asked_for_again_and_counts_once() {
    let world = build().start().await;
    let cast = Cast::meet(&world).await;
    let charge = cast.tops_up(&cast.anna, 50).await;
    world.telegram.stars().next_events(1, Telling::Lost);
    // It is done, and nobody hears of it: the second call is told that it was.
    let lost = world.telegram.faults().on_method("refundStarPayment", 1, Fault::CutAfter);

    cast.gives_back(&charge).await;
    lost.fired().await;

    has_gone_back_once(&world, &cast).await;
}

#[tokio::test]
async fn an_event_that_comes_late_adds_nothing() {
    let world = build().start().await;
    let cast = Cast::meet(&world).await;
    let charge = cast.tops_up(&cast.anna, 50).await;
    world.telegram.stars().next_events(1, Telling::Late);

    cast.gives_back(&charge).await;
    has_gone_back_once(&world, &cast).await;
    for event in world.telegram.stars().tells_late().await {
        event.accepted().await;
    }

    has_gone_back_once(&world, &cast).await;
}

#[tokio::test]
async fn an_event_that_comes_before_the_answer_ends_it() {
    let world = build().start().await;
    let cast = Cast::meet(&world).await;
    let charge = cast.tops_up(&cast.anna, 50).await;
    let held = world.telegram.faults().on_method("refundStarPayment", 1, Fault::Hold);

    cast.gives_back(&charge).await;
    held.fired().await;
    cast.anna.waits_for(says("went back to you"), PATIENCE).await;
    held.release();

    has_gone_back_once(&world, &cast).await;
}

#[tokio::test]
async fn a_kill_between_the_call_and_its_booking_counts_once() {
    for telling in [Telling::Told, Telling::Lost] {
        let world = build().start().await;
        let cast = Cast::meet(&world).await;
        let charge = cast.tops_up(&cast.anna, 50).await;
        world.telegram.stars().next_events(1, telling);
        let held = world.telegram.faults().on_method("refundStarPayment", 1, Fault::Hold);

        cast.gives_back(&charge).await;
        held.fired().await;
        world.kills_active().await;
        held.release();

        has_gone_back_once(&world, &cast).await;
    }
}

#[tokio::test]
async fn a_call_that_telegram_holds_keeps_no_hand_over_waiting() {
    let world = build().start().await;
    let cast = Cast::meet(&world).await;
    let charge = cast.tops_up(&cast.anna, 50).await;
    let held = world.telegram.faults().on_method("refundStarPayment", 1, Fault::Hold);
    cast.gives_back(&charge).await;
    held.fired().await;

    let asked = Instant::now();
    world.stops_active().await;
    let took = asked.elapsed();
    held.release();

    assert!(took < Duration::from_secs(5), "the drain may take ten seconds, and took {took:?}");
    has_gone_back_once(&world, &cast).await;
}
