//! A disk without a byte left under the tables.
//!
//! The log of the server (`pg_wal`) is on another disk, so that the server refuses rows and lives:
//! with the log on the full disk PostgreSQL would stop itself, which is the database being away, and
//! another scenario. A page that has room takes rows as before, so that some updates are stored all
//! the while; nobody is told 200 for any other.

use std::path::PathBuf;
use std::sync::Arc;

use simulator::telegram::Event;
use simulator::world::World;
use testbed::disk::SmallDisk;
use testbed::server::connect;

use super::unharmed::{epoch, is_unharmed, nothing_was_counted, number, told_later};

/// Room for the tables of a short test, twice.
const MEGABYTES: u32 = 64;

/// So many people write this often.
const PEOPLE: usize = 40;
const A_SECOND: u32 = 20;

/// So many half seconds longer they do, until somebody finds no room.
const MORE: usize = 40;

/// Fills the disk for so many seconds while people write, ends the world and says what it came to.
pub(crate) async fn full(program: impl Into<PathBuf>, seconds: usize) -> String {
    let disk = match SmallDisk::mount(MEGABYTES) {
        Ok(disk) => Arc::new(disk),
        Err(reason) => {
            testbed::skip::because(&reason);
            return reason.to_string();
        }
    };
    let world = World::build(program).patient_lock().on_disk(&disk).start().await;
    let mut crowd = world.crowd(PEOPLE, A_SECOND).await;
    crowd.writes(20).await;
    let before = epoch(&world).await;

    disk.fill().unwrap();
    for _ in 0..seconds * 2 {
        crowd.writes(usize::try_from(A_SECOND / 2).unwrap()).await;
        // What is freed by a vacuum is not left to anybody.
        disk.fill().unwrap();
    }
    // What the tables had in reserve is used up sooner or later.
    for _ in 0..MORE {
        if told_later(&world) > 0 {
            break;
        }
        crowd.writes(usize::try_from(A_SECOND / 2).unwrap()).await;
        disk.fill().unwrap();
    }
    all_accepted_is_stored(&world).await;
    let refused = told_later(&world);
    disk.empties().unwrap();

    crowd.writes(20).await;
    let account = world.ends(crowd.stops().await).await;
    assert!(refused > 0, "nobody was in need of room");
    assert_eq!(epoch(&world).await, before, "the lock needs no room");
    is_unharmed(&world).await;
    nothing_was_counted(&world).await;
    format!("no room for {seconds} s: {account:?}, {refused} told later")
}

/// Whatever was answered 200 has its row.
async fn all_accepted_is_stored(world: &World) {
    let accepted: Vec<i64> = world
        .telegram
        .journal()
        .iter()
        .filter_map(|entry| match entry.event {
            Event::Accepted { update_id } => Some(update_id),
            _ => None,
        })
        .collect();
    let witness = connect(&world.database_url()).await.unwrap();
    let ids: Vec<String> = accepted.iter().map(i64::to_string).collect();
    let query = format!(
        "select count(*) from inbox where update_id = any('{{{}}}'::bigint[])",
        ids.join(",")
    );
    let stored = number(&witness, &query).await;
    assert_eq!(usize::try_from(stored).unwrap(), accepted.len(), "a 200 without a row");
}
