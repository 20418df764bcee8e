//! The protocol, step by step.

use std::time::Duration;

use super::{Action, Beat, Ending, Event, Leading, Machine, Phase, Stage, step};
use crate::clock::Moment;
use crate::timing::Timing;

const DRAIN: Duration = Duration::from_secs(10);

/// A machine, the time, and what it last asked for.
struct Run {
    machine: Machine,
    now: u64,
    asked: Vec<Action>,
}

fn at(millis: u64) -> Moment {
    Moment::from_millis(millis)
}

impl Run {
    fn new() -> Self {
        Self { machine: Machine::new(), now: 1_000, asked: Vec::new() }
    }

    fn on(mut self, event: Event) -> Self {
        let timing = Timing::default();
        (self.machine, self.asked) = step(self.machine, event, at(self.now), &timing, DRAIN);
        self
    }

    fn later(mut self, millis: u64) -> Self {
        self.now += millis;
        self
    }

    /// A term that was claimed 20 ms ago and is active.
    fn active() -> Self {
        Self::new()
            .on(Event::Tick)
            .on(Event::Connected)
            .on(Event::Granted)
            .later(20)
            .on(Event::Claimed)
            .on(Event::Verified)
    }

    fn acked(self, sent_ago: u64) -> Self {
        let sent_at = at(self.now - sent_ago);
        self.on(Event::BeatAcked { sent_at, handover_asked: false })
    }

    fn leading(&self) -> &Leading {
        let Phase::Leading(leading) = &self.machine.phase else { panic!("{:?}", self.machine) };
        leading
    }

    fn ended(&self) -> Option<Ending> {
        self.asked.iter().find_map(|action| match action {
            Action::End(ending) => Some(*ending),
            _ => None,
        })
    }
}

#[test]
fn a_free_lock_is_claimed_and_verified_before_it_is_announced() {
    let run = Run::new().on(Event::Tick);
    assert_eq!(run.asked, [Action::Connect]);
    let run = run.on(Event::Connected);
    assert_eq!(run.asked, [Action::Await]);
    let run = run.on(Event::SliceOver);
    assert_eq!(run.asked, [Action::Await], "waiting goes on for ever");
    let run = run.on(Event::Granted);
    assert_eq!(run.asked, [Action::Claim]);
    let run = run.later(20).on(Event::Claimed);
    assert_eq!(run.asked, [Action::Begin, Action::Trust(at(5_000)), Action::Verify]);
    let run = run.on(Event::Verified);
    assert_eq!(run.asked, [Action::Announce]);
    assert_eq!(run.leading().stage, Stage::Active);
}

#[test]
fn trust_is_counted_from_when_the_beat_was_sent() {
    let run = Run::active().later(980).on(Event::Tick);
    assert_eq!(run.asked, [Action::Beat]);

    let run = run.later(2_500).acked(2_500);

    assert_eq!(run.leading().trusted_until, at(2_000 + 4_000));
    assert_eq!(run.leading().beat, Beat::Due(at(3_000)), "overdue: the next one goes at once");
}

#[test]
fn an_answer_that_comes_after_trust_has_ended_revives_nothing() {
    let run = Run::active().later(980).on(Event::Tick).later(3_000);
    assert_eq!(run.now, 5_000, "trust from the claim ends here");

    let run = run.acked(3_000);

    assert_eq!(run.ended(), Some(Ending::Untrusted));
    assert_eq!(run.on(Event::Idle).asked, [Action::Drop]);
}

#[test]
fn an_older_answer_never_shortens_trust() {
    let run = Run::active().later(980).on(Event::Tick).acked(0);
    let until = run.leading().trusted_until;

    let run = run.acked(900);

    assert_eq!(run.leading().trusted_until, until);
}

#[test]
fn whatever_is_wrong_with_the_session_ends_the_term_at_once() {
    let wrong = [
        (Event::SessionLost, vec![Action::End(Ending::SessionLost), Action::Drop]),
        // The session may live: then the lock is kept until nothing is in hand.
        (Event::TermGone, vec![Action::End(Ending::Deposed)]),
        (Event::Stalled, vec![Action::End(Ending::Stalled)]),
    ];
    for (event, mut expected) in wrong {
        let run = Run::active().on(event);
        expected.push(Action::TellIdle);
        assert_eq!(run.asked, expected);
        // R after the claim was sent, and C for what was in hand.
        let deadline = at(1_000 + 4_000 + 3_000);
        assert_eq!(run.machine.phase, Phase::Ending { deadline, pause: Duration::ZERO });
    }
}

#[test]
fn work_that_outlives_its_deadline_ends_the_process_and_other_work_does_not() {
    let over = Run::active().on(Event::SessionLost).later(6_979).on(Event::Tick);
    assert_eq!(over.asked, [], "there is still time");

    assert_eq!(over.later(1).on(Event::Tick).asked, [Action::Abort]);
    let over = Run::active().on(Event::SessionLost).on(Event::Idle).later(9_000).on(Event::Tick);
    assert_eq!(over.asked, [Action::Connect]);
}

#[test]
fn a_stop_drains_then_seals_then_unlocks() {
    let run = Run::active().on(Event::StopAsked);
    assert_eq!(run.asked, [Action::Drain, Action::TellIdle]);
    let run = run.later(900).on(Event::Tick).later(100).on(Event::Tick);
    assert_eq!(run.asked, [Action::Beat], "beats go on while it drains");
    let run = run.on(Event::Idle);
    assert_eq!(run.asked, [Action::End(Ending::Stopped), Action::Seal]);
    let run = run.on(Event::Sealed);
    assert_eq!(run.asked, [Action::Release, Action::TellIdle]);
    assert_eq!(run.on(Event::Idle).machine.phase, Phase::Stopped);
}

#[test]
fn a_drain_is_cut_short_at_its_limit() {
    let mut run = Run::active().on(Event::StopAsked);
    for _ in 0..9 {
        run = run.later(1_000).on(Event::Tick).acked(0);
    }

    let run = run.later(1_000).on(Event::Tick);
    assert_eq!(run.asked[..2], [Action::End(Ending::DrainRanOut), Action::TellIdle]);

    assert_eq!(run.on(Event::Idle).asked, [Action::Seal], "only when the cancelled work has ended");
}

#[test]
fn cancelled_work_that_does_not_end_takes_the_process_with_it() {
    let mut run = Run::active().on(Event::StopAsked);
    for _ in 0..12 {
        run = run.later(1_000).on(Event::Tick).acked(0);
    }

    assert_eq!(run.later(1_000).on(Event::Tick).asked, [Action::Abort]);
}

#[test]
fn an_answer_during_the_seal_changes_nothing() {
    let sealing = Run::active().on(Event::StopAsked).on(Event::Idle);
    let before = sealing.machine.clone();

    let sealing = sealing.acked(0);

    assert_eq!((sealing.machine, sealing.asked), (before, vec![]));
}

#[test]
fn one_that_wakes_up_long_after_its_term_has_time_to_see_that_nothing_is_in_hand() {
    let run = Run::active().later(60_000).on(Event::Tick);
    assert_eq!(run.ended(), Some(Ending::Untrusted));

    assert_eq!(run.later(200).on(Event::Tick).asked, []);
}

#[test]
fn a_request_drains_once_and_somebody_else_goes_first() {
    let asked = |run: Run| {
        let sent_at = at(run.now);
        run.on(Event::BeatAcked { sent_at, handover_asked: true })
    };
    let run = asked(Run::active());
    assert!(run.asked.contains(&Action::Drain));
    let run = asked(run);
    assert!(!run.asked.contains(&Action::Drain), "it drains already");
    let run = run.on(Event::Idle).on(Event::Sealed).on(Event::Idle);

    assert_eq!(run.machine.phase, Phase::Offline { retry_at: at(run.now + 1_000) });
}

#[test]
fn a_failed_activation_gives_the_role_back_without_announcing_it() {
    let run = Run::new().on(Event::Tick).on(Event::Connected).on(Event::Granted);
    let run = run.on(Event::Claimed).on(Event::VerifyFailed);
    assert_eq!(run.asked, [Action::End(Ending::ActivationFailed), Action::Seal]);

    let run = run.on(Event::Sealed).on(Event::Idle);

    assert_eq!(run.machine.phase, Phase::Offline { retry_at: at(6_000) });
}

#[test]
fn a_blocked_claim_ends_the_stragglers_and_is_tried_again() {
    let run = Run::new().on(Event::Tick).on(Event::Connected).on(Event::Granted);

    let run = run.later(1_000).on(Event::ClaimBlocked);

    assert_eq!(run.asked, [Action::EndStragglers, Action::Claim]);
    assert_eq!(run.machine.phase, Phase::Claiming { sent_at: at(2_000) }, "trust starts anew");
}

#[test]
fn a_refused_claim_leads_nowhere_and_is_tried_again_later() {
    let run = Run::new().on(Event::Tick).on(Event::Connected).on(Event::Granted);

    let run = run.on(Event::Refused);

    assert_eq!(run.asked, [Action::Drop]);
    assert_eq!(run.machine.phase, Phase::Offline { retry_at: at(6_000) });
}

#[test]
fn attempts_to_connect_come_ever_more_rarely_but_never_end() {
    let mut run = Run::new();
    let mut pauses = Vec::new();
    for _ in 0..7 {
        run = run.on(Event::Tick).on(Event::ConnectFailed);
        let Phase::Offline { retry_at } = run.machine.phase else { panic!("{:?}", run.machine) };
        pauses.push(retry_at.as_millis() - run.now);
        run = run.later(1_000);
    }

    assert_eq!(pauses, [50, 100, 200, 400, 800, 1_000, 1_000]);
}

#[test]
fn a_stop_without_a_term_ends_at_once_wherever_it_stands() {
    let waiting = || Run::new().on(Event::Tick).on(Event::Connected);
    let places = [
        Run::new(),
        Run::new().on(Event::Tick),
        waiting(),
        waiting().on(Event::Granted),
        waiting().on(Event::Granted).on(Event::OtherKey),
    ];
    for run in places {
        let run = run.on(Event::StopAsked);
        assert_eq!((run.machine.phase, run.asked), (Phase::Stopped, vec![Action::Drop]));
    }
}

#[test]
fn a_stop_during_the_activation_drains_as_soon_as_it_is_over() {
    let run = Run::new().on(Event::Tick).on(Event::Connected).on(Event::Granted);

    let run = run.on(Event::Claimed).on(Event::StopAsked).on(Event::Verified);

    assert_eq!(run.asked, [Action::Announce, Action::Drain, Action::TellIdle]);
}
