//! Databases that will not do, each refused with the sentence that says what to do.

use leadership::{Connector, Ending, ProbeFailed, Refusal, Report};
use testbed::bouncer::{Bouncer, PoolMode};
use testbed::server::Server;
use testbed::{Error, skip};

use crate::node::{Plan, database, install};

async fn probed(url: &str) -> Result<(), ProbeFailed> {
    leadership::probe(&Connector::plain(url.parse().unwrap())).await
}

fn refusal(outcome: Result<(), ProbeFailed>) -> Refusal {
    match outcome.unwrap_err() {
        ProbeFailed::Refused(refusal) => refusal,
        ProbeFailed::Unreachable(error) => panic!("not even asked: {error}"),
    }
}

#[tokio::test]
async fn a_good_database_is_not_refused() {
    probed(&database().await.url()).await.unwrap();
}

#[tokio::test]
async fn a_pooler_in_transaction_mode_is_refused_and_one_in_session_mode_is_not() {
    let server = Server::start().await.unwrap();
    install(&server.connect("postgres").await.unwrap()).await;
    for (mode, fit) in [(PoolMode::Transaction, false), (PoolMode::Session, true)] {
        let bouncer = match Bouncer::start(&server, mode).await {
            Err(missing @ Error::NoProgram { .. }) => return skip::because(missing),
            started => started.unwrap(),
        };

        let outcome = probed(&server.url_through(bouncer.address(), "postgres")).await;

        if fit {
            outcome.unwrap();
        } else {
            let refusal = refusal(outcome);
            assert_eq!(refusal, Refusal::Pooler);
            assert!(refusal.to_string().contains("give it the direct address"));
        }
    }
}

#[tokio::test]
async fn a_database_without_the_schema_is_refused() {
    let cluster = testbed::database::Cluster::shared().await.unwrap();
    let empty = cluster.empty_database().await.unwrap();

    assert_eq!(refusal(probed(&empty.url()).await), Refusal::NoSchema);
}

#[tokio::test]
async fn a_standby_is_refused() {
    let primary = Server::start().await.unwrap();
    install(&primary.connect("postgres").await.unwrap()).await;
    let standby = primary.standby().await.unwrap();

    let refusal = refusal(probed(&standby.url("postgres")).await);

    assert_eq!(refusal, Refusal::Standby);
}

#[tokio::test]
async fn work_on_another_database_gives_the_role_back() {
    let (lock, work) = (database().await, database().await);
    let mut plan = Plan::on(&lock.url());
    plan.work_url = work.url();
    let node = plan.start();

    let problem = node.reports("the end of the term", |report| match report {
        Report::Ended { ending, was_active, problem, .. } => {
            Some((*ending, *was_active, problem.clone()))
        }
        _ => None,
    });

    let (ending, was_active, problem) = problem.await;
    assert_eq!((ending, was_active), (Ending::ActivationFailed, false));
    assert!(problem.is_some());
    assert!(node.term().is_none());
}
