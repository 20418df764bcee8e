//! The stage as the page gets it: one JSON object, bounded in all its lists.
//!
//! Moments are milliseconds since 1970, so that a page with another clock can tell how long ago they were: it gets
//! `now` with them.

use serde_json::{Value, json};

use super::{Keeper, millis, runs};
use crate::demo::lock::Term;
use crate::demo::looker::Looker;
use crate::demo::story::{Blow, Present, Tale};
use crate::telegram::page::backstage::MOST_PEOPLE;

/// Ended instances that are still shown.
const ENDED: usize = 8;

/// Terms that are shown: those of a few minutes of blows.
const TERMS: usize = 24;

impl Keeper {
    /// Lets every open tale go on, with what is known now.
    pub(super) fn tells(&mut self) {
        let leader = self.leader();
        let mut story = std::mem::take(&mut self.story);
        let present = |tale: &Tale| Present {
            leader,
            took_over: self.took_over_since(tale.at),
            is_under_way: self.is_under_way(tale.blow),
        };
        let presents: Vec<Present> = story.tales().iter().map(present).collect();
        story.goes_on(&self.tally, &mut self.auditor, &presents);
        self.story = story;
    }

    fn is_under_way(&self, blow: Blow) -> bool {
        match blow {
            Blow::Deploy => self.deploy.is_some(),
            Blow::Database => self.database_down.is_some(),
            Blow::Kie => self.is_kie_away,
            Blow::Flood => self.flood.is_some(),
            Blow::Stop(place) | Blow::Kill(place) => runs(&self.world, place),
            _ => false,
        }
    }

    pub(super) fn stage(&self) -> Value {
        let lock = self.lock();
        let (people, seconds) = self.crowd.size();
        let place = |name: &str| self.names.get(name);
        json!({
            "now": millis(),
            "instances": self.instances(),
            "ended": self.ended.len(),
            "starting": self.starts.len(),
            "trouble": self.trouble,
            "leader": self.leader(),
            "leaderless": self.leaderless.map(|since| since * 1_000.0),
            "lock": {
                "is_held": lock.is_held, "epoch": lock.epoch, "instance": place(&lock.instance),
                "beat": lock.beat, "beat_at": lock.beat_at * 1_000.0, "is_known": lock.is_known,
            },
            "terms": self.terms(&lock.terms),
            "count": self.tally.count(self.calm),
            "books": self.auditor.books(),
            "world": {
                "database": if self.database_down.is_some() { "down" } else { "up" },
                "kie": if self.is_kie_away { "away" } else { "up" },
                "telegram": if self.flood.is_some() { "429" } else { "up" },
                "refused": self.flood.as_ref().map(crate::telegram::Armed::times),
                "deploy": self.deploy.as_ref().map(crate::demo::deploy::Deploy::progress),
            },
            "crowd": { "people": people, "most": MOST_PEOPLE, "seconds": seconds },
            "tales": self.story.tales(),
        })
    }

    fn instances(&self) -> Value {
        let lock = self.lock();
        let terms = |name: &str| lock.terms.iter().rev().find(|term| term.instance == name);
        let shown_from = self.ended.len().saturating_sub(ENDED);
        let forgotten: Vec<usize> = self.ended.iter().copied().take(shown_from).collect();
        let all = self.world.instances().iter().enumerate();
        all.filter(|(place, _)| !forgotten.contains(place))
            .map(|(place, instance)| {
                let end = instance.process.status();
                let life = match end {
                    Some(_) => "ended",
                    None if self.stopping.contains(&place) => "stopping",
                    None => "running",
                };
                let sight = self.lookers.get(&place).map(Looker::sight).unwrap_or_default();
                let health = if sight.is_fresh() { &sight.health } else { &Value::Null };
                let term = sight.name().and_then(terms);
                json!({
                    "instance": place,
                    "address": instance.address(),
                    "pid": instance.process.pid(),
                    "life": life,
                    "end": end.map(|status| status.to_string()),
                    "role": health["lock_state"],
                    "status": health["status"],
                    "epoch": health["epoch"],
                    "term": term.map(|term| term.number),
                    "took": health["queue"]["total_received"],
                    "handled": health["queue"]["total_processed"],
                    "is_ready": sight.is_fresh() && sight.is_ready,
                    "is_frozen": self.frozen.contains(&place),
                    "is_cut": self.cut.contains_key(&place),
                })
            })
            .collect()
    }

    fn terms(&self, terms: &[Term]) -> Value {
        let shown = terms.iter().enumerate().rev().take(TERMS).rev();
        shown
            .map(|(at, term)| {
                let next = terms.get(at + 1);
                let end = self.end(term).or(next.map(|next| next.from));
                let before = at.checked_sub(1).map(|before| &terms[before]);
                json!({
                    "term": term.number,
                    "epoch": term.epoch,
                    "instance": self.names.get(&term.instance),
                    "reason": term.reason,
                    "from": term.from * 1_000.0,
                    "to": end.map(|end| end * 1_000.0),
                    "gap": before.and_then(|before| self.gap(before, term)),
                })
            })
            .collect()
    }

    /// When a term ended: as it was sealed, or at the blow that broke it off.
    fn end(&self, term: &Term) -> Option<f64> {
        term.sealed.or_else(|| self.broken_off.get(&term.epoch).copied())
    }

    /// How many milliseconds nobody led between two terms; unknown when nobody saw the first one end.
    pub(super) fn gap(&self, before: &Term, term: &Term) -> Option<f64> {
        Some(((term.from - self.end(before)?) * 1_000.0).max(0.0))
    }
}
