//! Lanes, played through by hand.

use std::time::Duration;

use domain::{InboxId, UpdateId};
use store::Pending;
use tokio::time::Instant;

use super::{Care, Lanes, PER_LANE};

fn row(lane: i64, update_id: i64) -> Pending {
    let id = InboxId::new(lane * 1_000_000 + update_id);
    Pending { id, update_id: UpdateId::new(update_id), lane, attempts: 0 }
}

fn taken(lanes: &mut Lanes, care: Care) -> Option<(i64, i64)> {
    lanes.next(Instant::now(), care).map(|row| (row.lane, row.update_id.get()))
}

#[tokio::test]
async fn a_lane_hands_out_one_row_at_a_time_in_the_order_of_telegram() {
    let mut lanes = Lanes::default();
    for update_id in [3, 1, 2] {
        lanes.offer(row(7, update_id));
    }

    for expected in 1..=3 {
        assert_eq!(taken(&mut lanes, Care::Usual), Some((7, expected)));
        assert_eq!(taken(&mut lanes, Care::Usual), None, "its head is in hand");
        lanes.settle(7);
    }
    assert_eq!((taken(&mut lanes, Care::Usual), lanes.len()), (None, 0));
}

#[tokio::test]
async fn another_lane_does_not_wait() {
    let mut lanes = Lanes::default();
    lanes.offer(row(1, 1));
    lanes.offer(row(1, 2));
    lanes.offer(row(2, 3));

    assert_eq!(taken(&mut lanes, Care::Usual), Some((1, 1)));
    assert_eq!(taken(&mut lanes, Care::Usual), Some((2, 3)));
}

#[tokio::test]
async fn what_is_held_is_not_taken_in_twice() {
    let mut lanes = Lanes::default();
    for _ in 0..3 {
        lanes.offer(row(1, 1));
    }
    assert_eq!(taken(&mut lanes, Care::Usual), Some((1, 1)));
    lanes.offer(row(1, 1));
    lanes.settle(1);

    assert_eq!(taken(&mut lanes, Care::Usual), None);
}

#[tokio::test]
async fn a_full_lane_takes_no_more_and_says_so() {
    let mut lanes = Lanes::default();
    for update_id in 0..100 {
        lanes.offer(row(1, update_id));
    }
    lanes.offer(row(2, 200));

    assert_eq!((lanes.len(), lanes.full()), (PER_LANE + 1, vec![1]));
    taken(&mut lanes, Care::Usual);
    assert_eq!(lanes.full(), vec![1], "what is in hand counts");
    lanes.settle(1);
    assert!(lanes.full().is_empty());
}

#[tokio::test]
async fn a_head_that_is_tried_again_holds_up_its_own_lane_only() {
    let mut lanes = Lanes::default();
    lanes.offer(row(1, 10));
    taken(&mut lanes, Care::Usual);
    let later = Instant::now() + Duration::from_secs(5);
    lanes.again(1, 1, later);
    lanes.offer(row(1, 11));
    lanes.offer(row(2, 12));

    assert_eq!(taken(&mut lanes, Care::Usual), Some((2, 12)));
    assert_eq!(taken(&mut lanes, Care::Usual), None);
    assert_eq!(lanes.next_wake(), Some(later));
    let head = lanes.next(later, Care::Usual).unwrap();
    assert_eq!((head.update_id.get(), head.attempts), (10, 1));
    assert_eq!(lanes.next_wake(), None);
}

#[tokio::test]
async fn a_suspect_is_handled_alone() {
    let mut lanes = Lanes::default();
    let suspect = |lane, update_id| Pending { attempts: 2, ..row(lane, update_id) };
    lanes.offer(row(1, 1));
    assert_eq!(taken(&mut lanes, Care::SuspectsAlone), Some((1, 1)));
    lanes.offer(row(2, 2));
    lanes.offer(suspect(3, 3));
    lanes.offer(suspect(4, 4));

    assert_eq!(taken(&mut lanes, Care::SuspectsAlone), None, "a hand is not empty");
    lanes.settle(1);
    assert_eq!(taken(&mut lanes, Care::SuspectsAlone), Some((3, 3)));
    assert_eq!(taken(&mut lanes, Care::SuspectsAlone), None, "not even an innocent beside it");
    lanes.settle(3);
    assert_eq!(taken(&mut lanes, Care::SuspectsAlone), Some((4, 4)));
    lanes.settle(4);
    assert_eq!(taken(&mut lanes, Care::SuspectsAlone), Some((2, 2)));
}

#[tokio::test]
async fn a_row_that_steps_aside_frees_its_hand_and_holds_its_lane() {
    let mut lanes = Lanes::default();
    lanes.offer(row(1, 1));
    lanes.offer(row(1, 2));
    assert_eq!(taken(&mut lanes, Care::SuspectsAlone), Some((1, 1)));
    lanes.step_aside();

    let suspect = Pending { attempts: 2, ..row(3, 3) };
    lanes.offer(suspect);
    assert_eq!(taken(&mut lanes, Care::SuspectsAlone), Some((3, 3)), "no hand is busy");
    assert!(!lanes.step_back(&row(1, 1), Care::SuspectsAlone), "nothing beside a suspect");
    lanes.settle(3);
    assert_eq!(taken(&mut lanes, Care::Usual), None, "nothing of its lane overtakes it");
    assert!(lanes.step_back(&row(1, 1), Care::SuspectsAlone));
    assert!(!lanes.step_back(&suspect, Care::SuspectsAlone), "a suspect waits for empty hands");
    lanes.settle(1);
    assert_eq!(taken(&mut lanes, Care::Usual), Some((1, 2)));
}

#[tokio::test]
async fn the_window_is_bounded() {
    let mut lanes = Lanes::default();
    for lane in 0..20_000 {
        lanes.offer(row(lane, lane));
    }

    assert_eq!((lanes.len(), lanes.room()), (super::WINDOW, 0));
}
