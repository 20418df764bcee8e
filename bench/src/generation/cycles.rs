//! The rounds: everybody gets a price, then the clients tap it for one person after the other.
//!
//! ```text
//!   orders and prices (not measured) ──> began ── tap ── picture ── tap ── picture ... ──> ended
//! ```

use std::sync::Arc;
use std::time::Instant;

use anyhow::Result;
use tokio::task::JoinSet;

use super::Plan;
use super::arena::Bot;
use super::chats::Offer;
use super::people::Client;
use crate::load::histogram::Histogram;

/// What one round brought.
#[derive(Debug, Default)]
pub(super) struct Cycles {
    /// From the tap to the picture.
    pub(super) latency: Histogram,
    pub(super) per_second: f64,
    /// Orders without a picture.
    pub(super) missing: u64,
}

/// What one client brought.
#[derive(Debug, Default)]
struct Share {
    latency: Histogram,
    missing: u64,
}

/// Measures one round: one cycle for each person.
pub(super) async fn run(bot: &Arc<Bot>, plan: Plan) -> Result<Cycles> {
    let mut ordering = JoinSet::new();
    for client in 0..plan.clients {
        ordering.spawn(orders(Arc::clone(bot), client.into(), plan.clients.into()));
    }
    let mut priced = Vec::new();
    while let Some(client) = ordering.join_next().await {
        priced.push(client??);
    }
    let began = Instant::now();
    let mut tapping = JoinSet::new();
    for (client, offers) in priced {
        tapping.spawn(taps(client, offers));
    }
    let mut cycles = Cycles::default();
    while let Some(share) = tapping.join_next().await {
        let share = share??;
        cycles.latency.add(&share.latency);
        cycles.missing += share.missing;
    }
    cycles.per_second = cycles.latency.len() as f64 / began.elapsed().as_secs_f64();
    Ok(cycles)
}

/// The orders of one client's people.
async fn orders(bot: Arc<Bot>, number: i64, clients: i64) -> Result<(Client, Vec<(i64, Offer)>)> {
    let mut client = Client::connect(&bot).await?;
    let mut offers = Vec::new();
    let mut person = bot.people.first + number;
    while person < bot.people.first + bot.people.count {
        offers.push((person, client.orders(person).await?));
        person += clients;
    }
    Ok((client, offers))
}

async fn taps(mut client: Client, offers: Vec<(i64, Offer)>) -> Result<Share> {
    let mut share = Share::default();
    for (person, offer) in offers {
        let at = Instant::now();
        client.taps(person, &offer).await?;
        match client.gets_picture(person).await {
            Ok(()) => share.latency.record(at.elapsed()),
            Err(error) => {
                eprintln!("bench: {error:#}");
                share.missing += 1;
            }
        }
    }
    Ok(share)
}
