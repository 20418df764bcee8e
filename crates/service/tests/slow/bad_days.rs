//! Sixty bad days with twenty thousand orders, with three seeds.
//!
//! `SEED` repeats one of them.

#[path = "../scenarios/generations/bad_days/days.rs"]
mod days;

use days::Season;
use testbed::draws::asked_seed;

use crate::program;

#[tokio::test]
async fn sixty_bad_days_of_a_large_shop_cost_no_more_than_was_said() {
    let first = u64::from(std::process::id());
    let seeds = asked_seed().map_or_else(|| vec![first, first + 1, first + 2], |seed| vec![seed]);
    for seed in seeds {
        println!("SEED={seed}");
        let season = Season { program: program(), seed, days: 60, orders: 20_000 };

        let report = Box::pin(season.passes()).await;

        println!("{report:#?}");
        report.is_whole(&season);
    }
}
