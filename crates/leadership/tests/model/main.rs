//! The protocol in every interleaving of faults: stateright explores the same `step` the elector
//! runs, with two and three processes and one PostgreSQL.
//!
//! * [`world`]: what a state is; [`marks`]: what the last move brought about.
//! * [`moves`]: what can happen next, and what must happen before time passes; [`time`]: a tick.
//! * [`process`]: an elector's driver; [`server`]: what `schema.sql` does; [`faults`].
//! * [`properties`]: the invariants, and what must happen so that they are not empty words.
//! * [`rules`]: how many of everything; [`mutants`]: what is broken on purpose.
//!
//! What is exact: `step` with its own durations (H 1, R 3, C 1, T 5 ticks of a second), the order of
//! statements in a session, what each of them reads and writes, which of them wait for which. Time
//! has no bound, faults have.
//!
//! What is left out: clocks that run wrong (T has a tick to spare instead), the second line that
//! ends a silent session, the lock of an old name, a pooler or a standby, deadlines of single calls,
//! `idle_in_transaction_session_timeout` (whoever is held up ends the transaction earlier), more
//! than one transaction or call per process. An outside call that was frozen past the end of its
//! term cannot be taken back by anybody; the invariants on time speak of processes that ran.

#![expect(clippy::expect_used, clippy::print_stdout, reason = "everything here is test code")]

mod explore;
mod faults;
mod killed;
mod marks;
mod moves;
mod mutants;
mod process;
mod properties;
mod rules;
mod server;
mod time;
mod world;

use explore::holds;
use rules::{FAILOVER, FAULTS, Rules, Work};

#[test]
fn calls_of_two_processes_keep_the_invariants_through_two_faults() {
    holds(Rules::new(2, FAULTS, 2, Work::Calls), 200_000);
}

#[test]
fn transactions_of_two_processes_keep_the_invariants_through_two_faults() {
    holds(Rules::new(2, FAULTS, 2, Work::Transactions), 300_000);
}

#[test]
fn calls_of_three_processes_keep_the_invariants_through_a_fault_and_a_hand_over() {
    holds(Rules::new(3, FAULTS, 1, Work::Calls).with_request(), 50_000);
}

#[test]
fn transactions_of_three_processes_keep_the_invariants_through_a_fault() {
    holds(Rules::new(3, FAULTS, 1, Work::Transactions), 9_000);
}

#[test]
fn transactions_keep_the_invariants_through_a_failover_that_loses_a_claim() {
    holds(Rules::new(2, FAILOVER, 2, Work::Transactions), 90_000);
}
