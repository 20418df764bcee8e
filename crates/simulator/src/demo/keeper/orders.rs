//! What each order does. Whatever breaks something has an order that makes it whole again.

use std::time::Duration;

use testbed::process::Signal;
use testbed::proxy::Fault;
use testbed::server::Shutdown;

use super::{Keeper, millis, runs, seconds};
use crate::demo::deploy::Deploy;
use crate::demo::story::Blow;
use crate::kie;
use crate::telegram::page::backstage::{Order, Refused};
use crate::telegram::{self};
use crate::world::Instance;

/// Instances at once.
const MOST: usize = 6;

/// Instances of one demo in all: each ended one keeps its log.
const EVER: usize = 200;

/// A stopped PostgreSQL is started again after this.
const OUTAGE: Duration = Duration::from_millis(700);

/// For how many seconds Telegram asks to be left alone.
const RETRY_AFTER: u64 = 2;

impl Keeper {
    pub(super) fn takes(&mut self, order: Order) -> Result<(), Refused> {
        match order {
            Order::Kill(place) => {
                self.running(place)?;
                self.tells_of(Blow::Kill(place), place);
                self.world.instance(place).signal(Signal::SIGKILL);
            }
            Order::Stop(place) => {
                self.running(place)?;
                if self.stopping.contains(&place) {
                    return Err(Refused::NotNow("it is being stopped already"));
                }
                let is_leader = self.leads_by_the_lock(place);
                self.tells_that(Blow::Stop(place), is_leader);
                self.stops(place);
            }
            Order::Start => self.starts_one()?,
            Order::Freeze(place) => self.freezes(place)?,
            Order::Thaw(place) => self.thaws(place)?,
            Order::Cut(place) => self.cuts(place)?,
            Order::Heal(place) => self.heals(place)?,
            Order::Deploy => self.begins_to_deploy()?,
            Order::RestartDatabase => self.restarts_database()?,
            Order::Kie { is_away } => self.kie(is_away),
            Order::Flood { is_on } => self.floods(is_on),
            Order::Crowd(people) => self.crowd.becomes(people),
        }
        Ok(())
    }

    fn running(&self, place: usize) -> Result<&Instance, Refused> {
        let instance = self.world.instances().get(place).ok_or(Refused::NoInstance(place))?;
        match instance.process.status() {
            None => Ok(instance),
            Some(_) => Err(Refused::HasEnded(place)),
        }
    }

    /// Begins the tale of a blow.
    pub(super) fn tells_that(&mut self, blow: Blow, is_hit: bool) {
        self.story.tells(blow, millis(), is_hit, self.tally.doubled());
    }

    /// Tells of a blow to an instance; if it leads, its term ends here and now.
    fn tells_of(&mut self, blow: Blow, place: usize) {
        let is_leader = self.leads_by_the_lock(place);
        self.tells_that(blow, is_leader);
        if is_leader {
            self.breaks_off();
        }
    }

    /// Stops one as platforms do: first no more traffic. A frozen one has to wake to hear of it.
    pub(super) fn stops(&mut self, place: usize) {
        self.stopping.insert(place);
        self.routes();
        self.world.instance(place).signal(Signal::SIGTERM);
        if self.frozen.remove(&place) {
            self.world.instance(place).signal(Signal::SIGCONT);
        }
        self.cut.remove(&place);
    }

    fn starts_one(&mut self) -> Result<(), Refused> {
        self.has_room()?;
        self.starts.spawn(self.world.launches_one());
        Ok(())
    }

    fn has_room(&self) -> Result<(), Refused> {
        let (all, starting) = (self.world.instances(), self.starts.len());
        let alive = all.iter().filter(|one| one.process.status().is_none()).count();
        if alive + starting >= MOST {
            return Err(Refused::Enough(MOST));
        }
        if all.len() + starting >= EVER {
            return Err(Refused::WornOut(EVER));
        }
        Ok(())
    }

    fn freezes(&mut self, place: usize) -> Result<(), Refused> {
        self.running(place)?;
        if !self.frozen.insert(place) {
            return Err(Refused::NotNow("it is frozen already"));
        }
        self.tells_of(Blow::Freeze(place), place);
        self.world.instance(place).signal(Signal::SIGSTOP);
        Ok(())
    }

    fn thaws(&mut self, place: usize) -> Result<(), Refused> {
        self.running(place)?;
        if !self.frozen.remove(&place) {
            return Err(Refused::NotNow("it is not frozen"));
        }
        self.returns(place);
        self.tells_that(Blow::Thaw(place), false);
        self.world.instance(place).signal(Signal::SIGCONT);
        Ok(())
    }

    fn cuts(&mut self, place: usize) -> Result<(), Refused> {
        let instance = self.running(place)?;
        if self.cut.contains_key(&place) {
            return Err(Refused::NotNow("it is cut off already"));
        }
        let injected = instance.link.inject(Fault::Blackhole).that_may_miss();
        self.tells_of(Blow::Cut(place), place);
        self.cut.insert(place, injected);
        Ok(())
    }

    fn heals(&mut self, place: usize) -> Result<(), Refused> {
        self.running(place)?;
        if self.cut.remove(&place).is_none() {
            return Err(Refused::NotNow("it is not cut off"));
        }
        self.returns(place);
        self.tells_that(Blow::Heal(place), false);
        Ok(())
    }

    /// A leader that comes back before anybody has followed it goes on leading.
    fn returns(&mut self, place: usize) {
        let lock = self.lock();
        if lock.is_held && self.names.get(&lock.instance) == Some(&place) {
            self.broken_off.remove(&lock.epoch);
        }
    }

    fn begins_to_deploy(&mut self) -> Result<(), Refused> {
        if self.deploy.is_some() {
            return Err(Refused::NotNow("a deploy is under way already"));
        }
        let all = 0..self.world.instances().len();
        let old = all.filter(|place| runs(&self.world, *place) && !self.stopping.contains(place));
        let old: Vec<usize> = old.collect();
        if old.is_empty() {
            return Err(Refused::NotNow("nothing runs: start one first"));
        }
        self.starts_one()?;
        self.tells_that(Blow::Deploy, true);
        self.deploy = Some(Deploy::of(old));
        Ok(())
    }

    fn restarts_database(&mut self) -> Result<(), Refused> {
        if self.database_down.is_some() {
            return Err(Refused::NotNow("PostgreSQL is down already"));
        }
        self.tells_that(Blow::Database, true);
        self.breaks_off();
        self.database_down = self.world.lends_server().map(|mut server| {
            let here = tokio::runtime::Handle::current();
            tokio::task::spawn_blocking(move || {
                let back = here.block_on(async {
                    server.stop(Shutdown::Immediate).await?;
                    tokio::time::sleep(OUTAGE).await;
                    server.resume().await
                });
                (server, back)
            })
        });
        Ok(())
    }

    fn kie(&mut self, is_away: bool) {
        if is_away == self.is_kie_away {
            return;
        }
        self.is_kie_away = is_away;
        let whole = kie::Rates::none();
        let rates = if !is_away {
            whole
        } else {
            self.tells_that(Blow::Kie, false);
            let all =
                [kie::Fault::CutBeforeMaking, kie::Fault::LookCut, kie::Fault::UploadCode(503)];
            all.into_iter().fold(whole, |rates, fault| rates.with(fault, 1_000))
        };
        self.world.kie.faults().rates(rates);
    }

    fn floods(&mut self, is_on: bool) {
        match (is_on, self.flood.take()) {
            (true, None) => {
                self.tells_that(Blow::Flood, false);
                let fault = telegram::Fault::RetryAfter(RETRY_AFTER);
                self.flood = Some(self.world.telegram.faults().next_calls(usize::MAX, fault));
            }
            (false, Some(armed)) => armed.disarm(),
            (_, unchanged) => self.flood = unchanged,
        }
    }

    /// How long Telegram has been left without a leader since a moment, and who leads now; none before anybody does.
    pub(super) fn took_over_since(&self, at: u64) -> Option<(usize, f64)> {
        let lock = self.lock();
        // The rows tell of a claim as it happens; the moment of the blow was read just before.
        let since = (at as f64) / 1_000.0;
        let mut gaps = 0.0;
        for pair in lock.terms.windows(2).filter(|pair| pair[1].from >= since) {
            gaps += self.gap(&pair[0], &pair[1]).unwrap_or_default();
        }
        let last = lock.terms.last().filter(|term| term.from >= since)?;
        if lock.epoch != last.epoch || !lock.is_held || last.from > seconds() + 1.0 {
            return None;
        }
        Some((*self.names.get(&last.instance)?, gaps))
    }
}
