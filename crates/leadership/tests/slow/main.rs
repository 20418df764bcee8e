//! The model of `tests/model`, further: more faults at once, hand-overs in between, and every
//! mutant among three processes. And what would be published, by itself.

#![expect(clippy::expect_used, clippy::print_stdout, reason = "everything here is test code")]

#[path = "../model/explore.rs"]
mod explore;
#[path = "../model/faults.rs"]
mod faults;
#[path = "../model/marks.rs"]
mod marks;
#[path = "../model/moves.rs"]
mod moves;
#[path = "../model/mutants.rs"]
mod mutants;
mod package;
#[path = "../model/process.rs"]
mod process;
#[path = "../model/properties.rs"]
mod properties;
#[path = "../model/rules.rs"]
mod rules;
#[path = "../model/server.rs"]
mod server;
#[path = "../model/time.rs"]
mod time;
#[path = "../model/world.rs"]
mod world;

use explore::{dies, holds};
use mutants::Mutant;
use rules::{FAILOVER, FAULTS, Rules, Work};

#[test]
fn calls_keep_the_invariants_through_two_faults_and_a_hand_over() {
    holds(Rules::new(2, FAULTS, 2, Work::Calls).with_request(), 1_500_000);
}

#[test]
fn transactions_keep_the_invariants_through_two_faults_and_a_hand_over() {
    holds(Rules::new(2, FAULTS, 2, Work::Transactions).with_request(), 3_000_000);
}

#[test]
fn transactions_of_three_processes_keep_the_invariants_through_a_fault_and_a_hand_over() {
    holds(Rules::new(3, FAULTS, 1, Work::Transactions).with_request(), 130_000);
}

#[test]
fn calls_keep_the_invariants_through_a_failover_and_a_hand_over() {
    holds(Rules::new(2, FAILOVER, 2, Work::Calls).with_request(), 100_000);
}

#[test]
fn transactions_keep_the_invariants_through_a_failover_and_a_hand_over() {
    holds(Rules::new(2, FAILOVER, 2, Work::Transactions).with_request(), 300_000);
}

#[test]
fn calls_of_three_processes_keep_the_invariants_through_two_faults() {
    holds(Rules::new(3, FAULTS, 2, Work::Calls), 300_000);
}

#[test]
fn every_mutant_dies_among_three_processes() {
    for mutant in Mutant::ALL {
        dies(mutant, 3);
    }
}
