//! The program `trt-sim demo` with a stand-in for the bot: it starts, and it ends without a trace.
#![expect(clippy::disallowed_methods, reason = "a test may wait for small files")]

use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use axum::Router;
use axum::routing::get;
use serde_json::{Value, json};
use testbed::process::{Process, Signal};
use testbed::{SOON, wait};

use crate::bot::Api;

/// Every instance of a demo gets it; here it marks the process that plays the bot.
const STAND_IN: &str = "WEBHOOK_SECRET_TOKEN";

/// A folder of one test, below one that the database's user can enter. It holds the stand-in and everything the demo makes.
struct Room(PathBuf);

impl Room {
    /// Makes it, with a program that runs the named test as the bot.
    fn with_stand_in(this_test: &str) -> Self {
        static ROOMS: AtomicU32 = AtomicU32::new(0);
        let number = ROOMS.fetch_add(1, Ordering::Relaxed);
        let name = format!("trt-demo-{}-{number}", std::process::id());
        let room = Self(PathBuf::from("/tmp").join(name));
        std::fs::create_dir_all(room.temporary()).unwrap();
        let open = std::fs::Permissions::from_mode(0o777);
        std::fs::set_permissions(room.temporary(), open).unwrap();
        let own = std::env::current_exe().unwrap();
        // It has a list of prices as well, with nothing on it.
        let script = format!(
            "#!/bin/sh\n[ \"$1\" = serve ] || {{ echo '[]'; exit; }}\n\
             exec '{}' --exact '{this_test}' --nocapture\n",
            own.display()
        );
        std::fs::write(room.program(), script).unwrap();
        let runs = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(room.program(), runs).unwrap();
        room
    }

    fn program(&self) -> PathBuf {
        self.0.join("trt")
    }

    fn temporary(&self) -> PathBuf {
        self.0.join("tmp")
    }

    fn demo(&self) -> Process {
        Process::build("trt-sim demo", env!("CARGO_BIN_EXE_trt-sim"))
            .args(["demo", "--no-open", "--trt"])
            .arg(self.program())
            .env("TMPDIR", self.temporary())
            .env("TESTBED_FOLDER", self.temporary())
            .start()
            .unwrap()
    }

    fn is_empty(&self) -> bool {
        std::fs::read_dir(self.temporary()).unwrap().next().is_none()
    }

    async fn empties(&self) {
        let empty = wait::until("an empty folder", SOON, async || self.is_empty().then_some(()));
        empty.await.unwrap();
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// How many of these instances are processes that live.
async fn alive(instances: &[Value]) -> usize {
    let mut alive = 0;
    for instance in instances {
        let question = ["-0".to_owned(), instance["pid"].to_string()];
        let asked = Process::build("kill", "kill").args(question).start().unwrap();
        alive += usize::from(asked.exit(SOON).await.unwrap().success());
    }
    alive
}

/// The bot: says where it listens, is active at once, and answers everything with 200.
#[expect(clippy::print_stdout, reason = "the demo reads it")]
async fn stands_in() {
    let health = || async { json!({ "lock_state": "ACTIVE", "epoch": 1 }).to_string() };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    println!();
    println!("{}", json!({ "message": "[HTTP] listening", "address": address.to_string() }));
    println!("[LOCK] waiting (PASSIVE)");
    let app = Router::new().route("/health", get(health)).fallback(|| async { "" });
    axum::serve(listener, app).await.unwrap();
}

async fn instances(api: &Api, base: &str) -> Vec<Value> {
    let shown = api.post(&format!("{base}_fake/stage"), "", "").await.unwrap().body;
    shown["instances"].as_array().cloned().unwrap_or_default()
}

#[tokio::test]
async fn every_sign_to_stop_ends_a_demo_and_everything_in_it() {
    if std::env::var_os(STAND_IN).is_some() {
        return stands_in().await;
    }
    let room = Room::with_stand_in("demo::every_sign_to_stop_ends_a_demo_and_everything_in_it");
    for signal in [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP] {
        let demo = room.demo();
        let line = demo.line("chat page", SOON * 2).await.unwrap();
        let base = line.split_whitespace().last().unwrap();
        let api = Api::at(base);
        let seen = wait::until("two instances that are seen", SOON, async || {
            let running = instances(&api, base).await;
            let is_seen = |one: &Value| one["role"] == "ACTIVE";
            (running.len() == 2 && running.iter().all(is_seen)).then_some(running)
        });
        let running = seen.await.unwrap();
        assert_eq!(alive(&running).await, 2);
        assert!(!room.is_empty(), "there is a database somewhere");

        demo.signal(signal).unwrap();

        assert_eq!(demo.exit(SOON).await.unwrap().code(), Some(0), "{signal}");
        assert_eq!(alive(&running).await, 0, "{signal}: {running:?}");
        assert!(room.is_empty(), "{signal}: the database is gone");
        assert!(api.post(base, "", "").await.is_err(), "{signal}: the page is gone");
    }
}

#[tokio::test]
async fn a_sign_in_the_middle_of_the_start_leaves_nothing_either() {
    let room = Room::with_stand_in("none of the tests, so it ends at once or never matters");
    let demo = room.demo();
    wait::until("a folder of the database", SOON, async || (!room.is_empty()).then_some(()))
        .await
        .unwrap();

    demo.signal(Signal::SIGINT).unwrap();

    assert_eq!(demo.exit(SOON).await.unwrap().code(), Some(0));
    room.empties().await;
}

#[tokio::test]
async fn what_does_not_start_is_said_in_a_sentence() {
    let room = Room::with_stand_in("none of the tests, so it ends at once");
    let demo = room.demo();
    assert_eq!(demo.exit(SOON * 2).await.unwrap().code(), Some(1));
    demo.line("trt-sim: trt did not start (exit status: 0):", SOON).await.unwrap();
    room.empties().await;

    let nothing = Process::build("trt-sim demo", env!("CARGO_BIN_EXE_trt-sim"))
        .args(["demo", "--no-open", "--trt", "/nowhere/trt"])
        .start()
        .unwrap();
    assert_eq!(nothing.exit(SOON).await.unwrap().code(), Some(1));
    let sentence = "trt-sim: there is no program at /nowhere/trt: build it";
    nothing.line(sentence, SOON).await.unwrap();
}
