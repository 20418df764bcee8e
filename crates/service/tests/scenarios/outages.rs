//! The database away, and Telegram being difficult.

use std::time::{Duration, Instant};

use simulator::telegram::journal::{applied_in, applied_with};
use simulator::telegram::{DeliveryFault, Entry, Event, Fault};
use simulator::world::{PATIENCE, World};
use testbed::proxy::Moment;

use crate::path::program;

#[tokio::test]
async fn a_database_that_is_away_for_a_while_costs_time_and_nothing_else() {
    let mut world = World::build(program()).own_server().start().await;
    let mut crowd = world.crowd(50, 20).await;
    crowd.writes(20).await;

    let away = world.database_goes().await;
    crowd.writes(80).await;
    world.database_returns(away).await;
    crowd.writes(20).await;

    let account = world.ends(crowd.stops().await).await;
    println!("database away: {account:?}");
    let refused = |entry: &&Entry| {
        matches!(
            &entry.event,
            Event::Attempt { outcome: simulator::telegram::Outcome::Status(503), .. }
        )
    };
    assert!(world.telegram.journal().iter().filter(refused).count() > 0, "somebody was told");
}

#[tokio::test]
async fn the_same_update_at_both_instances_at_once_has_one_effect() {
    let world = World::build(program()).start().await;
    let mut crowd = world.crowd(50, 20).await;
    let fault = world.telegram.faults().deliveries(60, DeliveryFault::Duplicate);
    crowd.writes(60).await;

    let account = world.ends(crowd.stops().await).await;
    println!("{} duplicates: {account:?}", fault.times());
    assert_eq!(account.twice, 0);
}

#[tokio::test]
async fn answers_of_ours_that_are_lost_bring_the_update_again_and_nothing_more() {
    let world = World::build(program()).start().await;
    let mut crowd = world.crowd(50, 20).await;
    let fault = world.telegram.faults().deliveries(30, DeliveryFault::DropResponse);
    crowd.writes(60).await;

    let account = world.ends(crowd.stops().await).await;
    println!("{} lost answers: {account:?}", fault.times());
    assert_eq!(account.twice, 0);
}

#[tokio::test]
async fn ids_out_of_order_and_an_id_reset_lose_nothing() {
    let world = World::build(program()).start().await;
    let person = world.person("Ann");
    person.starts("").await;
    person.waits_for(|bubble| bubble.is_from_bot(), PATIENCE).await;

    // After a quiet week Telegram begins anew, anywhere.
    for (round, first) in [(1, 900_000_000), (2, 7), (3, 500)] {
        world.telegram.jump_update_id(first);
        for number in 0..3 {
            let nonce = format!("nonce-{round}-{number}-");
            person.says(&nonce).await.accepted().await;
            let quotes = |bubble: &simulator::telegram::Bubble| {
                bubble.is_from_bot() && bubble.text.contains(&nonce)
            };
            person.waits_for(quotes, PATIENCE).await;
        }
    }
    world.telegram.next_update_ids([10_030, 10_010, 10_020]);
    for number in 0..3 {
        world.person("Bob").says(&format!("nonce-9-{number}-")).await;
    }
    world
        .telegram
        .waits_until("three replies", |journal| {
            (0..3).all(|number| applied_with(journal, &format!("nonce-9-{number}-")) == 1)
        })
        .await;
    world.ends_well().await;
    for round in 1..=3 {
        for number in 0..3 {
            let nonce = format!("nonce-{round}-{number}-");
            assert_eq!(applied_with(&world.telegram.journal(), &nonce), 1);
        }
    }
}

#[tokio::test]
async fn a_429_freezes_its_own_chat_and_nobody_elses() {
    let world = World::build(program()).start().await;
    let (frozen, free) = (world.person("Ann"), world.person("Bob"));
    let fault = world.telegram.faults().in_chat(frozen.id(), 1, Fault::RetryAfter(3));

    frozen.says("nonce-1-1-").await;
    fault.fired().await;
    free.says("nonce-2-1-").await;
    free.waits_for(|bubble| bubble.text.contains("nonce-2-1-") && bubble.is_from_bot(), PATIENCE)
        .await;
    assert!(applied_in(&world.telegram.journal(), frozen.id()).is_empty(), "it still waits");
    frozen
        .waits_for(|bubble| bubble.text.contains("nonce-1-1-") && bubble.is_from_bot(), PATIENCE)
        .await;

    let journal = world.telegram.journal();
    let calls: Vec<_> = journal
        .iter()
        .filter(|entry| {
            matches!(
                &entry.event,
                Event::Called { chat, .. } if *chat == Some(frozen.id())
            )
        })
        .collect();
    assert_eq!(calls.len(), 2, "one was refused, one made");
    let waited = calls[1].at - calls[0].at;
    assert!(waited >= Duration::from_secs(3), "asked again after {waited:?}");
    world.ends_well().await;
}

#[tokio::test]
async fn a_person_who_blocks_the_bot_gets_what_waited_when_they_return() {
    let world = World::build(program()).start().await;
    let person = world.person("Ann");
    person.starts("").await;
    person.waits_for(|bubble| bubble.is_from_bot(), PATIENCE).await;
    // The reply finds the door closed: it was decided before the block was known.
    let fault = world.telegram.faults().in_chat(person.id(), 1, Fault::Status(403));
    person.says("nonce-1-1-").await;
    fault.fired().await;

    person.blocks().await.accepted().await;
    person.unblocks().await.accepted().await;

    person
        .waits_for(|bubble| bubble.is_from_bot() && bubble.text.contains("nonce-1-1-"), PATIENCE)
        .await;
    world.ends_well().await;
    assert_eq!(applied_with(&world.telegram.journal(), "nonce-1-1-"), 1);
}

#[tokio::test]
async fn a_call_that_was_cut_off_is_made_again() {
    let world = World::build(program()).start().await;
    for (number, fault) in
        [Fault::CutBefore, Fault::CutAfter, Fault::Status(502)].into_iter().enumerate()
    {
        let person = world.person("Ann");
        let armed = world.telegram.faults().in_chat(person.id(), 1, fault);
        let nonce = format!("nonce-1-{number}-");

        person.says(&nonce).await;
        armed.fired().await;

        // One that was applied and cut off cannot be told from one that was not.
        let expected = if fault == Fault::CutAfter { 2 } else { 1 };
        world
            .telegram
            .waits_until("the reply", |journal| applied_with(journal, &nonce) == expected)
            .await;
    }
    world.ends_well().await;
}

/// Twice as many as there are hands, and each would keep its hand for five seconds.
#[tokio::test]
async fn text_files_that_nobody_serves_keep_nobody_else_waiting() {
    let world = World::build(program()).start().await;
    let held = world.telegram.faults().on_method("download", 16, Fault::Hold);
    let senders: Vec<_> = (0..16).map(|number| world.person(&format!("Sender {number}"))).collect();
    for sender in &senders {
        sender.sends_document("a.txt", "text/plain", b"nonce-9-9-", None).await.accepted().await;
    }
    held.fired_times(4).await;

    let (other, begun) = (world.person("Ann"), Instant::now());
    other.says("nonce-1-1-").await;
    other
        .waits_for(|bubble| bubble.text.contains("nonce-1-1-") && bubble.is_from_bot(), PATIENCE)
        .await;

    let took = begun.elapsed();
    assert!(took < Duration::from_secs(3), "answered after {took:?}");
    held.release();
    for sender in &senders {
        sender.waits_for(|bubble| bubble.is_from_bot(), PATIENCE).await;
    }
    world.ends_well().await;
}

/// The claim is written, and nobody is told: the call is made once all the same.
#[tokio::test]
async fn a_claim_whose_answer_is_lost_is_found_and_the_reply_said_once() {
    let world = World::build(program()).instances(1).start().await;
    let person = world.person("Ann");
    person.says("nonce-1-1-").await;
    let says = |word: &'static str| {
        move |bubble: &simulator::telegram::Bubble| {
            bubble.is_from_bot() && bubble.text.contains(word)
        }
    };
    person.waits_for(says("nonce-1-1-"), PATIENCE).await;
    world.ends_well().await;
    let claim = "set state = 1,\n                epoch = $3";
    let held = world.instance(0).link.hold_commit_of(Moment::AfterDecision, claim);

    person.says("nonce-1-2-").await;
    held.reached(PATIENCE).await.unwrap().cut();

    person.waits_for(says("nonce-1-2-"), PATIENCE).await;
    world.ends_well().await;
    assert_eq!(applied_with(&world.telegram.journal(), "nonce-1-2-"), 1);
    let metrics = world.instance(0).get("/metrics").await.unwrap();
    let metrics = String::from_utf8_lossy(&metrics);
    assert!(metrics.contains("trt_outbox_doubts_total{settled=\"not_there\"} 1"), "{metrics}");
}

#[tokio::test]
async fn a_statement_that_waits_for_long_is_nowhere_printed() {
    let world = World::build(program()).start().await;
    let person = world.person("Ann");
    person.starts("").await;
    person.waits_for(|bubble| bubble.is_from_bot(), PATIENCE).await;
    let database = testbed::server::connect(&world.database_url()).await.unwrap();
    // Longer than the second after which a library would call a statement slow.
    let slow = "create or replace function trt_now() returns timestamptz language plpgsql as \
                $$ begin perform pg_sleep(1.2); return now(); end $$";
    let usual = "create or replace function trt_now() returns timestamptz language sql stable \
                 return now()";

    database.batch_execute(slow).await.unwrap();
    person.says("nonce-1-1-").await.accepted().await;
    database.batch_execute(usual).await.unwrap();
    person
        .waits_for(|bubble| bubble.text.contains("nonce-1-1-") && bubble.is_from_bot(), PATIENCE)
        .await;

    for instance in world.instances() {
        for line in instance.process.lines() {
            assert!(!line.contains("insert into") && !line.contains("slow statement"), "{line}");
        }
    }
    world.ends_well().await;
}
