//! Sessions of work that an administrator ends, one and all, while the lock's is left alone.

use simulator::world::World;

use super::stories::unharmed::{epoch, is_unharmed, nothing_was_counted};
use crate::path::program;

/// The sessions of instances that do the work, and not those of their lock.
const WORK: &str = "application_name like '%/work'";

#[tokio::test]
async fn work_sessions_that_are_ended_again_and_again_cost_neither_the_role_nor_a_reply() {
    let world = World::build(program()).patient_lock().start().await;
    let mut crowd = world.crowd(40, 20).await;
    crowd.writes(20).await;
    let (active, before) = (world.active().await, epoch(&world).await);

    let mut ended = 0;
    for _ in 0..12 {
        ended += world.sessions_end(WORK).await;
        crowd.writes(5).await;
    }

    crowd.writes(20).await;
    let account = world.ends(crowd.stops().await).await;
    println!("{ended} sessions ended: {account:?}");
    assert!(ended >= 20, "only {ended} sessions were there to be ended");
    assert_eq!(account.twice, 0, "what was said is known, whoever has to ask for it again");
    assert_eq!((world.active().await, epoch(&world).await), (active, before));
    is_unharmed(&world).await;
    nothing_was_counted(&world).await;
}
