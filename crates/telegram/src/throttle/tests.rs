//! Who goes first, who waits, and what happens to those who leave; on a clock that is told.

use std::future::Future;
use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::task::Poll;
use std::time::Duration;

use domain::ChatId;
use futures_util::poll;
use tokio::task::JoinSet;
use tokio::time::Instant;

use super::{Priority, Rates, Throttle};

const ANN: ChatId = ChatId::new(1);

/// One message every 200 ms in all, one at once.
fn slow() -> Throttle {
    Throttle::new(Rates { all_per_second: 5.0, ..Rates::default() })
}

async fn waits(turn: impl Future<Output = super::Turn>) -> u128 {
    let start = Instant::now();
    let _turn = turn.await;
    start.elapsed().as_millis()
}

#[tokio::test(start_paused = true)]
async fn turns_come_at_the_rate_of_the_chat() {
    let throttle = Throttle::default();
    for expected in [0, 0, 0, 1_000, 1_000] {
        let waited = waits(throttle.turn(Some(ANN), 1, Priority::Answer)).await;
        // The timer of the runtime rounds up to whole milliseconds.
        assert!((expected..expected + 3).contains(&waited), "{waited} for {expected}");
    }
}

#[tokio::test(start_paused = true)]
async fn what_is_worth_little_is_sent_only_when_nobody_would_miss_the_turn() {
    let throttle = slow();
    assert!(throttle.turn_to_spare(ANN).is_some());
    assert!(throttle.turn_to_spare(ANN).is_none(), "the bucket of all messages is used up");
    tokio::time::sleep(Duration::from_secs(1)).await;

    throttle.freeze(ANN, Duration::from_secs(5));
    assert!(throttle.turn_to_spare(ANN).is_none(), "the chat is closed");
    // It takes no room of its chat: three messages can follow at once.
    let free = Throttle::default();
    let _action = free.turn_to_spare(ANN);
    for _ in 0..3 {
        assert!(waits(free.turn(Some(ANN), 1, Priority::Result)).await < 50);
    }
    let mut next = pin!(free.turn(Some(ANN), 1, Priority::Result));
    assert!(poll!(next.as_mut()).is_pending());
    assert!(free.turn_to_spare(ChatId::new(2)).is_none(), "somebody waits in line");
}

#[tokio::test(start_paused = true)]
async fn an_answer_goes_before_everything_that_waits() {
    let throttle = slow();
    let order = Arc::new(Mutex::new(Vec::new()));
    let mut tasks = JoinSet::new();
    let _first = throttle.turn(None, 1, Priority::Broadcast).await;
    let priorities = [
        Priority::Broadcast,
        Priority::Progress,
        Priority::Broadcast,
        Priority::Result,
        Priority::Answer,
    ];
    for (chat, priority) in (10..).zip(priorities) {
        let (throttle, order) = (throttle.clone(), Arc::clone(&order));
        tasks.spawn(async move {
            let _turn = throttle.turn(Some(ChatId::new(chat)), 1, priority).await;
            order.lock().unwrap().push((priority, chat));
        });
        tokio::task::yield_now().await;
    }
    let _ = tasks.join_all().await;

    let order = order.lock().unwrap().clone();
    let mut expected = order.clone();
    expected.sort();
    assert_eq!(order, expected, "by urgency, then by arrival");
}

#[tokio::test(start_paused = true)]
async fn who_waits_for_a_chat_holds_up_nobody_else() {
    let throttle = Throttle::default();
    throttle.freeze(ANN, Duration::from_secs(60));
    let mut frozen = pin!(throttle.turn(Some(ANN), 1, Priority::Answer));
    assert!(poll!(&mut frozen).is_pending());

    assert_eq!(waits(throttle.turn(Some(ChatId::new(2)), 1, Priority::Broadcast)).await, 0);
    assert_eq!(throttle.frozen_for(ANN), Duration::from_secs(60));
    let waited = waits(frozen).await;
    assert!((60_000..60_003).contains(&waited), "{waited}");
}

#[tokio::test(start_paused = true)]
async fn one_who_comes_later_and_needs_less_time_is_not_overslept() {
    let throttle = slow();
    throttle.freeze(ANN, Duration::from_secs(60));
    let mut frozen = pin!(throttle.turn(Some(ANN), 1, Priority::Answer));
    assert!(poll!(&mut frozen).is_pending());
    // The timekeeper looks, and sees nothing to do for a minute.
    tokio::time::sleep(Duration::from_millis(1)).await;

    let _first = throttle.turn(None, 1, Priority::Broadcast).await;
    let waited = waits(throttle.turn(None, 1, Priority::Broadcast)).await;
    assert!((200..205).contains(&waited), "{waited}");
}

#[tokio::test(start_paused = true)]
async fn nobody_less_urgent_takes_the_room_that_an_album_waits_for() {
    let throttle = Throttle::new(Rates { all_per_second: 10.0, ..Rates::default() });
    let _both = throttle.turn(None, 2, Priority::Answer).await;
    let album = throttle.turn(Some(ANN), 2, Priority::Answer);
    let single = throttle.turn(None, 1, Priority::Broadcast);

    let (album, single) = tokio::join!(waits(album), waits(single));

    assert!((200..205).contains(&album), "{album}");
    assert!((300..305).contains(&single), "{single}");
}

#[tokio::test(start_paused = true)]
async fn what_is_said_in_a_chat_keeps_its_order_even_behind_an_album() {
    let throttle = Throttle::default();
    let _first = throttle.turn(Some(ANN), 3, Priority::Result).await;
    let mut album = pin!(throttle.turn(Some(ANN), 3, Priority::Result));
    let mut single = pin!(throttle.turn(Some(ANN), 1, Priority::Result));
    assert!(poll!(&mut album).is_pending() && poll!(&mut single).is_pending());

    tokio::time::sleep(Duration::from_millis(1_500)).await;
    assert!(poll!(&mut single).is_pending(), "the album was first");
    let _album = album.await;
    assert!(poll!(&mut single).is_pending());
}

#[tokio::test(start_paused = true)]
async fn one_who_gives_up_costs_nothing_even_after_the_grant() {
    let throttle = slow();
    let _first = throttle.turn(None, 1, Priority::Answer).await;
    {
        let mut left = pin!(throttle.turn(None, 1, Priority::Answer));
        assert!(poll!(&mut left).is_pending());
        // The timekeeper grants it meanwhile; we leave without looking.
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
    assert_eq!(waits(throttle.turn(None, 1, Priority::Broadcast)).await, 0);
}

#[tokio::test(start_paused = true)]
async fn one_who_is_not_polled_holds_up_nobody() {
    let throttle = slow();
    let _first = throttle.turn(None, 1, Priority::Answer).await;
    let mut idle = pin!(throttle.turn(Some(ANN), 1, Priority::Broadcast));
    assert!(poll!(&mut idle).is_pending());

    let waited = waits(throttle.turn(None, 1, Priority::Broadcast)).await;
    assert!((400..405).contains(&waited), "it has its turn after the idle one's: {waited}");
    assert!(matches!(poll!(&mut idle), Poll::Ready(_)));
}

#[tokio::test(start_paused = true)]
async fn the_line_is_empty_when_everybody_has_gone() {
    let throttle = slow();
    let mut tasks = JoinSet::new();
    for chat in 0..50 {
        let throttle = throttle.clone();
        tasks.spawn(async move {
            let turn = throttle.turn(Some(ChatId::new(chat)), 1, Priority::Progress);
            let patience = Duration::from_millis(100 * u64::try_from(chat).unwrap_or(0));
            tokio::time::timeout(patience, turn).await.is_ok()
        });
    }
    let served = tasks.join_all().await.into_iter().filter(|served| *served).count();

    assert!(served > 10, "{served}");
    let line = format!("{throttle:?}");
    assert!(line.contains("waiting: 0"), "{line}");
}
