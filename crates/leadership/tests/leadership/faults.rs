//! The elector under faults: sessions ended, servers restarted, links cut, slow and half-open.

use std::time::{Duration, Instant};

use leadership::{Ending, Reason};
use testbed::proxy::{ChaosProxy, Fault, Way};
use testbed::server::{Server, Shutdown};
use testbed::{SOON, wait};

use crate::node::{Node, Plan, brisk, install, mark, the_active};

async fn prepared() -> Server {
    let server = Server::start().await.unwrap();
    install(&server.connect("postgres").await.unwrap()).await;
    server
}

async fn proxied(server: &Server) -> (ChaosProxy, Plan) {
    let proxy = ChaosProxy::tcp(server.address()).await.unwrap();
    let plan = Plan::on(&server.url("postgres"));
    let url = server.url_through(proxy.address(), "postgres");
    (proxy, plan.through(url))
}

async fn ending(node: &Node) -> Ending {
    wait::until("the end of the term", SOON, async || node.endings().first().copied())
        .await
        .unwrap()
}

#[tokio::test]
async fn a_terminated_guard_ends_the_term_at_once() {
    let server = prepared().await;
    let node = Plan::on(&server.url("postgres")).start();
    let term = node.active().await;
    let admin = server.connect("postgres").await.unwrap();

    let start = Instant::now();
    admin.batch_execute("select pg_terminate_backend(backend_pid) from leader_term").await.unwrap();
    tokio::time::timeout(SOON, term.lost()).await.unwrap();

    println!("demoted {:?} after the end of the guard", start.elapsed());
    assert!(start.elapsed() < Duration::from_secs(1));
    assert_eq!(ending(&node).await, Ending::SessionLost);
    let next = node.active().await;
    assert!(next.epoch() > term.epoch(), "always a new term");
    assert_eq!(node.reasons(), [Reason::Free, Reason::HolderDied]);
}

#[tokio::test]
async fn a_restarted_database_has_one_active_instance_again() {
    let mut server = prepared().await;
    let plan = Plan::on(&server.url("postgres"));
    let nodes = [plan.start(), plan.start()];
    let (_, mut term) = the_active(&nodes).await;
    for how in [Shutdown::Fast, Shutdown::Immediate] {
        server.stop(how).await.unwrap();
        tokio::time::timeout(SOON, term.lost()).await.unwrap();
        server.resume().await.unwrap();
        let start = Instant::now();

        let next = wait::until("a new term", SOON, async || {
            let active = nodes.iter().find_map(Node::term)?;
            (active.epoch() > term.epoch()).then_some(active)
        });
        let next = next.await.unwrap();

        println!("{how:?}: active {:?} after the server was back", start.elapsed());
        assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
        mark(&server.connect("postgres").await.unwrap(), &next).await.unwrap();
        term = next;
    }
}

#[tokio::test]
async fn a_half_open_guard_is_given_up_before_the_server_frees_the_lock() {
    let server = prepared().await;
    let (proxy, plan) = proxied(&server).await;
    let node = plan.timed(brisk()).start();
    let term = node.active().await;
    let successor = Plan::on(&server.url("postgres")).timed(brisk()).start();
    successor.waiting().await;

    // Nothing arrives any more, and neither side is told.
    let hole = proxy.inject(Fault::Blackhole);
    tokio::time::timeout(SOON, term.lost()).await.unwrap();
    let demoted = Instant::now();
    assert!(successor.term().is_none(), "nobody can have the role yet");
    assert!(term.work().is_err());
    successor.active().await;

    println!("the lock was free {:?} after the old holder had stepped down", demoted.elapsed());
    assert_eq!(ending(&node).await, Ending::Untrusted);
    assert_eq!(successor.reasons().len(), 1);
    hole.heal();
}

#[tokio::test]
async fn a_slow_link_costs_nothing_as_long_as_beats_are_answered_in_time() {
    let server = prepared().await;
    let (proxy, plan) = proxied(&server).await;
    let node = plan.start();
    let term = node.active().await;
    let follower = Plan::on(&server.url("postgres")).start();
    follower.waiting().await;

    // A third of the trust, there and back.
    let delay = Duration::from_millis(330);
    let slow = [Way::Up, Way::Down].map(|way| proxy.inject(Fault::Latency { way, delay }));
    let admin = server.connect("postgres").await.unwrap();
    let beats: i64 = admin.query_one("select beat from leader_beat", &[]).await.unwrap().get(0);
    wait::until("six more beats", SOON, async || {
        let query = "select beat >= $1::bigint + 6 from leader_beat where epoch = $2";
        let row = admin.query_opt(query, &[&beats, &term.epoch()]).await.ok()??;
        row.get::<_, bool>(0).then_some(())
    })
    .await
    .unwrap();

    assert_eq!(node.term().map(|term| term.epoch()), Some(term.epoch()), "no takeover");
    slow.into_iter().for_each(|fault| assert!(fault.heal() > 0));
}

#[tokio::test]
async fn a_promoted_standby_starts_a_term_that_no_old_one_can_be_mistaken_for() {
    let primary = prepared().await;
    let standby = primary.standby().await.unwrap();
    let old = Plan::on(&primary.url("postgres")).start();
    let term = old.active().await;
    let new = Plan::on(&standby.url("postgres")).start();
    let refused = new.reports("a refusal", |report| match report {
        leadership::Report::Refused(refusal) => Some(refusal.clone()),
        _ => None,
    });
    assert_eq!(refused.await, leadership::Refusal::Standby);

    standby.catch_up_with(&primary).await.unwrap();
    standby.promote().await.unwrap();
    let next = new.active().await;

    // Two primaries: each has its own leader, and neither's term passes the other's fence.
    assert_ne!((term.timeline(), term.epoch()), (next.timeline(), next.epoch()));
    let (here, there) =
        (primary.connect("postgres").await.unwrap(), standby.connect("postgres").await.unwrap());
    assert!(mark(&there, &term).await.is_err());
    assert!(mark(&here, &next).await.is_err());
}
