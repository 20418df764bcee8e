//! Sixty bad days and two thousand orders; the slow set has twenty thousand with three seeds.

#[path = "bad_days/days.rs"]
mod days;

use days::Season;
use testbed::draws::printed_seed;

use crate::path::program;

#[tokio::test]
async fn sixty_bad_days_cost_no_more_than_was_said_and_leave_the_books_clean() {
    let seed = printed_seed();
    let season = Season { program: program(), seed, days: 60, orders: 2_000 };

    let report = Box::pin(season.passes()).await;

    println!("{report:#?}");
    report.is_whole(&season);
}
