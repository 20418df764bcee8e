//! The lock itself: its key, its slices, and what waiting costs others.

use leadership::LockKey;
use testbed::server;

use crate::node::{LOCK, Plan, database};

/// Keys that a careless cast would get wrong.
const CORNERS: [(i32, i32); 6] =
    [(0, 0), (i32::MIN, i32::MAX), (-1, -1), (1, -1), (i32::MIN, i32::MIN), (-7, 7)];

#[tokio::test]
async fn the_holder_is_found_in_pg_locks_by_its_key() {
    let database = database().await;
    let key = LockKey::of(LOCK);
    let node = Plan::on(&database.url()).start();
    node.active().await;

    let client = database.connect().await.unwrap();
    let (class, object) = key.shown();
    let query = "select application_name from pg_locks join pg_stat_activity using (pid) \
                 where locktype = 'advisory' and classid = $1 and objid = $2 and objsubid = 2 \
                 and database = (select oid from pg_database where datname = current_database())";
    let row = client.query_one(query, &[&class, &object]).await.unwrap();

    assert!(row.get::<_, String>(0).starts_with("leader/the lock/"));
}

#[tokio::test]
async fn a_held_lock_is_recognised_for_every_corner_of_the_key_range() {
    let database = database().await;
    let (one, two) = (database.connect().await.unwrap(), database.connect().await.unwrap());
    let random = (0..40).map(|n| LockKey::of(&format!("key {n}"))).map(|k| (k.class, k.object));
    for (class, object) in CORNERS.into_iter().chain(random) {
        let wait = "select leader_await($1, $2, '1ms'), leader_holds($1, $2)";
        let ours = one.query_one(wait, &[&class, &object]).await.unwrap();
        let theirs = two.query_one(wait, &[&class, &object]).await.unwrap();
        let again = one.query_one(wait, &[&class, &object]).await.unwrap();

        assert!(ours.get::<_, bool>(0) && again.get::<_, bool>(0), "{class} {object}");
        assert!(!theirs.get::<_, bool>(0) && !theirs.get::<_, bool>(1), "{class} {object}");
    }
    let stacked = "select count(*) from pg_locks where pid = pg_backend_pid() \
                   and locktype = 'advisory' and objsubid = 2";
    assert_eq!(one.query_one(stacked, &[]).await.unwrap().get::<_, i64>(0), 46);
    one.batch_execute("select pg_advisory_unlock(-1, -1)").await.unwrap();
    let once = two.query_one("select leader_await(-1, -1, '1ms')", &[]).await.unwrap();
    assert!(once.get::<_, bool>(0), "one unlock frees it: it was never stacked");
}

/// Takes the lock in slices of 2 ms, gives it back by closing nothing: unlock once.
async fn contend(url: String, slices: u32, key: (i32, i32)) -> u32 {
    let client = server::connect(&url).await.unwrap();
    let wait = client.prepare("select leader_await($1, $2, '2ms')").await.unwrap();
    let free = client.prepare("select pg_advisory_unlock($1, $2), leader_holds($1, $2)");
    let free = free.await.unwrap();
    let mut granted = 0;
    for _ in 0..slices {
        if client.query_one(&wait, &[&key.0, &key.1]).await.unwrap().get(0) {
            granted += 1;
            // Hold it about as long as others wait, so that grants and timeouts meet.
            client.batch_execute("select pg_sleep(0.002)").await.unwrap();
            let row = client.query_one(&free, &[&key.0, &key.1]).await.unwrap();
            assert!(row.get::<_, bool>(0), "granted means held");
            assert!(!row.get::<_, bool>(1), "held once, not stacked");
        } else {
            let held = "select leader_holds($1, $2)";
            let held = client.query_one(held, &[&key.0, &key.1]).await.unwrap();
            assert!(!held.get::<_, bool>(0), "no means no");
        }
    }
    granted
}

#[tokio::test]
async fn a_grant_that_races_the_end_of_its_slice_is_neither_lost_nor_stacked() {
    let database = database().await;
    for key in [(-5, -6), (7, 8)] {
        let contenders: Vec<_> =
            (0..5).map(|_| tokio::spawn(contend(database.url(), 200, key))).collect();
        let mut granted = 0;
        for contender in contenders {
            granted += contender.await.unwrap();
        }
        // Every tenth slice or more ends in such a race.
        assert!((50..1_000).contains(&granted), "grants and timeouts both happened: {granted}");
    }
}

#[tokio::test]
async fn an_index_is_built_concurrently_while_followers_wait() {
    let database = database().await;
    let plan = Plan::on(&database.url());
    let holder = plan.start();
    holder.active().await;
    let followers = [plan.start(), plan.start(), plan.start()];
    for follower in &followers {
        follower.waiting().await;
    }

    let client = database.connect().await.unwrap();
    let build = client.batch_execute("create index concurrently marks_epoch on marks (epoch)");

    tokio::time::timeout(testbed::SOON, build).await.unwrap().unwrap();
    assert!(holder.term().is_some());
}
