//! A thousand orders that KIE never finishes: what it is asked, and what they take in memory.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};

use super::Plan;
use super::arena::Bot;
use super::people::Client;

/// So many orders one person has at the same time, by the offers that are built in.
pub(super) const EACH: u32 = 3;

/// How long KIE may take to hear of all orders.
const ALL: Duration = Duration::from_secs(120);
/// How often that is looked at.
const LOOK: Duration = Duration::from_millis(20);

/// What was counted.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Waiting {
    /// Orders that were running.
    pub(super) running: u64,
    /// Questions to KIE, and in how many seconds.
    pub(super) questions: u64,
    pub(super) seconds: u64,
    /// Of the bot, at its highest, in megabytes.
    pub(super) memory: f64,
}

/// Starts them, and counts for this long.
pub(super) async fn run(bot: &Arc<Bot>, plan: Plan, length: Duration) -> Result<Waiting> {
    let mut client = Client::connect(bot).await?;
    for number in 0..i64::from(plan.running) {
        let person = bot.people.first + number / i64::from(EACH);
        let offer = client.orders(person).await?;
        client.taps(person, &offer).await?;
    }
    let began = Instant::now();
    while bot.maker.tasks() < u64::from(plan.running) {
        ensure!(began.elapsed() < ALL, "{} begun:\n{}", bot.maker.tasks(), bot.tail());
        tokio::time::sleep(LOOK).await;
    }
    let before = bot.maker.questions();
    tokio::time::sleep(length).await;
    Ok(Waiting {
        running: bot.maker.tasks(),
        questions: bot.maker.questions() - before,
        seconds: length.as_secs(),
        memory: bot.memory().await?.peak,
    })
}
