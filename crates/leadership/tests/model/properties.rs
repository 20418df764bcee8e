//! What must hold in every state, and what must happen in some.
//!
//! The numbers are those of the protocol's invariants. I5 and I6 (what becomes of calls and of what
//! comes in) belong to whoever uses the lock, I10 (log lines) to the elector.

use leadership::step::Phase;
use stateright::Property;

use crate::marks;
use crate::rules::{Fault, LEADERLESS, Rules, Work};
use crate::world::{Life, World};

pub(crate) const I1: &str = "I1 at most one session holds the lock";
pub(crate) const I2: &str = "I2 every term has an epoch of its own, higher than all before";
pub(crate) const I3: &str = "I3 nothing commits in a term that is over";
pub(crate) const I4: &str =
    "I4 a term that was lost to the timer, to death or to a seal acts no more";
pub(crate) const I4_BOUND: &str = "I4 a term that was lost otherwise acts for R + C at most";
pub(crate) const I7: &str = "I7 somebody leads soon after the last fault";
pub(crate) const I8: &str = "I8 nothing begins or commits after the seal, and unlocking comes last";
pub(crate) const I9: &str = "I9 nobody becomes active or keeps the lock who should not";
pub(crate) const NO_ABORT: &str = "no process is aborted whose work ends when it is cancelled";
pub(crate) const ONE_TERM: &str = "a process has one term at a time";
pub(crate) const PROGRESS: &str = "whatever is due changes something";

/// Shorthand for a condition.
type Condition = fn(&Rules, &World) -> bool;
/// What must happen: its name, whether it has, and whether it can under these rules.
type Sometimes = (&'static str, Condition, fn(&Rules) -> bool);

/// What must hold in every state.
const ALWAYS: [(&str, Condition); 11] = [
    (I1, |_, world| world.sessions().filter(|session| session.locked).count() <= 1),
    (I2, |_, world| world.marks & marks::BROKE_I2 == 0),
    (I3, |_, world| world.marks & marks::BROKE_I3 == 0),
    (I4, |_, world| !overlaps(world)),
    (I4_BOUND, |_, world| world.marks & marks::BROKE_I4_BOUND == 0),
    (I7, |_, world| world.leaderless <= LEADERLESS),
    (I8, |_, world| world.marks & marks::BROKE_I8 == 0),
    (I9, |_, world| world.marks & marks::BROKE_I9 == 0 && !ghost_leads(world)),
    (NO_ABORT, |_, world| world.marks & marks::BROKE_ABORT == 0),
    (ONE_TERM, |_, world| world.marks & marks::BROKE_ONE_TERM == 0),
    (PROGRESS, |_, world| world.marks & marks::BROKE_PROGRESS == 0),
];

/// All of them, as far as these rules can bring them about.
pub(crate) fn all(rules: &Rules) -> Vec<Property<Rules>> {
    let always = ALWAYS.into_iter().map(|(name, holds)| Property::always(name, holds));
    let possible = sometimes().into_iter().filter(|(_, _, possible)| possible(rules));
    let sometimes = possible.map(|(name, happens, _)| Property::sometimes(name, happens));
    always.chain(sometimes).collect()
}

/// The names of what must happen under these rules.
pub(crate) fn expected(rules: &Rules) -> Vec<&'static str> {
    let possible = sometimes().into_iter().filter(|(_, _, possible)| possible(rules));
    possible.map(|(name, ..)| name).collect()
}

/// What must happen somewhere.
fn sometimes() -> [Sometimes; 10] {
    [
        ("a process leads", |_, world| world.processes.iter().any(|p| p.leads()), |_| true),
        (
            "the server's timer lets another take over",
            |_, world| world.marks & marks::TOOK_OVER != 0,
            |rules| rules.can(Fault::Pause) || rules.can(Fault::Link),
        ),
        (
            "a transaction is refused",
            |_, world| world.marks & marks::REFUSED != 0,
            |rules| rules.work == Work::Transactions && rules.can(Fault::Pause),
        ),
        (
            "a hand-over that was asked for happens",
            |_, world| world.marks & marks::HANDED_OVER != 0,
            |rules| rules.requests > 0,
        ),
        (
            "a process follows itself",
            |_, world| world.marks & marks::AGAIN != 0,
            |rules| rules.can(Fault::Terminate),
        ),
        (
            "a claim waits for a transaction of the old term",
            |_, world| world.marks & marks::STRAGGLER != 0,
            |rules| rules.work == Work::Transactions && rules.can(Fault::Terminate),
        ),
        (
            "a stop while leading ends with a sealed term",
            |_, world| world.marks & marks::STOPPED != 0,
            |rules| rules.can(Fault::Stop),
        ),
        (
            "who slept too long with work in hand is aborted",
            |_, world| world.marks & marks::ABORTED != 0,
            |rules| rules.can(Fault::Pause),
        ),
        (
            "the claim of a process that is gone is recorded",
            |_, world| world.marks & marks::GHOST != 0,
            |rules| rules.can(Fault::Kill),
        ),
        (
            "a call is still under way when the next term begins, where that cannot be helped",
            |_, world| world.marks & marks::OVERLAP != 0,
            |rules| rules.work == Work::Calls && rules.can(Fault::Terminate),
        ),
    ]
}

/// Somebody acts for a term although a newer one was claimed, and nothing excuses it.
fn overlaps(world: &World) -> bool {
    world.processes.iter().any(|process| {
        let older = process.term.is_some_and(|term| term.name.number() < world.server.claimed);
        older && process.acts() && process.grace.is_none()
    })
}

/// A process that is gone has no term, and neither has one that does not lead.
fn ghost_leads(world: &World) -> bool {
    world.processes.iter().any(|process| {
        let leading = matches!(process.machine.phase, Phase::Leading(_));
        process.life == Life::Dead && (leading || process.term.is_some())
            || process.trusts() && !leading
    })
}
