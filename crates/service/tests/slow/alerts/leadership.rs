//! The role: nobody has it, two have it, it is taken over again and again, somebody writes without it.

use std::path::{Path, PathBuf};

use testbed::database::Cluster;
use testbed::process::Process;
use testbed::{SOON, wait};

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
    let (program, link) = (Path::new(crate::program()), link("two"));
    deploys(&link, program);
    let builder = simulator::world::World::build(&link).patient_lock();
    let Some(mut stage) = Stage::set(builder).await else { return };
    let other = Cluster::shared().await.unwrap().empty_database().await.unwrap();
    deploys(&link, &another_version(program).await);

    stage.begins(&TWO).await;
    let url = other.url();
    let stray = [("DATABASE_URL", &*url), ("LOCK_DATABASE_URL", &*url)];
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

/// A place for the program that instances are started from.
fn link(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("trt-{name}-{}", std::process::id()))
}

/// Lets whatever is started next be this program.
fn deploys(link: &Path, program: &Path) {
    let next = link.with_extension("next");
    std::os::unix::fs::symlink(program, &next).unwrap();
    std::fs::rename(&next, link).unwrap();
}

/// The same program under another version: a copy, in which the number was changed wherever it stands.
async fn another_version(program: &Path) -> PathBuf {
    let version = env!("CARGO_PKG_VERSION").as_bytes();
    let mut other = version.to_vec();
    *other.last_mut().unwrap() = b'7';
    let mut bytes = tokio::fs::read(program).await.unwrap();
    let mut at = 0;
    while let Some(found) = bytes[at..].windows(version.len()).position(|this| this == version) {
        at += found;
        bytes[at..at + version.len()].copy_from_slice(&other);
    }
    let copy = link("other-version");
    tokio::fs::write(&copy, bytes).await.unwrap();
    let may = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    tokio::fs::set_permissions(&copy, may).await.unwrap();
    // Whoever writes into a program cannot start it: some other test may have been born with our file open.
    let starts = wait::until("the copy to start", SOON, async || {
        let copy = Process::build("another version", &copy).arg("--version").start().ok()?;
        copy.exit(SOON).await.ok()?.success().then_some(())
    });
    starts.await.unwrap();
    copy
}
