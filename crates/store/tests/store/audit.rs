//! The audit on a real PostgreSQL: silent on books that were kept, and naming whatever is planted.
//!
//! Each violation is planted by a superuser with triggers off, into books made by real operations;
//! the audit itself looks with the rights of the app. A plant breaks exactly its own invariant unless
//! its test says why not.

mod charged;
mod lived_in;
mod pages;
mod planted;
mod sealed;
mod spent;
mod waiting;

use store::Finding;
use store::audit::{MOST, audit};

use crate::bench::{app, migrated, waiting as waits};
use lived_in::LivedIn;

/// What is broken, by number, with the beginning of what is said first about each.
type Broken<'a> = &'a [(u8, &'a str)];

impl LivedIn {
    /// What the audit finds, the invariants that hold included.
    async fn findings(&self) -> Vec<Finding> {
        audit(&app(&self.active.database)).await.unwrap()
    }

    /// Changes the books as nobody may, and no trigger or foreign key has a say.
    async fn plants(&self, sql: &str) {
        let text = format!("begin; set local session_replication_role = replica; {sql}; commit");
        self.active.witness.batch_execute(&text).await.unwrap();
    }

    /// Exactly these invariants are broken.
    #[track_caller]
    fn is_found(findings: &[Finding], expected: Broken<'_>) {
        let broken: Vec<_> = findings.iter().filter(|finding| finding.violations > 0).collect();
        let numbers: Vec<u8> = broken.iter().map(|finding| finding.invariant.number()).collect();
        assert_eq!(
            numbers,
            expected.iter().map(|(number, _)| *number).collect::<Vec<u8>>(),
            "{broken:#?}"
        );
        for (finding, (_, words)) in broken.iter().zip(expected) {
            assert!(finding.subjects[0].starts_with(words), "{words}: {finding:#?}");
        }
    }
}

/// Plants something into books that were kept, and sees exactly these invariants named.
async fn plant(sql: &str, expected: Broken<'_>) {
    let it = LivedIn::begin().await;
    it.plants(sql).await;
    LivedIn::is_found(&it.findings().await, expected);
}

#[tokio::test]
async fn books_that_were_kept_break_no_invariant() {
    let it = LivedIn::begin().await;

    let findings = it.findings().await;

    assert_eq!(findings.len(), 29);
    LivedIn::is_found(&findings, &[]);
    // The books are worth looking at: every table that an invariant reads has something in it.
    for table in [
        "accounts",
        "transfers",
        "holds",
        "generations",
        "attempts",
        "free_use",
        "payments",
        "refunds",
        "seals",
        "inbox",
        "outbox",
    ] {
        let rows = it.active.number(&format!("select count(*) from {table}")).await;
        assert!(rows > 1, "{table} has {rows} rows");
    }
}

#[tokio::test]
async fn empty_books_break_no_invariant() {
    let database = migrated().await;

    let findings = audit(&app(&database)).await.unwrap();

    assert_eq!(findings.len(), 29);
    LivedIn::is_found(&findings, &[]);
}

#[tokio::test]
async fn what_is_wrong_many_times_is_counted_and_the_first_five_are_named() {
    let it = LivedIn::begin().await;
    it.plants(
        "insert into free_use (person_id, day, model, used) \
         select n, date '2026-01-01', 'z-image', 1 from generate_series(1, 7) as n",
    )
    .await;

    let findings = it.findings().await;

    LivedIn::is_found(&findings, &[(16, "person 1: z-image on 2026-01-01 used 1, generations 0")]);
    assert_eq!((findings[15].violations, findings[15].subjects.len()), (7, MOST));
}

#[tokio::test]
async fn all_invariants_are_asked_in_one_snapshot() {
    let it = LivedIn::begin().await;
    let mut other = it.active.database.connect().await.unwrap();
    let lock = other.transaction().await.unwrap();
    lock.batch_execute("lock table seals in access exclusive mode").await.unwrap();

    let change = async {
        // It has come as far as the seals; what it asks next is changed under its eyes.
        waits(&it.active.witness, "trt/audit").await;
        it.plants("update free_use set used = used + 1").await;
        lock.commit().await.unwrap();
    };
    let (findings, ()) = tokio::join!(it.findings(), change);

    LivedIn::is_found(&findings, &[]);
    LivedIn::is_found(&it.findings().await, &[(16, "")]);
}

#[tokio::test]
async fn a_database_without_books_is_refused() {
    let database = crate::bench::empty().await;

    let refused = audit(&crate::bench::url(&database)).await.unwrap_err();

    assert!(refused.to_string().starts_with("the database refuses: "), "{refused}");
}
