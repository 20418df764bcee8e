//! One owner for a database: whoever claimed first; rehearsals own nothing.

use leadership::{Connector, LockKey, ProbeFailed, Refusal, Report};
use testbed::database::Cluster;
use testbed::{SOON, wait};

use crate::node::{LOCK, Plan, database, observer};

const OTHER: &str = "another service";

fn refused(owner: &str, name: &str) -> Refusal {
    Refusal::Owned { owner: owner.to_owned(), name: name.to_owned() }
}

fn named(url: &str, name: &str) -> Plan {
    Plan { name: name.to_owned(), key: LockKey::of(name), ..Plan::on(url) }
}

fn refusal(report: &Report) -> Option<Refusal> {
    match report {
        Report::Refused(refusal) => Some(refusal.clone()),
        _ => None,
    }
}

async fn probed(url: &str, name: &str) -> Result<(), ProbeFailed> {
    leadership::probe_for(&Connector::plain(url.parse().unwrap()), name).await
}

#[tokio::test]
async fn a_database_belongs_to_whoever_claimed_first_and_another_is_refused() {
    let database = database().await;
    let observer = observer(&database.url()).await;
    assert_eq!(observer.owner().await.unwrap(), None);
    probed(&database.url(), OTHER).await.unwrap();
    let node = Plan::on(&database.url()).start();
    node.active().await;

    let outcome = probed(&database.url(), OTHER).await.unwrap_err();
    let other = named(&database.url(), OTHER).start();

    assert_eq!(observer.owner().await.unwrap().as_deref(), Some(LOCK));
    let told = outcome.to_string();
    assert!(matches!(outcome, ProbeFailed::Refused(it) if it == refused(LOCK, OTHER)), "{told}");
    assert!(told.contains("belongs to the lock") && told.contains("for itself"), "{told}");
    assert_eq!(other.reports("a refusal", refusal).await, refused(LOCK, OTHER));
    assert!(other.term().is_none());
    probed(&database.url(), LOCK).await.unwrap();
}

#[tokio::test]
async fn of_two_that_begin_on_an_empty_database_at_once_one_becomes_active() {
    let database = database().await;
    // Both wait for their locks when there is no owner yet, so the claim itself must refuse.
    let blocker = database.connect().await.unwrap();
    let names = [LOCK, OTHER];
    for name in names {
        let LockKey { class, object } = LockKey::of(name);
        let take = format!("select pg_advisory_lock({class}, {object})");
        blocker.batch_execute(&take).await.unwrap();
    }
    let nodes = names.map(|name| named(&database.url(), name).start());
    for node in &nodes {
        node.waiting().await;
    }

    blocker.batch_execute("select pg_advisory_unlock_all()").await.unwrap();

    let (chosen, _) = crate::node::the_active(&nodes).await;
    let (winner, loser) = (names[chosen], names[1 - chosen]);
    let told = nodes[1 - chosen].reports("a refusal", refusal).await;
    assert_eq!(told, refused(winner, loser));
    assert!(nodes[1 - chosen].term().is_none());
    let client = database.connect().await.unwrap();
    let claims = "select string_agg(name, ', ') from leader_history where event = 'claimed'";
    let claims: String = client.query_one(claims, &[]).await.unwrap().get(0);
    assert_eq!(claims, winner, "the other never had a term");
}

#[tokio::test]
async fn a_rehearsal_owns_nothing_and_is_never_refused() {
    let database = database().await;
    let observer = observer(&database.url()).await;
    let rehearsal = "warm-up/1";

    let before = named(&database.url(), rehearsal).start();
    before.active().await;
    assert_eq!(observer.owner().await.unwrap(), None);
    before.stop().await;
    let owner = Plan::on(&database.url()).start();
    owner.active().await;
    named(&database.url(), rehearsal).start().active().await;

    assert_eq!(observer.owner().await.unwrap().as_deref(), Some(LOCK));
}

#[tokio::test]
async fn a_database_that_was_used_before_goes_to_its_only_name() {
    let names = |names: &[&str]| -> String {
        let claim = |name: &&str| {
            format!("select leader_claim('{name}', 1, 1, gen_random_uuid(), 'x', now(), '1s');")
        };
        names.iter().map(claim).collect()
    };
    let cases: [(&[&str], Option<&str>); 4] = [
        (&[], None),
        (&["77"], Some("77")),
        (&["77", "scratch/1", "warm-up/2"], Some("77")),
        (&["77", "78"], None),
    ];
    for (used, owner) in cases {
        let database = Cluster::shared().await.unwrap().empty_database().await.unwrap();
        let client = database.connect().await.unwrap();
        let observer = observer(&database.url()).await;
        let [first, second] = leadership::SCHEMA_STEPS;
        client.batch_execute(first).await.unwrap();
        client.batch_execute(&names(used)).await.unwrap();

        client.batch_execute(second).await.unwrap();

        assert_eq!(observer.owner().await.unwrap().as_deref(), owner, "{used:?}");
    }
}

#[tokio::test]
async fn a_holder_of_before_goes_on_when_the_owner_is_written_down() {
    let database = Cluster::shared().await.unwrap().empty_database().await.unwrap();
    let client = database.connect().await.unwrap();
    let [first, second] = leadership::SCHEMA_STEPS;
    client.batch_execute(first).await.unwrap();
    // As the release before does it: claim, fence, beat and seal by the same calls.
    let holder = "00000000-0000-0000-0000-00000000000a";
    let claim = format!("select leader_claim('77', 1, 1, '{holder}', 'x', now(), '1s')");
    let fence = format!("begin; select leader_fence('77', 1, '{holder}')");
    // Each by itself: several statements in one message are one transaction.
    client.batch_execute(&claim).await.unwrap();
    client.batch_execute(&fence).await.unwrap();

    let newer = database.connect().await.unwrap();
    let migration = tokio::spawn(async move { newer.batch_execute(second).await });
    wait::until("the migration beside an open transaction of the term", SOON, async || {
        migration.is_finished().then_some(())
    })
    .await
    .unwrap();
    migration.await.unwrap().unwrap();

    client.batch_execute("commit").await.unwrap();
    let rest = [
        format!("{fence}; commit"),
        format!("select leader_beat_once('77', 1, '{holder}')"),
        format!("select leader_seal('77', 1, '{holder}', 'stopped')"),
        format!(
            "begin; select leader_claim('warm-up/9', 0, 0, '{holder}', '', now(), '1s'); rollback"
        ),
        claim,
    ];
    for statement in rest {
        client.batch_execute(&statement).await.unwrap();
    }
}
