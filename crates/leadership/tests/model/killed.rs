//! Every mutant is found out, and by which invariant.

use crate::explore::{dies, holds};
use crate::mutants::Mutant;
use crate::rules::Rules;

#[test]
fn what_kills_a_mutant_holds_without_it() {
    // The failover has a test of its own.
    for mutant in Mutant::ALL.into_iter().filter(|mutant| *mutant != Mutant::FenceWithoutHolder) {
        let (rules, _) = mutant.case(2);
        holds(Rules { mutant: None, ..rules }, 30);
    }
}

#[test]
fn trust_counted_from_the_answer_breaks_i4() {
    dies(Mutant::TrustFromAnswer, 2);
}

#[test]
fn a_server_timer_shorter_than_trust_and_call_breaks_i4() {
    dies(Mutant::ShortStale, 2);
}

#[test]
fn beats_beside_the_session_with_the_lock_break_i4() {
    dies(Mutant::BeatBesideTheLock, 2);
}

#[test]
fn a_clock_that_stands_still_in_a_suspend_breaks_i4() {
    dies(Mutant::ClockStopsInSleep, 2);
}

#[test]
fn unlocking_before_the_drain_breaks_i4() {
    dies(Mutant::UnlockBeforeDrain, 2);
}

#[test]
fn sealing_before_the_drain_breaks_i4() {
    dies(Mutant::SealBeforeDrain, 2);
}

#[test]
fn unlocking_before_the_seal_breaks_i8() {
    dies(Mutant::UnlockBeforeSeal, 2);
}

#[test]
fn unlocking_without_a_seal_breaks_i8() {
    dies(Mutant::NoSeal, 2);
}

#[test]
fn a_claim_that_does_not_wait_for_the_fence_breaks_i3() {
    dies(Mutant::FenceWithoutLock, 2);
}

#[test]
fn transactions_without_a_fence_break_i3() {
    dies(Mutant::NoFence, 2);
}

#[test]
fn a_fence_that_does_not_ask_for_the_holder_breaks_i3_after_a_failover() {
    dies(Mutant::FenceWithoutHolder, 2);
}

#[test]
fn a_claim_that_keeps_the_epoch_breaks_i2() {
    dies(Mutant::SameEpoch, 2);
}

#[test]
fn a_server_without_the_timer_breaks_i7() {
    dies(Mutant::NoDeadMan, 2);
}

#[test]
fn stragglers_that_are_left_alone_break_i7() {
    dies(Mutant::StragglersLive, 2);
}

#[test]
fn a_waiting_process_that_does_not_notice_a_lost_session_breaks_i7() {
    dies(Mutant::LossUnnoticed, 2);
}
