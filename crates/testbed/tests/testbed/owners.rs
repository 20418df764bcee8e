//! `testbed pg -- COMMAND`, and what is left when somebody is killed: nothing.
#![expect(clippy::disallowed_methods, reason = "looking into a folder does not block a test")]

use std::path::{Path, PathBuf};

use nix::sys::signal::kill;
use nix::unistd::Pid;
use testbed::SOON;
use testbed::process::{Process, Signal};
use testbed::server::{self, Server};
use testbed::wait;

use crate::life;

/// Prints the address, its own pid and that of the server, then stays.
const REPORT: &str = "echo url=$TRT_TEST_PG; echo pid=$$; sleep 600";

/// Set in the process that a test starts to kill it.
const VICTIM: &str = "TESTBED_VICTIM";

fn owner(words: &[&str]) -> Process {
    let program = env!("CARGO_BIN_EXE_testbed");
    Process::build("testbed pg", program).arg("pg").args(words).start().unwrap()
}

async fn reported(process: &Process, key: &str) -> String {
    let line = process.line(&format!("{key}="), SOON).await.unwrap();
    line.split_once('=').unwrap().1.to_owned()
}

/// What a running server tells about itself: the pid of its postmaster and its data folder.
async fn server_behind(url: &str) -> (i32, PathBuf) {
    let client = server::connect(url).await.unwrap();
    let query = "select current_setting('data_directory'), \
                 (string_to_array(pg_read_file('postmaster.pid'), e'\\n'))[1]::int";
    let row = client.query_one(query, &[]).await.unwrap();
    (row.get(1), PathBuf::from(row.get::<_, String>(0)).parent().unwrap().to_owned())
}

async fn nothing_is_left(pids: &[i32], folder: &Path) {
    for pid in pids {
        life::is_gone(*pid).await;
    }
    let what = format!("{} to be removed", folder.display());
    wait::until(&what, SOON, async || (!folder.exists()).then_some(())).await.unwrap();
}

#[tokio::test]
async fn the_command_gets_the_address_and_its_status_is_returned() {
    let owner = owner(&["--", "sh", "-c", "echo url=$TRT_TEST_PG; exit 7"]);

    assert!(reported(&owner, "url").await.starts_with("postgres://postgres@127.0.0.1:"));
    assert_eq!(owner.exit(SOON).await.unwrap().code(), Some(7));
}

#[tokio::test]
async fn an_owner_whose_command_ended_has_left_nothing() {
    let owner = owner(&["--", "sh", "-c", REPORT]);
    let command: i32 = reported(&owner, "pid").await.parse().unwrap();
    let (server, folder) = server_behind(&reported(&owner, "url").await).await;

    kill(Pid::from_raw(command), Signal::SIGKILL).unwrap();

    assert_eq!(owner.exit(SOON).await.unwrap().code(), Some(128 + 9), "as shells say it");
    assert!(!life::is_alive(server));
    assert!(!folder.exists());
}

#[tokio::test]
async fn a_killed_owner_leaves_no_process_and_no_folder() {
    let owner = owner(&["--", "sh", "-c", REPORT]);
    let command: i32 = reported(&owner, "pid").await.parse().unwrap();
    let (server, folder) = server_behind(&reported(&owner, "url").await).await;
    assert!(life::is_alive(command) && life::is_alive(server) && folder.exists());

    owner.signal(Signal::SIGKILL).unwrap();

    nothing_is_left(&[command, server], &folder).await;
}

#[tokio::test]
async fn an_owner_killed_while_it_starts_leaves_nothing_either() {
    let outer = Server::start().await.unwrap();
    let room = outer.folder().join("room");
    std::fs::create_dir(&room).unwrap();
    // While initdb runs, and while the server starts.
    for stage in ["data", "data/postmaster.pid"] {
        let owner = Process::build("testbed pg", env!("CARGO_BIN_EXE_testbed"))
            .args(["pg", "--", "sleep", "600"])
            .env("TMPDIR", &room)
            .env("TESTBED_FOLDER", &room)
            .start()
            .unwrap();
        wait::until(stage, SOON, async || {
            let made = std::fs::read_dir(&room).unwrap().flatten().next()?.path();
            made.join(stage).exists().then_some(())
        })
        .await
        .unwrap();

        owner.signal(Signal::SIGKILL).unwrap();

        wait::until("an empty room", SOON, async || {
            let empty = std::fs::read_dir(&room).unwrap().next().is_none();
            (empty && life::mentioning(&room).is_empty()).then_some(())
        })
        .await
        .unwrap();
    }
}

#[tokio::test]
async fn a_killed_test_process_leaves_no_process_and_no_folder() {
    if std::env::var_os(VICTIM).is_some() {
        return wait_to_be_killed().await;
    }
    let this_test = "owners::a_killed_test_process_leaves_no_process_and_no_folder";
    let victim = Process::build("a test process", std::env::current_exe().unwrap())
        .args(["--exact", this_test, "--nocapture"])
        .env(VICTIM, "1")
        .start()
        .unwrap();
    let child: i32 = reported(&victim, "child").await.parse().unwrap();
    let (server, folder) = server_behind(&reported(&victim, "url").await).await;
    assert!(life::is_alive(child) && life::is_alive(server) && folder.exists());

    victim.signal(Signal::SIGKILL).unwrap();

    nothing_is_left(&[child, server], &folder).await;
}

/// The same test in the process that is going to be killed: it has a server and a child.
#[expect(clippy::print_stdout, reason = "the test that kills reads it")]
async fn wait_to_be_killed() {
    let server = Server::start().await.unwrap();
    let child = Process::build("sleep", "sleep").arg("600").start().unwrap();
    println!("\nchild={}\nurl={}", child.pid(), server.url("postgres"));
    child.exit(SOON * 10).await.unwrap();
}

#[tokio::test]
async fn a_terminated_owner_ends_its_command_first_and_cleans_up() {
    let polite = "trap 'echo bye=1; exit 0' TERM; echo url=$TRT_TEST_PG; echo pid=$$; \
                  while :; do sleep 0.01; done";
    let owner = owner(&["--", "sh", "-c", polite]);
    let command: i32 = reported(&owner, "pid").await.parse().unwrap();
    let (server, folder) = server_behind(&reported(&owner, "url").await).await;

    owner.signal(Signal::SIGTERM).unwrap();

    reported(&owner, "bye").await;
    assert_eq!(owner.exit(SOON).await.unwrap().code(), Some(0));
    nothing_is_left(&[command, server], &folder).await;
}

#[tokio::test]
async fn two_owners_do_not_meet() {
    let (one, two) = (owner(&["--", "sh", "-c", REPORT]), owner(&["--", "sh", "-c", REPORT]));
    let (first, second) = (reported(&one, "url").await, reported(&two, "url").await);
    assert_ne!(first, second);
    let (_, folder) = server_behind(&first).await;

    two.signal(Signal::SIGTERM).unwrap();
    two.exit(SOON).await.unwrap();

    assert_eq!(server_behind(&first).await.1, folder, "the other one lives on");
    assert!(server::connect(&second).await.is_err());
}

#[tokio::test]
async fn a_missing_postgresql_is_one_clear_sentence() {
    let program = env!("CARGO_BIN_EXE_testbed");
    let owner = Process::build("testbed pg", program)
        .args(["pg", "--", "true"])
        .env("PG_BIN_DIR", "/nowhere")
        .start()
        .unwrap();

    assert_eq!(owner.exit(SOON).await.unwrap().code(), Some(1));
    let sentence = owner.line("testbed:", SOON).await.unwrap();
    assert!(sentence.contains("PostgreSQL 15 or later was not found in PG_BIN_DIR=/nowhere"));
    assert!(sentence.contains("apt-get install postgresql"), "{sentence}");
    assert_eq!(owner.lines().len(), 1);
}

#[tokio::test]
async fn a_kept_server_is_found_again_by_the_next_owner() {
    let outer = Server::start().await.unwrap();
    let kept = outer.folder().join("kept");
    let words = ["--keep", kept.to_str().unwrap(), "--database", "trt", "--env", "DATABASE_URL"];
    let report = ["--", "sh", "-c", "echo url=$DATABASE_URL; sleep 600"];

    for (round, statement) in
        ["create table marks (n int)", "insert into marks values (1)"].iter().enumerate()
    {
        let owner = owner(&[words.as_slice(), report.as_slice()].concat());
        let url = reported(&owner, "url").await;
        assert!(url.ends_with("/trt"), "{url}");
        server::connect(&url).await.unwrap().batch_execute(statement).await.unwrap();
        owner.signal(Signal::SIGTERM).unwrap();
        owner.exit(SOON).await.unwrap();
        assert!(kept.join("data").exists(), "round {round}");
    }
}
