//! The limits hold in every window of time, and no state outlives its use.

use domain::ChatId;
use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, proptest};

use super::{Buckets, Duration, FEW_CHATS, MINUTE, MOST_CHATS, Rates, Refused};

const ANN: ChatId = ChatId::new(1);
const GROUP: ChatId = ChatId::new(-100);

fn millis(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

fn roomy() -> Rates {
    Rates { all_per_second: 1_000_000.0, ..Rates::default() }
}

#[test]
fn a_quiet_chat_takes_three_at_once_and_then_one_a_second() {
    let mut buckets = Buckets::new(Rates::default());
    for _ in 0..3 {
        assert_eq!(buckets.take(millis(0), Some(ANN), 1), Ok(()));
    }
    assert_eq!(buckets.take(millis(0), Some(ANN), 1), Err(Refused::Chat(millis(1_000))));
    assert_eq!(buckets.take(millis(999), Some(ANN), 1), Err(Refused::Chat(millis(1_000))));
    assert_eq!(buckets.take(millis(1_000), Some(ANN), 1), Ok(()));
    assert_eq!(buckets.take(millis(1_000), Some(ChatId::new(2)), 1), Ok(()), "another is free");
}

#[test]
fn all_chats_together_keep_to_the_common_rate() {
    let mut buckets = Buckets::new(Rates::default());
    let sent = (0..1_000)
        .filter(|at| buckets.take(millis(*at), Some(ChatId::new(1 + *at as i64)), 1).is_ok())
        .count();

    assert_eq!(sent, 29, "five at once, then one every 40 ms");
    let refused = buckets.take(millis(1_000), None, 1).and(buckets.take(millis(1_000), None, 1));
    assert!(matches!(refused, Err(Refused::All(_))), "what has no chat counts too");
}

#[test]
fn an_album_needs_a_full_bucket_and_leaves_a_debt() {
    let mut buckets = Buckets::new(roomy());
    assert_eq!(buckets.take(millis(0), Some(ANN), 10), Ok(()));
    assert_eq!(buckets.take(millis(0), Some(ANN), 1), Err(Refused::Chat(millis(8_000))));
    assert_eq!(buckets.take(millis(0), Some(ANN), 10), Err(Refused::Chat(millis(10_000))));
}

#[test]
fn a_group_takes_eighteen_in_any_minute() {
    let mut buckets = Buckets::new(roomy());
    let mut now = millis(0);
    for _ in 0..18 {
        while let Err(Refused::Chat(later) | Refused::All(later)) =
            buckets.take(now, Some(GROUP), 1)
        {
            assert!(later < MINUTE);
            now = later;
        }
    }
    assert_eq!(now, millis(15_000), "three at once, then one a second");
    assert_eq!(buckets.take(now, Some(GROUP), 1), Err(Refused::Chat(MINUTE)));
    assert_eq!(buckets.take(MINUTE, Some(GROUP), 1), Ok(()));
}

#[test]
fn a_frozen_chat_is_closed_and_no_other() {
    let mut buckets = Buckets::new(Rates::default());
    buckets.freeze(millis(0), ANN, millis(7_000));
    buckets.freeze(millis(0), ANN, millis(2_000));

    assert_eq!(buckets.take(millis(0), Some(ANN), 1), Err(Refused::Chat(millis(7_000))));
    assert_eq!(buckets.frozen_for(millis(3_000), ANN), millis(4_000));
    assert_eq!(buckets.take(millis(0), Some(GROUP), 1), Ok(()));
    assert_eq!(buckets.take(millis(7_000), Some(ANN), 1), Ok(()));
    buckets.freeze(millis(0), ANN, Duration::MAX);
    assert_eq!(buckets.frozen_for(millis(0), ANN), super::LONGEST_FREEZE);
}

#[test]
fn what_is_given_back_can_be_taken_again() {
    let mut buckets = Buckets::new(Rates { group_per_minute: 1, ..Rates::default() });
    assert_eq!(buckets.take(millis(0), Some(GROUP), 1), Ok(()));
    assert_eq!(buckets.take(millis(0), Some(GROUP), 1), Err(Refused::Chat(MINUTE)));
    buckets.give_back(Some(GROUP), 1);
    assert_eq!(buckets.take(millis(0), Some(GROUP), 1), Ok(()));
}

#[test]
fn full_buckets_are_forgotten_and_the_number_of_chats_is_bounded() {
    let mut buckets = Buckets::new(roomy());
    for chat in 1..=100_000 {
        // A hundred chats a second, each full again after one second.
        let now = millis(u64::try_from(chat).unwrap_or(0) * 10);
        assert_eq!(buckets.take(now, Some(ChatId::new(chat)), 1), Ok(()));
        assert!(buckets.chats() <= 2 * FEW_CHATS, "{}", buckets.chats());
    }
    for chat in 1..=70_000 {
        buckets.freeze(millis(0), ChatId::new(chat), MINUTE * 60);
        assert!(buckets.chats() <= MOST_CHATS);
    }
    assert!(buckets.chats() > MOST_CHATS / 2);
}

#[test]
fn senseless_rates_do_no_harm() {
    for rate in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e-300, 1e300] {
        let rates = Rates { all_per_second: rate, chat_per_second: rate, ..Rates::default() };
        let mut buckets = Buckets::new(Rates { chat_burst: 0, group_per_minute: 0, ..rates });
        assert_eq!(buckets.take(millis(0), Some(GROUP), u32::MAX), Ok(()));
        assert!(buckets.take(millis(0), Some(GROUP), 1).is_err(), "{rate}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_window_of_time_has_more_than_the_limits_allow(
        wishes in vec((0_u64..400, -2_i64..3), 1..400)
    ) {
        let mut buckets = Buckets::new(Rates::default());
        let mut now = Duration::ZERO;
        let mut sent: Vec<(Duration, i64)> = Vec::new();
        for (pause, chat) in wishes {
            now += millis(pause);
            if buckets.take(now, Some(ChatId::new(chat)), 1).is_ok() {
                sent.push((now, chat));
            }
        }
        for (first, (start, chat)) in sent.iter().enumerate() {
            let within = |window: Duration| {
                sent[first..].iter().take_while(move |(at, _)| *at < *start + window)
            };
            let here = |window| within(window).filter(|(_, other)| other == chat).count();
            assert!(within(millis(1_000)).count() <= 30);
            assert!(here(millis(1_000)) <= 4 && here(millis(10_000)) <= 13);
            assert!(*chat >= 0 || here(MINUTE) <= 18);
        }
    }

    #[test]
    fn who_comes_back_at_the_moment_that_was_named_is_served(
        wishes in vec((0_u64..400, -2_i64..3, 1_u32..12), 1..100)
    ) {
        let mut buckets = Buckets::new(Rates::default());
        let mut now = Duration::ZERO;
        for (pause, chat, items) in wishes {
            now += millis(pause);
            let mut tries = 0;
            while let Err(Refused::Chat(later) | Refused::All(later)) =
                buckets.take(now, Some(ChatId::new(chat)), items)
            {
                assert!(later > now);
                now = later;
                tries += 1;
                assert!(tries <= 2, "once for the chat, once for all");
            }
        }
    }
}
