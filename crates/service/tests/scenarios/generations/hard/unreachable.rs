//! Somebody who blocks the bot while their order is made.

use std::time::Duration;

use simulator::world::PATIENCE;

use super::{KOPECKS, RICH, SUBMITTED, files, held, is_delivered, is_paid, the_task};
use crate::generations::studio::{Books, orders, says, somebody};
use crate::web;

/// KIE's address is dead when it is copied, and KIE's file is gone by the time they return. Ours is not: it is
/// sent, and whoever has its link gets it meanwhile.
#[tokio::test]
async fn who_blocks_the_bot_gets_the_result_when_they_return() {
    let world = held().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;
    orders(&ann, "imagen-4 a red cat [[sim:size=3MB]]").await;
    books.waits_until(SUBMITTED).await;

    books.does("alter table results alter column keep_after set default 'infinity'").await;
    ann.blocks().await.accepted().await;
    world.kie.finishes(&the_task(&world));
    books
        .waits_until("exists (select from outbox where generation_id is not null and state = 4)")
        .await;
    world.kie.advance(Duration::from_secs(25 * 3_600));
    books.does("update results set keep_after = null").await;
    let kept = "exists (select from results where kept_at is not null)";
    books.waits_until(kept).await;
    assert_eq!(books.sums().await.states, ["succeeded 1"], "it is theirs and paid for");
    assert_eq!(books.number("select count(*) from media").await, 3, "pieces of a megabyte");
    assert_eq!(files(&ann), 0);
    world.kie.advance(Duration::from_secs(15 * 24 * 3_600));
    let token = books.text("select encode(token, 'hex') from results").await;
    for place in 0..2 {
        let (instance, path) = (world.instance(place), format!("/r/{token}"));
        let copy = web::get(instance.address(), &path, &[]).await;
        assert_eq!(copy.status, 200, "{}", copy.head);
        for line in ["content-type: image/", "content-length: 3000000", "inline; filename="] {
            assert!(copy.head.contains(line), "{}", copy.head);
        }
        assert_eq!(instance.get(&path).await.unwrap().len(), 3_000_000, "whole");
    }

    ann.unblocks().await.accepted().await;

    is_delivered(&world, &books, &ann, 1).await;
    let sent = ann.waits_for(|bubble| !bubble.media.is_empty(), PATIENCE).await;
    assert_eq!(sent.media[0].length, 3_000_000, "whole");
    is_paid(&books).await;
}

#[tokio::test]
async fn who_blocks_the_bot_and_fails_is_told_when_they_return() {
    let world = held().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;
    orders(&ann, "imagen-4 a red cat").await;
    books.waits_until(SUBMITTED).await;

    ann.blocks().await.accepted().await;
    world.kie.fails(&the_task(&world), "501", "Generation failed.");
    books.waits_until("exists (select from generations where state = 'failed')").await;
    super::is_free_of_charge(&books, "failed 1").await;
    ann.unblocks().await.accepted().await;

    ann.waits_for(says("The model failed"), PATIENCE).await;
    world.ends_well().await;
    assert_eq!(world.kie.creates().len(), 1);
}

/// Two weeks later nobody has the files any more: it is not theirs, so it is not paid for.
#[tokio::test]
async fn who_stays_away_for_two_weeks_gets_the_money_back_and_is_told_when_they_return() {
    let world = held().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;
    orders(&ann, "imagen-4 a red cat").await;
    books.waits_until(SUBMITTED).await;

    ann.blocks().await.accepted().await;
    world.kie.finishes(&the_task(&world));
    books.waits_until("exists (select from results where kept_at is not null)").await;
    books.time_passes("13 days").await;
    let kept = "select count(*) from media";
    assert!(books.number(kept).await > 0);
    books.time_passes("14 days 1 hour").await;
    books.waits_until("not exists (select from media)").await;
    books.waits_until("exists (select from transfers where kind = 'compensate')").await;
    ann.unblocks().await.accepted().await;

    ann.waits_for(says("Returned in full"), PATIENCE).await;
    assert_eq!(files(&ann), 0);
    world.ends_well().await;
    let sums = books.sums().await;
    assert_eq!(sums.states, ["succeeded 1"]);
    assert_eq!((sums.available, sums.held), (KOPECKS, 0));
    let receipt = "select failure from generations";
    assert_eq!(books.text(receipt).await, "undelivered");
}
