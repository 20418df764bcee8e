//! Transactions are read committed, whatever the server, the role or the address would have them be.

use store::{DatabaseUrl, Intake, PoolSettings, Store, StoreError};
use testbed::database::Database;
use tokio_postgres::IsolationLevel;

use crate::bench::{activate, app, app_address, migrated, replace_now, waiting};

const OTHERS: [&str; 2] = ["repeatable read", "serializable"];

/// A database in which every session begins with this level.
async fn with_default(level: &str) -> Database {
    let database = migrated().await;
    let witness = database.connect().await.unwrap();
    let set = format!(
        "alter database \"{}\" set default_transaction_isolation = '{level}'",
        database.name()
    );
    witness.batch_execute(&set).await.unwrap();
    database
}

#[tokio::test]
async fn a_transaction_that_waited_at_the_fence_sees_that_its_term_has_ended() {
    for level in OTHERS {
        let database = with_default(level).await;
        let (_elector, term) = activate(&database).await;
        let store = Store::open(&app(&database), PoolSettings::default()).await.unwrap();
        let mut next = database.connect().await.unwrap();
        let claim = next.build_transaction().isolation_level(IsolationLevel::ReadCommitted);
        let claim = claim.start().await.unwrap();
        let fence = "select pg_advisory_xact_lock(leader_fence_key($1))";
        claim.execute(fence, &[&term.name()]).await.unwrap();

        let witness = database.connect().await.unwrap();
        let (begun, ()) = tokio::join!(store.begin(&term), async {
            waiting(&witness, "trt/work").await;
            let depose = "update leader_term set epoch = epoch + 1, holder = gen_random_uuid() \
                          where name = $1";
            claim.execute(depose, &[&term.name()]).await.unwrap();
            claim.commit().await.unwrap();
        });

        assert!(matches!(begun, Err(StoreError::TermOver)), "{level}: {begun:?}");
    }
}

#[tokio::test]
async fn neither_the_database_nor_the_address_changes_the_level_of_any_transaction() {
    const CONFESS: &str = "raise exception 'level: %', current_setting('transaction_isolation')";
    for level in OTHERS {
        let database = with_default(level).await;
        let wish = level.replace(' ', "\\ ").replace('\\', "%5C").replace(' ', "%20");
        let address =
            format!("{}?options=-cdefault_transaction_isolation={wish}", app_address(&database));
        let url = DatabaseUrl::parse(&address).unwrap();
        let (_elector, term) = activate(&database).await;
        let store = Store::open(&url, PoolSettings::default()).await.unwrap();
        let mut transaction = store.begin(&term).await.unwrap();
        replace_now(&database.connect().await.unwrap(), CONFESS).await;

        let fenced = transaction.now().await.unwrap_err().to_string();
        let alone = store.now().await.unwrap_err().to_string();
        let kept = Intake::new(&url).keep_unreadable(&[1], &[1]).await.unwrap_err().to_string();

        for confession in [fenced, alone, kept] {
            assert!(confession.contains("level: read committed"), "{level}: {confession}");
        }
    }
}

#[tokio::test]
async fn whatever_was_in_the_way_is_not_the_fault_of_what_was_asked() {
    let database = migrated().await;
    let witness = database.connect().await.unwrap();
    let (_elector, term) = activate(&database).await;
    let store = Store::open(&app(&database), PoolSettings::default()).await.unwrap();
    // A lock, a statement that takes too long, a deadlock, a serialization failure, no writes.
    for code in ["55P03", "57014", "40P01", "40001", "25006", "53100", "58030"] {
        let raise = format!("raise exception 'in the way' using errcode = '{code}'");
        replace_now(&witness, &raise).await;
        let mut transaction = store.begin(&term).await.unwrap();

        let outcome = transaction.now().await;

        assert!(matches!(outcome, Err(StoreError::Away(_))), "{code}: {outcome:?}");
        transaction.rollback().await;
    }
    replace_now(&witness, "raise exception 'wrong' using errcode = '23514'").await;
    let mut transaction = store.begin(&term).await.unwrap();
    let outcome = transaction.now().await;
    assert!(matches!(outcome, Err(StoreError::Refused(_))), "{outcome:?}");
}

#[tokio::test]
async fn a_table_that_somebody_holds_is_waited_for_and_then_in_the_way() {
    let database = migrated().await;
    let (_elector, term) = activate(&database).await;
    let store = Store::open(&app(&database), PoolSettings::default()).await.unwrap();
    let mut other = database.connect().await.unwrap();
    let lock = other.transaction().await.unwrap();
    lock.batch_execute("lock table inbox in access exclusive mode").await.unwrap();

    let mut transaction = store.begin(&term).await.unwrap();
    let outcome = transaction.inbox().count_attempt(domain::InboxId::new(1)).await;

    let sentence = outcome.as_ref().unwrap_err().to_string();
    assert!(matches!(outcome, Err(StoreError::Away(_))), "{sentence}");
    assert!(sentence.contains("lock timeout"), "{sentence}");
}
