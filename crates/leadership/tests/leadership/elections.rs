//! Who becomes active, why, and how the role changes hands.

use std::time::Duration;

use leadership::{Ending, LockKey, Reason, Report};
use testbed::wait;

use crate::node::{Node, Plan, database, mark, observer, the_active};

#[tokio::test]
async fn of_ten_started_at_once_exactly_one_is_active() {
    let database = database().await;
    let plan = Plan::on(&database.url());
    let nodes: Vec<Node> = (0..10).map(|_| plan.start()).collect();

    let (chosen, term) = the_active(&nodes).await;
    for (_, node) in nodes.iter().enumerate().filter(|(index, _)| *index != chosen) {
        // A look at the holder means: it has waited a whole slice in vain.
        node.reports("a look", |report| match report {
            Report::Seen(seen) if seen.epoch == term.epoch() => Some(()),
            _ => None,
        })
        .await;
    }

    let client = database.connect().await.unwrap();
    let claims = "select count(*) from leader_history where event = 'claimed'";
    assert_eq!(client.query_one(claims, &[]).await.unwrap().get::<_, i64>(0), 1);
    assert_eq!(nodes.iter().filter(|node| node.term().is_some()).count(), 1);
    assert_eq!(nodes[chosen].reasons(), [Reason::Free]);
}

#[tokio::test]
async fn a_stopped_holder_seals_and_the_next_one_knows() {
    let database = database().await;
    let (first, term, second) = Plan::on(&database.url()).pair().await;

    first.stop().await;

    let next = second.active().await;
    assert_eq!(second.reasons(), [Reason::Released]);
    assert!(next.epoch() > term.epoch());
    assert_ne!(next.holder(), term.holder());
    assert!(term.work().is_err() && term.permit(Duration::ZERO).is_err());
    let client = database.connect().await.unwrap();
    assert_eq!(mark(&client, &term).await.unwrap_err().code().unwrap().code(), "LE001");
    mark(&client, &next).await.unwrap();
}

#[tokio::test]
async fn a_hand_over_waits_for_what_is_in_hand_and_starts_nothing_more() {
    let database = database().await;
    let (first, term, second) = Plan::on(&database.url()).pair().await;
    let in_hand = term.work().unwrap();

    first.elector.stop();
    term.draining().await;
    assert!(term.work().is_err(), "nothing more begins");
    let client = database.connect().await.unwrap();
    mark(&client, &term).await.unwrap();
    assert!(second.term().is_none(), "the old term is still in force");
    drop(in_hand);

    second.active().await;
    assert_eq!(first.endings(), [Ending::Stopped]);
}

#[tokio::test]
async fn a_drain_that_takes_too_long_is_cut_short() {
    let database = database().await;
    let mut plan = Plan::on(&database.url());
    plan.drain = Duration::from_millis(200);
    let node = plan.start();
    let term = node.active().await;
    let permit = term.permit(Duration::from_secs(60)).unwrap();
    let call = tokio::spawn(permit.run(std::future::pending::<()>()));

    node.elector.stop();

    assert!(call.await.unwrap().is_err(), "the call was dropped");
    wait::until("the end", testbed::SOON, async || {
        (node.endings() == [Ending::DrainRanOut]).then_some(())
    })
    .await
    .unwrap();
}

#[tokio::test]
async fn a_request_moves_the_role_once_per_term() {
    let database = database().await;
    let (first, term, second) = Plan::on(&database.url()).pair().await;
    let observer = observer(&database.url()).await;
    let asked = async || observer.ask_handover(crate::node::LOCK, "an operator").await;

    assert_eq!(asked().await.unwrap(), Some(term.epoch()));
    assert_eq!(asked().await.unwrap(), None, "a term is asked once");

    second.active().await;
    assert_eq!(first.endings(), [Ending::HandedOver]);
}

#[tokio::test]
async fn a_later_instance_takes_over_by_asking_and_is_not_asked_back() {
    let database = database().await;
    let mut plan = Plan::on(&database.url());
    plan.handover_after = Some(Duration::from_millis(100));
    let old = plan.start();
    let term = old.active().await;
    let new = plan.start();

    let next = new.active().await;

    assert!(next.epoch() > term.epoch());
    assert_eq!(old.endings(), [Ending::HandedOver]);
    old.reports("a second look", |report| match report {
        Report::Seen(seen) if seen.epoch == next.epoch() && seen.beat > 1 => Some(()),
        _ => None,
    })
    .await;
    assert!(new.term().is_some(), "who handed over does not ask for it back");
}

#[tokio::test]
async fn several_locks_live_in_one_process() {
    let database = database().await;
    let plan = Plan::on(&database.url());
    // One that owns nothing: two that do need a database each.
    let name = "rehearsal/another lock";
    let other = Plan { name: name.into(), key: LockKey::of(name), ..plan.clone() };
    let (one, two) = (plan.start(), other.start());

    let (first, second) = (one.active().await, two.active().await);

    assert_ne!(first.name(), second.name());
    let client = database.connect().await.unwrap();
    mark(&client, &first).await.unwrap();
    mark(&client, &second).await.unwrap();
}

#[tokio::test]
async fn two_spellings_of_one_lock_still_have_one_holder() {
    let database = database().await;
    let old = Plan::on(&database.url());
    // The token changed: the same row, another key.
    let new = Plan { key: LockKey::of("another token"), ..old.clone() };
    let first = old.start();
    let term = first.active().await;
    let second = new.start();
    second.waiting().await;
    let look = |report: &Report| matches!(report, Report::Seen(_)).then_some(());
    second.reports("a wait for the old key", look).await;
    assert!(second.term().is_none(), "the holder of the old key is still there");

    first.stop().await;
    let next = second.active().await;
    let third = old.start();
    third.waiting().await;
    third.reports("a wait for the new key", look).await;

    assert!(next.epoch() > term.epoch());
    assert!(third.term().is_none());
    second.stop().await;
    third.active().await;
}
