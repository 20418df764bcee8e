//! The database and what waits for it: it lacks a migration, it is slow, its tables are locked.

use std::time::Duration;

use simulator::world::World;
use testbed::proxy::{Fault, Injected, Way};
use testbed::server::connect;

use super::stage::Stage;
use crate::studio::{Books, build};

pub(super) const OLD: [&str; 1] = ["TrtMigrationsMissing"];
pub(super) const SLOW: [&str; 2] = ["TrtWebhookSlow", "TrtSessionsExhausted"];
pub(super) const LOCKED: [&str; 1] = ["TrtInboxStuck"];
pub(super) const OVERDUE: [&str; 1] = ["TrtPeriodicLate"];

/// Each way: a statement takes a second and a half.
const DELAY: Duration = Duration::from_millis(750);

#[tokio::test]
async fn a_database_that_was_restored_from_before_the_release_is_told() {
    let Some(mut stage) = Stage::set(build().with_roles()).await else { return };
    let books = Books::open(&stage.world).await;
    let newest = "version = (select max(version) from _sqlx_migrations)";
    let kept = format!("create table kept as select * from _sqlx_migrations where {newest}");
    books.does(&kept).await;

    stage.begins(&OLD).await;
    books.does(&format!("delete from _sqlx_migrations where {newest}")).await;
    // Whoever comes now sees it, for as long as it runs: it may not migrate, and looks once.
    let late = stage.world.begins_one().await;
    stage.reads_who_runs().await;
    stage.fire_all(&OLD).await;

    books.does("insert into _sqlx_migrations select * from kept; drop table kept").await;
    stage.world.stops(late).await;
    stage.world.starts_one().await;
    stage.reads_who_runs().await;
    stage.clear_all(&OLD).await;
    stage.world.ends_well().await;
    stage.ends(&OLD);
}

#[tokio::test]
async fn a_slow_way_to_the_database_is_told_by_the_webhook_and_by_who_waits_for_a_session() {
    let Some(mut stage) = Stage::set(build()).await else { return };
    let mut crowd = stage.world.crowd(40, 15).await;
    crowd.writes(20).await;

    stage.begins(&SLOW).await;
    let slow = slowed(&stage.world);
    stage.fire_all(&SLOW).await;

    for fault in slow {
        fault.heal();
    }
    stage.clear_all(&SLOW).await;
    crowd.writes(20).await;
    stage.world.ends(crowd.stops().await).await;
    stage.ends(&SLOW);
}

/// Every instance has a long way to the data, and the lock as short a one as before.
fn slowed(world: &World) -> Vec<Injected> {
    let ways = [Way::Up, Way::Down];
    let instances = world.instances().iter();
    instances
        .flat_map(|instance| {
            ways.map(|way| instance.link.inject(Fault::Latency { way, delay: DELAY }))
        })
        .collect()
}

#[tokio::test]
async fn a_table_that_somebody_has_locked_is_told_as_updates_that_wait() {
    let Some(mut stage) = Stage::set(build()).await else { return };
    let mut crowd = stage.world.crowd(20, 5).await;
    crowd.writes(10).await;
    let locker = connect(&stage.world.database_url()).await.unwrap();

    stage.begins(&LOCKED).await;
    let lock = "set deadlock_timeout = '1h'; begin; lock table conversations in exclusive mode";
    locker.batch_execute(lock).await.unwrap();
    stage.fire_all(&LOCKED).await;

    locker.batch_execute("rollback").await.unwrap();
    stage.clear_all(&LOCKED).await;
    stage.world.ends(crowd.stops().await).await;
    stage.ends(&LOCKED);
}

#[tokio::test]
async fn work_that_nobody_can_take_in_hand_is_told_as_late() {
    let Some(mut stage) = Stage::set(build()).await else { return };
    let books = Books::open(&stage.world).await;
    books.waits_until("exists (select from periodic_work where name = 'seal-books')").await;
    let locker = connect(&stage.world.database_url()).await.unwrap();

    stage.begins(&OVERDUE).await;
    // Whoever looks may look.
    locker.batch_execute("begin; lock table periodic_work in exclusive mode").await.unwrap();
    stage.world.time_passes(Duration::from_secs(600)).await;
    stage.fire_all(&OVERDUE).await;

    locker.batch_execute("rollback").await.unwrap();
    stage.clear_all(&OVERDUE).await;
    stage.world.ends_well().await;
    stage.ends(&OVERDUE);
}
