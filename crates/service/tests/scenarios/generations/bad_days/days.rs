//! A season: day after day people order while KIE has a bad day, and every evening is reckoned up.
//!
//! ```text
//!   morning ── the clock of the business shows the next day, KIE gets its weather of the day
//!   noon ───── people order: honestly, twenty times, and then take it back, block us, lie about files
//!   evening ── pauses pass, deadlines pass, some of what was given up comes all the same
//!   night ──── the books are audited, and what KIE charged without income is held against what
//!              `trt catalogue check` had said
//! ```
//!
//! | part | owns |
//! | --- | --- |
//! | [`people`] | who orders, and how |
//! | [`weather`] | what KIE does on a day |
//! | [`evening`] | the time that passes until everything has ended |
//! | [`reckoning`] | what the day has cost, counted from KIE's own journal |
//!
//! Everything that is drawn comes from one seed. Two test programs include this file.

mod evening;
mod people;
mod reckoning;
mod weather;

use std::collections::BTreeMap;

use simulator::world::World;
use testbed::draws::Draws;
use testbed::server::connect;
use tokio::task::JoinSet;

use people::{ADMIN, Customer};
use reckoning::Said;
use weather::Weather;

/// So many people order; each of them may have three orders in work.
const PEOPLE: usize = 24;

/// A season to be.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Season {
    /// The program under test.
    pub(crate) program: &'static str,
    /// What everything is drawn from.
    pub(crate) seed: u64,
    /// How many days it has.
    pub(crate) days: usize,
    /// How often people want something in all.
    pub(crate) orders: usize,
}

/// What came of it.
#[derive(Debug, Default)]
pub(crate) struct Report {
    /// How often people wanted something, by what came of it.
    pub(crate) wishes: BTreeMap<&'static str, usize>,
    /// How often each kind of weather was.
    pub(crate) weather: BTreeMap<&'static str, usize>,
    /// Faults that came by themselves.
    pub(crate) faults: usize,
    /// Generations by how they ended, in the word of the table.
    pub(crate) ends: BTreeMap<String, i64>,
    /// The dearest day, in millionths of a credit, and what had been said a day can cost.
    pub(crate) dearest_day: i64,
    pub(crate) said: i64,
    /// How often the books were audited.
    pub(crate) audits: usize,
}

impl Report {
    /// Whether everything happened that had to, so that nothing is shown by its absence.
    pub(crate) fn is_whole(&self, season: &Season) {
        assert_eq!(self.wishes.values().sum::<usize>(), season.orders, "{self:#?}");
        assert_eq!(self.audits, season.days, "{self:#?}");
        assert!(self.faults > season.days, "{self:#?}");
        for wish in ["ordered", "taken back", "blocked", "lied"] {
            assert!(self.wishes.contains_key(wish), "nobody {wish}: {self:#?}");
        }
        for end in ["delivered", "failed", "lost", "cancelled"] {
            assert!(self.ends.get(end).is_some_and(|count| *count > 0), "{end}: {self:#?}");
        }
        assert_eq!(self.weather.len(), Weather::ALL.len(), "some weather never was: {self:#?}");
        assert!((1..=self.said).contains(&self.dearest_day), "{self:#?}");
    }
}

impl Season {
    /// Lets all days pass.
    pub(crate) async fn passes(&self) -> Report {
        let world = self.world().await;
        let client = connect(&world.database_url()).await.unwrap();
        let said = Said::by(self.program).await;
        let mut draws = Draws::seeded(self.seed);
        let mut customers = Vec::new();
        for _ in 0..PEOPLE {
            customers.push(Customer::joins(&world, Draws::seeded(draws.next())).await);
        }
        let mut report = Report { said: said.overcharged, ..Report::default() };
        let mut reckoned = 0;
        for day in 0..self.days {
            evening::clock_shows(&client, day, 0).await;
            let weather = *draws.one_of(&Weather::ALL);
            *report.weather.entry(weather.name()).or_default() += 1;
            world.kie.faults().rates(weather.rates());
            let wishes = self.orders * (day + 1) / self.days - self.orders * day / self.days;
            customers = noon(customers, wishes, &mut report).await;
            world.kie.faults().rates(simulator::kie::Rates::none());
            evening::falls(&world, &client, day, &mut draws).await;
            reckoning::books_are_clean(&world, day).await;
            report.audits += 1;
            let cost = reckoning::day_cost(&world, &client, &mut reckoned).await;
            assert!(
                cost <= said.for_day(weather),
                "day {day}, {}: it cost {cost}, and {said:?} was said",
                weather.name()
            );
            report.dearest_day = report.dearest_day.max(cost);
        }
        let is_lied_for = |task: &simulator::kie::Task| task.model == people::ENHANCER;
        assert!(!world.kie.tasks().iter().any(is_lied_for), "a lie was believed");
        report.faults = world.kie.faults().drawn();
        report.ends = reckoning::ends(&client).await;
        world.ends_well().await;
        report
    }

    async fn world(&self) -> World {
        let seed = self.seed;
        let world = World::build(self.program)
            .patient_lock()
            .instances(1)
            .variable("ADMIN_IDS", &ADMIN.to_string())
            .telegram(|telegram| telegram.seed = seed)
            .kie(|kie| kie.seed = seed)
            .start()
            .await;
        people::prices_are_the_catalogues(&world);
        world
    }
}

/// People want so many things, all of them at the same time and each one after the other.
async fn noon(customers: Vec<Customer>, wishes: usize, report: &mut Report) -> Vec<Customer> {
    let mut busy = JoinSet::new();
    let number = customers.len();
    for (place, customer) in customers.into_iter().enumerate() {
        let own = wishes / number + usize::from(place < wishes % number);
        busy.spawn(async move { customer.spends_the_day(own).await });
    }
    let mut back = Vec::with_capacity(number);
    for (customer, outcomes) in busy.join_all().await {
        for outcome in outcomes {
            *report.wishes.entry(outcome).or_default() += 1;
        }
        back.push(customer);
    }
    back.sort_by_key(Customer::id);
    // Not always the same ones have the odd wish.
    let turn = wishes % number;
    back.rotate_left(turn);
    back
}
