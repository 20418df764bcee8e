//! A COMMIT held on the wire: undecided before the request, decided but unseen after it.

use std::time::Duration;

use testbed::SOON;
use testbed::proxy::{ChaosProxy, Moment};
use testbed::server::{self, Server};
use testbed::wait;
use tokio_postgres::Client;

struct Bench {
    server: Server,
    proxy: ChaosProxy,
    witness: Client,
}

impl Bench {
    async fn new() -> Self {
        let server = Server::start().await.unwrap();
        let proxy = ChaosProxy::postgres(server.address()).await.unwrap();
        let witness = server.connect("postgres").await.unwrap();
        witness.batch_execute("create table marks (n int)").await.unwrap();
        Self { server, proxy, witness }
    }

    async fn client(&self) -> Client {
        let url = self.server.url_through(self.proxy.address(), "postgres");
        server::connect(&url).await.unwrap()
    }

    /// How many rows everybody can see.
    async fn marks(&self) -> i64 {
        self.witness.query_one("select count(*) from marks", &[]).await.unwrap().get(0)
    }

    /// How many sessions are in the middle of a transaction.
    async fn open_transactions(&self) -> i64 {
        let query = "select count(*) from pg_stat_activity \
                     where state = 'idle in transaction' and datname = current_database()";
        self.witness.query_one(query, &[]).await.unwrap().get(0)
    }
}

/// Inserts a row in a transaction of its own and tells whether the commit was confirmed.
async fn write(client: &mut Client) -> bool {
    let transaction = client.transaction().await.unwrap();
    transaction.batch_execute("insert into marks values (1)").await.unwrap();
    transaction.commit().await.is_ok()
}

#[tokio::test]
async fn held_before_the_request_the_server_has_not_decided() {
    let bench = Bench::new().await;
    let mut client = bench.client().await;
    let hold = bench.proxy.hold_commit(Moment::BeforeRequest, 1);
    let writing = tokio::spawn(async move { write(&mut client).await });

    let held = hold.reached(SOON).await.unwrap();
    assert_eq!(bench.marks().await, 0);
    assert_eq!(bench.open_transactions().await, 1);
    held.forward();

    assert!(writing.await.unwrap(), "the client is told");
    assert_eq!(bench.marks().await, 1);
}

#[tokio::test]
async fn cut_before_the_request_the_server_rolls_back() {
    let bench = Bench::new().await;
    let mut client = bench.client().await;
    let hold = bench.proxy.hold_commit(Moment::BeforeRequest, 1);
    let writing = tokio::spawn(async move { write(&mut client).await });

    hold.reached(SOON).await.unwrap().cut();

    assert!(!writing.await.unwrap());
    wait::until("the roll back", SOON, async || {
        (bench.open_transactions().await == 0).then_some(())
    })
    .await
    .unwrap();
    assert_eq!(bench.marks().await, 0);
}

#[tokio::test]
async fn held_after_the_decision_the_row_is_there_and_the_client_does_not_know() {
    let bench = Bench::new().await;
    let mut client = bench.client().await;
    let hold = bench.proxy.hold_commit(Moment::AfterDecision, 1);
    let writing = tokio::spawn(async move { write(&mut client).await });

    let held = hold.reached(SOON).await.unwrap();
    assert_eq!(bench.marks().await, 1, "everybody sees it");
    assert!(!writing.is_finished(), "but the one who wrote it");
    held.forward();

    assert!(writing.await.unwrap());
}

#[tokio::test]
async fn cut_after_the_decision_the_row_stays_and_the_client_gets_an_error() {
    let bench = Bench::new().await;
    let mut client = bench.client().await;
    let hold = bench.proxy.hold_commit(Moment::AfterDecision, 1);
    let writing = tokio::spawn(async move { write(&mut client).await });

    hold.reached(SOON).await.unwrap().cut();

    assert!(!writing.await.unwrap());
    assert_eq!(bench.marks().await, 1);
}

#[tokio::test]
async fn the_nth_commit_is_counted_over_all_connections() {
    let bench = Bench::new().await;
    let (mut first, mut second) = (bench.client().await, bench.client().await);
    let hold = bench.proxy.hold_commit(Moment::AfterDecision, 3);
    assert!(write(&mut first).await);
    assert!(write(&mut second).await);
    let third = tokio::spawn(async move { write(&mut first).await });

    let held = hold.reached(SOON).await.unwrap();
    assert!(write(&mut second).await, "the other connection goes on");
    drop(held);

    assert!(!third.await.unwrap(), "a dropped hold cuts");
    assert_eq!(bench.marks().await, 4);
}

#[tokio::test]
async fn a_prepared_commit_is_held_like_any_other() {
    let bench = Bench::new().await;
    let client = bench.client().await;
    let hold = bench.proxy.hold_commit(Moment::AfterDecision, 1);
    let writing = tokio::spawn(async move {
        client.batch_execute("begin; insert into marks values (1)").await.unwrap();
        client.execute("commit", &[]).await.is_ok()
    });

    let held = hold.reached(SOON).await.unwrap();
    assert_eq!(bench.marks().await, 1);
    held.forward();

    assert!(writing.await.unwrap());
}

#[tokio::test]
async fn a_hold_whose_commit_never_comes_says_so() {
    let bench = Bench::new().await;

    let hold = bench.proxy.hold_commit(Moment::BeforeRequest, 1);
    let vain = hold.reached(Duration::from_millis(50)).await;

    assert!(vain.unwrap_err().to_string().contains("a COMMIT to hold (BeforeRequest)"));
    assert!(write(&mut bench.client().await).await, "a hold nobody waits for stops nothing");
}
