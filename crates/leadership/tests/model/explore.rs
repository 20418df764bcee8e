//! Runs an exploration, and tells what it found.

use std::collections::BTreeSet;
use std::time::Instant;

use stateright::{Checker, HasDiscoveries, Model, Path};

use crate::moves::Move;
use crate::mutants::Mutant;
use crate::properties;
use crate::rules::Rules;
use crate::world::{Process, World};

/// Explores every state; fails when something is broken, when something never happens that should,
/// or when there were fewer states than there must be.
#[track_caller]
pub(crate) fn holds(rules: Rules, least: usize) {
    let expected = properties::expected(&rules);
    let what = format!(
        "{} processes, {} faults, {:?}, {} hand-overs",
        rules.processes, rules.budget, rules.work, rules.requests
    );
    let began = Instant::now();
    let checker = rules.checker().spawn_bfs().join();
    let (states, depth) = (checker.unique_state_count(), checker.max_depth());
    println!("{what}: {states} states, depth {depth}, {:?}", began.elapsed());
    for (name, path) in checker.discoveries() {
        assert!(expected.contains(&name), "broken: {name}\n{}", trace(path));
    }
    for name in expected {
        assert!(checker.discovery(name).is_some(), "never happened: {name}");
    }
    assert!(states >= least, "only {states} states: the model has become trivial");
}

/// Explores until the mutant is found out by its invariant; fails when it is not.
#[track_caller]
pub(crate) fn dies(mutant: Mutant, processes: usize) {
    let (rules, invariant) = mutant.case(processes);
    let enough = HasDiscoveries::AnyOf(BTreeSet::from([invariant]));
    let checker = rules.checker().finish_when(enough).spawn_bfs().join();
    let states = checker.unique_state_count();
    let Some(path) = checker.discovery(invariant) else {
        panic!("{mutant:?} lives: {states} states, and this held: {invariant}");
    };
    let moves = path.into_actions();
    println!("{mutant:?}, after {} moves of {states} states: {invariant}", moves.len());
    println!("{moves:?}");
}

/// A counter-example, move by move.
fn trace(path: Path<World, Move>) -> String {
    let lines = path.into_vec().into_iter().map(|(world, next)| {
        let processes: String = world.processes.iter().map(process).collect();
        let next = next.map_or("the end".to_owned(), |next| format!("{next:?}"));
        format!("{processes}    {:?} {:#x}\n{next}\n", world.server, world.marks)
    });
    lines.collect()
}

fn process(process: &Process) -> String {
    let Process { life, machine, term, call, transaction, sessions, .. } = process;
    let phase = &machine.phase;
    let sessions: String =
        sessions.iter().map(|session| format!("        {session:?}\n")).collect();
    format!("    {life:?} {phase:?} {term:?} call {call} {transaction:?}\n{sessions}")
}
