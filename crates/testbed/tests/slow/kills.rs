//! Owners killed at random instants.
#![expect(clippy::disallowed_methods, reason = "looking into a folder does not block a test")]

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use testbed::SOON;
use testbed::process::{Process, Signal};
use testbed::server::Server;
use testbed::wait;

const ROUNDS: u64 = 60;
/// A start takes about one second: kills fall before, into and after it.
const LATEST: u64 = 1_500;

/// The seed of this run: `SEED` if it is set, else the clock. Printed, so that a run can be had
/// again.
fn seed() -> u64 {
    let clock = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().subsec_nanos();
    let seed = std::env::var("SEED").map_or(u64::from(clock), |text| text.parse().unwrap());
    println!("SEED={seed}");
    seed
}

/// A well-mixed number for each round (the finalizer of `SplitMix64`).
fn mixed(seed: u64, round: u64) -> u64 {
    let mut z = seed.wrapping_add(round.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[tokio::test]
async fn an_owner_killed_at_any_instant_leaves_nothing() {
    let seed = seed();
    let outer = Server::start().await.unwrap();
    let room = outer.folder().join("room");
    std::fs::create_dir(&room).unwrap();
    let mut struck_at_work = 0;

    for round in 0..ROUNDS {
        let instant = Duration::from_millis(mixed(seed, round) % LATEST);
        let owner = Process::build("testbed pg", env!("CARGO_BIN_EXE_testbed"))
            .args(["pg", "--", "sleep", "600"])
            .env("TMPDIR", &room)
            .env("TESTBED_FOLDER", &room)
            .start()
            .unwrap();
        // Not a wait for something: the random instant is what this test is about.
        tokio::time::sleep(instant).await;
        struck_at_work += u32::from(std::fs::read_dir(&room).unwrap().next().is_some());

        owner.signal(Signal::SIGKILL).unwrap();

        wait::until(&format!("an empty room (round {round}, {instant:?})"), SOON, async || {
            std::fs::read_dir(&room).unwrap().next().is_none().then_some(())
        })
        .await
        .unwrap();
    }

    println!("{struck_at_work} of {ROUNDS} kills met a server or its beginnings");
    assert!(struck_at_work > 0, "no kill ever met anything: the fault never fired");
}
