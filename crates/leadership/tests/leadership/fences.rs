//! The fence: what an old term can still commit, which is nothing.

use std::sync::Arc;
use std::time::{Duration, Instant};

use leadership::{Report, Term};
use testbed::{SOON, server, wait};
use tokio::sync::Semaphore;
use tokio_postgres::Client;

use crate::node::{Plan, database, mark};

/// Ends the guard session of the active instance behind its back.
async fn end_guard(admin: &Client) {
    let guard = "select pg_terminate_backend(backend_pid) from leader_term";
    admin.query_one(guard, &[]).await.unwrap();
}

/// Begins a transaction of the term and leaves it open.
async fn begin(client: &Client, term: &Term) {
    let fence = format!(
        "begin; select leader_fence('{}', {}, '{}')",
        term.name(),
        term.epoch(),
        term.holder()
    );
    client.batch_execute(&fence).await.unwrap();
}

#[tokio::test]
async fn a_transaction_left_open_by_the_old_term_is_ended_by_the_next() {
    let database = database().await;
    let plan = Plan::on(&database.url());
    let first = plan.start();
    let term = first.active().await;
    let straggler = database.connect().await.unwrap();
    begin(&straggler, &term).await;
    straggler.batch_execute("insert into marks (epoch) values (-1)").await.unwrap();
    let second = plan.start();
    second.waiting().await;

    end_guard(&database.connect().await.unwrap()).await;

    let ended = |report: &Report| match report {
        Report::StragglersEnded { count } if *count > 0 => Some(()),
        _ => None,
    };
    wait::until("the end of the straggler", SOON, async || straggler.is_closed().then_some(()))
        .await
        .unwrap();
    let heirs = [first, second];
    let (heir, _) = crate::node::the_active(&heirs).await;
    heirs[heir].reports("a report of it", ended).await;
    let client = database.connect().await.unwrap();
    let lost = client.query_one("select count(*) from marks where epoch = -1", &[]).await.unwrap();
    assert_eq!(lost.get::<_, i64>(0), 0, "it was rolled back");
}

#[tokio::test]
async fn steady_commits_of_sixteen_clients_do_not_keep_the_successor_out() {
    let database = database().await;
    let (_first, term, _second) = Plan::on(&database.url()).pair().await;
    let mut clients = Vec::new();
    let at_work = Arc::new(Semaphore::new(0));
    for _ in 0..16 {
        let (url, term, at_work) = (database.url(), term.clone(), Arc::clone(&at_work));
        clients.push(tokio::spawn(async move {
            let client = server::connect(&url).await.unwrap();
            let mut marks = 0_u32;
            while mark(&client, &term).await.is_ok() {
                marks += 1;
                if marks == 5 {
                    at_work.add_permits(1);
                }
            }
            marks
        }));
    }
    let admin = database.connect().await.unwrap();
    let traffic = tokio::time::timeout(SOON, at_work.acquire_many(16)).await;
    traffic.expect("every client commits").unwrap().forget();

    let start = Instant::now();
    end_guard(&admin).await;

    let claimed = wait::until("the claim", SOON, async || {
        let query = "select epoch > $1 from leader_term";
        let row = admin.query_one(query, &[&term.epoch()]).await.ok()?;
        row.get::<_, bool>(0).then(|| start.elapsed())
    });
    let took = claimed.await.unwrap();
    println!("the successor claimed {took:?} after the guard's end");
    assert!(took < Duration::from_secs(1), "{took:?}");
    for client in clients {
        assert!(client.await.unwrap() > 0, "every client had committed, and was fenced off");
    }
    let query = "select count(*) from marks m where m.epoch = $1 and m.at > \
                 (select min(at) from leader_history where epoch > $1)";
    let late: i64 = admin.query_one(query, &[&term.epoch()]).await.unwrap().get(0);
    assert_eq!(late, 0, "no mark of the old term began after the new one");
}

#[tokio::test]
async fn the_reason_of_a_claim_tells_how_the_last_term_ended() {
    let database = database().await;
    let client = database.connect().await.unwrap();
    let claim = async || -> String {
        let query = "select reason from leader_claim(\
                     'x', 1, 1, gen_random_uuid(), 'a test', now(), interval '8 seconds')";
        client.query_one(query, &[]).await.unwrap().get(0)
    };
    let seal = "select leader_seal('x', epoch, holder, 'stopped') from leader_term";

    assert_eq!(claim().await, "free");
    assert_eq!(claim().await, "holder_died", "its last sign of life is fresh");
    let age = "update leader_beat set beat_at = beat_at - interval '9 seconds'";
    client.batch_execute(age).await.unwrap();
    assert_eq!(claim().await, "holder_silent");
    client.batch_execute(seal).await.unwrap();
    client.batch_execute(age).await.unwrap();
    assert_eq!(claim().await, "released", "however long ago");
}
