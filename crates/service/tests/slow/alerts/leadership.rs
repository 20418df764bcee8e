//! The role: nobody has it, two have it, it is taken over again and again, somebody writes without it.

use testbed::database::Cluster;

use super::stage::Stage;
use crate::studio::{Books, build};

pub(super) const AWAY: [&str; 2] = ["TrtNobodyActive", "TrtCannotStoreUpdates"];
pub(super) const DEATHS: [&str; 3] = ["TrtInstanceDown", "TrtNoTargets", "TrtTakeovers"];
pub(super) const TWO: [&str; 2] = ["TrtTwoActive", "TrtDifferentVersions"];
pub(super) const FENCED: [&str; 1] = ["TrtFencedWrites"];

#[tokio::test]
async fn a_database_that_is_away_is_told_by_who_leads_and_by_who_stores() {
    let Some(mut stage) = Stage::set(build().own_server()).await else { return };

    stage.begins(&AWAY).await;
    let away = stage.world.database_goes().await;
    stage.fire_all(&AWAY).await;
    stage.forgives_commands();

    stage.world.database_returns(away).await;
    stage.clear_all(&AWAY).await;
    stage.world.ends_well().await;
    stage.ends(&AWAY);
}

#[tokio::test]
async fn instances_that_die_are_told_one_by_one_all_together_and_as_takeovers() {
    let Some(mut stage) = Stage::set(build()).await else { return };
    let books = Books::open(&stage.world).await;
    let [down, none, takeovers] = DEATHS;

    stage.begins(&[down]).await;
    stage.world.kills_active().await;
    stage.fires(down).await;
    stage.world.starts_one().await;
    stage.heals();
    stage.reads_who_runs().await;
    stage.clears(down).await;

    stage.begins(&[takeovers]).await;
    stage.world.kills_active().await;
    stage.fires(takeovers).await;
    stage.begins(&[none]).await;
    stage.world.kills_active().await;
    stage.fires(none).await;
    stage.forgives_commands();
    stage.heals();
    stage.world.starts_one().await;
    stage.world.starts_one().await;
    stage.reads_who_runs().await;
    stage.clears(none).await;

    // An hour later.
    stage.heals();
    books.does("update leader_history set at = at - interval '1 hour'").await;
    stage.clears(takeovers).await;
    stage.world.ends_well().await;
    stage.ends(&DEATHS);
}

#[tokio::test]
async fn an_instance_with_a_database_and_a_version_of_its_own_is_told() {
    let Some(mut stage) = Stage::set(build().patient_lock()).await else { return };
    let other = Cluster::shared().await.unwrap().empty_database().await.unwrap();

    stage.begins(&TWO).await;
    let url = other.url();
    let stray = [
        ("DATABASE_URL", &*url),
        ("LOCK_DATABASE_URL", &*url),
        // Another release, as a platform says it.
        ("RENDER_GIT_COMMIT", "0a1b2c3d4e5f"),
    ];
    let stray = stage.world.begins_one_with(&stray).await;
    stage.reads_who_runs().await;
    stage.fire_all(&TWO).await;

    stage.world.stops(stray).await;
    stage.reads_who_runs().await;
    stage.clear_all(&TWO).await;
    stage.world.ends_well().await;
    stage.ends(&TWO);
}

/// Its term is over, and it learns of that with the next beat: what it writes until then is refused.
#[tokio::test]
async fn what_the_fence_refuses_is_told() {
    let beats = [("HEARTBEAT", "5"), ("TRUST", "15"), ("CALL", "1"), ("STALE_HEARTBEAT", "20")];
    let slow = beats.iter().fold(build().instances(1), |builder, (name, seconds)| {
        builder.variable(&format!("LOCK_{name}_SECONDS"), seconds)
    });
    let Some(mut stage) = Stage::set(slow).await else { return };
    let books = Books::open(&stage.world).await;
    let ann = stage.world.person("Ann");

    stage.begins(&FENCED).await;
    books.does("update leader_term set holder = gen_random_uuid()").await;
    ann.says("/menu").await;
    stage.fire_all(&FENCED).await;

    ann.waits_for(|bubble| bubble.is_from_bot(), simulator::world::PATIENCE).await;
    stage.clear_all(&FENCED).await;
    stage.world.ends_well().await;
    stage.ends(&FENCED);
}
