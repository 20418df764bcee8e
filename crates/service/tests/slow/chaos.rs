//! Three hundred generations in a storm in which the database restarts as well, with three seeds.
//!
//! `SEED` repeats one of them.

#[path = "../scenarios/generations/chaos/storm.rs"]
mod storm;

use storm::Storm;
use testbed::draws::asked_seed;

use crate::program;

#[tokio::test]
async fn three_hundred_generations_in_a_storm_are_paid_for_once_or_given_back() {
    let first = u64::from(std::process::id());
    let seeds = asked_seed().map_or_else(|| vec![first, first + 1, first + 2], |seed| vec![seed]);
    for seed in seeds {
        println!("SEED={seed}");
        let storm = Storm { program: program(), seed, people: 12, orders: 25, restarts: true };

        let report = Box::pin(storm.rages()).await;

        println!("{report:?}");
        assert_eq!(report.orders, 300);
        assert!(report.delivered > report.returned, "most of it works out: {report:?}");
        let silent: Vec<_> = report.faults.iter().filter(|(_, times)| **times == 0).collect();
        assert!(silent.is_empty(), "{silent:?} never struck");
    }
}
