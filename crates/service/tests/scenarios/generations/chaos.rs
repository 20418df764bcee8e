//! Forty generations in a storm; the slow set has three hundred with three seeds.

#[path = "chaos/storm.rs"]
mod storm;

use storm::Storm;
use testbed::draws::printed_seed;

use crate::path::program;

#[tokio::test]
async fn forty_generations_in_a_storm_are_paid_for_once_or_given_back() {
    let seed = printed_seed();
    let storm = Storm { program: program(), seed, people: 8, orders: 5, restarts: false };

    let report = Box::pin(storm.rages()).await;

    println!("{report:?}");
    assert_eq!(report.orders, 40);
    assert!(report.delivered > 0, "nothing was delivered: {report:?}");
}
