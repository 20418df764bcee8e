//! Rules that remember: who became active when, what a passive instance says, who was taken over.
//!
//! ```text
//!   instance:  passive ── PASSIVE → ACTIVE (epoch) ──> active ── ACTIVE → PASSIVE ──> passive
//!                                                         └ a line about being passive: broken
//! ```
//!
//! Lines of level DEBUG and below may say what they like: nobody reads them in a deploy.

use std::collections::VecDeque;

use super::Rule;
use super::line::{Level, Line, beginning};
use super::recent::Recent;

/// More instances and terms than a deploy has.
const MOST: usize = 4_096;

/// A passive line may come again after this, in milliseconds.
const QUIET: i64 = 30_000;

/// One takeover by silence in this time is an accident, in milliseconds.
const HOUR: i64 = 3_600_000;

/// Takeovers that are remembered; two are too many already.
const MOST_TAKEOVERS: usize = 64;

const ACTIVATED: &str = "[LOCK] PASSIVE → ACTIVE";
const STEPPED_DOWN: &str = "[LOCK] ACTIVE → PASSIVE";
const TOOK_OVER: &str = "[LOCK] took over";

#[derive(Debug)]
pub(super) struct Roles {
    active: Recent<String, bool>,
    /// When each passive line was last said, and by whom.
    passive: Recent<(String, String), i64>,
    begun: Recent<i64, ()>,
    /// The terms that began by a takeover, and when.
    takeovers: VecDeque<(i64, i64)>,
}

impl Default for Roles {
    fn default() -> Self {
        Self {
            active: Recent::of(MOST),
            passive: Recent::of(MOST),
            begun: Recent::of(MOST),
            takeovers: VecDeque::new(),
        }
    }
}

impl Roles {
    /// The rules that this line breaks, together with those before it.
    pub(super) fn look(&mut self, line: &Line) -> Vec<Rule> {
        let broken = [
            (Rule::PassiveAfterActive, self.passive_after_active(line)),
            (Rule::PassiveTwice, self.passive_twice(line)),
            (Rule::SecondActivation, self.second_activation(line)),
            (Rule::Takeovers, self.too_many_takeovers(line)),
        ];
        broken.into_iter().filter(|(_, breaks)| *breaks).map(|(rule, _)| rule).collect()
    }

    fn passive_after_active(&mut self, line: &Line) -> bool {
        if line.message.starts_with(ACTIVATED) {
            self.active.put(line.instance.clone(), true);
        } else if line.message.starts_with(STEPPED_DOWN) {
            self.active.put(line.instance.clone(), false);
        }
        is_passive(line) && self.active.get(&line.instance) == Some(&true)
    }

    fn passive_twice(&mut self, line: &Line) -> bool {
        if !is_passive(line) {
            return false;
        }
        let key = (line.instance.clone(), beginning(&line.message));
        let before = self.passive.put(key, line.at);
        before.is_some_and(|before| line.at.saturating_sub(before).saturating_abs() < QUIET)
    }

    fn second_activation(&mut self, line: &Line) -> bool {
        let epoch = line.number("epoch").filter(|_| line.message.starts_with(ACTIVATED));
        epoch.is_some_and(|epoch| self.begun.put(epoch, ()).is_some())
    }

    /// The activation and the line beside it tell of one takeover: the term is the same.
    fn too_many_takeovers(&mut self, line: &Line) -> bool {
        let by_silence = line.message.starts_with(TOOK_OVER)
            || (line.message.starts_with(ACTIVATED)
                && line.text("reason") == Some("holder_silent"));
        let Some(epoch) = line.number("epoch").filter(|_| by_silence) else { return false };
        if self.takeovers.iter().any(|(known, _)| *known == epoch) {
            return false;
        }
        let close = |at: i64| line.at.saturating_sub(at).saturating_abs() < HOUR;
        let too_many = self.takeovers.iter().any(|(_, at)| close(*at));
        if self.takeovers.len() == MOST_TAKEOVERS {
            self.takeovers.pop_front();
        }
        self.takeovers.push_back((epoch, line.at));
        too_many
    }
}

/// Whether a line is about being passive; a change of role is about the change.
fn is_passive(line: &Line) -> bool {
    line.level != Level::Quiet && !line.message.contains('→') && line.has_word(&["passive"])
}
