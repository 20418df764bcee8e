//! Who goes when, on a clock that is told.

use std::pin::pin;
use std::time::Duration;

use futures_util::future::join_all;
use futures_util::poll;
use tokio::time::Instant;

use super::{Bucket, NoTurn, Rate, Rates};

const PATIENCE: Duration = Duration::from_secs(600);

fn creates() -> Bucket {
    Bucket::new(Rates::default().creates, PATIENCE)
}

#[test]
fn the_rates_are_those_of_the_windows_that_kie_counts() {
    let rates = Rates::default();
    assert_eq!(rates.creates, Rate { count: 20, window: Duration::from_secs(10) });
    assert_eq!(rates.reads, Rate { count: 10, window: Duration::from_secs(1) });
    assert_eq!(Rates::new(0, 0), Rates::new(1, 1));
    assert_eq!(Rates::new(u32::MAX, u32::MAX).creates.count, 1_000_000);
}

#[tokio::test(start_paused = true)]
async fn no_window_of_ten_seconds_has_more_than_twenty_creates() {
    let (bucket, start) = (creates(), Instant::now());
    let mut moments = Vec::new();
    for _ in 0..70 {
        bucket.turn().await.unwrap();
        moments.push(start.elapsed());
    }

    assert_eq!(moments[19], Duration::ZERO, "the first twenty go at once");
    for (first, last) in moments.iter().zip(&moments[20..]) {
        assert!(*last - *first > Duration::from_secs(10), "{first:?} and {last:?}");
    }
    assert!(moments[69] < Duration::from_secs(33), "18 to 20 in each: {:?}", moments[69]);
}

#[tokio::test(start_paused = true)]
async fn an_uneven_crowd_keeps_to_the_window_too() {
    let (bucket, start) = (creates(), Instant::now());
    let mut moments = Vec::new();
    for pause in [0, 3, 0, 9, 1, 0, 4, 0, 0, 2] {
        tokio::time::sleep(Duration::from_secs(pause)).await;
        for _ in 0..7 {
            bucket.turn().await.unwrap();
            moments.push(start.elapsed());
        }
    }
    for (first, last) in moments.iter().zip(&moments[20..]) {
        assert!(*last - *first > Duration::from_secs(10), "{first:?} and {last:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn who_came_first_goes_first() {
    let bucket = Bucket::new(Rates::new(1, 1).reads, PATIENCE);
    let start = Instant::now();
    let turns = (0..5).map(|_| async {
        bucket.turn().await.unwrap();
        start.elapsed()
    });

    let moments = join_all(turns).await;

    assert!(moments.is_sorted(), "{moments:?}");
    assert!(moments[4] >= Duration::from_secs(4), "{moments:?}");
}

#[tokio::test(start_paused = true)]
async fn one_who_gives_up_costs_nothing() {
    let bucket = Bucket::new(Rates::new(1, 1).reads, PATIENCE);
    bucket.turn().await.unwrap();
    {
        let mut left = pin!(bucket.turn());
        assert!(poll!(&mut left).is_pending());
        // Its place becomes free meanwhile; it leaves without looking.
        tokio::time::sleep(Duration::from_secs(2)).await;
    }
    let start = Instant::now();
    bucket.turn().await.unwrap();
    assert_eq!(start.elapsed(), Duration::ZERO);
}

#[tokio::test(start_paused = true)]
async fn nobody_goes_while_it_is_frozen_and_the_longer_frost_counts() {
    let (bucket, start) = (creates(), Instant::now());
    bucket.freeze(Duration::from_secs(30));
    bucket.freeze(Duration::from_secs(10));

    bucket.clone().turn().await.unwrap();

    let waited = start.elapsed().as_millis();
    assert!((30_000..30_005).contains(&waited), "{waited}");
}

#[tokio::test(start_paused = true)]
async fn nobody_waits_for_ever() {
    let bucket = Bucket::new(Rates::default().creates, Duration::from_secs(60));
    bucket.freeze(Duration::from_secs(300));
    let start = Instant::now();

    let Err(NoTurn(wait)) = bucket.turn().await else { panic!("it was frozen") };

    assert!(start.elapsed() < Duration::from_secs(61));
    assert!(wait > Duration::from_secs(200), "{wait:?}");
    tokio::time::sleep(wait).await;
    bucket.turn().await.unwrap();
}
