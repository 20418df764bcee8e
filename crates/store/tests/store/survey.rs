//! What every instance reads for health, and the probe that shows whether updates can be stored.

use std::time::Duration;

use domain::Credits;
use store::survey::CreditSample;
use store::{Intake, StoreError};

use crate::bench::{Active, app, migrated, number, replace_now};

const TAKEOVER: &str =
    "insert into leader_history (name, timeline, epoch, event, reason, holder, instance, at)
    values ($1, 1, $2, $3, $4, gen_random_uuid(), 'test', clock_timestamp() - $5::text::interval)";

fn credits(whole: i64) -> Credits {
    Credits::new(whole * 1_000_000)
}

#[tokio::test]
async fn the_probe_writes_as_an_update_does_and_leaves_nothing() {
    let database = migrated().await;
    let witness = database.connect().await.unwrap();
    let intake = Intake::new(&app(&database));

    intake.probe().await.unwrap();
    intake.probe().await.unwrap();
    assert_eq!(number(&witness, "select count(*) from inbox").await, 0);

    let read_only = "alter role trt_app in database \"$\" set default_transaction_read_only to on";
    let read_only = read_only.replace('$', database.name());
    witness.batch_execute(&read_only).await.unwrap();
    let refused = Intake::new(&app(&database)).probe().await.unwrap_err();
    assert!(matches!(refused, StoreError::Away(_)), "{refused}");
    assert!(!refused.blames_the_row(), "{refused}");
}

#[tokio::test]
async fn a_row_is_blamed_only_for_what_is_wrong_with_it() {
    let database = migrated().await;
    let witness = database.connect().await.unwrap();
    let intake = Intake::new(&app(&database));

    for (state, blamed) in [("22001", true), ("23514", true), ("P0001", true), ("42501", false)] {
        let raise = format!("raise exception 'of a test' using errcode = '{state}'");
        replace_now(&witness, &raise).await;
        let refused = intake.probe().await.unwrap_err();
        assert_eq!(refused.blames_the_row(), blamed, "{refused}");
    }
}

#[tokio::test]
async fn takeovers_are_those_of_one_lock_by_its_history() {
    let active = Active::on_a_new_database().await;
    let plant = async |name: &str, epoch: i64, event: &str, reason: &str, age: &str| {
        let values: [&(dyn tokio_postgres::types::ToSql + Sync); 5] =
            [&name, &epoch, &event, &reason, &age];
        active.witness.execute(TAKEOVER, &values).await.unwrap();
    };
    plant("bot:1", 100, "claimed", "holder_silent", "2 hours").await;
    plant("bot:1", 101, "claimed", "holder_died", "1 minute").await;
    plant("bot:1", 102, "sealed", "stopped", "30 seconds").await;
    plant("bot:1", 103, "claimed", "released", "20 seconds").await;
    plant("bot:2", 104, "claimed", "holder_silent", "10 seconds").await;

    let takeovers = active.intake.survey("bot:1").await.unwrap().takeovers;

    assert_eq!((takeovers.count, takeovers.last_hour), (2, 1));
    assert_eq!(takeovers.last_reason.as_deref(), Some("holder_died"));
    let nobody = active.intake.survey("bot:3").await.unwrap().takeovers;
    assert_eq!((nobody.count, nobody.last_hour, nobody.last_reason), (0, 0, None));
}

#[tokio::test]
async fn what_the_active_instance_learned_is_read_by_all_with_its_age() {
    let active = Active::on_a_new_database().await;
    let nothing = active.intake.survey("bot:1").await.unwrap();
    assert_eq!((nothing.kie, nothing.webhook), (None, None));

    active
        .does(async |tx| tx.upkeep().keep_kie("ok", Some(credits(7)), Some(credits(3))).await)
        .await;
    active.does(async |tx| tx.upkeep().keep_webhook(false, Some(4), Some("of a test")).await).await;
    // How it answers is news; what it has left is known from before.
    active.does(async |tx| tx.upkeep().keep_kie("unreachable", None, None).await).await;
    active.later("90 seconds").await;

    let survey = active.intake.survey("bot:1").await.unwrap();
    let (kie, webhook) = (survey.kie.unwrap(), survey.webhook.unwrap());
    assert_eq!(kie.status, "unreachable");
    assert_eq!((kie.credits, kie.daily_use), (Some(credits(7)), Some(credits(3))));
    assert!(kie.age >= Duration::from_secs(90), "{:?}", kie.age);
    assert_eq!((webhook.fits, webhook.pending), (false, Some(4)));
    assert_eq!(webhook.problem.as_deref(), Some("of a test"));
    assert!(!survey.everything_closed);
}

#[tokio::test]
async fn one_balance_an_hour_is_kept_for_a_day() {
    let active = Active::on_a_new_database().await;
    let sample = async |whole| {
        active.does(async |tx| tx.upkeep().sample_credits(credits(whole)).await).await
    };
    let left = |samples: &[CreditSample]| -> Vec<i64> {
        samples.iter().map(|sample| sample.credits.get() / 1_000_000).collect()
    };

    assert_eq!(left(&sample(100).await), [100]);
    active.later("59 minutes").await;
    assert_eq!(left(&sample(90).await), [100], "the hour is not over");
    active.later("61 minutes").await;
    let two = sample(80).await;
    assert_eq!(left(&two), [100, 80]);
    assert!(two[0].age >= Duration::from_secs(60 * 60) && two[1].age < Duration::from_secs(60));
    active.later("25 hours").await;
    assert_eq!(left(&sample(70).await), [80, 70], "the first is older than a day");
}
