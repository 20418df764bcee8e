//! Owners killed at random instants.
#![expect(clippy::disallowed_methods, reason = "looking into a folder does not block a test")]

use std::time::Duration;

use testbed::SOON;
use testbed::draws::{Draws, printed_seed};
use testbed::process::{Process, Signal};
use testbed::server::Server;
use testbed::wait;

const ROUNDS: u64 = 60;
/// A start takes about one second: kills fall before, into and after it.
const LATEST: u64 = 1_500;

#[tokio::test]
async fn an_owner_killed_at_any_instant_leaves_nothing() {
    let mut draws = Draws::seeded(printed_seed());
    let outer = Server::start().await.unwrap();
    let room = outer.folder().join("room");
    std::fs::create_dir(&room).unwrap();
    let mut struck_at_work = 0;

    for round in 0..ROUNDS {
        let instant = Duration::from_millis(draws.next() % LATEST);
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
