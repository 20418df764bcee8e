//! Transactions of a term, from a real elector's.

use std::sync::atomic::{AtomicUsize, Ordering};

use leadership::LockKey;
use store::transaction::CommitError;
use store::{PoolSettings, SilentHolder, Store, StoreError, Told, TxEnd, VerifyError};
use testbed::SOON;
use testbed::database::Database;
use testbed::proxy::{ChaosProxy, Moment};
use tokio_postgres::Client;

use crate::bench::{activate, empty, end, migrated, number, open, proxied, replace_now, url};

const MARKS: &str = "select count(*) from marks";

/// A database in which asking for the time leaves a mark.
async fn marked(database: &Database) -> Client {
    let witness = database.connect().await.unwrap();
    let table = "create table marks (n int); grant all on marks to trt_app";
    witness.batch_execute(table).await.unwrap();
    replace_now(&witness, "insert into marks values (1)").await;
    witness
}

#[tokio::test]
async fn what_is_committed_in_a_term_is_there_and_what_is_not_is_not() {
    let database = migrated().await;
    let witness = marked(&database).await;
    let (_elector, term) = activate(&database).await;
    // With one connection, what a transaction leaves behind meets the next one.
    let single = PoolSettings { connections: 1, ..PoolSettings::default() };
    let store = Store::open(&url(&database), single).await.unwrap();

    let mut kept = store.begin(&term).await.unwrap();
    kept.now().await.unwrap();
    kept.commit().await.unwrap();
    let mut given_up = store.begin(&term).await.unwrap();
    given_up.now().await.unwrap();
    given_up.rollback().await;
    let mut dropped = store.begin(&term).await.unwrap();
    dropped.now().await.unwrap();
    drop(dropped);

    let mut last = store.begin(&term).await.unwrap();
    assert_eq!(number(&witness, MARKS).await, 1);
    last.now().await.unwrap();
    last.commit().await.unwrap();
    assert_eq!(number(&witness, MARKS).await, 2);
}

#[tokio::test]
async fn work_in_a_term_is_kept_if_it_succeeds_and_its_session_goes_on_either_way() {
    let database = migrated().await;
    let witness = marked(&database).await;
    let (_elector, term) = activate(&database).await;
    let single = PoolSettings { connections: 1, ..PoolSettings::default() };
    let store = Store::open(&url(&database), single).await.unwrap();

    store.in_term(&term, async |tx| tx.now().await).await.unwrap();
    let failed = store.in_term(&term, async |tx| {
        tx.now().await?;
        Err::<(), _>(StoreError::Broken("on purpose"))
    });
    let failed = failed.await;
    assert!(matches!(failed, Err(StoreError::Broken(_))), "{failed:?}");
    assert_eq!(number(&witness, MARKS).await, 1);

    end(&term, &witness).await;
    let refused = store.in_term(&term, async |tx| tx.now().await).await;
    assert!(matches!(refused, Err(StoreError::TermOver)), "{refused:?}");
    assert_eq!(number(&witness, MARKS).await, 1);
}

#[tokio::test]
async fn nothing_begins_in_a_term_that_is_over() {
    let database = migrated().await;
    let witness = database.connect().await.unwrap();
    let (_elector, term) = activate(&database).await;
    let store = open(&database).await;
    store.begin(&term).await.unwrap().rollback().await;

    end(&term, &witness).await;

    let refused = store.begin(&term).await;
    assert!(matches!(refused, Err(StoreError::TermOver)), "{refused:?}");
}

#[tokio::test]
async fn every_transaction_that_the_fence_turns_away_is_told_of_and_no_other() {
    static REFUSED: AtomicUsize = AtomicUsize::new(0);
    let database = migrated().await;
    let witness = database.connect().await.unwrap();
    let (_elector, term) = activate(&database).await;
    let count = |told| {
        if told == Told::Ended(TxEnd::Fenced) {
            REFUSED.fetch_add(1, Ordering::SeqCst);
        }
    };
    let store = open(&database).await.telling(count);
    store.begin(&term).await.unwrap().rollback().await;
    assert_eq!(REFUSED.load(Ordering::SeqCst), 0);

    end(&term, &witness).await;
    store.begin(&term).await.unwrap_err();
    store.clone().begin(&term).await.unwrap_err();
    assert_eq!(REFUSED.load(Ordering::SeqCst), 2);

    store.close().await;
    store.begin(&term).await.unwrap_err();
    assert_eq!(REFUSED.load(Ordering::SeqCst), 2, "nobody answered");
}

#[tokio::test]
async fn a_transaction_whose_statement_was_refused_does_not_commit() {
    let database = migrated().await;
    let witness = marked(&database).await;
    let (_elector, term) = activate(&database).await;
    let store = open(&database).await;
    let once = "insert into marks values (1); perform 1 / (2 - count(*)) from marks";
    replace_now(&witness, once).await;
    let mut transaction = store.begin(&term).await.unwrap();
    transaction.now().await.unwrap();

    transaction.now().await.unwrap_err();
    let outcome = transaction.commit().await;

    assert!(matches!(outcome, Err(CommitError::Refused(_))), "{outcome:?}");
    assert_eq!(number(&witness, MARKS).await, 0);
    store.begin(&term).await.unwrap().commit().await.unwrap();
}

/// The store reached through a proxy that can hold COMMITs.
async fn through_proxy(database: &Database) -> (ChaosProxy, Store) {
    let (proxy, url) = proxied(database, "").await;
    (proxy, Store::open(&url, PoolSettings::default()).await.unwrap())
}

#[tokio::test]
async fn a_commit_whose_answer_is_lost_is_unknown_whether_it_happened_or_not() {
    for (moment, marks) in [(Moment::AfterDecision, 1), (Moment::BeforeRequest, 0)] {
        let database = migrated().await;
        let witness = marked(&database).await;
        let (_elector, term) = activate(&database).await;
        let (proxy, store) = through_proxy(&database).await;
        let mut transaction = store.begin(&term).await.unwrap();
        transaction.now().await.unwrap();
        let hold = proxy.hold_commit(moment, 1);

        let cut = async { hold.reached(SOON).await.unwrap().cut() };
        let (outcome, ()) = tokio::join!(transaction.commit(), cut);

        assert!(matches!(outcome, Err(CommitError::Unknown(_))), "{moment:?}: {outcome:?}");
        assert_eq!(number(&witness, MARKS).await, marks, "{moment:?}");
        store.begin(&term).await.unwrap().commit().await.unwrap();
    }
}

#[tokio::test]
async fn a_session_ended_before_the_commit_leaves_the_outcome_unknown() {
    let database = migrated().await;
    let witness = marked(&database).await;
    let (_elector, term) = activate(&database).await;
    let store = open(&database).await;
    let mut transaction = store.begin(&term).await.unwrap();
    transaction.now().await.unwrap();

    let end = "select pg_terminate_backend(pid, 5000) from pg_stat_activity \
               where application_name = 'trt/work' and datname = current_database()";
    witness.batch_execute(end).await.unwrap();
    let outcome = transaction.commit().await;

    assert!(matches!(outcome, Err(CommitError::Unknown(_))), "{outcome:?}");
    assert_eq!(number(&witness, MARKS).await, 0);
}

#[tokio::test]
async fn a_silent_holder_claims_whatever_isolation_the_database_has_by_default() {
    let database = migrated().await;
    let witness = database.connect().await.unwrap();
    let name = database.name();
    let set =
        format!("alter database \"{name}\" set default_transaction_isolation = 'serializable'");
    witness.batch_execute(&set).await.unwrap();
    let (lock, stale) = ("scratch/a test", std::time::Duration::from_secs(2));

    let holder = SilentHolder::claim(&url(&database), lock, LockKey::of(lock), stale).await;

    assert!(holder.is_ok(), "{holder:?}");
    assert_eq!(number(&witness, "select count(*) from leader_term").await, 1);
    assert_eq!(number(&witness, "select count(*) from leader_owner").await, 0, "it owns nothing");
}

#[tokio::test]
async fn an_activation_verifies_that_both_addresses_lead_to_one_database() {
    let (here, elsewhere, nothing) = (migrated().await, migrated().await, empty().await);
    let (_elector, term) = activate(&here).await;
    let (_other_elector, other) = activate(&elsewhere).await;

    open(&here).await.verify(&term).await.unwrap();
    for wrong in [&elsewhere, &nothing] {
        let refused = open(wrong).await.verify(&term).await;
        assert!(matches!(refused, Err(VerifyError::WrongDatabase)), "{refused:?}");
        assert!(refused.unwrap_err().to_string().contains("LOCK_DATABASE_URL"));
    }
    end(&other, &elsewhere.connect().await.unwrap()).await;
    let over = open(&elsewhere).await.verify(&other).await;

    assert!(matches!(over, Err(VerifyError::TermOver)), "{over:?}");
}
