//! A frozen process: somebody else takes over, and it finds out before it can do anything.

use std::time::{Duration, Instant};

use leadership::Reason;
use testbed::SOON;
use testbed::process::{Process, Signal};
use testbed::server;

use crate::node::{Plan, brisk, database, mark};

/// Set, with the database's address, in the process that is frozen.
const VICTIM: &str = "LEADERSHIP_VICTIM";

#[tokio::test]
async fn a_frozen_holder_is_replaced_and_commits_nothing_when_it_wakes() {
    if let Ok(url) = std::env::var(VICTIM) {
        return work_until_fenced(&url).await;
    }
    let database = database().await;
    let this_test = "frozen::a_frozen_holder_is_replaced_and_commits_nothing_when_it_wakes";
    let victim = Process::build("the holder", std::env::current_exe().unwrap())
        .args(["--exact", this_test, "--nocapture"])
        .env(VICTIM, database.url())
        .start()
        .unwrap();
    victim.line("working", SOON).await.unwrap();
    let heir = Plan::on(&database.url()).timed(brisk()).start();
    heir.waiting().await;

    victim.signal(Signal::SIGSTOP).unwrap();
    let frozen = Instant::now();
    let term = heir.active().await;
    println!("taken over {:?} after the freeze", frozen.elapsed());
    assert!(frozen.elapsed() < brisk().stale() + Duration::from_secs(1));
    // By the server's clock the last beat is then just as old as its patience.
    assert!(matches!(heir.reasons()[..], [Reason::HolderSilent | Reason::HolderDied]));
    victim.signal(Signal::SIGCONT).unwrap();

    let refused = victim.line("refused=", SOON).await.unwrap();
    assert!(refused.contains("LE001") || refused.contains("over"), "{refused}");
    victim.line("permit=Err", SOON).await.unwrap();
    victim.line("passive", SOON).await.unwrap();
    let client = database.connect().await.unwrap();
    let query = "select count(*) from marks where epoch < $1 and id > \
                 (select min(id) from marks where epoch = $1)";
    let late: i64 = client.query_one(query, &[&term.epoch()]).await.unwrap().get(0);
    assert_eq!(late, 0, "nothing of the old term after the new one's first mark");
    mark(&client, &term).await.unwrap();
}

/// The same test in the process that is frozen: it works until it is refused.
#[expect(clippy::print_stdout, reason = "the test that freezes reads it")]
async fn work_until_fenced(url: &str) {
    let node = Plan::on(url).timed(brisk()).start();
    let term = node.active().await;
    let client = server::connect(url).await.unwrap();
    println!("\nworking");
    let error = loop {
        // Straight to the database, without asking the term: the fence alone must hold.
        if let Err(error) = mark(&client, &term).await {
            break error;
        }
    };
    let code = error.code().map_or("over", |code| code.code()).to_owned();
    println!(
        "\nrefused={code}\npermit={}",
        term.permit(Duration::ZERO).err().map_or("Ok", |_| "Err")
    );
    tokio::time::timeout(SOON, term.lost()).await.unwrap();
    println!("\npassive");
}
