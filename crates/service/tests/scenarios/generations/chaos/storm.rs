//! A storm: people order things while everything around them breaks, and a reckoning follows.
//!
//! ```text
//!   customers ── order at a steady pace; most orders bring bad luck with KIE or Telegram
//!   weather ──── every few seconds a blow and a forged callback, and then an audit of the books
//!   auditor ──── and one after every end of a generation
//!   calm ─────── nothing breaks any more, and time passes until everything has ended
//!   reckoning ── every order was delivered and paid for once, or given back and told
//! ```
//!
//! | part | owns |
//! | --- | --- |
//! | [`customers`] | people with money, and what they order |
//! | [`luck`] | faults of KIE and of Telegram |
//! | [`auditor`] | the books in between |
//! | [`weather`] | what happens to instances and to the database |
//! | [`calm`] | the time after the storm |
//! | [`reckoning`] | what came of every order, from the chats, the ledger and KIE's journal |
//!
//! Everything that is drawn comes from one seed. When things happen does not: the same seed brings the
//! same orders, faults and blows, and they may meet otherwise. Two test programs include this file.

mod auditor;
mod calm;
mod customers;
mod luck;
mod reckoning;
mod weather;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use simulator::kie::Pace;
use simulator::world::World;
use testbed::draws::Draws;
use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior, interval, interval_at};

use auditor::Auditor;
use customers::{ADMIN, Customer};
use luck::Luck;
use weather::Weather;

/// From one blow, when somebody is active again, to the next. A message in doubt is settled two seconds
/// after a takeover: with less than that nothing would ever be said again.
const BETWEEN: Duration = Duration::from_secs(3);

/// Between two orders of one person.
const PACE: Duration = Duration::from_secs(3);

/// The books are looked at this often.
const LOOK: Duration = Duration::from_millis(250);

/// KIE is so many times faster than the real one.
const HASTE: u32 = 40;

/// A storm to be.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Storm {
    /// The program under test.
    pub(crate) program: &'static str,
    /// What everything is drawn from.
    pub(crate) seed: u64,
    /// How many people order.
    pub(crate) people: usize,
    /// How often each of them does.
    pub(crate) orders: usize,
    /// The database restarts as well, on a server of its own.
    pub(crate) restarts: bool,
}

/// What came of it.
#[derive(Debug, Default)]
pub(crate) struct Report {
    /// Orders that were made.
    pub(crate) orders: usize,
    /// Delivered in time, and paid for.
    pub(crate) delivered: usize,
    /// Given back and told.
    pub(crate) returned: usize,
    /// Why, in the word of the table.
    pub(crate) reasons: BTreeMap<String, usize>,
    /// Of these: delivered later, for nothing.
    pub(crate) late: usize,
    /// Turned away before anything was set apart: the model was closed.
    pub(crate) refused: usize,
    /// Messages that came twice, because nobody could know whether they had come.
    pub(crate) twice: usize,
    /// How often the books were audited because something had ended.
    pub(crate) audits: usize,
    /// How often each blow struck.
    pub(crate) blows: BTreeMap<String, usize>,
    /// How often each fault fired.
    pub(crate) faults: BTreeMap<String, usize>,
}

impl Storm {
    /// Lets it rage, and reckons up.
    pub(crate) async fn rages(&self) -> Report {
        let mut world = self.world().await;
        let mut draws = Draws::seeded(self.seed);
        let luck = Arc::new(Luck::of(&world));
        let mut customers = JoinSet::new();
        for number in 0..self.people {
            let customer = Customer::joins(&world, Draws::seeded(draws.next())).await;
            let first = Instant::now() + PACE * u32::try_from(number).unwrap() / 8;
            let (luck, orders) = (Arc::clone(&luck), self.orders);
            customers.spawn(async move { customer.shops(orders, first, &luck).await });
        }
        let mut weather = Weather::of(draws, self.restarts);
        let mut ticks = interval_at(Instant::now() + BETWEEN, BETWEEN);
        let (mut auditor, mut looks) = (Auditor::default(), interval(LOOK));
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut all = Vec::new();
        while all.len() < self.people || !weather.has_shown_everything() {
            tokio::select! {
                biased;
                Some(orders) = customers.join_next() => all.push(orders.unwrap()),
                _ = ticks.tick() => {
                    weather.blows(&mut world).await;
                    ticks.reset();
                }
                _ = looks.tick() => auditor.looks(&world).await,
            }
        }
        let faults = luck.ends();
        calm::comes(&world).await;
        world.ends_well().await;
        let report = reckoning::reckon(&world, &all).await;
        let report = Report { audits: auditor.audits, blows: weather.tally, faults, ..report };
        let ends = report.delivered + report.returned + report.refused;
        assert_eq!(ends, report.orders, "{report:?}");
        assert_eq!(report.reasons.values().sum::<usize>(), report.returned, "{report:?}");
        assert!(report.late <= report.returned, "{report:?}");
        assert!(report.audits > 0, "{report:?}");
        let blows: usize = report.blows.values().sum();
        let cuts = report.faults.get("CutAfter").copied().unwrap_or_default();
        let excuses = blows * self.people + cuts;
        assert!(report.twice <= excuses, "too much came twice: {report:?}");
        report
    }

    async fn world(&self) -> World {
        let settings = settings().await;
        let seed = self.seed;
        let builder = World::build(self.program)
            .variable("ADMIN_IDS", &ADMIN.to_string())
            .variable("SETTINGS_DIR", &settings.to_string_lossy())
            .telegram(|telegram| telegram.seed = seed)
            .kie(|kie| (kie.seed, kie.pace) = (seed, Pace::Scaled(HASTE)));
        let builder = if self.restarts { builder.own_server() } else { builder };
        let world = builder.start().await;
        // Four credits for everything would close what is sold for less.
        world.kie.set_price("z-image", 800_000);
        world
    }
}

/// A folder with offers that let a person have many orders in work: those in doubt last for minutes.
async fn settings() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("storm-settings");
    tokio::fs::create_dir_all(&folder).await.unwrap();
    let (few, many) = ("per_person = 3 ", "per_person = 100 ");
    let offers = include_str!("../../../../../domain/offers.toml");
    assert!(offers.contains(few), "the offers say it otherwise");
    tokio::fs::write(folder.join("offers.toml"), offers.replace(few, many)).await.unwrap();
    folder
}
