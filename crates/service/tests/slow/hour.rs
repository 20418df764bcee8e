//! An hour of normal load with two deploys, watched by the real rules: nothing fires.
//!
//! ```text
//!   a crowd writes, five times a second ┐
//!   buyers order, pay and wait          ├──> two instances <── every 10 s ── Prometheus, the rules as they are
//!   two deploys, a third and two thirds ┘
//! ```
//!
//! `HOUR_MINUTES` says how long (60 unless set). Our own limits and those of Telegram and KIE are the real ones, and
//! KIE takes as long as it does. Alerts may be pending; one that fires ends the hour with its name.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde_json::Value;
use simulator::kie::Pace;
use simulator::telegram::{Bubble, Person};
use simulator::world::crowd::Crowd;
use simulator::world::{PATIENCE, World};
use testbed::prometheus::{Prometheus, Watch};
use testbed::{Error, skip};

use crate::alerts::{rules, stage};
use crate::program;
use crate::studio::{ADMIN, go, newest, says};

/// As deploy/prometheus/prometheus.yaml has it, and what Prometheus does by itself.
const EVERY: Duration = Duration::from_secs(10);
const LOOKBACK: Duration = Duration::from_secs(300);

/// People who write, and how often all of them together.
const PEOPLE: usize = 60;
const A_SECOND: u32 = 5;

/// Between two looks at what fires: a second.
const LOOK: usize = 5;

/// Somebody orders, or pays, every so many looks.
const ORDER_EVERY: usize = 20;
const PAY_EVERY: usize = 45;

#[tokio::test]
async fn in_an_hour_of_normal_load_with_two_deploys_no_alert_fires() {
    let minutes = std::env::var("HOUR_MINUTES").ok().and_then(|text| text.parse().ok());
    let length = Duration::from_secs(60 * minutes.unwrap_or(60));
    let rules = rules::as_they_are();
    let watch = Watch { rules, every: EVERY, lookback: LOOKBACK, token: None };
    let prometheus = match Prometheus::start(&watch, &[]).await {
        Err(missing @ Error::NoProgram { .. }) => return skip::because(missing),
        started => started.unwrap(),
    };
    let mut world = world().await;
    reads(&prometheus, &world);
    let mut crowd = world.crowd(PEOPLE, A_SECOND).await;
    let buyer = world.person("Buyer");
    buyer.starts("").await;
    buyer.waits_for(Bubble::is_from_bot, PATIENCE).await;

    let (began, mut deploys, mut done) = (Instant::now(), 0_u32, Done::default());
    for look in 1.. {
        if began.elapsed() >= length {
            break;
        }
        crowd.writes(LOOK).await;
        if began.elapsed() >= length / 3 * (deploys + 1) && deploys < 2 {
            deploy(&mut world, &mut crowd, &prometheus).await;
            deploys += 1;
            println!("deploy {deploys} after {} s", began.elapsed().as_secs());
        }
        done.does(&world, &buyer, look).await;
        let firing = stage::firing(&prometheus).await;
        assert!(firing.is_empty(), "after {} s {firing:?}", began.elapsed().as_secs());
        done.notes_pending(&prometheus).await;
    }

    let account = world.ends(crowd.stops().await).await;
    println!("{} minutes, {deploys} deploys, {done:?}: {account:?}", length.as_secs() / 60);
    assert_eq!(deploys, 2, "an hour without its deploys shows nothing");
    assert!(done.ordered > 0 && done.paid > 0, "nor does one without orders and payments");
}

async fn world() -> World {
    let world = World::build(program()).unhurried().kie(|kie| kie.pace = Pace::Scaled(3));
    world.variable("ADMIN_IDS", &ADMIN.to_string()).start().await
}

fn reads(prometheus: &Prometheus, world: &World) {
    let running = world.instances().iter();
    let running = running.filter(|instance| instance.process.status().is_none());
    prometheus.reads(&running.map(|instance| instance.address()).collect::<Vec<_>>()).unwrap();
}

/// The new instances first, then the old ones go, the active one last.
async fn deploy(world: &mut World, crowd: &mut Crowd, prometheus: &Prometheus) {
    let instances = world.instances().iter().enumerate();
    let running = instances.filter(|(_, instance)| instance.process.status().is_none());
    let mut old: Vec<usize> = running.map(|(place, _)| place).collect();
    let active = world.active().await;
    old.sort_by_key(|place| *place == active);
    world.starts_one().await;
    world.starts_one().await;
    reads(prometheus, world);
    crowd.writes(100).await;
    for place in old {
        world.stops(place).await;
        reads(prometheus, world);
        crowd.writes(20).await;
    }
}

/// What was done beside writing.
#[derive(Debug, Default)]
struct Done {
    ordered: usize,
    paid: usize,
    /// Alerts that were pending, and at how many looks.
    pending: BTreeMap<String, usize>,
}

impl Done {
    async fn does(&mut self, world: &World, buyer: &Person, look: usize) {
        if look.is_multiple_of(ORDER_EVERY) {
            let buyer = world.person("Newcomer");
            buyer.starts("").await;
            buyer.waits_for(Bubble::is_from_bot, PATIENCE).await;
            let before = newest(&buyer);
            buyer.says("a ginger cat on the Moon").await;
            let offered = |bubble: &Bubble| go(bubble).is_some();
            let offer = buyer.waits_for_after(before, offered, PATIENCE).await;
            buyer.taps_on(offer.message_id, &go(&offer).unwrap()).await;
            self.ordered += 1;
        }
        if look.is_multiple_of(PAY_EVERY) {
            let before = buyer.newest();
            buyer.says("/topup 50").await;
            let is_invoice = |bubble: &Bubble| bubble.invoice().is_some();
            let invoice = buyer.waits_for_after(before, is_invoice, PATIENCE).await;
            buyer.pays(invoice.message_id).await.charge();
            buyer.waits_for_after(before, says("Thank you!"), PATIENCE).await;
            self.paid += 1;
        }
    }

    async fn notes_pending(&mut self, prometheus: &Prometheus) {
        let answer: Value = serde_json::from_str(&prometheus.alerts().await.unwrap()).unwrap();
        for alert in answer["data"]["alerts"].as_array().unwrap() {
            let name = alert["labels"]["alertname"].as_str().unwrap();
            *self.pending.entry(name.to_owned()).or_default() += 1;
        }
    }
}
