//! Which migrations are applied, and on which schemas a binary runs.

use store::migrations::{self, MigrateError};

use crate::bench::{empty, followed_by, migrated, migration, number, url};

const MORE: &str = "-- One more.\ncreate table more (n int)";

#[tokio::test]
async fn applied_twice_the_second_time_changes_nothing() {
    let database = empty().await;

    let first = migrations::apply(&url(&database)).await.unwrap();
    let second = migrations::apply(&url(&database)).await.unwrap();

    let all: Vec<i64> = (1..=migrations::newest()).collect();
    assert_eq!((first.applied, first.present), (all.clone(), 0));
    assert_eq!((second.applied, second.present), (vec![], all.len()));
}

#[tokio::test]
async fn a_plan_lists_what_is_pending_and_changes_nothing() {
    let database = empty().await;
    let witness = database.connect().await.unwrap();
    let mut connection = migrations::connect(&url(&database)).await.unwrap();

    let before = migrations::plan(&mut connection).await.unwrap();
    let tables = "select count(*) from pg_class where relnamespace = 'public'::regnamespace";
    assert_eq!(number(&witness, tables).await, 0);
    migrations::apply(&url(&database)).await.unwrap();
    let after = migrations::plan(&mut connection).await.unwrap();

    assert_eq!(before.pending[0].version, 1);
    assert_eq!(before.pending[0].description, "leadership");
    assert_eq!(before.applied, after.pending.iter().map(|step| step.version).collect::<Vec<_>>());
    assert_eq!(after.applied.len(), before.pending.len());
}

#[tokio::test]
async fn a_migration_that_was_edited_after_it_was_applied_is_refused() {
    let database = migrated().await;
    let mut edited = migrations::embedded();
    edited[1] = migration(2, "-- Another text.\nselect 1");

    let refused = migrations::apply_these(&url(&database), &edited).await.unwrap_err();

    assert!(matches!(refused, MigrateError::Changed { version: 2 }), "{refused}");
}

#[tokio::test]
async fn a_binary_starts_on_a_schema_newer_than_it_knows() {
    let database = migrated().await;
    let newer = followed_by(migration(900, MORE));
    migrations::apply_these(&url(&database), &newer).await.unwrap();

    let report = migrations::apply(&url(&database)).await.unwrap();
    let mut connection = migrations::connect(&url(&database)).await.unwrap();
    let plan = migrations::plan(&mut connection).await.unwrap();

    assert_eq!(report.applied, [0; 0]);
    assert_eq!(plan.unknown, [900]);
}

#[tokio::test]
async fn a_binary_does_not_start_on_a_schema_that_is_marked_incompatible() {
    let database = migrated().await;
    let contract = migration(900, "-- Takes away.\nupdate schema_compat set oldest_binary = 900");
    let newer = followed_by(contract);
    migrations::apply_these(&url(&database), &newer).await.unwrap();

    let refused = migrations::apply(&url(&database)).await.unwrap_err();
    let mut connection = migrations::connect(&url(&database)).await.unwrap();
    let also = migrations::plan(&mut connection).await.unwrap_err();
    let fine = migrations::apply_these(&url(&database), &newer).await;

    assert!(matches!(refused, MigrateError::TooOld { oldest_binary: 900, .. }), "{refused}");
    assert!(also.to_string().contains("run a newer release"), "{also}");
    assert!(fine.is_ok());
}

#[tokio::test]
async fn a_broken_migration_is_named_and_leaves_nothing_behind() {
    let database = migrated().await;
    let witness = database.connect().await.unwrap();
    let broken = migration(900, "-- Half good.\ncreate table more (n int); select 1 / 0");

    let refused = migrations::apply_these(&url(&database), &followed_by(broken)).await.unwrap_err();

    assert!(refused.to_string().contains("the migration 900 cannot be applied"), "{refused}");
    let left = "select count(*) from pg_class where relname = 'more'";
    assert_eq!(number(&witness, left).await, 0);
    let good = followed_by(migration(900, MORE));
    assert_eq!(migrations::apply_these(&url(&database), &good).await.unwrap().applied, [900]);
}

#[test]
fn the_steps_of_the_schema_of_leadership_are_migrations() {
    let steps = ["0001_leadership.sql", "0011_one_owner.sql"].into_iter().zip([1, 11]);
    let embedded = migrations::embedded();
    for ((file, version), text) in steps.zip(leadership::SCHEMA_STEPS) {
        let ours = embedded.iter().find(|migration| migration.version == version).unwrap();
        assert!(ours.sql.as_str() == text, "copy the step of leadership to {file}");
    }
    assert!(leadership::SCHEMA == leadership::SCHEMA_STEPS.concat(), "and it has no others");
}
