//! The audit log: what was before and after stays, and the words in which it was said why can go.

use domain::ledger::Actor;
use domain::{AdminAction, PersonId};
use store::{LoggedAction, migrations};
use tokio_postgres::error::SqlState;

use crate::bench::{Active, app_address, empty, migrated, number, url};

/// The last migration of a release that kept the words in the log itself.
const BEFORE: usize = 28;

/// An entry as such a release writes it.
const OLD: &str = "insert into audit_log (actor, action, subject, details, reason, epoch) \
    values ('admin:7', 'adjust', 'person:8', '', 'in plain words', 1)";

#[tokio::test]
async fn what_was_before_and_after_is_kept_and_the_words_are_apart() {
    let active = Active::on_a_new_database().await;
    let deed = LoggedAction {
        actor: Actor::Admin(PersonId::new(7)),
        action: AdminAction::Adjust,
        subject: "person:8",
        before: "1.00 RUB",
        after: "3.00 RUB",
        details: "amount 2.00 RUB",
        reason: "a late gift",
    };
    active.does(async |tx| tx.books().log_action(deed).await).await;

    let kept = "select count(*) from audit_log where action = 'adjust' \
        and before = '1.00 RUB' and after = '3.00 RUB' and reason = ''";
    assert_eq!(active.number(kept).await, 1);
    let words = "select count(*) from audit_words join audit_log on id = audit_id \
        where audit_words.reason = 'a late gift'";
    assert_eq!(active.number(words).await, 1);
    let app = testbed::server::connect(&app_address(&active.database)).await.unwrap();
    app.batch_execute("delete from audit_words").await.unwrap();
    assert_eq!(active.number(kept).await, 1, "what was done stays on record");
}

#[tokio::test]
async fn nothing_is_logged_without_a_reason() {
    let active = Active::on_a_new_database().await;
    let deed = LoggedAction {
        actor: Actor::Operator,
        action: AdminAction::DeadDrop,
        subject: "u1",
        before: "",
        after: "",
        details: "",
        reason: "",
    };
    let mut transaction = active.begin().await;

    let refused = transaction.books().log_action(deed).await.unwrap_err();

    assert!(refused.to_string().contains("audit_words_reason_given"), "{refused}");
}

#[tokio::test]
async fn what_an_older_release_wrote_and_still_writes_is_kept_apart_as_well() {
    let database = empty().await;
    let all = migrations::embedded();
    migrations::apply_these(&url(&database), &all[..BEFORE]).await.unwrap();
    let witness = database.connect().await.unwrap();
    witness.batch_execute(OLD).await.unwrap();

    migrations::apply(&url(&database)).await.unwrap();
    witness.batch_execute(OLD).await.unwrap();

    let apart = "select count(*) from audit_log join audit_words on audit_id = id \
        where audit_log.reason = '' and audit_words.reason = 'in plain words'";
    assert_eq!(number(&witness, apart).await, 2);
    let refused = witness.batch_execute("delete from audit_log").await.unwrap_err();
    assert_eq!(refused.code().unwrap().code(), "TR001");
}

#[tokio::test]
async fn words_can_be_removed_and_never_be_others() {
    let database = migrated().await;
    let witness = database.connect().await.unwrap();
    witness.batch_execute(OLD).await.unwrap();
    let app = testbed::server::connect(&app_address(&database)).await.unwrap();

    let changed = app.batch_execute("update audit_words set reason = 'x'").await.unwrap_err();
    let by_owner = witness.batch_execute("update audit_words set reason = 'x'").await.unwrap_err();

    assert_eq!(changed.code(), Some(&SqlState::INSUFFICIENT_PRIVILEGE));
    assert_eq!(by_owner.code().unwrap().code(), "TR001");
}
