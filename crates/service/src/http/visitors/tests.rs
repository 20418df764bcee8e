//! Who goes first, one visitor after the other.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use super::{Place, Room, Visitors};
use tokio_util::sync::CancellationToken;

const LONG: Duration = Duration::from_secs(600);
const ANN: [u8; 4] = [203, 0, 113, 1];
const BOB: [u8; 4] = [203, 0, 113, 2];

fn room(all: usize) -> Arc<Visitors> {
    let (longest_wait, longest_request) = (LONG, LONG);
    Visitors::new(Room { all, strangers_of_one_address: 2, longest_wait, longest_request })
}

/// Somebody through a proxy, whom no limit of an address concerns.
async fn comes(visitors: &Arc<Visitors>) -> Place {
    // Each a moment after the other, by the clock of the test.
    tokio::time::advance(Duration::from_millis(10)).await;
    visitors.enter(IpAddr::from([127, 0, 0, 1]), None, CancellationToken::new()).await
}

async fn comes_from(visitors: &Arc<Visitors>, address: [u8; 4]) -> Place {
    tokio::time::advance(Duration::from_millis(10)).await;
    let address = IpAddr::from(address);
    visitors.enter(address, Some(address), CancellationToken::new()).await
}

fn is_gone(place: &Place) -> bool {
    place.visitor.end().is_cancelled()
}

#[tokio::test(start_paused = true)]
async fn strangers_who_wait_go_before_strangers_in_a_request_and_these_before_the_known() {
    let visitors = room(4);
    let known = comes(&visitors).await;
    known.visitor.begins();
    known.visitor.is_vouched_for();
    known.visitor.waits();
    let asking = comes(&visitors).await;
    asking.visitor.begins();
    let (old, young) = (comes(&visitors).await, comes(&visitors).await);

    for (expected, others) in
        [(&old, [&young, &asking, &known]), (&young, [&asking, &known, &known])]
    {
        assert!(!is_gone(expected));
        let newcomer = comes(&visitors).await;
        newcomer.visitor.begins();
        newcomer.visitor.is_vouched_for();
        assert!(is_gone(expected) && !others.into_iter().any(is_gone));
        std::mem::forget(newcomer);
    }
    let newcomer = comes(&visitors).await;
    newcomer.visitor.begins();
    newcomer.visitor.is_vouched_for();
    assert!(is_gone(&asking) && !is_gone(&known));
    let _last = comes(&visitors).await;
    assert!(is_gone(&known), "only those with a request in hand are left");
}

#[tokio::test(start_paused = true)]
async fn a_request_with_a_secret_is_never_cut_off_and_a_newcomer_waits_for_its_end() {
    let visitors = room(1);
    let place = comes(&visitors).await;
    place.visitor.begins();
    place.visitor.is_vouched_for();

    let newcomer = tokio::time::timeout(Duration::from_secs(1), comes(&visitors)).await;
    assert!(newcomer.is_err() && !is_gone(&place));
    drop(place);

    comes(&visitors).await;
}

/// A proxy sends everybody's requests through the same connections.
#[tokio::test(start_paused = true)]
async fn the_secret_of_an_earlier_request_does_not_vouch_for_the_next() {
    let visitors = room(1);
    let place = comes(&visitors).await;
    place.visitor.begins();
    place.visitor.is_vouched_for();
    place.visitor.waits();
    place.visitor.begins();

    let _newcomer = comes(&visitors).await;

    assert!(is_gone(&place));
}

#[tokio::test(start_paused = true)]
async fn an_address_has_room_for_few_strangers_and_for_everybody_with_a_secret() {
    let visitors = room(100);
    let (bob, first) = (comes_from(&visitors, BOB).await, comes_from(&visitors, ANN).await);
    let mut known = Vec::new();
    for _ in 0..10 {
        let place = comes_from(&visitors, ANN).await;
        place.visitor.begins();
        place.visitor.is_vouched_for();
        place.visitor.waits();
        known.push(place);
    }
    let _second = comes_from(&visitors, ANN).await;
    assert!(!is_gone(&first));

    let _third = comes_from(&visitors, ANN).await;

    assert!(is_gone(&first) && !is_gone(&bob) && !known.iter().any(is_gone));
}

#[tokio::test(start_paused = true)]
async fn who_got_stuck_is_swept_out() {
    let (longest_wait, longest_request) = (Duration::from_secs(15), Duration::from_secs(60));
    let (all, strangers_of_one_address) = (9, 9);
    let visitors =
        Visitors::new(Room { all, strangers_of_one_address, longest_wait, longest_request });
    let (waiting, asking) = (comes(&visitors).await, comes(&visitors).await);
    asking.visitor.begins();
    tokio::time::advance(Duration::from_secs(16)).await;
    let fresh = comes(&visitors).await;

    visitors.sweep();
    assert!(is_gone(&waiting) && !is_gone(&asking) && !is_gone(&fresh));
    tokio::time::advance(Duration::from_secs(50)).await;
    visitors.sweep();

    assert!(is_gone(&asking));
}
