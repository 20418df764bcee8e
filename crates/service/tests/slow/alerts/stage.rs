//! A world with a Prometheus that watches it: faults are begun and healed, alerts are waited for, times are kept.
//!
//! ```text
//!   begins() ── fault ──> fires(alert) ── its page's commands are run ──> heals() ──> clears(alert)
//!   ends(the alerts of the story): each has fired and cleared, and nothing else was claimed
//! ```

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde_json::Value;
use simulator::world::{Builder, World};
use testbed::prometheus::hurry::Hurry;
use testbed::prometheus::{Prometheus, Watch};
use testbed::{Error, skip, wait};

use super::{rules, runbooks};
use crate::reader;
use crate::studio::ADMIN;

/// Thirty times: an hour is two minutes, and the 15 s between two readings are half a second. Loops that look every
/// five seconds are given three looks before anything is called old.
pub(crate) const HURRY: Hurry = Hurry { factor: 30, floor: Duration::from_secs(15) };

/// What Prometheus does when it is told nothing else: readings every 15 s, which count for 5 minutes.
const EVERY: Duration = Duration::from_secs(15);
const LOOKBACK: Duration = Duration::from_secs(300);

/// Longer than any alert takes in a hurry, on busy cores.
pub(crate) const LONG: Duration = Duration::from_secs(180);

pub(crate) struct Stage {
    pub(crate) world: World,
    prometheus: Prometheus,
    hurry: Hurry,
    begun: Instant,
    healed: Instant,
    told: BTreeMap<String, (Duration, Option<Duration>)>,
    /// What went wrong with the commands of the pages.
    stumbles: Vec<String>,
}

impl Stage {
    /// A world of this kind, watched; none where there is no Prometheus.
    pub(crate) async fn set(builder: Builder) -> Option<Self> {
        Self::set_in(builder, HURRY).await
    }

    pub(crate) async fn set_in(builder: Builder, hurry: Hurry) -> Option<Self> {
        let factor = hurry.factor;
        let watch = Watch {
            rules: rules::hurried(hurry),
            every: EVERY / factor,
            lookback: LOOKBACK / factor,
            token: Some(reader::CONSOLE.to_owned()),
        };
        let prometheus = match Prometheus::start(&watch, &[]).await {
            Err(missing @ Error::NoProgram { .. }) => {
                skip::because(missing);
                return None;
            }
            started => started.unwrap(),
        };
        let admin = ADMIN.to_string();
        // The operator of the pages has the console's token; here the admin is that of the stories.
        let world = reader::open(builder).variable("ADMIN_IDS", &admin).start().await;
        let now = Instant::now();
        let (told, stumbles) = (BTreeMap::new(), Vec::new());
        let stage = Self { world, prometheus, hurry, begun: now, healed: now, told, stumbles };
        stage.reads_who_runs().await;
        Some(stage)
    }

    /// Lets Prometheus read whoever runs, as a platform tells it; who is dead is forgotten. Everybody was read once then:
    /// what was counted before that is nothing to an alert.
    pub(crate) async fn reads_who_runs(&self) {
        let running = self.world.instances().iter();
        let running = running.filter(|instance| instance.process.status().is_none());
        let addresses: Vec<SocketAddr> = running.map(|instance| instance.address()).collect();
        self.prometheus.reads(&addresses).unwrap();
        let query = "count(up == 1)";
        let all = format!("\"{}\"]", addresses.len());
        let read = wait::until("every instance to be read", LONG, async || {
            let (_, answer) = self.prometheus.query(query).await.ok()?;
            answer.contains(&all).then_some(())
        });
        read.await.unwrap();
    }

    /// A fault begins now, and what it is to fire does not fire yet.
    pub(crate) async fn begins(&mut self, alerts: &[&str]) {
        let quiet = wait::until("a moment in which nothing fires", LONG, async || {
            let firing = self.firing().await;
            (!firing.iter().any(|name| alerts.contains(&name.as_str()))).then_some(())
        });
        quiet.await.unwrap_or_else(|error| panic!("{alerts:?}: {error}"));
        self.begun = Instant::now();
    }

    /// The fault is over now.
    pub(crate) fn heals(&mut self) {
        self.healed = Instant::now();
    }

    /// Waits until an alert fires.
    pub(crate) async fn fires(&mut self, alert: &str) {
        let fired = self.seen(alert, true).await;
        if fired.is_err() {
            self.shows(alert).await;
            panic!("{alert} does not fire");
        }
        let after = self.begun.elapsed();
        eprintln!("{alert}: fired {:.1} s after its fault", after.as_secs_f64());
        self.told.insert(alert.to_owned(), (after, None));
        self.stumbles.extend(runbooks::run(alert, &self.world).await);
    }

    /// Waits until it does not any more.
    pub(crate) async fn clears(&mut self, alert: &str) {
        let cleared = self.seen(alert, false).await;
        if cleared.is_err() {
            self.shows(alert).await;
            panic!("{alert} does not clear");
        }
        let after = self.healed.elapsed();
        eprintln!("{alert}: cleared {:.1} s after its fault was healed", after.as_secs_f64());
        let told = self.told.get_mut(alert).unwrap_or_else(|| panic!("{alert} has not fired"));
        told.1 = Some(after);
    }

    /// The whole story of a fault that begins and ends by itself or by a word of the test's.
    pub(crate) async fn fire_all(&mut self, alerts: &[&str]) {
        for alert in alerts {
            self.fires(alert).await;
        }
    }

    pub(crate) async fn clear_all(&mut self, alerts: &[&str]) {
        self.heals();
        for alert in alerts {
            self.clears(alert).await;
        }
    }

    /// Ends a story: each of its alerts has fired and cleared.
    pub(crate) fn ends(&self, alerts: &[&str]) {
        for alert in alerts {
            let Some((fired, Some(cleared))) = self.told.get(*alert) else {
                panic!("{alert} was to fire and to clear: {:?}", self.told)
            };
            let (fired, cleared) = (fired.as_secs_f64(), cleared.as_secs_f64());
            eprintln!("| {alert} | {fired:.1} | {cleared:.1} |");
        }
        assert_eq!(self.told.len(), alerts.len(), "another story: {:?}", self.told.keys());
        assert!(self.stumbles.is_empty(), "{}", self.stumbles.join("\n\n"));
    }

    /// The fault of this story takes away what commands ask: they are run, and may fail.
    pub(crate) fn forgives_commands(&mut self) {
        for stumble in self.stumbles.drain(..) {
            eprintln!(
                "not answered while it fires: {}",
                stumble.lines().next().unwrap_or_default()
            );
        }
    }

    async fn seen(&self, alert: &str, fires: bool) -> Result<(), Error> {
        let what = format!("{alert} to fire: {fires}");
        // A slower hurry takes longer.
        let patience = LONG * HURRY.factor / self.hurry.factor;
        wait::until(&what, patience, async || {
            (self.firing().await.iter().any(|name| name == alert) == fires).then_some(())
        })
        .await
    }

    /// The names of the alerts that fire now.
    pub(crate) async fn firing(&self) -> Vec<String> {
        firing(&self.prometheus).await
    }

    /// Prints what an alert's expression is made of, for whoever has to find out why.
    async fn shows(&self, alert: &str) {
        let found = rules::alerts().into_iter().find(|found| found.name == alert);
        let expression = self.hurry.expression(&found.unwrap().expression);
        eprintln!("{alert}: {expression}");
        let mut parts = vec![expression.clone()];
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let words = expression.split(|c| !is_part(c));
        parts.extend(words.filter(|word| word.starts_with("trt_")).map(str::to_owned));
        for part in parts {
            eprintln!("{part}: {}", self.prometheus.query(&part).await.unwrap().1);
        }
        eprintln!("firing: {:?}", self.firing().await);
    }
}

/// The names of the alerts that fire now.
pub(crate) async fn firing(prometheus: &Prometheus) -> Vec<String> {
    let answer: Value = serde_json::from_str(&prometheus.alerts().await.unwrap()).unwrap();
    let alerts = answer["data"]["alerts"].as_array().unwrap().iter();
    let firing = alerts.filter(|alert| alert["state"] == "firing");
    firing.map(|alert| alert["labels"]["alertname"].as_str().unwrap().to_owned()).collect()
}
