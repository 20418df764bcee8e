//! Another release and this one, taking turns: forward by a deploy, back by a rollback, under load.
//!
//! `TRT_OTHER_RELEASE` names the program of the other release.

use std::os::unix::fs::symlink;
use std::path::Path;

use simulator::world::World;
use testbed::skip;

use crate::program;

/// Lets whatever is started next be this program.
#[expect(clippy::disallowed_methods, reason = "a link is made between two steps: nothing waits")]
fn deploys(link: &Path, program: &str) {
    let next = link.with_extension("next");
    symlink(program, &next).unwrap();
    std::fs::rename(&next, link).unwrap();
}

#[tokio::test]
async fn another_release_and_this_one_take_turns_and_nothing_is_lost() {
    let Ok(other) = std::env::var("TRT_OTHER_RELEASE") else {
        return skip::because("TRT_OTHER_RELEASE names no program of another release");
    };
    let link = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("trt-{}", std::process::id()));
    deploys(&link, &other);
    let mut world = World::build(&link).instances(1).patient_lock().start().await;
    let mut crowd = world.crowd(50, 20).await;
    crowd.writes(20).await;

    for next in [program(), &other, program()] {
        deploys(&link, next);
        let (old, new) = (world.active().await, world.starts_one().await);
        crowd.writes(50).await;
        world.stops(old).await;
        crowd.writes(20).await;
        assert_eq!(world.active().await, new, "the one that was started last");
    }

    let account = world.ends(crowd.stops().await).await;
    println!("{account:?}");
    assert_eq!(account.twice, 0, "what was in hand was finished first");
    for instance in world.instances() {
        assert!(instance.lines_at("ERROR").is_empty(), "a clean deploy has none");
    }
}
