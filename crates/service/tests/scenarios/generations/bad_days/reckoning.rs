//! What a day has cost: counted from KIE's own journal, held against what the operator had been told.
//!
//! A task brings what was captured for it from money that people had paid, and was not paid back, in what Telegram
//! pays out for it. What KIE charged beyond that is lost.

use std::collections::BTreeMap;

use domain::{Money, Offers};
use serde_json::Value;
use simulator::world::{PATIENCE, World};
use store::DatabaseUrl;
use store::audit::audit;
use testbed::process::Process;
use testbed::wait;
use tokio_postgres::Client;

use super::weather::Weather;

/// What the captured part of every task is, of what people had bought.
const INCOME: &str = "select coalesce(sum(holds.from_paid), 0)::bigint from attempts \
    inner join holds on holds.generation_id = attempts.generation_id and holds.state = 1 \
    where attempts.task_id = $1 and attempts.state = 'succeeded' and not exists ( \
        select from transfers \
        where transfers.operation = 'compensate:' || attempts.generation_id)";

/// What a day can cost, as `trt catalogue check` said, in millionths of a credit.
#[derive(Debug)]
pub(super) struct Said {
    /// Whatever people do.
    worst: i64,
    /// If KIE charges ten times its list.
    pub(super) overcharged: i64,
}

impl Said {
    /// Asks the program.
    pub(super) async fn by(program: &str) -> Self {
        let check = Process::build("trt catalogue check", program)
            .bare_environment()
            .args(["catalogue", "check", "--json"])
            .start()
            .unwrap();
        check.exit(PATIENCE).await.unwrap();
        let said = wait::until("what a day can cost", PATIENCE, async || {
            let lines = check.lines();
            lines.iter().find_map(|line| serde_json::from_str::<Value>(line).ok())
        });
        let said = said.await.unwrap();
        let credits = |name: &str| said["worst_day"][name].as_i64().unwrap();
        Self { worst: credits("micro_credits"), overcharged: credits("overcharged_micro_credits") }
    }

    /// What a day with such weather can cost.
    pub(super) fn for_day(&self, weather: Weather) -> i64 {
        if weather.overcharges() { self.overcharged } else { self.worst }
    }
}

/// Every invariant of the books holds.
pub(super) async fn books_are_clean(world: &World, day: usize) {
    let findings = audit(&DatabaseUrl::parse(&world.database_url()).unwrap()).await.unwrap();
    let broken: Vec<_> = findings.iter().filter(|finding| !finding.is_well()).collect();
    assert!(broken.is_empty(), "after day {day}: {broken:#?}");
}

/// What the tasks since the last reckoning have cost beyond what they brought.
pub(super) async fn day_cost(world: &World, client: &Client, reckoned: &mut usize) -> i64 {
    let offers = Offers::built_in().unwrap();
    let tasks = world.kie.tasks();
    let mut lost = 0;
    for task in &tasks[*reckoned..] {
        let paid: i64 = client.query_one(INCOME, &[&task.id]).await.unwrap().get(0);
        let brings = offers.net_micro_usd(Money::new(paid)).unwrap();
        // A credit costs 5,000 millionths of a dollar.
        let brings = brings * 1_000_000 / 5_000;
        lost += (task.charged - brings).max(0);
    }
    *reckoned = tasks.len();
    lost
}

/// Generations by how they ended.
pub(super) async fn ends(client: &Client) -> BTreeMap<String, i64> {
    let query = "select state, count(*) from generations group by state";
    let rows = client.query(query, &[]).await.unwrap();
    rows.iter().map(|row| (row.get(0), row.get(1))).collect()
}
