//! A new release that does not come up: the old one goes on as if nothing happened.

use simulator::telegram::journal::applied_in;
use simulator::world::{PATIENCE, World};

use super::stories::unharmed::{epoch, is_unharmed};
use crate::path::program;

/// How often a platform tries.
const TIMES: usize = 3;

#[tokio::test]
async fn a_new_version_that_ends_at_its_start_again_and_again_bothers_nobody() {
    let mut world = World::build(program()).instances(1).patient_lock().start().await;
    let mut crowd = world.crowd(40, 20).await;
    let ann = world.person("Ann");
    ann.starts("").await;
    crowd.writes(20).await;
    let before = epoch(&world).await;

    for _ in 0..TIMES {
        let bad = world.runs_with(&[("LOCK_TRUST_SECONDS", "0.1")]).await;
        assert_eq!(bad.exit(PATIENCE).await.unwrap().code(), Some(2), "{}", bad.tail());
        crowd.writes(10).await;
    }
    for _ in 0..TIMES {
        let place = world.starts_one().await;
        world.kills(place).await;
        world.routes_to_all();
        crowd.writes(10).await;
    }

    let account = world.ends(crowd.stops().await).await;
    println!("a release that does not come up: {account:?}");
    assert_eq!(account.twice, 0, "the one that sends was left alone");
    assert_eq!((world.active().await, epoch(&world).await), (0, before));
    assert_eq!(applied_in(&world.telegram.journal(), ann.id()).len(), 1, "a menu and no notice");
    for said in world.telegram.journal() {
        let text = format!("{:?}", said.event);
        assert!(!text.contains("being updated") && !text.contains("обновля"), "{text}");
    }
    is_unharmed(&world).await;
}
