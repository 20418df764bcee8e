//! A deploy, a frozen instance and a database that is away, while KIE is at work.

use simulator::telegram::Fault;
use simulator::world::PATIENCE;
use testbed::wait;

use super::{RICH, SUBMITTED, files, held, is_delivered, is_paid, the_task};
use crate::generations::studio::{Books, gets_file, orders, somebody};

#[tokio::test]
async fn a_deploy_in_the_middle_is_not_noticed() {
    let mut world = held().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;
    orders(&ann, "imagen-4 a red cat").await;
    books.waits_until(SUBMITTED).await;

    world.starts_one().await;
    world.stops_active().await;
    world.kie.finishes(&the_task(&world));

    is_delivered(&world, &books, &ann, 1).await;
}

#[tokio::test]
async fn a_deploy_while_the_picture_is_sent_sends_it_twice_at_most() {
    let world = held().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;
    orders(&ann, "imagen-4 a red cat").await;
    books.waits_until(SUBMITTED).await;
    let held = world.telegram.faults().on_method("sendPhoto", 1, Fault::Hold);

    world.kie.finishes(&the_task(&world));
    held.fired().await;
    world.stops_active().await;
    held.release();

    gets_file(&ann).await;
    books.all_ended().await;
    world.ends_well().await;
    assert!(files(&ann) <= 2, "{}", files(&ann));
    is_paid(&books).await;
    assert_eq!(world.kie.creates().len(), 1);
}

#[tokio::test]
async fn a_frozen_instance_is_replaced_and_the_result_comes_once() {
    let world = held().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;
    orders(&ann, "imagen-4 a red cat").await;
    books.waits_until(SUBMITTED).await;
    let old = world.active().await;

    let frozen = world.freezes(old);
    world.kie.finishes(&the_task(&world));
    gets_file(&ann).await;
    // While the other one cannot say what it takes itself for.
    assert_ne!(world.active().await, old);
    world.wakes(frozen);

    is_delivered(&world, &books, &ann, 1).await;
}

/// Its term is over, and it learns of that with the next beat: what it writes until then is refused.
#[tokio::test]
async fn what_the_fence_refuses_a_generation_is_counted() {
    let beats = [("HEARTBEAT", "5"), ("TRUST", "15"), ("CALL", "1"), ("STALE_HEARTBEAT", "20")];
    let slow = beats.iter().fold(held().instances(1), |builder, (name, seconds)| {
        builder.variable(&format!("LOCK_{name}_SECONDS"), seconds)
    });
    let world = slow.start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;
    orders(&ann, "imagen-4 a red cat").await;
    books.waits_until(SUBMITTED).await;
    world.ends_well().await;
    books.does("update leader_term set holder = gen_random_uuid()").await;

    world.kie.finishes(&the_task(&world));
    wait::until("a refusal that is counted", PATIENCE, async || {
        let metrics = world.instance(0).get("/metrics").await?;
        let metrics = String::from_utf8_lossy(&metrics).into_owned();
        let counted =
            metrics.lines().find_map(|line| line.strip_prefix("trt_fenced_writes_total "));
        (counted?.parse::<u64>().ok()? > 0).then_some(())
    })
    .await
    .unwrap();

    is_delivered(&world, &books, &ann, 1).await;
}

#[tokio::test]
async fn a_database_that_is_away_for_a_while_costs_time_and_nothing_else() {
    let mut world = held().own_server().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;
    orders(&ann, "imagen-4 a red cat").await;
    books.waits_until(SUBMITTED).await;

    let away = world.database_goes().await;
    world.kie.finishes(&the_task(&world));
    // KIE tries four times, and nobody can write it down.
    world.kie.hears_until("every try", |rings| rings.len() >= 4).await;
    assert!(world.kie.callbacks().iter().all(|ring| ring.status != Some(200)));
    world.database_returns(away).await;

    let books = Books::open(&world).await;
    books.time_passes("10 seconds").await;
    is_delivered(&world, &books, &ann, 1).await;
}
